"""How long one request takes, asked of each side in turn so that a slow minute hits both."""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.sides import OURS, Side
from servers.wire import Caller


@dataclass(frozen=True, slots=True)
class Timing:
    """Answer times of one request in seconds; the size of its body, the candidates in it."""

    times: tuple[float, ...]
    size: int
    found: int
    gave_up: bool = False

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.times)


def alternate(
    sides: Sequence[Side], path: str, rounds: int, ours_a_round: int, timeout: float = 120.0
) -> Mapping[str, Timing]:
    """Measure ``GET path``: in every round one request to upstream, ``ours_a_round`` to ours.

    A side that gives no answer within ``timeout`` counts with the time-out, once.
    """
    callers = {side.name: side.caller(timeout) for side in sides}
    found = {name: _first(caller, path, timeout) for name, caller in callers.items()}
    times: dict[str, list[float]] = {name: [] for name in callers}
    for _ in range(rounds):
        for name, caller in callers.items():
            if not found[name].gave_up:
                times[name] += repeat(caller, path, ours_a_round if name == OURS else 1)
    for caller in callers.values():
        caller.wire.close()
    return {
        name: Timing(tuple(times[name]) or first.times, first.size, first.found, first.gave_up)
        for name, first in found.items()
    }


def repeat(caller: Caller, path: str, times: int) -> list[float]:
    """The seconds that each of so many requests took."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        answer = caller.ask("GET", path)
        taken.append(time.perf_counter() - start)
        if answer.status != 200:
            raise RuntimeError(f"GET {path}: {answer.status} {answer.body[:300]!r}")
    return taken


def _first(caller: Caller, path: str, timeout: float) -> Timing:
    """One request that is not counted: it warms the worker and shows what the answer holds."""
    start = time.perf_counter()
    try:
        answer = caller.must("GET", path)
    except TimeoutError:
        caller.wire.close()
        return Timing((timeout,), 0, 0, gave_up=True)
    taken = time.perf_counter() - start
    return Timing((taken,), len(answer.body), len(answer.json()["allocation_requests"]))
