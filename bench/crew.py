"""Clients in processes of their own that do the same work for so many seconds."""

from __future__ import annotations

import multiprocessing
import time
import traceback
from collections.abc import Callable
from typing import Any

from servers.wire import Wire

FORK = multiprocessing.get_context("fork")
MOST_FAILURES = 0.01


class NotDone(Exception):
    """A piece of work failed at the server (a 500): it does not count, and a few may happen."""


def rate(
    connect: Callable[[], Wire], work: Callable[[Wire], object], clients: int, seconds: float
) -> float:
    """How often in a second the clients together did the work.

    :raises RuntimeError: a client failed, or too much was NotDone.
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
    done, not_done = (sum(each) for each in zip(*counts, strict=True))
    if not_done > MOST_FAILURES * done:
        raise RuntimeError(f"{not_done} requests failed at the server, {done} did not")
    return float(done) / taken


def _member(
    line: Any,
    results: Any,
    connect: Callable[[], Wire],
    work: Callable[[Wire], object],
    seconds: float,
) -> None:
    line.wait()
    try:
        results.put(_work(connect(), work, time.monotonic() + seconds))
    except BaseException:
        results.put(traceback.format_exc())


def _work(wire: Wire, work: Callable[[Wire], object], deadline: float) -> tuple[int, int]:
    done = not_done = 0
    while time.monotonic() < deadline:
        try:
            work(wire)
            done += 1
        except NotDone:
            not_done += 1
    return done, not_done
