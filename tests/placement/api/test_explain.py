"""GET /stowage/explain: why there are no candidates."""

from __future__ import annotations

import pytest

from placement.steps import at
from servers.cloud import Cloud
from servers.wire import Caller

QUERY = "resources=VCPU:8&required=CUSTOM_A"
TOKEN = {"X-Auth-Token": "admin", "OpenStack-API-Version": "placement 1.39"}


@pytest.fixture(autouse=True)
def hosts(cloud: Cloud) -> None:
    """Three hosts: one is too full, one lacks the trait, one lacks both."""
    full = cloud.provider(inventories={"VCPU": 8}, traits=["CUSTOM_A"])
    cloud.claim(full, {"VCPU": 2})
    cloud.provider(inventories={"VCPU": 16})
    cloud.provider(inventories={"VCPU": 4})


def test_the_first_constraint_that_leaves_none_is_named(api: Caller) -> None:
    """Counts after each step, the blocker, and who failed by little."""
    found = api.must("GET", f"/stowage/explain?{QUERY}").json()
    assert (found["providers"], found["trees"], found["trees_left"]) == (3, 3, 0)
    (chain, *_) = found["chains"]
    assert [step["providers"] for step in chain["steps"]][:3] == [3, 1, 1]
    assert found["blocker"]["text"] == "trait CUSTOM_A, all in one tree"
    near, other = found["near_misses"]
    assert near["text"] == "1 provider lacks 2 VCPU"
    assert set(near["examples"][0]) == {"name", "uuid"}
    assert other["text"] == "1 tree lacks trait CUSTOM_A"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (None, "application/json"),
        ("*/*", "application/json"),
        ("text/plain", "text/plain"),
        ("text/plain, application/json;q=0.5", "text/plain"),
        ("junk", "application/json"),
    ],
)
def test_it_comes_as_json_or_as_text(api: Caller, accept: str | None, media_type: str) -> None:
    """Whatever the client prefers; JSON if it does not say."""
    headers = TOKEN | ({} if accept is None else {"Accept": accept})
    answer = api.wire.ask("GET", f"/stowage/explain?{QUERY}", None, headers)
    assert answer.status == 200
    assert answer.headers["content-type"].startswith(media_type)
    if media_type == "text/plain":
        assert answer.body.startswith(b"No candidates. First nothing was left after: ")


def test_nothing_else_is_offered(api: Caller) -> None:
    """406 for a client that wants an image."""
    answer = api.wire.ask("GET", f"/stowage/explain?{QUERY}", None, TOKEN | {"Accept": "image/png"})
    assert answer.status == 406


@pytest.mark.parametrize(
    "query",
    ["", "resources=VCPU", "resources=NOPE:1", "resources=VCPU:1&required=CUSTOM_NO", "foo=1"],
)
def test_it_refuses_what_candidates_refuse(api: Caller, query: str) -> None:
    """With the same words."""
    asked = api.ask("GET", f"/allocation_candidates?{query}").json()["errors"][0]
    explained = api.ask("GET", f"/stowage/explain?{query}").json()["errors"][0]
    assert explained["status"] == 400
    assert explained["detail"] == asked["detail"]


def test_it_is_there_from_the_version_of_candidates(api: Caller) -> None:
    """404 below 1.10."""
    assert at(api, "1.9").ask("GET", "/stowage/explain?resources=VCPU:1").status == 404
    assert at(api, "1.10").ask("GET", "/stowage/explain?resources=VCPU:1").status == 200
