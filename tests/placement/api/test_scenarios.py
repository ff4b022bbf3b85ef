"""The five scenarios in which nova and operators use Placement, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from placement.steps import CONCURRENT_UPDATE, code, error, generation, held, holding, used
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller

HOST = {"VCPU": {"total": 8}, "MEMORY_MB": {"total": 16384}, "DISK_GB": {"total": 500}}


class TestRegisteringAHost:
    """Scenario 1: the resource tracker of nova-compute."""

    def test_from_nothing_to_a_host(self, api: Caller) -> None:
        """Look, create, stock, give traits, put into aggregates: each write counts up."""
        host = new_uuid()
        place = f"/resource_providers/{host}"
        listed = api.ask("GET", f"/resource_providers?in_tree={host}")
        assert listed.json() == {"resource_providers": []}
        made = api.ask("POST", "/resource_providers", {"name": "host", "uuid": host})
        assert (made.status, made.json()["generation"]) == (200, 0)
        body = {"resource_provider_generation": 0, "inventories": HOST}
        stocked = api.ask("PUT", f"{place}/inventories", body)
        assert (stocked.status, stocked.json()["resource_provider_generation"]) == (200, 1)
        assert stocked.json()["inventories"]["VCPU"] == {
            "total": 8,
            "reserved": 0,
            "min_unit": 1,
            "max_unit": 2147483647,
            "step_size": 1,
            "allocation_ratio": 1.0,
        }
        traits = ["HW_CPU_X86_AVX2", "COMPUTE_NODE"]
        body = {"resource_provider_generation": 1, "traits": traits}
        given = api.ask("PUT", f"{place}/traits", body)
        assert (given.status, given.json()["resource_provider_generation"]) == (200, 2)
        assert sorted(given.json()["traits"]) == sorted(traits)
        body = {"resource_provider_generation": 2, "aggregates": [new_uuid()]}
        grouped = api.ask("PUT", f"{place}/aggregates", body)
        assert (grouped.status, grouped.json()["resource_provider_generation"]) == (200, 3)
        (listed,) = api.must("GET", f"/resource_providers?in_tree={host}").json().values()
        assert [one["generation"] for one in listed] == [3]

    @pytest.mark.parametrize("same", ["name", "uuid"])
    def test_a_taken_name_or_uuid(self, api: Caller, same: str) -> None:
        """409 placement.duplicate_name."""
        taken = {"name": "host", "uuid": new_uuid()}
        api.must("POST", "/resource_providers", taken)
        other = {"name": "other", "uuid": new_uuid()} | {same: taken[same]}
        answer = api.ask("POST", "/resource_providers", other)
        assert (answer.status, code(answer)) == (409, "placement.duplicate_name")

    @pytest.mark.parametrize(
        ("resource", "content"),
        [("inventories", {}), ("traits", []), ("aggregates", [])],
    )
    def test_a_stale_generation(
        self, api: Caller, cloud: Cloud, resource: str, content: object
    ) -> None:
        """409 placement.concurrent_update: the tracker reads again."""
        host = cloud.provider()
        body = {"resource_provider_generation": 7, resource: content}
        answer = api.ask("PUT", f"/resource_providers/{host}/{resource}", body)
        assert (answer.status, code(answer)) == (409, CONCURRENT_UPDATE)

    def test_a_class_that_is_still_allocated_stays(self, api: Caller, cloud: Cloud) -> None:
        """409 placement.inventory.inuse."""
        host = cloud.provider(inventories={"VCPU": 8, "DISK_GB": 10})
        cloud.claim(host, {"VCPU": 1})
        inventories = {"DISK_GB": {"total": 10}}
        body = {"resource_provider_generation": generation(api, host), "inventories": inventories}
        answer = api.ask("PUT", f"/resource_providers/{host}/inventories", body)
        assert (answer.status, code(answer)) == (409, "placement.inventory.inuse")

    def test_a_total_may_fall_below_what_is_used(
        self, api: Caller, cloud: Cloud, caplog: pytest.LogCaptureFixture
    ) -> None:
        """200, and a warning in the log."""
        host = cloud.provider(inventories={"VCPU": 8})
        cloud.claim(host, {"VCPU": 6})
        inventories = {"VCPU": {"total": 4}}
        body = {"resource_provider_generation": generation(api, host), "inventories": inventories}
        assert api.ask("PUT", f"/resource_providers/{host}/inventories", body).status == 200
        (warning,) = [one for one in caplog.records if one.levelname == "WARNING"]
        assert host in warning.getMessage()
        assert "is now over-capacity" in warning.getMessage()


class TestSchedulingAnInstance:
    """Scenario 2: nova-scheduler selects and claims."""

    QUERY = "/allocation_candidates?resources=VCPU:2,MEMORY_MB:4096&limit=1000"

    def test_select_and_claim(self, api: Caller, cloud: Cloud) -> None:
        """The candidate is the body of the claim; the first claim makes the consumer."""
        cloud.provider(inventories={"VCPU": 4, "MEMORY_MB": 8192})
        off = cloud.provider(inventories={"VCPU": 4, "MEMORY_MB": 8192})
        cloud.give(off, "COMPUTE_STATUS_DISABLED")
        found = api.must("GET", f"{self.QUERY}&required=!COMPUTE_STATUS_DISABLED").json()
        (candidate,) = found["allocation_requests"]
        instance = new_uuid()
        assert api.ask("PUT", f"/allocations/{instance}", holding({}) | candidate).status == 204
        shown = held(api, instance)
        assert shown["consumer_generation"] == 1
        assert shown["consumer_type"] == "INSTANCE"
        assert [one["resources"] for one in shown["allocations"].values()] == [
            {"VCPU": 2, "MEMORY_MB": 4096}
        ]

    def test_no_possible_host(self, api: Caller, cloud: Cloud) -> None:
        """200 with nothing in it."""
        cloud.provider(inventories={"VCPU": 1})
        answer = api.ask("GET", self.QUERY)
        assert answer.status == 200
        assert answer.json() == {"allocation_requests": [], "provider_summaries": {}}

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("resources=CUSTOM_NOBODY:1", "No such resource class CUSTOM_NOBODY."),
            (
                "resources=VCPU:1&required=CUSTOM_A,CUSTOM_B",
                "No such trait(s): CUSTOM_A, CUSTOM_B.",
            ),
            ("resources=VCPU:1&root_required=CUSTOM_A", "No such trait(s): CUSTOM_A."),
        ],
    )
    def test_an_unknown_class_or_trait(self, api: Caller, query: str, expected: str) -> None:
        """400 with its name."""
        answer = api.ask("GET", f"/allocation_candidates?{query}")
        assert answer.status == 400
        assert expected in error(answer)["detail"]

    def test_another_scheduler_took_the_space(self, api: Caller, cloud: Cloud) -> None:
        """409 "... would exceed the capacity": nova tries the next candidate."""
        host = cloud.provider(inventories={"VCPU": 4})
        cloud.claim(host, {"VCPU": 3})
        answer = api.ask("PUT", f"/allocations/{new_uuid()}", holding({host: {"VCPU": 2}}))
        assert (answer.status, code(answer)) == (409, "placement.undefined_code")
        assert "The requested amount would exceed the capacity." in error(answer)["detail"]

    def test_a_generation_for_a_new_consumer(self, api: Caller, cloud: Cloud) -> None:
        """409 placement.concurrent_update."""
        host = cloud.provider(inventories={"VCPU": 4})
        answer = api.ask("PUT", f"/allocations/{new_uuid()}", holding({host: {"VCPU": 2}}, 0))
        assert (answer.status, code(answer)) == (409, CONCURRENT_UPDATE)


class TestMigratingAnInstance:
    """Scenario 3: allocations change hands in one request."""

    def test_swap_claim_and_confirm(self, api: Caller, cloud: Cloud) -> None:
        """The migration holds the source while the instance claims the target."""
        source, target = (cloud.provider(inventories={"VCPU": 4}) for _ in range(2))
        instance, migration = new_uuid(), new_uuid()
        api.must("PUT", f"/allocations/{instance}", holding({source: {"VCPU": 2}}))
        swap = {
            instance: holding({}, held(api, instance)["consumer_generation"]),
            migration: holding({source: {"VCPU": 2}}, consumer_type="MIGRATION"),
        }
        assert api.ask("POST", "/allocations", swap).status == 204
        assert held(api, instance) == {"allocations": {}}
        assert list(held(api, migration)["allocations"]) == [source]
        stale = api.ask("POST", "/allocations", swap)
        assert (stale.status, code(stale)) == (409, CONCURRENT_UPDATE)
        api.must("PUT", f"/allocations/{instance}", holding({target: {"VCPU": 2}}))
        consumers = api.must("GET", f"/resource_providers/{source}/allocations").json()
        assert list(consumers["allocations"]) == [migration]
        assert api.ask("DELETE", f"/allocations/{migration}").status == 204
        assert (used(api, source), used(api, target)) == ({"VCPU": 0}, {"VCPU": 2})

    def test_revert(self, api: Caller, cloud: Cloud) -> None:
        """The instance gets back what the migration held for it."""
        source = cloud.provider(inventories={"VCPU": 4})
        instance, migration = new_uuid(), new_uuid()
        api.must("PUT", f"/allocations/{migration}", holding({source: {"VCPU": 2}}))
        back = {instance: holding({source: {"VCPU": 2}}), migration: holding({}, 1)}
        assert api.ask("POST", "/allocations", back).status == 204
        assert list(held(api, instance)["allocations"]) == [source]
        assert held(api, migration) == {"allocations": {}}


class TestReshapingATree:
    """Scenario 4: vGPUs move from the host to children of it."""

    def test_inventory_and_allocations_move_together(self, api: Caller, cloud: Cloud) -> None:
        """204, and the usage is where the inventory is."""
        host = cloud.provider(inventories={"VCPU": 8, "VGPU": 2})
        child = cloud.provider(parent=host)
        instance = new_uuid()
        before = {host: {"VCPU": 1, "VGPU": 1}}
        api.must("PUT", f"/allocations/{instance}", holding(before))
        after = {host: {"VCPU": 1}, child: {"VGPU": 1}}
        body = self._move(api, host, child, {instance: holding(after, 1)})
        assert self._service(api).ask("POST", "/reshaper", body).status == 204
        assert used(api, host) == {"VCPU": 1}
        assert used(api, child) == {"VGPU": 1}
        assert held(api, instance)["consumer_generation"] == 2

    def test_an_administrator_is_not_enough(self, api: Caller, cloud: Cloud) -> None:
        """403 without the role service."""
        host = cloud.provider(inventories={"VCPU": 8})
        body = self._move(api, host, cloud.provider(parent=host), {})
        assert api.ask("POST", "/reshaper", body).status == 403

    def test_a_stale_generation(self, api: Caller, cloud: Cloud) -> None:
        """409 placement.concurrent_update, and nothing has moved."""
        host = cloud.provider(inventories={"VCPU": 8, "VGPU": 2})
        child = cloud.provider(parent=host)
        body = self._move(api, host, child, {})
        body["inventories"][host]["resource_provider_generation"] = 0
        answer = self._service(api).ask("POST", "/reshaper", body)
        assert (answer.status, code(answer)) == (409, CONCURRENT_UPDATE)
        assert used(api, host) == {"VCPU": 0, "VGPU": 0}
        assert used(api, child) == {}

    def test_an_unknown_provider(self, api: Caller, cloud: Cloud) -> None:
        """400 placement.resource_provider.not_found."""
        inventory = {"resource_provider_generation": 0, "inventories": {}}
        body = {"inventories": {new_uuid(): inventory}, "allocations": {}}
        answer = self._service(api).ask("POST", "/reshaper", body)
        assert (answer.status, code(answer)) == (400, "placement.resource_provider.not_found")

    @staticmethod
    def _service(api: Caller) -> Caller:
        return replace(api, token="nova", roles="service")

    @staticmethod
    def _move(api: Caller, host: str, child: str, allocations: dict) -> dict:  # type: ignore[type-arg]
        return {
            "inventories": {
                host: {
                    "resource_provider_generation": generation(api, host),
                    "inventories": {"VCPU": {"total": 8}},
                },
                child: {
                    "resource_provider_generation": generation(api, child),
                    "inventories": {"VGPU": {"total": 2}},
                },
            },
            "allocations": allocations,
        }


class TestDeletingAHost:
    """Scenario 5: children first, then allocations, then the host."""

    def test_what_holds_a_host_back_and_then_no_longer(self, api: Caller, cloud: Cloud) -> None:
        """409 cannot_delete_parent, 409 inuse, 204."""
        host = cloud.provider(inventories={"VCPU": 8}, traits=["COMPUTE_NODE"])
        child = cloud.provider(parent=host)
        consumer = cloud.claim(host, {"VCPU": 1})
        place = f"/resource_providers/{host}"
        answer = api.ask("DELETE", place)
        assert answer.status == 409
        assert code(answer) == "placement.resource_provider.cannot_delete_parent"
        assert api.ask("DELETE", f"/resource_providers/{child}").status == 204
        answer = api.ask("DELETE", place)
        assert (answer.status, code(answer)) == (409, "placement.resource_provider.inuse")
        blocking = api.must("GET", f"{place}/allocations").json()["allocations"]
        assert list(blocking) == [consumer]
        assert api.ask("DELETE", f"/allocations/{consumer}").status == 204
        assert api.ask("DELETE", place).status == 204
        assert api.ask("GET", place).status == 404
