"""GET /allocation_candidates: each answer once, the right ones, and all the ways to ask wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from placement.steps import providers_of, requests
from servers import inside
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller

SHARES = "MISC_SHARES_VIA_AGGREGATE"


@pytest.fixture
def shared(cloud: Cloud) -> dict[str, str]:
    """A compute node and two storages that share with it through two aggregates."""
    groups = [new_uuid(), new_uuid()]
    storage = {"inventories": {"DISK_GB": 1000}, "traits": [SHARES], "aggregates": groups}
    return {
        "c1": cloud.provider("c1", inventories={"VCPU": 8, "MEMORY_MB": 4096}, aggregates=groups),
        "s1": cloud.provider("s1", **storage),
        "s2": cloud.provider("s2", **storage),
    }


def test_a_candidate_over_two_common_aggregates_comes_once(
    api: Caller, shared: dict[str, str]
) -> None:
    """However many ways lead from compute to storage. (LP 1730730, 1784577)"""
    found = providers_of(requests(api, "resources=VCPU:1,MEMORY_MB:512,DISK_GB:10"))
    assert sorted(found, key=sorted) == sorted(
        [frozenset([shared["c1"], shared[name]]) for name in ("s1", "s2")], key=sorted
    )


def test_shared_storage_alone_comes_once(api: Caller, shared: dict[str, str]) -> None:
    """A query for nothing but disk gives each storage. (LP 1709788)"""
    found = providers_of(requests(api, "resources=DISK_GB:10"))
    assert len(found) == 2
    assert set(found) == {frozenset([shared["s1"]]), frozenset([shared["s2"]])}


def test_two_groups_on_one_provider_keep_both_mappings(api: Caller, cloud: Cloud) -> None:
    """Their amounts add up, and each group says where it is. (SB 2006068)"""
    host = cloud.provider(inventories={"VCPU": 8})
    query = "resources1=VCPU:1&resources2=VCPU:1"
    (found,) = requests(api, f"{query}&group_policy=none")
    assert found["allocations"] == {host: {"resources": {"VCPU": 2}}}
    assert found["mappings"] == {"1": [host], "2": [host]}
    assert requests(api, f"{query}&group_policy=isolate") == []
    assert requests(api, "resources1=VCPU:5&resources2=VCPU:4&group_policy=none") == []


def test_two_suffixed_groups_need_a_policy(api: Caller) -> None:
    """One of the two that there are; a single group needs none. (SB 2006068)"""
    query = "/allocation_candidates?resources1=VCPU:1"
    assert api.ask("GET", f"{query}&resources2=VCPU:1").status == 400
    assert api.ask("GET", f"{query}&resources2=VCPU:1&group_policy=foo").status == 400
    assert api.ask("GET", query).status == 200


def test_in_tree_finds_its_host_whatever_the_limit(api: Caller, cloud: Cloud) -> None:
    """The limit counts what is left after it; a child stands for its tree. (LP 1777591)"""
    hosts = [cloud.provider(inventories={"VCPU": 8}) for _ in range(20)]
    child = cloud.provider(parent=hosts[13])
    for uuid in (hosts[13], child):
        found = requests(api, f"resources=VCPU:1&limit=1&in_tree={uuid}")
        assert providers_of(found) == [frozenset([hosts[13]])]
    assert requests(api, f"resources=VCPU:1&in_tree={new_uuid()}") == []
    assert api.ask("GET", "/allocation_candidates?resources=VCPU:1&in_tree=x").status == 400


@pytest.mark.parametrize(
    "query",
    [
        "resources=",
        "resources=VCPU",
        "resources=VCPU:0",
        "resources=VCPU:-1",
        "resources=VCPU:a",
        "resources=NOPE:1",
        "",
        "resources=VCPU:1&unknown=1",
        "limit=5",
    ],
)
def test_a_bad_query_is_refused(api: Caller, query: str) -> None:
    """Each with a 400. (LP 1723122, LP 1708637)"""
    assert api.ask("GET", f"/allocation_candidates?{query}").status == 400


@pytest.mark.parametrize("amount", ["99999999999999", "9" * 30])
def test_more_than_anybody_has_is_no_error(api: Caller, cloud: Cloud, amount: str) -> None:
    """It is a question with the answer none. (LP 1723122)"""
    cloud.provider(inventories={"VCPU": 8})
    assert requests(api, f"resources=VCPU:{amount}") == []


def test_without_randomisation_the_first_ones_are_returned(api: Caller, cloud: Cloud) -> None:
    """The same two of three, in the same order. (GH bloomberg/chef-bcpc#2282)"""
    for _ in range(3):
        cloud.provider(inventories={"VCPU": 8})
    answers = [providers_of(requests(api, "resources=VCPU:1&limit=2")) for _ in range(3)]
    assert len(answers[0]) == 2
    assert answers[0] == answers[1] == answers[2]


def test_with_randomisation_the_selection_varies(tmp_path: Path) -> None:
    """Every host has its chance. (GH bloomberg/chef-bcpc#2282)"""
    service = inside.service(tmp_path, randomize_allocation_candidates=True)
    api = Caller(inside.Inside(service))
    cloud = Cloud(api)
    hosts = {frozenset([cloud.provider(inventories={"VCPU": 8})]) for _ in range(3)}
    answers = [providers_of(requests(api, "resources=VCPU:1&limit=2")) for _ in range(40)]
    assert {len(answer) for answer in answers} == {2}
    assert {one for answer in answers for one in answer} == hosts
