"""An API database that nova filled is adopted in place, and nova still runs on it afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.compute.pair import Side
from conformance.compute.question import (
    ADMIN,
    ALICE,
    BOB,
    Question,
    delete,
    flavor,
    get,
    post,
    put,
)
from servers import compute, nova_api
from servers.keystone_double import KeystoneDouble
from servers.postgresql import PostgreSQL
from servers.process import Server

VERSIONS = ("2.1", "2.55", "2.61", "2.75", "2.104")


@pytest.fixture(params=["sqlite", "mariadb", "postgresql"])
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """URLs of one empty database, as nova names it and as we do."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/nova_api.sqlite"
        return url, url
    url = request.getfixturevalue(request.param).new_database()
    return PostgreSQL.for_upstream(url), url


def test_a_database_of_nova_is_adopted_in_place(
    urls: tuple[str, str], tmp_path: Path, keystone_double: KeystoneDouble
) -> None:
    """Every GET answers as before; nova reads and writes what we wrote, and syncs its tables."""
    for_nova, for_us = urls
    settings = {"keystone": {"endpoint_override": keystone_double.url}}

    def nova() -> Server:
        return nova_api.serve(tmp_path / "nova", for_nova, settings=settings)

    def ours() -> Server:
        return compute.serve(tmp_path / "ours", for_us, settings=settings)

    nova_api.sync(tmp_path / "nova", for_nova)
    before = while_running(nova, [*filling(), *reading()])
    compute.database(tmp_path / "ours", for_us, "adopt")
    assert while_running(ours, reading()) == before[-len(list(reading())) :]

    changed = while_running(ours, [*changing(), *reading()])
    refused = [answer for answer in changed[: len(list(changing()))] if answer["status"] >= 300]
    assert not refused
    nova_api.manage(tmp_path / "nova", "api_db", "sync")
    again = while_running(nova, [*reading(), *changing_back(), *reading()])
    assert again[: len(list(reading()))] == changed[-len(list(reading())) :]
    assert while_running(ours, reading()) == again[-len(list(reading())) :]


def while_running(start: Callable[[], Server], questions: Any) -> list[dict[str, Any]]:
    """Start a service, ask it, stop it; its answers without what differs from run to run."""
    with start() as server:
        side = Side(server.wire())
        return [side.plain(side.ask(question)) for question in questions]


def filling() -> Iterator[Question]:
    """Flavors of every kind, with gaps where some were deleted."""
    for number in range(12):
        sizes = {"ram": 256 * (number + 1), "disk": number, "swap": 16 * (number % 3)}
        more = {"rxtx_factor": 1.0 + number / 2, "is_public": number % 3 != 0}
        if number % 2:
            more["description"] = f"number {number} é"
        yield post("/flavors", flavor(f"f-{number}", **sizes, **more), version="2.100")
    for number in range(0, 12, 2):
        specs = {"extra_specs": {"hw:cpu_policy": "shared", f"own:{number}": "x y"}}
        yield post(f"/flavors/f-{number}/os-extra_specs", specs)
    for number in (0, 3, 6):
        for tenant in (ALICE.project, "c4a3"):
            action = {"addTenantAccess": {"tenant": tenant}}
            yield post(f"/flavors/f-{number}/action", action)
    yield delete("/flavors/f-4")
    yield delete("/flavors/f-6")


def changing() -> Iterator[Question]:
    """What we write into the adopted database."""
    body = flavor("ours", is_public=False, description="made by us", swap=5)
    yield post("/flavors", body)
    specs = {"extra_specs": {"hw:cpu_policy": "dedicated", "own:key": "1"}}
    yield post("/flavors/ours/os-extra_specs", specs)
    yield post("/flavors/ours/action", {"addTenantAccess": {"tenant": BOB.project}})
    yield put("/flavors/f-1", {"flavor": {"description": "changed by us"}})
    yield put("/flavors/f-0/os-extra_specs/own:0", {"own:0": "changed by us"})
    yield delete("/flavors/f-2/os-extra_specs/own:2")
    yield post("/flavors/f-3/action", {"removeTenantAccess": {"tenant": "c4a3"}})
    yield delete("/flavors/f-8")
    yield post("/flavors", flavor("f-4", ram=4444))


def changing_back() -> Iterator[Question]:
    """What nova then writes into it."""
    yield post("/flavors", flavor("theirs", description="made by nova"))
    yield post("/flavors/theirs/os-extra_specs", {"extra_specs": {"a": "b"}})
    yield put("/flavors/ours", {"flavor": {"description": "changed by nova"}})
    yield post("/flavors/ours/action", {"addTenantAccess": {"tenant": ALICE.project}})
    yield delete("/flavors/f-5")


def reading() -> Iterator[Question]:
    """Every GET there is, for an administrator and two users."""
    for version in VERSIONS:
        for actor in (ADMIN, ALICE, BOB):
            for path in ("/flavors", "/flavors/detail", "/flavors/detail?is_public=None"):
                yield get(path, version=version, actor=actor)
    yield get("/flavors?is_public=None&sort_key=id")
    yield get("/flavors?is_public=None&sort_key=created_at&sort_dir=desc&limit=3")
    names = [f"f-{number}" for number in range(12)] + ["ours", "theirs"]
    for name in names:
        for path in ("", "/os-extra_specs", "/os-extra_specs/hw:cpu_policy", "/os-flavor-access"):
            for actor in (ADMIN, ALICE):
                yield get(f"/flavors/{name}{path}", actor=actor)
