"""Four worker processes on one database: nothing over capacity, nothing lost, nothing stale."""

from __future__ import annotations

import multiprocessing
import os
import signal
from uuid import uuid4

from servers.claimants import fill, write_and_tell
from stowage.placement.ledger import allocations
from stowage.placement.ledger.live import LiveIndex

SPAWN = multiprocessing.get_context("spawn")


def _start(target, *arguments):
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=target, args=(*arguments, theirs), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def _everything(pipe):
    consumers = []
    while True:
        try:
            said = pipe.recv()
        except EOFError:
            return consumers
        if said is None:
            return consumers
        consumers.append(said)


def test_four_processes_fill_a_host_to_the_last_unit(cloud):
    """Exactly the capacity is granted, and every acknowledged claim is there."""
    host = cloud.host(VCPU=60)
    workers = [_start(fill, cloud.books.url, host) for _ in range(4)]
    granted = [consumer for _, pipe in workers for consumer in _everything(pipe)]
    for process, _ in workers:
        process.join(timeout=30)
    _, held = cloud.books.read(allocations.of_provider, host)
    assert len(granted) == 60
    assert {holding.consumer.uuid for holding in held} == set(granted)
    assert cloud.generation(host) == 61


def test_a_killed_worker_loses_nothing_that_was_acknowledged(cloud):
    """SIGKILL in the middle of the load: the rest goes on, and the books add up."""
    host = cloud.host(VCPU=10_000)
    process, pipe = _start(fill, cloud.books.url, host)
    granted = [pipe.recv() for _ in range(20)]
    os.kill(process.pid, signal.SIGKILL)
    granted += _everything(pipe)
    process.join(timeout=30)
    _, held = cloud.books.read(allocations.of_provider, host)
    there = {holding.consumer.uuid for holding in held}
    assert set(granted) <= there
    assert len(there - set(granted)) <= 1
    assert cloud.used(host) == {"VCPU": len(there)}
    cloud.claim(str(uuid4()), {host: {"VCPU": 1}})


def test_a_write_in_one_process_is_seen_by_the_next_read_in_another(cloud):
    """The index of a worker follows what any other has acknowledged."""
    host, times = cloud.host(VCPU=10_000), 200
    live = LiveIndex(cloud.books)
    workers = [_start(write_and_tell, cloud.books.url, host, times // 2) for _ in range(2)]
    acknowledged = 0
    for _ in range(times // 2):
        for _, pipe in workers:
            assert pipe.recv()
            acknowledged += 1
            with live.current() as index:
                seen = index.provider(index.row_of(host))
            assert dict(seen.used)["VCPU"] >= acknowledged
            pipe.send(True)
    for process, _ in workers:
        process.join(timeout=30)
