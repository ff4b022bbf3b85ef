"""The JSON of GET /allocation_candidates, in the form of each microversion."""

from __future__ import annotations

from typing import Any

import pytest

from placement.steps import at, holding
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller

QUERY = "/allocation_candidates?resources=VCPU:2,DISK_GB:10"


@pytest.fixture
def uuids(api: Caller, cloud: Cloud) -> dict[str, str]:
    """A host whose disk is in a child; some of it is used."""
    host = cloud.provider(
        inventories={"VCPU": {"total": 4, "allocation_ratio": 2.0}, "MEMORY_MB": 512},
        traits=["HW_NUMA_ROOT", "CUSTOM_A"],
    )
    disk = cloud.provider(parent=host, inventories={"DISK_GB": 100})
    api.must("PUT", f"/allocations/{new_uuid()}", holding({host: {"VCPU": 1}}))
    return {"host": host, "disk": disk}


@pytest.fixture
def flat(api: Caller, cloud: Cloud) -> str:
    """A host of one provider, which older microversions know."""
    host = cloud.provider(
        inventories={"VCPU": 4, "MEMORY_MB": 512, "DISK_GB": 100}, traits=["CUSTOM_A"]
    )
    api.must("PUT", f"/allocations/{new_uuid()}", holding({host: {"VCPU": 1}}))
    return host


def answer(api: Caller, version: str, query: str = QUERY) -> Any:
    return at(api, version).must("GET", query).json()


def test_a_tree_is_shown_with_mappings(api: Caller, uuids: dict[str, str]) -> None:
    """Everything that there is, from 1.34."""
    host, disk = uuids["host"], uuids["disk"]
    assert answer(api, "1.34") == {
        "allocation_requests": [
            {
                "allocations": {
                    host: {"resources": {"VCPU": 2}},
                    disk: {"resources": {"DISK_GB": 10}},
                },
                "mappings": {"": [host, disk]},
            }
        ],
        "provider_summaries": {
            host: {
                "resources": {
                    "VCPU": {"capacity": 8, "used": 1},
                    "MEMORY_MB": {"capacity": 512, "used": 0},
                },
                "traits": ["HW_NUMA_ROOT", "CUSTOM_A"],
                "parent_provider_uuid": None,
                "root_provider_uuid": host,
            },
            disk: {
                "resources": {"DISK_GB": {"capacity": 100, "used": 0}},
                "traits": [],
                "parent_provider_uuid": host,
                "root_provider_uuid": host,
            },
        },
    }


def test_before_1_34_there_are_no_mappings(api: Caller, uuids: dict[str, str]) -> None:
    """The rest is the same."""
    shown = answer(api, "1.33")
    assert [list(one) for one in shown["allocation_requests"]] == [["allocations"]]
    assert shown["provider_summaries"] == answer(api, "1.34")["provider_summaries"]


def test_before_1_29_there_are_no_trees(api: Caller, uuids: dict[str, str], flat: str) -> None:
    """A tree offers nothing as a whole, and summaries do not speak of it."""
    shown = answer(api, "1.28")
    assert [list(one["allocations"]) for one in shown["allocation_requests"]] == [[flat]]
    assert shown["provider_summaries"] == {
        flat: {
            "resources": {
                "VCPU": {"capacity": 4, "used": 1},
                "MEMORY_MB": {"capacity": 512, "used": 0},
                "DISK_GB": {"capacity": 100, "used": 0},
            },
            "traits": ["CUSTOM_A"],
        }
    }


def test_before_1_27_a_summary_shows_what_was_asked_for(api: Caller, flat: str) -> None:
    """And nothing else."""
    shown = answer(api, "1.26")["provider_summaries"][flat]
    assert list(shown["resources"]) == ["VCPU", "DISK_GB"]


def test_before_1_17_a_summary_has_no_traits(api: Caller, flat: str) -> None:
    """They came with the filter."""
    assert list(answer(api, "1.16")["provider_summaries"][flat]) == ["resources"]


def test_before_1_12_a_candidate_is_a_list(api: Caller, flat: str) -> None:
    """In the form in which allocations were written then."""
    for version in ("1.10", "1.11"):
        assert answer(api, version)["allocation_requests"] == [
            {
                "allocations": [
                    {
                        "resource_provider": {"uuid": flat},
                        "resources": {"VCPU": 2, "DISK_GB": 10},
                    }
                ]
            }
        ]


@pytest.mark.parametrize("version", ["1.10", "1.11", "1.12", "1.27", "1.28", "1.34", "1.38"])
def test_a_candidate_is_the_body_of_a_claim(api: Caller, flat: str, version: str) -> None:
    """What a version shows, the same version takes."""
    (candidate,) = answer(api, version)["allocation_requests"]
    minor = int(version.split(".")[1])
    body = candidate | {"project_id": "project", "user_id": "user"}
    if minor >= 28:
        body["consumer_generation"] = None
    if minor >= 38:
        body["consumer_type"] = "INSTANCE"
    assert at(api, version).ask("PUT", f"/allocations/{new_uuid()}", body).status == 204


def test_every_group_is_mapped(api: Caller, cloud: Cloud) -> None:
    """Suffixed groups and those without resources, too."""
    numa = cloud.provider(inventories={"VCPU": 4}, traits=["HW_NUMA_ROOT"])
    gpu = cloud.provider(parent=numa, inventories={"VGPU": 1})
    query = (
        "/allocation_candidates?resources_C=VCPU:1&resources_G=VGPU:1&required_N=HW_NUMA_ROOT"
        "&same_subtree=_C,_G,_N&group_policy=none"
    )
    (candidate,) = answer(api, "1.39", query)["allocation_requests"]
    assert candidate["mappings"] == {"_C": [numa], "_G": [gpu], "_N": [numa]}
    assert set(candidate["allocations"]) == {numa, gpu}


def test_a_capacity_may_be_beyond_64_bits(api: Caller, cloud: Cloud) -> None:
    """The largest ratio of the largest total is shown by every version."""
    inventory = {"total": 2147483647, "allocation_ratio": 3.4e38}
    host = cloud.provider(inventories={"VCPU": inventory})
    for version in ("1.10", "1.28", "1.39"):
        shown = answer(api, version, "/allocation_candidates?resources=VCPU:1")
        assert shown["provider_summaries"][host]["resources"]["VCPU"]["capacity"] > 2**64
