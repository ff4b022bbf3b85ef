"""A UUID is one UUID, however it is spelt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from placement.steps import error, generation, held, holding, used
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller


def spellings(uuid: str) -> list[str]:
    """Ways to write a UUID that the schemas let pass."""
    return [uuid.upper(), uuid.replace("-", ""), f"urn:uuid:{uuid}"]


def test_a_path_may_spell_a_provider_or_consumer_as_it_likes(api: Caller, cloud: Cloud) -> None:
    """What is found and written is the same."""
    host = cloud.provider(inventories={"VCPU": 8})
    consumer = new_uuid()
    for spelling in spellings(consumer):
        before = held(api, consumer).get("consumer_generation")
        body = holding({host.upper(): {"VCPU": 1}}, before)
        assert api.ask("PUT", f"/allocations/{spelling}", body).status == 204
        assert held(api, spelling) == held(api, consumer)
    assert used(api, host.upper()) == {"VCPU": 1}


def test_a_body_may_spell_a_provider_as_it_likes(api: Caller) -> None:
    """It is stored, and shown, in the canonical form."""
    uuid, parent = new_uuid(), new_uuid()
    api.must("POST", "/resource_providers", {"name": "parent", "uuid": parent.replace("-", "")})
    body = {"name": "child", "uuid": uuid.upper(), "parent_provider_uuid": parent.upper()}
    shown = api.must("POST", "/resource_providers", body).json()
    assert (shown["uuid"], shown["parent_provider_uuid"]) == (uuid, parent)


def test_two_spellings_of_an_aggregate_are_one(api: Caller, cloud: Cloud) -> None:
    """A provider is in it once, and found by either."""
    host, group = cloud.provider(), new_uuid()
    body = {"aggregates": [group, *spellings(group)], "resource_provider_generation": 0}
    shown = api.must("PUT", f"/resource_providers/{host}/aggregates", body).json()
    assert shown["aggregates"] == [group]
    found = api.must("GET", f"/resource_providers?member_of={group.upper()}").json()
    assert [one["uuid"] for one in found["resource_providers"]] == [host]


@pytest.mark.parametrize("place", ["providers", "consumers", "inventories"])
def test_two_spellings_in_one_body_are_refused(api: Caller, cloud: Cloud, place: str) -> None:
    """Nobody can tell which of the two is meant."""
    host, consumer = cloud.provider(inventories={"VCPU": 8}), new_uuid()
    one = {"VCPU": 1}
    service = replace(api, token="nova", roles="admin,service")
    if place == "providers":
        body = holding({host: one, host.upper(): one})
        answer = api.ask("PUT", f"/allocations/{consumer}", body)
    elif place == "consumers":
        body = {uuid: holding({host: one}) for uuid in (consumer, consumer.upper())}
        answer = api.ask("POST", "/allocations", body)
    else:
        stock = {"resource_provider_generation": generation(api, host), "inventories": {}}
        body = {"inventories": {host: stock, host.upper(): stock}, "allocations": {}}
        answer = service.ask("POST", "/reshaper", body)
    assert answer.status == 400
    assert "different spellings" in error(answer)["detail"]
    assert used(api, host) == {"VCPU": 0}
