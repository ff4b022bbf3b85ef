"""Changing the description, deleting, and what is left of a deleted flavor."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.compute.question import ACTORS, ALICE, Question, delete, flavor, get, post, put
from conformance.compute.scenarios.create import DESCRIPTIONS

CHANGES = ("2.1", "2.54", "2.55", "2.60", "2.61", "2.74", "2.75", "2.101", "2.102", "2.104")


def questions() -> Iterator[Question]:
    """Updates, then deletes."""
    yield post("/flavors", flavor("u", description="old"))
    yield post("/flavors/u/os-extra_specs", {"extra_specs": {"a": "b"}})
    yield from updates()
    yield from deletes()


def updates() -> Iterator[Question]:
    """The description and nothing but the description."""
    for version in CHANGES:
        yield put("/flavors/u", {"flavor": {"description": f"at {version}"}}, version=version)
        yield get("/flavors/u", version=version)
    for description in DESCRIPTIONS:
        yield put("/flavors/u", {"flavor": {"description": description}})
        yield get("/flavors/u")
    bodies = (
        {"flavor": {"name": "z"}},
        {"flavor": {"description": "x", "name": "z"}},
        {"flavor": {}},
        {"flavor": None},
        {"flavor": []},
        {},
        [],
        {"flavor": {"description": "x"}, "more": 1},
        {"description": "x"},
    )
    for body in bodies:
        yield put("/flavors/u", body)
    for raw in (b"", b"{"):
        yield put("/flavors/u", raw=raw)
    yield put("/flavors/nothing", {"flavor": {"description": "x"}})
    yield put("/flavors/nothing", {"flavor": {}})
    yield put("/ad0/flavors/u", {"flavor": {"description": "x"}})
    for actor in ACTORS:
        yield put("/flavors/u", {"flavor": {"description": actor.user}}, actor=actor)
        yield put("/flavors/nothing", {"flavor": {"description": "x"}}, actor=actor)
        yield put("/flavors/u", {"flavor": {}}, actor=actor)


def deletes() -> Iterator[Question]:
    """Deleting by everybody, twice, with a body, and the same id again."""
    for actor in ACTORS[1:]:
        yield delete("/flavors/u", actor=actor)
        yield delete("/flavors/nothing", actor=actor)
    yield delete("/flavors/u")
    after = ("/flavors/u", "/flavors/u/os-extra_specs", "/flavors/u/os-extra_specs/a")
    for path in (*after, "/flavors/u/os-flavor-access"):
        yield get(path)
        yield get(path, actor=ALICE)
    yield delete("/flavors/u")
    yield put("/flavors/u", {"flavor": {"description": "x"}})
    yield post("/flavors/u/os-extra_specs", {"extra_specs": {"a": "b"}})
    yield put("/flavors/u/os-extra_specs/a", {"a": "b"})
    yield delete("/flavors/u/os-extra_specs/a")
    for action in ("addTenantAccess", "removeTenantAccess"):
        yield post("/flavors/u/action", {action: {"tenant": "a11ce"}})
    yield post("/flavors", flavor("u", ram=1024))
    yield get("/flavors/u")
    yield get("/flavors/u/os-extra_specs")
    for version in CHANGES:
        yield post("/flavors", flavor("d", f"d-{version}"), version="2.1")
        yield delete(f"/flavors/d-{version}", version=version)
    yield Question("DELETE", "/v2.1/flavors/u", {"any": "body"})
    yield Question("DELETE", "/v2.1/flavors/u", raw=b"{")
    yield delete("/flavors/%20")
    yield delete("/flavors/")
