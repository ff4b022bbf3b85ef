"""Extra specs: the routes, the keys, the values, before 2.86 and from it on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.compute.question import (
    ACTORS,
    ALICE,
    BOB,
    Question,
    delete,
    escaped,
    flavor,
    get,
    post,
    put,
)

CHANGES = ("2.1", "2.60", "2.61", "2.85", "2.86", "2.101", "2.102", "2.104")
KEYS = (
    "", " ", "a/b", "a$", "k" * 255, "k" * 256, "a b", " a", "a ", "plain", "a:b:c", "a.b-c_d",
    "A", "a", "%", "a\u0000", ":", ":x", "x:", "hw", "hw:", "a,b", "(x)", "1",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    1, 1.5, 0, -7, "", "v" * 255, "v" * 256, "é 🙂", None, True, False, ["x"], {}, {"a": 1},
    "\u0000",
    "two\nlines", 10**254, 10**255, 1e22, 1e-7, 0.1, 123456789.123456789,
    1.0, 512.0, "'quoted'", "🙂" * 200,
)  # fmt: skip
BODIES: tuple[Any, ...] = (
    {}, [], None, "s", 5, {"extra_specs": {}}, {"extra_specs": None}, {"extra_specs": "s"},
    {"extra_specs": []}, {"extra_specs": {"a": "b"}, "more": 1}, {"specs": {}}, {"a": "b"},
    {"extra_specs": {"a": "1", "b": 2, "c": 3.5}},
)  # fmt: skip


def questions() -> Iterator[Question]:
    """All of it on one public flavor, then what others may see and do."""
    yield post("/flavors", flavor("s"))
    yield from bodies()
    yield from keys()
    yield from values()
    yield from updates()
    yield from reading()
    yield from shared()
    yield from case()
    yield delete("/flavors/s")


def bodies() -> Iterator[Question]:
    """Bodies of a create, good and bad."""
    for body in BODIES:
        yield post("/flavors/s/os-extra_specs", body)
        yield get("/flavors/s/os-extra_specs")
        yield post("/flavors/nothing/os-extra_specs", body)
    for raw in (b"", b"{", b"null"):
        yield post("/flavors/s/os-extra_specs", raw=raw)
    yield get("/flavors/s/os-extra_specs")


def keys() -> Iterator[Question]:
    """Each key created, read, replaced and removed by its own path."""
    for key in KEYS:
        path = f"/flavors/s/os-extra_specs/{escaped(key)}"
        for version in ("2.85", "2.104"):
            yield post("/flavors/s/os-extra_specs", {"extra_specs": {key: "1"}}, version=version)
            yield get(path, version=version)
            yield put(path, {key: "2"}, version=version)
            yield delete(path, version=version)
            yield delete(path, version=version)
    yield get("/flavors/s/os-extra_specs")


def values() -> Iterator[Question]:
    """Each value: the answer to a create echoes it, a later read gives a string."""
    for value in VALUES:
        for version in ("2.1", "2.104"):
            specs = {"extra_specs": {"valued": value}}
            yield post("/flavors/s/os-extra_specs", specs, version=version)
            yield get("/flavors/s/os-extra_specs/valued", version=version)
            yield put("/flavors/s/os-extra_specs/valued", {"valued": value}, version=version)
            yield get("/flavors/s/os-extra_specs", version=version)
    many = {f"many-{number}": str(number) for number in range(50)}
    yield post("/flavors/s/os-extra_specs", {"extra_specs": many})
    yield get("/flavors/s")
    for key in ("valued", *many):
        yield delete(f"/flavors/s/os-extra_specs/{key}")


def updates() -> Iterator[Question]:
    """The path and the body of a PUT have to agree."""
    path = "/flavors/s/os-extra_specs/a"
    tried: tuple[Any, ...] = (
        {"b": "1"}, {"a": "1", "b": "2"}, {}, [], None, "s", {"a": None},
        {"extra_specs": {"a": "1"}},
        {"a": "1"}, {"a": 2}, {"a": 2.5}, {"hw:cpu_policy": "bogus"}, {"hw:nothing": "1"},
    )  # fmt: skip
    for body in tried:
        for version in ("2.85", "2.86"):
            yield put(path, body, version=version)
            yield put("/flavors/nothing/os-extra_specs/a", body, version=version)
    for raw in (b"", b"{"):
        yield put(path, raw=raw)
    for actor in ACTORS:
        yield put(path, {"a": actor.user}, actor=actor)
        yield post("/flavors/s/os-extra_specs", {"extra_specs": {"b": "1"}}, actor=actor)
        yield delete("/flavors/s/os-extra_specs/b", actor=actor)


def reading() -> Iterator[Question]:
    """List and show for everybody, with query keys, at each version."""
    yield post("/flavors/s/os-extra_specs", {"extra_specs": {"hw:cpu_policy": "shared"}})
    for path in ("", "/hw:cpu_policy", "/hw%3Acpu_policy", "/nothing"):
        for flavor_id in ("s", "nothing"):
            for actor in ACTORS:
                yield get(f"/flavors/{flavor_id}/os-extra_specs{path}", actor=actor)
            for version in CHANGES:
                yield get(f"/flavors/{flavor_id}/os-extra_specs{path}?x=1", version=version)
                yield get(f"/a11ce/flavors/{flavor_id}/os-extra_specs{path}", version=version)


def shared() -> Iterator[Question]:
    """A private flavor's extra specs are seen by those who see the flavor."""
    yield post("/flavors", flavor("hidden", is_public=False))
    yield post("/flavors/hidden/os-extra_specs", {"extra_specs": {"a": "b"}})
    yield post("/flavors/hidden/action", {"addTenantAccess": {"tenant": ALICE.project}})
    for actor in (ALICE, BOB):
        for path in ("/os-extra_specs", "/os-extra_specs/a", ""):
            yield get(f"/flavors/hidden{path}", actor=actor)
        yield delete("/flavors/hidden/os-extra_specs/a", actor=actor)
    yield delete("/flavors/hidden")


def case() -> Iterator[Question]:
    """Keys that differ in case are different keys."""
    yield post("/flavors/s/os-extra_specs", {"extra_specs": {"Case": "1", "case": "2"}})
    yield put("/flavors/s/os-extra_specs/CASE", {"CASE": "3"})
    yield get("/flavors/s/os-extra_specs")
    yield delete("/flavors/s/os-extra_specs/case")
    yield get("/flavors/s/os-extra_specs/Case")
    yield get("/flavors/s/os-extra_specs/case")
