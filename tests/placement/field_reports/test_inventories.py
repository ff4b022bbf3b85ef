"""Inventories: generations, and what is in use."""

from __future__ import annotations

from placement.steps import (
    CONCURRENT_UPDATE,
    at,
    code,
    generation,
    held,
    holding,
    requests,
)
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller


def test_deleting_all_inventories_counts_the_generation_up(api: Caller, cloud: Cloud) -> None:
    """It takes no generation, but whoever holds the old one notices. (LP 1746373, 1746374)"""
    host = cloud.provider(inventories={"VCPU": 4})
    place = f"/resource_providers/{host}/inventories"
    before = generation(api, host)
    assert at(api, "1.4").ask("DELETE", place).status == 405
    assert at(api, "1.5").ask("DELETE", place).status == 204
    assert generation(api, host) == before + 1
    body = {"resource_provider_generation": before, "inventories": {"VCPU": {"total": 4}}}
    answer = api.ask("PUT", place, body)
    assert (answer.status, code(answer)) == (409, CONCURRENT_UPDATE)


def test_a_node_may_be_reserved_while_it_is_in_use(api: Caller, cloud: Cloud) -> None:
    """Ironic: no candidate after the claim is gone, until nothing is reserved. (LP 1974070)"""
    node = cloud.provider(inventories={"CUSTOM_BM": 1})
    consumer = f"/allocations/{new_uuid()}"
    place = f"/resource_providers/{node}/inventories/CUSTOM_BM"
    api.must("PUT", consumer, holding({node: {"CUSTOM_BM": 1}}))
    assert held(api, consumer.rpartition("/")[2])["allocations"]

    def reserve(amount: int) -> int:
        body = {"total": 1, "reserved": amount}
        body["resource_provider_generation"] = generation(api, node)
        return api.ask("PUT", place, body).status

    assert reserve(1) == 200
    api.must("DELETE", consumer)
    assert requests(api, "resources=CUSTOM_BM:1") == []
    assert reserve(0) == 200
    assert len(requests(api, "resources=CUSTOM_BM:1")) == 1


def test_reserving_everything_needs_1_26(api: Caller, cloud: Cloud) -> None:
    """Before, it was refused. (LP 1974070)"""
    node = cloud.provider(inventories={"CUSTOM_BM": 1})
    body = {"total": 1, "reserved": 1, "resource_provider_generation": 1}
    place = f"/resource_providers/{node}/inventories/CUSTOM_BM"
    assert at(api, "1.25").ask("PUT", place, body).status == 400
    assert at(api, "1.26").ask("PUT", place, body).status == 200
