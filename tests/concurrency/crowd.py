"""Many clients at once: processes with threads in them, each with connections of its own."""

from __future__ import annotations

import multiprocessing
import random
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from servers.process import Server
from servers.wire import Caller, Wire

FORK = multiprocessing.get_context("fork")
PROCESSES, THREADS = 4, 8
CAPACITY = 16


@dataclass(slots=True)
class Diary:
    """What one client did: amounts acknowledged by consumer, consumers that it cannot tell."""

    held: dict[str, int] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    statuses: Counter[int] = field(default_factory=Counter)
    lost: int = 0


def crowd(server: Server, client: Callable[[Caller, random.Random], Diary]) -> list[Diary]:
    """Run 32 clients to their end; raises what any of them raised."""
    results: Any = FORK.Queue()
    processes = [
        FORK.Process(target=_threads, args=(server.port, client, results, number))
        for number in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    diaries: list[Diary] = []
    for _ in range(PROCESSES * THREADS):
        result = results.get(timeout=180)
        if isinstance(result, str):
            raise AssertionError(result)
        diaries.append(result)
    for process in processes:
        process.join()
    return diaries


def _threads(
    port: int, client: Callable[[Caller, random.Random], Diary], results: Any, number: int
) -> None:
    def work(seed: int) -> None:
        caller = Caller(Wire(port, again=False))
        try:
            results.put(client(caller, random.Random(seed)))
        except BaseException:
            results.put(traceback.format_exc())

    threads = [
        threading.Thread(target=work, args=(number * THREADS + each,)) for each in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def build(caller: Caller, hosts: int, capacity: int = CAPACITY) -> list[str]:
    """So many hosts with room for so many units each; their UUIDs."""
    uuids = [str(uuid4()) for _ in range(hosts)]
    for uuid in uuids:
        caller.must("POST", "/resource_providers", {"name": f"host {uuid}", "uuid": uuid})
        stock = {"VCPU": {"total": capacity}}
        body = {"resource_provider_generation": 0, "inventories": stock}
        caller.must("PUT", f"/resource_providers/{uuid}/inventories", body)
    return uuids


def claim_until_full(caller: Caller, chance: random.Random, patience: float = 120.0) -> Diary:
    """Select and claim until nothing is offered; give one in ten back while there is room."""
    diary, deadline = Diary(), time.monotonic() + patience
    while time.monotonic() < deadline:
        amount = chance.choice((1, 1, 1, 2, 3))
        path = f"/allocation_candidates?resources=VCPU:{amount}&limit=10"
        answer = _ask(caller, diary, "GET", path)
        if answer is None:
            continue
        found = answer.json()["allocation_requests"]
        if not found and amount == 1:
            return diary
        chance.shuffle(found)
        for candidate in found:
            if _claim(caller, diary, candidate["allocations"], amount):
                break
        if len(diary.held) > 2 and len(diary.held) < 8 and chance.random() < 0.1:
            _release(caller, diary, chance.choice(list(diary.held)))
    raise AssertionError("the cloud was not full in time")


def claim_of(amounts: dict[str, dict[str, int]], generation: int | None = None) -> dict[str, Any]:
    """What one consumer is to hold of each provider."""
    return {
        "allocations": {uuid: {"resources": held} for uuid, held in amounts.items()},
        "project_id": "crowd",
        "user_id": "crowd",
        "consumer_generation": generation,
        "consumer_type": "INSTANCE",
    }


def _claim(caller: Caller, diary: Diary, allocations: Any, amount: int) -> bool:
    consumer = str(uuid4())
    amounts = {uuid: held["resources"] for uuid, held in allocations.items()}
    answer = _ask(caller, diary, "PUT", f"/allocations/{consumer}", claim_of(amounts))
    if answer is None:
        diary.unknown.add(consumer)
        return True
    if answer.status == 204:
        diary.held[consumer] = amount
    return answer.status == 204


def _release(caller: Caller, diary: Diary, consumer: str) -> None:
    answer = _ask(caller, diary, "DELETE", f"/allocations/{consumer}")
    del diary.held[consumer]
    if answer is None:
        diary.unknown.add(consumer)
    elif answer.status != 204:
        raise AssertionError(f"a release was answered {answer.status}: {answer.body!r}")


def _ask(caller: Caller, diary: Diary, method: str, path: str, body: Any = None) -> Any:
    """The answer; None when the connection was lost on the way."""
    try:
        answer = caller.ask(method, path, body)
    except OSError:
        caller.wire.close()
        diary.lost += 1
        time.sleep(0.02)
        return None
    diary.statuses[answer.status] += 1
    if answer.status >= 500:
        raise AssertionError(f"{method} {path}: {answer.status} {answer.body!r}")
    return answer


def books(caller: Caller, hosts: list[str]) -> tuple[dict[str, int], dict[str, int]]:
    """What is used by host, and held by consumer, as the service tells it."""
    used, held = {}, Counter[str]()
    for uuid in hosts:
        place = f"/resource_providers/{uuid}"
        used[uuid] = caller.must("GET", f"{place}/usages").json()["usages"]["VCPU"]
        allocations = caller.must("GET", f"{place}/allocations").json()["allocations"]
        for consumer, holding in allocations.items():
            held[consumer] += holding["resources"]["VCPU"]
    return used, dict(held)
