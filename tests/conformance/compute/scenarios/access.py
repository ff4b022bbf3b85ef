"""Who may use a private flavor: the list, the grants, the refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.compute.question import ACTORS, ALICE, BOB, Question, delete, flavor, get, post

CHANGES = ("2.1", "2.6", "2.7", "2.101", "2.102", "2.104")
TENANTS: tuple[Any, ...] = (
    "", " ", "a11ce", "unknown-project", "status-403", "status-401", "status-500", "status-503",
    "status-400", "status-300", "status-404", "p" * 255, "p" * 256, "p/one", "p é", 5, None, True,
    [], {}, "a?b=c", "a b", "..", "p#x", "\u0000", "A11CE", "a.b-c_d",
)  # fmt: skip
ACTIONS = ("addTenantAccess", "removeTenantAccess")


def questions() -> Iterator[Question]:
    """A private and a public flavor, and everything done to their lists."""
    yield post("/flavors", flavor("private", is_public=False))
    yield post("/flavors", flavor("public"))
    yield from lists()
    yield from grants()
    yield from tenants()
    yield from bodies()
    yield from seen()
    for flavor_id in ("private", "public"):
        yield delete(f"/flavors/{flavor_id}")


def lists() -> Iterator[Question]:
    """The list of a private, a public and no flavor."""
    for flavor_id in ("private", "public", "nothing"):
        for actor in ACTORS:
            yield get(f"/flavors/{flavor_id}/os-flavor-access", actor=actor)
        for version in CHANGES:
            yield get(f"/flavors/{flavor_id}/os-flavor-access?x=1", version=version)
            yield get(f"/ad0/flavors/{flavor_id}/os-flavor-access", version=version)


def grants() -> Iterator[Question]:
    """Granted, granted again, taken back, taken back again, at each version, by everybody."""
    for version in CHANGES:
        for flavor_id in ("private", "public", "nothing"):
            for action in ("addTenantAccess", "addTenantAccess", "removeTenantAccess"):
                body = {action: {"tenant": "b0b"}}
                yield post(f"/flavors/{flavor_id}/action", body, version=version)
                yield get(f"/flavors/{flavor_id}/os-flavor-access", version=version)
            body = {"removeTenantAccess": {"tenant": "b0b"}}
            yield post(f"/flavors/{flavor_id}/action", body, version=version)
    for actor in ACTORS:
        for action in ACTIONS:
            for flavor_id in ("private", "public", "nothing"):
                body = {action: {"tenant": "b0b"}}
                yield post(f"/flavors/{flavor_id}/action", body, actor=actor)
    for tenant in ("c4a3", "a11ce", "b0b"):
        yield post("/flavors/private/action", {"addTenantAccess": {"tenant": tenant}})
    yield get("/flavors/private/os-flavor-access")
    yield post("/flavors/private/action", {"removeTenantAccess": {"tenant": "a11ce"}})
    yield get("/flavors/private/os-flavor-access")


def tenants() -> Iterator[Question]:
    """Projects that Keystone knows, does not know, or does not speak about."""
    for tenant in TENANTS:
        for action in ACTIONS:
            yield post("/flavors/private/action", {action: {"tenant": tenant}})
            yield post("/flavors/public/action", {action: {"tenant": tenant}}, version="2.1")
            yield get("/flavors/private/os-flavor-access")


def bodies() -> Iterator[Question]:
    """Actions that are none."""
    tried: tuple[Any, ...] = (
        {},
        [],
        "",
        5,
        {"bogus": {}},
        {"addTenantAccess": {}},
        {"addTenantAccess": None},
        {"addTenantAccess": "a11ce"},
        {"addTenantAccess": {"tenant": "a11ce", "more": 1}},
        {"addTenantAccess": {"tenant": "a11ce"}, "removeTenantAccess": {"tenant": "a11ce"}},
        {"addTenantAccess": {"tenant": "a11ce"}, "more": 1},
        {"removeTenantAccess": {}},
        {"removeTenantAccess": {"project": "a11ce"}},
        {"addtenantaccess": {"tenant": "a11ce"}},
        {"delete": {}},
        {"index": {}},
        ["addTenantAccess"],
        "addTenantAccess",
    )
    for body in tried:
        yield post("/flavors/private/action", body)
        yield post("/flavors/nothing/action", body, actor=ALICE)
    for raw in (b"", b"{", b"1", b"\xff"):
        yield post("/flavors/private/action", raw=raw)


def seen() -> Iterator[Question]:
    """A user sees a private flavor while its project has access."""
    for actor in (ALICE, BOB):
        for path in ("/flavors", "/flavors/private", "/flavors/private/os-extra_specs"):
            yield get(path, actor=actor)
    yield post("/flavors/private/action", {"addTenantAccess": {"tenant": ALICE.project}})
    for actor in (ALICE, BOB):
        for path in ("/flavors", "/flavors/private", "/flavors/private/os-extra_specs"):
            yield get(path, actor=actor)
        yield get("/flavors/private/os-flavor-access", actor=actor)
    yield post("/flavors/private/action", {"removeTenantAccess": {"tenant": ALICE.project}})
    yield get("/flavors/private", actor=ALICE)
