"""Writes of all kinds that want the same rows in every order: no deadlock reaches a client."""

from __future__ import annotations

import functools
import random
from uuid import uuid4

from concurrency import crowd
from concurrency.crowd import Diary
from servers.process import Server
from servers.wire import Caller

ROUNDS = 12


def _cross(hosts: list[str], caller: Caller, chance: random.Random) -> Diary:
    """Move two servers of one's own about, two hosts at a time, in one request for both."""
    diary = Diary()
    servers = [str(uuid4()), str(uuid4())]
    for turn in range(ROUNDS):
        pairs = [chance.sample(hosts, 2) for _ in servers]
        body = {
            server: crowd.claim_of({host: {"VCPU": 1} for host in pair}, turn or None)
            for server, pair in zip(servers, pairs, strict=True)
        }
        answer = caller.ask("POST", "/allocations", body)
        assert answer.status == 204, (answer.status, answer.body)
        diary.statuses[204] += 1
    diary.held = dict.fromkeys(servers, 2)
    return diary


def _disturb(hosts: list[str], caller: Caller, chance: random.Random) -> Diary:
    """Change the hosts themselves; somebody else may have been quicker, which is a 409."""
    diary = Diary()
    for _ in range(ROUNDS):
        place = f"/resource_providers/{chance.choice(hosts)}"
        generation = caller.must("GET", place).json()["generation"]
        kind, value = chance.choice(
            (
                ("traits", ["COMPUTE_NODE"]),
                ("traits", []),
                ("aggregates", [str(uuid4())]),
                ("inventories", {"VCPU": {"total": 1000 + chance.randrange(9)}}),
            )
        )
        body = {"resource_provider_generation": generation, kind: value}
        answer = caller.ask("PUT", f"{place}/{kind}", body)
        assert answer.status in (200, 409), (answer.status, answer.body)
        diary.statuses[answer.status] += 1
    return diary


def _either(hosts: list[str], caller: Caller, chance: random.Random) -> Diary:
    work = _disturb if chance.random() < 0.25 else _cross
    return work(hosts, caller, chance)


def test_nobody_sees_a_deadlock(service: Server) -> None:
    """Claims that fit are granted at the first try, whatever else is written to their hosts."""
    hosts = crowd.build(Caller(service.wire()), 6, capacity=1000)
    diaries = crowd.crowd(service, functools.partial(_either, hosts))
    used, held = crowd.books(Caller(service.wire()), hosts)
    expected = {server: 2 for diary in diaries for server in diary.held}
    assert held == expected
    assert sum(used.values()) == sum(expected.values())
    assert "Exceeded retry limit" not in service.output()
