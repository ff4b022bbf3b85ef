"""Traits and resource classes: their life, and whose they are."""

from __future__ import annotations

import pytest

from placement.steps import CONCURRENT_UPDATE, at, code, error, generation
from servers.cloud import Cloud
from servers.wire import Caller


@pytest.mark.parametrize(
    ("name", "statuses"),
    [
        ("CUSTOM_", [400]),
        ("CUSTOM_a", [400]),
        ("HW_FOO", [400]),
        ("CUSTOM_" + "A" * 248, [201, 204]),
        ("CUSTOM_" + "A" * 249, [400]),
        ("CUSTOM_X", [201, 204]),
    ],
)
def test_a_custom_trait_has_a_proper_name(api: Caller, name: str, statuses: list[int]) -> None:
    """CUSTOM_ and at least one more character, 255 in all; again is fine. (LP 1635182)"""
    assert [api.ask("PUT", f"/traits/{name}").status for _ in statuses] == statuses


def test_a_trait_in_use_or_standard_is_not_deleted(api: Caller, cloud: Cloud) -> None:
    """One is held by a provider, the other by everybody."""
    host = cloud.provider(traits=["CUSTOM_HELD"])
    assert api.ask("DELETE", "/traits/CUSTOM_HELD").status == 409
    assert api.ask("DELETE", "/traits/COMPUTE_NODE").status == 400
    cloud.give(host)
    assert api.ask("DELETE", "/traits/CUSTOM_HELD").status == 204


def test_a_resource_class_has_a_proper_name(api: Caller) -> None:
    """No letter of another alphabet, whatever its upper case is. (LP 1762789)"""
    assert api.ask("POST", "/resource_classes", {"name": "CUSTOM_ß"}).status == 400
    assert api.ask("PUT", "/resource_classes/CUSTOM_%C3%9F").status == 400


def test_a_resource_class_is_made_once(api: Caller) -> None:
    """Again is fine with PUT, a conflict with POST."""
    statuses = [api.ask("PUT", "/resource_classes/CUSTOM_X").status for _ in range(2)]
    assert statuses == [201, 204]
    assert api.ask("POST", "/resource_classes", {"name": "CUSTOM_X"}).status == 409


def test_up_to_1_6_a_resource_class_is_renamed(api: Caller) -> None:
    """PUT had another meaning then."""
    older = at(api, "1.6")
    older.must("POST", "/resource_classes", {"name": "CUSTOM_OLD"})
    renamed = older.ask("PUT", "/resource_classes/CUSTOM_OLD", {"name": "CUSTOM_NEW"})
    assert renamed.status == 200
    assert renamed.json()["name"] == "CUSTOM_NEW"
    assert api.ask("GET", "/resource_classes/CUSTOM_OLD").status == 404


def test_a_resource_class_in_use_or_standard_is_not_deleted(api: Caller, cloud: Cloud) -> None:
    """One is held by an inventory, the other by everybody."""
    cloud.provider(inventories={"CUSTOM_HELD": 1})
    assert api.ask("DELETE", "/resource_classes/VCPU").status == 400
    assert api.ask("DELETE", "/resource_classes/CUSTOM_HELD").status == 409


@pytest.mark.parametrize("way", ["PUT", "DELETE"])
def test_a_trait_is_taken_from_one_provider_alone(api: Caller, cloud: Cloud, way: str) -> None:
    """Others that have it keep it. (LP 1708978)"""
    first, second = (cloud.provider(traits=["CUSTOM_A"]) for _ in range(2))
    place = f"/resource_providers/{first}/traits"
    if way == "PUT":
        body = {"traits": [], "resource_provider_generation": generation(api, first)}
        assert api.ask("PUT", place, body).status == 200
    else:
        assert api.ask("DELETE", place).status == 204
    assert api.must("GET", place).json()["traits"] == []
    kept = api.must("GET", f"/resource_providers/{second}/traits").json()
    assert kept["traits"] == ["CUSTOM_A"]


def test_traits_of_a_provider_must_exist_and_be_current(api: Caller, cloud: Cloud) -> None:
    """An unknown trait is 400, an old generation a conflict. (LP 1708978)"""
    host = cloud.provider(traits=["CUSTOM_A"])
    place = f"/resource_providers/{host}/traits"
    body = {"traits": ["CUSTOM_NOBODY"], "resource_provider_generation": 1}
    unknown = api.ask("PUT", place, body)
    assert unknown.status == 400
    assert "No such trait" in error(unknown)["detail"]
    stale = api.ask("PUT", place, {"traits": [], "resource_provider_generation": 0})
    assert (stale.status, code(stale)) == (409, CONCURRENT_UPDATE)
