"""Which path and method exists from which microversion, and what each version shows."""

from __future__ import annotations

import pytest

from placement.steps import OWNER, at
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller


@pytest.mark.parametrize(
    ("method", "path", "first", "before"),
    [
        ("GET", "/resource_providers/{host}/aggregates", 1, 404),
        ("PUT", "/resource_providers/{host}/aggregates", 1, 404),
        ("GET", "/resource_classes", 2, 404),
        ("POST", "/resource_classes", 2, 404),
        ("GET", "/resource_classes/VCPU", 2, 404),
        ("PUT", "/resource_classes/CUSTOM_X", 2, 404),
        ("DELETE", "/resource_classes/CUSTOM_X", 2, 404),
        ("DELETE", "/resource_providers/{host}/inventories", 5, 405),
        ("GET", "/traits", 6, 404),
        ("GET", "/traits/COMPUTE_NODE", 6, 404),
        ("PUT", "/traits/CUSTOM_X", 6, 404),
        ("DELETE", "/traits/CUSTOM_X", 6, 404),
        ("GET", "/resource_providers/{host}/traits", 6, 404),
        ("PUT", "/resource_providers/{host}/traits", 6, 404),
        ("DELETE", "/resource_providers/{host}/traits", 6, 404),
        ("GET", "/usages?project_id=p", 9, 404),
        ("GET", "/allocation_candidates?resources=VCPU:1", 10, 404),
        ("POST", "/allocations", 13, 404),
        ("POST", "/reshaper", 30, 404),
    ],
)
def test_a_method_exists_from_its_version_on(
    api: Caller, cloud: Cloud, method: str, path: str, first: int, before: int
) -> None:
    """Below it is as if it were not there, from then on it is answered."""
    host = cloud.provider()
    api.must("PUT", "/traits/CUSTOM_X")
    api.must("PUT", "/resource_classes/CUSTOM_X")
    body = {} if method in ("PUT", "POST") else None
    place = path.format(host=host)
    assert at(api, f"1.{first - 1}").ask(method, place, body).status == before
    assert at(api, f"1.{first}").ask(method, place, body).status not in (404, 405)


@pytest.mark.parametrize(
    ("version", "relations"),
    [
        ("1.0", ["self", "inventories", "usages"]),
        ("1.1", ["self", "inventories", "usages", "aggregates"]),
        ("1.6", ["self", "inventories", "usages", "aggregates", "traits"]),
        ("1.11", ["self", "inventories", "usages", "aggregates", "traits", "allocations"]),
    ],
)
def test_a_provider_links_to_what_its_version_has(
    api: Caller, cloud: Cloud, version: str, relations: list[str]
) -> None:
    """Shown alone and in the list."""
    host = cloud.provider()
    shown = at(api, version).must("GET", f"/resource_providers/{host}").json()
    (listed,) = at(api, version).must("GET", "/resource_providers").json()["resource_providers"]
    assert [link["rel"] for link in shown["links"]] == relations
    assert shown == listed
    assert shown["links"][1]["href"] == f"/resource_providers/{host}/inventories"


def test_a_provider_shows_its_tree_from_1_14(api: Caller, cloud: Cloud) -> None:
    """Its parent and its root."""
    root = cloud.provider()
    child = cloud.provider(parent=root)
    for path in (f"/resource_providers/{child}", f"/resource_providers?uuid={child}"):
        older = at(api, "1.13").must("GET", path).body
        assert b"root_provider_uuid" not in older
        newer = api.must("GET", path).json()
        (shown,) = newer.get("resource_providers", [newer])
        assert (shown["parent_provider_uuid"], shown["root_provider_uuid"]) == (root, root)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/resource_providers",
        "/resource_providers/{host}",
        "/resource_providers/{host}/inventories",
        "/resource_providers/{host}/inventories/VCPU",
        "/resource_providers/{host}/usages",
        "/resource_providers/{host}/traits",
        "/resource_providers/{host}/aggregates",
        "/resource_providers/{host}/allocations",
        "/resource_classes",
        "/resource_classes/VCPU",
        "/traits",
        "/traits/COMPUTE_NODE",
        "/allocations/{host}",
        "/allocation_candidates?resources=VCPU:1",
        "/usages?project_id=p",
    ],
)
def test_answers_are_dated_from_1_15(api: Caller, cloud: Cloud, path: str) -> None:
    """Last-Modified in GMT and Cache-Control: no-cache; before, neither."""
    host = cloud.provider(inventories={"VCPU": 1})
    place = path.format(host=host)
    newer, older = api.must("GET", place), at(api, "1.14").ask("GET", place)
    assert newer.headers["last-modified"].endswith(" GMT")
    assert newer.headers["cache-control"] == "no-cache"
    assert "last-modified" not in older.headers
    assert "cache-control" not in older.headers


def test_a_list_without_anything_in_it_is_not_dated(api: Caller, cloud: Cloud) -> None:
    """Inventories that are not there have no time; a provider list says now."""
    host = cloud.provider()
    answer = api.must("GET", f"/resource_providers/{host}/inventories")
    assert "last-modified" not in answer.headers
    assert answer.headers["cache-control"] == "no-cache"
    assert "last-modified" in api.must("GET", "/resource_providers?name=nobody").headers


def test_a_created_provider_is_shown_from_1_20(api: Caller) -> None:
    """Before, there is its place only; and a body that is not there has no type."""
    older = at(api, "1.19").ask("POST", "/resource_providers", {"name": "a"})
    assert (older.status, older.body) == (201, b"")
    assert "content-type" not in older.headers
    newer = api.ask("POST", "/resource_providers", {"name": "b"})
    assert newer.status == 200
    place = f"/resource_providers/{newer.json()['uuid']}"
    assert newer.headers["location"] == f"http://127.0.0.1{place}"


def test_a_claim_is_shown_as_its_version_knows_it(api: Caller, cloud: Cloud) -> None:
    """Owner from 1.12, generation from 1.28, type from 1.38."""
    host = cloud.provider(inventories={"VCPU": 4})
    consumer = new_uuid()
    body = {"allocations": {host: {"resources": {"VCPU": 1}}}, **OWNER}
    at(api, "1.27").must("PUT", f"/allocations/{consumer}", body)
    added = {"project_id", "user_id"}
    for version, more in (
        ("1.11", set()),
        ("1.12", added),
        ("1.28", added | {"consumer_generation"}),
        ("1.38", added | {"consumer_generation", "consumer_type"}),
    ):
        shown = at(api, version).must("GET", f"/allocations/{consumer}").json()
        assert set(shown) == {"allocations"} | more
    of_host = f"/resource_providers/{host}/allocations"
    (older,) = at(api, "1.27").must("GET", of_host).json()["allocations"].values()
    (newer,) = api.must("GET", of_host).json()["allocations"].values()
    assert older == {"resources": {"VCPU": 1}}
    assert newer == {"resources": {"VCPU": 1}, "consumer_generation": 1}


def test_generations_of_aggregates_matter_from_1_19(api: Caller, cloud: Cloud) -> None:
    """Before, they are a bare list, and nothing is counted up."""
    host, group = cloud.provider(), new_uuid()
    place = f"/resource_providers/{host}/aggregates"
    assert at(api, "1.18").must("PUT", place, [group]).json() == {"aggregates": [group]}
    assert api.must("GET", place).json() == {
        "aggregates": [group],
        "resource_provider_generation": 0,
    }
    body = {"aggregates": [], "resource_provider_generation": 0}
    assert api.must("PUT", place, body).json()["resource_provider_generation"] == 1
