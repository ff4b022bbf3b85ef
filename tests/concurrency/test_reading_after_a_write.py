"""A write that was acknowledged shows on every worker from then on."""

from __future__ import annotations

import random
from uuid import uuid4

from concurrency import crowd
from concurrency.crowd import Diary
from servers.process import Server
from servers.wire import Caller, Wire

ROUNDS = 15


def _write_here_read_there(caller: Caller, chance: random.Random) -> Diary:
    """Change a host of one's own through one connection, ask for it through fresh ones."""
    diary = Diary()
    (host,) = crowd.build(caller, 1)
    place, generation = f"/resource_providers/{host}", 1
    for _ in range(ROUNDS):
        total = chance.randrange(20, 60)
        body = {"resource_provider_generation": generation, "inventories": {"VCPU": _whole(total)}}
        caller.must("PUT", f"{place}/inventories", body)
        _expect_room(caller, host, total, diary)
        server, amount = str(uuid4()), chance.randrange(1, total)
        caller.must("PUT", f"/allocations/{server}", crowd.claim_of({host: {"VCPU": amount}}))
        _expect_room(caller, host, total - amount, diary)
        caller.must("DELETE", f"/allocations/{server}")
        _expect_room(caller, host, total, diary)
        body = {"resource_provider_generation": generation + 2, "traits": ["COMPUTE_NODE"]}
        caller.must("PUT", f"{place}/traits", body)
        _expect(caller, f"in_tree={host}&required=COMPUTE_NODE", [host], diary)
        caller.must("DELETE", f"{place}/traits")
        _expect(caller, f"in_tree={host}&required=COMPUTE_NODE", [], diary)
        generation += 4
    return diary


def _whole(total: int) -> dict[str, int]:
    return {"total": total, "max_unit": total}


def _expect_room(caller: Caller, host: str, room: int, diary: Diary) -> None:
    for amount, found in ((room, 1), (room + 1, 0)):
        path = f"/allocation_candidates?resources=VCPU:{amount}&in_tree={host}"
        answer = _fresh(caller).must("GET", path).json()
        assert len(answer["allocation_requests"]) == found, (path, answer)
        diary.statuses[200] += 1


def _expect(caller: Caller, query: str, uuids: list[str], diary: Diary) -> None:
    for _ in range(2):
        answer = _fresh(caller).must("GET", f"/resource_providers?{query}").json()
        assert [each["uuid"] for each in answer["resource_providers"]] == uuids, (query, answer)
        diary.statuses[200] += 1


def _fresh(caller: Caller) -> Caller:
    """A connection of its own, that whichever worker is free accepts."""
    return Caller(Wire(caller.wire.port, keep_alive=False))


def test_every_worker_sees_a_write_as_soon_as_it_is_acknowledged(service: Server) -> None:
    """Thousands of reads, each right after a write through another connection, find the write."""
    diaries = crowd.crowd(service, _write_here_read_there)
    assert sum(diary.statuses[200] for diary in diaries) == 32 * ROUNDS * 10
