"""How many of twenty parallel claims on a capacity of five are granted."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from uuid import uuid4

from bench.clouds import claim_body
from bench.sides import Side

CLAIMS, CAPACITY = 20, 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one round gave: statuses of the claims, and what the books say is used."""

    granted: int
    refused: int
    other: int
    used: int


def demonstrate(side: Side, rounds: int) -> list[Outcome]:
    """Rounds of parallel claims, each on a fresh provider."""
    return [_round(side) for _ in range(rounds)]


def _round(side: Side) -> Outcome:
    caller = side.caller()
    host = str(uuid4())
    place = f"/resource_providers/{host}"
    caller.must("POST", "/resource_providers", {"name": host, "uuid": host})
    stock = {"VCPU": {"total": CAPACITY}}
    body = {"resource_provider_generation": 0, "inventories": stock}
    caller.must("PUT", f"{place}/inventories", body)
    statuses = _claim_at_once(side, host)
    used = caller.must("GET", f"{place}/usages").json()["usages"]["VCPU"]
    granted, refused = statuses.count(204), statuses.count(409)
    return Outcome(granted, refused, len(statuses) - granted - refused, used)


def _claim_at_once(side: Side, host: str) -> list[int]:
    line = threading.Barrier(CLAIMS)
    statuses: list[int] = []

    def claim() -> None:
        caller = side.caller()
        candidate = {"allocations": {host: {"resources": {"VCPU": 1}}}, "mappings": {"": [host]}}
        line.wait()
        statuses.append(caller.ask("PUT", f"/allocations/{uuid4()}", claim_body(candidate)).status)
        caller.wire.close()

    threads = [threading.Thread(target=claim) for _ in range(CLAIMS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses
