"""Clients in processes of their own, so that they share nothing with each other.

Each opens one connection, waits at the start line, works until its time is over or its calls
are done, and hands back what it counted.
"""

from __future__ import annotations

import multiprocessing
import random
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from bench.clouds import Call, claim_body
from bench.sides import Side

FORK = multiprocessing.get_context("fork")


@dataclass(frozen=True, slots=True)
class Count:
    """What a crew of clients did in so many seconds."""

    done: int
    refused: int
    seconds: float

    @property
    def rate(self) -> float:
        """How many were done in a second."""
        return self.done / self.seconds


def load(side: Side, hosts: Sequence[Sequence[Call]], clients: int = 4) -> Count:
    """Send the calls of every host, those of one host in order by one client."""
    shares = [hosts[start::clients] for start in range(clients)]
    return _crew([(_send_all, side, share) for share in shares])


def select_and_claim(side: Side, query: str, clients: int, seconds: float) -> Count:
    """Ask for candidates, claim one of them by chance, go on to the next when refused."""
    return _crew([(_claim, side, (query, seconds, seed)) for seed in range(clients)])


def read(side: Side, paths: Sequence[str], clients: int, seconds: float) -> Count:
    """GET paths picked by chance."""
    return _crew([(_read, side, (paths, seconds, seed)) for seed in range(clients)])


def _send_all(side: Side, hosts: Sequence[Sequence[Call]]) -> tuple[int, int]:
    caller = side.caller()
    done = 0
    for calls in hosts:
        for method, path, body in calls:
            caller.must(method, path, body or None)
            done += 1
    return done, 0


def _claim(side: Side, job: tuple[str, float, int]) -> tuple[int, int]:
    query, seconds, seed = job
    chance, caller = random.Random(seed), side.caller()
    done = refused = 0
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = caller.must("GET", query).json()["allocation_requests"]
        chance.shuffle(found)
        for candidate in found:
            answer = caller.ask("PUT", f"/allocations/{uuid4()}", claim_body(candidate))
            if answer.status == 204:
                done += 1
                break
            if answer.status != 409:
                raise RuntimeError(f"a claim was answered {answer.status}: {answer.body!r}")
            refused += 1
    return done, refused


def _read(side: Side, job: tuple[Sequence[str], float, int]) -> tuple[int, int]:
    paths, seconds, seed = job
    chance, caller = random.Random(seed), side.caller()
    done = 0
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        caller.must("GET", chance.choice(paths))
        done += 1
    return done, 0


def _crew(jobs: Sequence[tuple[Callable[[Side, Any], tuple[int, int]], Side, Any]]) -> Count:
    """Run the jobs at once; a job that fails fails the crew."""
    line = FORK.Barrier(len(jobs) + 1)
    results: Any = FORK.Queue()
    members = [FORK.Process(target=_member, args=(line, results, *job)) for job in jobs]
    for member in members:
        member.start()
    line.wait()
    start = time.monotonic()
    counts = [results.get() for _ in members]
    seconds = time.monotonic() - start
    for member in members:
        member.join()
    failures = [count for count in counts if isinstance(count, str)]
    if failures:
        raise RuntimeError(failures[0])
    return Count(sum(done for done, _ in counts), sum(no for _, no in counts), seconds)


def _member(
    line: Any, results: Any, work: Callable[[Side, Any], tuple[int, int]], side: Side, job: Any
) -> None:
    line.wait()
    try:
        results.put(work(side, job))
    except BaseException:
        results.put(traceback.format_exc())
