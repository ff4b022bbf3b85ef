"""Claims: what a consumer may hold, and what a refused claim leaves behind."""

from __future__ import annotations

import pytest

from placement.steps import CONCURRENT_UPDATE, at, code, error, held, holding, used
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller


def test_two_consumers_of_one_request_must_fit_together(api: Caller, cloud: Cloud) -> None:
    """Each of the two fits, both do not: nothing is written. (LP 1778743)"""
    host = cloud.provider(inventories={"VCPU": 8})
    a, b = new_uuid(), new_uuid()
    five, four = holding({host: {"VCPU": 5}}), holding({host: {"VCPU": 4}})
    assert api.ask("POST", "/allocations", {a: five, b: five}).status == 409
    assert used(api, host) == {"VCPU": 0}
    assert held(api, a) == {"allocations": {}}
    assert api.ask("POST", "/allocations", {a: four, b: four}).status == 204
    assert used(api, host) == {"VCPU": 8}


def test_a_refused_first_claim_leaves_no_consumer(api: Caller, cloud: Cloud) -> None:
    """The next claim is a first one again. (LP 1778591, 1779725, 1778576)"""
    host, consumer = cloud.provider(inventories={"VCPU": 2}), f"/allocations/{new_uuid()}"
    too_much, one, two = (holding({host: {"VCPU": amount}}) for amount in (5, 1, 2))
    assert api.ask("PUT", consumer, too_much).status == 409
    assert api.must("GET", consumer).json() == {"allocations": {}}
    assert api.ask("PUT", consumer, one).status == 204
    again = api.ask("PUT", consumer, two)
    assert (again.status, code(again)) == (409, CONCURRENT_UPDATE)
    assert "expected 1 but got None" in error(again)["detail"]
    stale = api.ask("PUT", consumer, two | {"consumer_generation": 5})
    assert (stale.status, code(stale)) == (409, CONCURRENT_UPDATE)


def test_a_new_consumer_has_no_generation_yet(api: Caller, cloud: Cloud) -> None:
    """A number instead of null speaks of a consumer that is gone. (LP 1778591)"""
    host = cloud.provider(inventories={"VCPU": 2})
    answer = api.ask("PUT", f"/allocations/{new_uuid()}", holding({host: {"VCPU": 1}}, 5))
    assert (answer.status, code(answer)) == (409, CONCURRENT_UPDATE)
    assert "expected null but got 5" in error(answer)["detail"]


def test_a_first_claim_may_span_providers(api: Caller, cloud: Cloud) -> None:
    """Compute and shared disk in one claim of a new consumer. (LP 1778576)"""
    host = cloud.provider(inventories={"VCPU": 2})
    storage = cloud.provider(inventories={"DISK_GB": 10})
    both = holding({host: {"VCPU": 1}, storage: {"DISK_GB": 5}})
    assert api.ask("PUT", f"/allocations/{new_uuid()}", both).status == 204


def test_writing_nothing_removes_the_consumer(api: Caller, cloud: Cloud) -> None:
    """Afterwards it is as if it had never been. (LP 1780799, LP 1942740, SB 2006726)"""
    host = cloud.provider(inventories={"VCPU": 2})
    consumer = f"/allocations/{new_uuid()}"
    one = holding({host: {"VCPU": 1}})
    api.must("PUT", consumer, one)
    assert api.ask("PUT", consumer, holding({}, 1)).status == 204
    assert api.must("GET", consumer).json() == {"allocations": {}}
    assert api.ask("PUT", consumer, one | {"consumer_generation": 1}).status == 409
    assert api.ask("PUT", consumer, one).status == 204


def test_a_consumer_that_never_was_may_hold_nothing(api: Caller) -> None:
    """Writing nothing for it is fine, deleting is not, and 1.27 must not be empty."""
    empty = {"allocations": {}, "project_id": "project", "user_id": "user"}
    assert api.ask("PUT", f"/allocations/{new_uuid()}", holding({})).status == 204
    assert at(api, "1.27").ask("PUT", f"/allocations/{new_uuid()}", empty).status == 400
    assert api.ask("DELETE", f"/allocations/{new_uuid()}").status == 404


def test_a_rewrite_moves_usage_to_the_new_project(api: Caller, cloud: Cloud) -> None:
    """The owner of a consumer is whoever wrote last. (LP 1779717)"""
    host = cloud.provider(inventories={"VCPU": 2})
    consumer = f"/allocations/{new_uuid()}"
    api.must("PUT", consumer, holding({host: {"VCPU": 1}}, project_id="p1"))
    api.must("PUT", consumer, holding({host: {"VCPU": 1}}, 1, project_id="p2"))
    assert api.must("GET", "/usages?project_id=p1").json() == {"usages": {}}
    assert api.must("GET", "/usages?project_id=p2").json() == {
        "usages": {"INSTANCE": {"VCPU": 1, "consumer_count": 1}}
    }
    older = at(api, "1.37")
    assert older.must("GET", "/usages?project_id=p1").json() == {"usages": {}}
    assert older.must("GET", "/usages?project_id=p2").json() == {"usages": {"VCPU": 1}}


def test_a_consumer_is_a_uuid(api: Caller, cloud: Cloud) -> None:
    """Anything else is refused where it is written, and holds nothing. (LP 1780238)"""
    host = cloud.provider(inventories={"VCPU": 2})
    answer = api.ask("PUT", "/allocations/not-a-uuid", holding({host: {"VCPU": 1}}))
    assert answer.status == 400
    assert "Malformed consumer_uuid" in error(answer)["detail"]
    assert api.must("GET", "/allocations/not-a-uuid").json() == {"allocations": {}}
    assert api.ask("DELETE", "/allocations/not-a-uuid").status == 404


@pytest.mark.parametrize(
    ("resources", "status", "sentence"),
    [
        ({}, 400, "JSON does not validate"),
        ({"DISK_GB": 1}, 409, "Inventory for 'DISK_GB' on resource provider"),
        ({"COWS": 1}, 400, "Unable to allocate inventory for consumer"),
        ({"VCPU": 0}, 400, "JSON does not validate"),
        ({"VCPU": -1}, 400, "JSON does not validate"),
        ({"VCPU": 2147483648}, 409, "Unable to create allocation for 'VCPU'"),
        ({"VCPU": 10**30}, 409, "Unable to create allocation for 'VCPU'"),
    ],
)
def test_an_impossible_amount_is_refused(
    api: Caller, cloud: Cloud, resources: dict[str, int], status: int, sentence: str
) -> None:
    """With a sentence, never with a 500. (LP 1714072, 1708260, 1704574, 1714402)"""
    host = cloud.provider(inventories={"VCPU": 4})
    answer = api.ask("PUT", f"/allocations/{new_uuid()}", holding({host: resources}))
    assert answer.status == status
    assert sentence in error(answer)["detail"]
    assert used(api, host) == {"VCPU": 0}


def test_a_claim_on_an_unknown_provider_is_refused(api: Caller) -> None:
    """The request names something that does not exist: 400. (LP 1714072)"""
    nowhere = new_uuid()
    answer = api.ask("PUT", f"/allocations/{new_uuid()}", holding({nowhere: {"VCPU": 1}}))
    assert answer.status == 400
    assert f"'{nowhere}' that does not exist" in error(answer)["detail"]


def test_units_of_an_inventory_are_kept(api: Caller, cloud: Cloud) -> None:
    """min_unit, step_size and max_unit bind a claim as capacity does. (LP 1623545)"""
    inventory = {"total": 4, "min_unit": 2, "max_unit": 4, "step_size": 2}
    host = cloud.provider(inventories={"VCPU": inventory})
    for amount in (1, 3, 6):
        answer = api.ask("PUT", f"/allocations/{new_uuid()}", holding({host: {"VCPU": amount}}))
        assert answer.status == 409
        assert "would violate inventory constraints" in error(answer)["detail"]
    assert api.ask("PUT", f"/allocations/{new_uuid()}", holding({host: {"VCPU": 2}})).status == 204


def test_unknown_keys_of_a_claim_are_refused(api: Caller, cloud: Cloud) -> None:
    """At each level; generation and mappings are known, and ignored. (LP 1782340)"""
    host = cloud.provider(inventories={"VCPU": 4})
    body = holding({host: {"VCPU": 1}})

    def status(**changes: object) -> int:
        return api.ask("PUT", f"/allocations/{new_uuid()}", body | changes).status

    assert status(bad=1) == 400
    assert status(allocations={host: {"resources": {"VCPU": 1}, "bad": 1}}) == 400
    assert status(allocations={host: {"resources": {"VCPU": 1}, "generation": 1}}) == 204
    assert status(mappings={"_A": [host]}) == 204


def test_a_claim_may_be_written_back_as_it_was_read(api: Caller, cloud: Cloud) -> None:
    """GET and PUT have one shape, generations of providers included. (LP 1819923, 1708204)"""
    host = cloud.provider(inventories={"VCPU": 4})
    consumer = f"/allocations/{new_uuid()}"
    api.must("PUT", consumer, holding({host: {"VCPU": 1}}))
    body = api.must("GET", consumer).json()
    body["allocations"][host]["resources"]["VCPU"] = 2
    assert api.ask("PUT", consumer, body).status == 204
    assert used(api, host) == {"VCPU": 2}


def test_the_same_amount_may_be_claimed_with_a_float(api: Caller, cloud: Cloud) -> None:
    """JSON's 2.0 is 2, and comes back as 2."""
    host = cloud.provider(inventories={"VCPU": 4})
    consumer = new_uuid()
    api.must("PUT", f"/allocations/{consumer}", holding({host: {"VCPU": 2.0}}))
    answer = api.must("GET", f"/allocations/{consumer}")
    assert b'"VCPU":2}' in answer.body
