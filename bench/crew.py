"""Clients in processes of their own that do the same work for so many seconds."""

from __future__ import annotations

import multiprocessing
import time
import traceback
from collections.abc import Callable
from typing import Any

from servers.wire import Wire

FORK = multiprocessing.get_context("fork")


def rate(
    connect: Callable[[], Wire], work: Callable[[Wire], object], clients: int, seconds: float
) -> float:
    """How often in a second the clients together did the work.

    :raises RuntimeError: a client failed; with its traceback.
    """
    line, results = FORK.Barrier(clients + 1), FORK.Queue()
    job = (line, results, connect, work, seconds)
    members = [FORK.Process(target=_member, args=job) for _ in range(clients)]
    for member in members:
        member.start()
    line.wait()
    start = time.monotonic()
    counts = [results.get() for _ in members]
    taken = time.monotonic() - start
    for member in members:
        member.join()
    failures = [count for count in counts if isinstance(count, str)]
    if failures:
        raise RuntimeError(failures[0])
    return float(sum(counts)) / taken


def _member(
    line: Any,
    results: Any,
    connect: Callable[[], Wire],
    work: Callable[[Wire], object],
    seconds: float,
) -> None:
    line.wait()
    try:
        wire, done = connect(), 0
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            work(wire)
            done += 1
        results.put(done)
    except BaseException:
        results.put(traceback.format_exc())
