"""The live index: every acknowledged write is in it, whoever wrote it."""

from __future__ import annotations

import contextlib
import os
import random
import threading
from uuid import uuid4

import pytest

from stowage.placement.errors import Refusal
from stowage.placement.ledger import (
    aggregates,
    allocations,
    claims,
    inventories,
    journal,
    loading,
    providers,
    resource_classes,
    traits,
)
from stowage.placement.ledger.faults import Unavailable
from stowage.placement.ledger.live import LiveIndex
from stowage.placement.model import Inventory, InventoryUpdate


@pytest.fixture
def live(fresh_books):
    """An index that has loaded."""
    live = LiveIndex(fresh_books)
    with live.current():
        return live


@pytest.fixture
def fresh(fresh_books, cloud_on):
    """Short words on the books that the index follows."""
    return cloud_on(fresh_books)


def _provider(live, uuid):
    with live.current() as index:
        row = index.row_of(uuid)
        return None if row is None else index.provider(row)


def test_everything_about_a_provider_is_in_the_index(live, fresh):
    """One write after the other, each seen by the next read."""
    root = fresh.host()
    host = fresh.host(root)
    assert _provider(live, host).parent_id == _provider(live, root).id
    line = Inventory(16, 1, 2, 8, 2, 1.1)
    fresh.books.write(inventories.replace, InventoryUpdate(host, 0, {"VCPU": line}))
    assert dict(_provider(live, host).inventories) == {"VCPU": line}
    name = f"CUSTOM_{uuid4().hex.upper()}"
    fresh.books.write(traits.create, name)
    fresh.books.write(traits.replace, host, 1, [name, "HW_CPU_X86_AVX2"])
    assert _provider(live, host).traits == {name, "HW_CPU_X86_AVX2"}
    groups = [str(uuid4()), str(uuid4())]
    fresh.books.write(aggregates.replace, host, 2, groups)
    assert _provider(live, host).aggregates == set(groups)
    consumer = str(uuid4())
    fresh.claim(consumer, {host: {"VCPU": 4}})
    seen = _provider(live, host)
    assert (dict(seen.used), seen.generation) == ({"VCPU": 4}, 4)
    fresh.books.write(claims.release, consumer)
    assert dict(_provider(live, host).used) == {}
    fresh.books.write(providers.update, host, f"renamed-{host}")
    assert _provider(live, host).name == f"renamed-{host}"
    fresh.books.write(providers.delete, host)
    assert _provider(live, host) is None
    assert live.stats().full_loads == 1


def test_a_move_is_seen_in_the_whole_subtree(live, fresh):
    """Providers below a moved one get another root without being written themselves."""
    old, new = fresh.host(), fresh.host()
    child = fresh.host(old)
    grandchild = fresh.host(child)
    assert _provider(live, grandchild).root_id == _provider(live, old).id
    fresh.books.write(providers.update, child, f"host-{child}", new, True)
    assert _provider(live, grandchild).root_id == _provider(live, new).id


def test_a_provider_that_a_consumer_left_is_read_anew(live, fresh):
    """It keeps its generation, and has room again."""
    old, new, consumer = fresh.host(VCPU=4), fresh.host(VCPU=4), str(uuid4())
    fresh.claim(consumer, {old: {"VCPU": 2}})
    assert dict(_provider(live, old).used) == {"VCPU": 2}
    fresh.claim(consumer, {new: {"VCPU": 2}}, 1)
    assert dict(_provider(live, old).used) == {}


def test_names_are_known_at_once(live, fresh):
    """Field report B20: a class made through one worker is used through another."""
    fresh.books.write(resource_classes.create, "CUSTOM_ONE")
    with live.current() as index:
        assert not index.unknown_classes(["CUSTOM_ONE", "VCPU"])
        assert index.unknown_classes(["CUSTOM_TWO"])
    host = fresh.host(CUSTOM_ONE=1)
    fresh.books.write(resource_classes.rename, "CUSTOM_ONE", "CUSTOM_TWO")
    assert set(_provider(live, host).inventories) == {"CUSTOM_TWO"}
    with live.current() as index:
        assert index.unknown_classes(["CUSTOM_ONE"])


def test_a_second_index_loads_what_is_there(live, fresh):
    """A new worker starts with the same books."""
    host, consumer = fresh.host(VCPU=Inventory(4, allocation_ratio=1.1), DISK_GB=10), str(uuid4())
    fresh.books.write(traits.replace, host, 1, ["HW_CPU_X86_AVX2"])
    fresh.books.write(aggregates.replace, host, 2, [consumer])
    fresh.claim(consumer, {host: {"VCPU": 1, "DISK_GB": 3}})
    one, two = _provider(live, host), _provider(LiveIndex(fresh.books), host)
    assert one == two
    assert dict(two.used) == {"VCPU": 1, "DISK_GB": 3}
    assert two.inventories["VCPU"].allocation_ratio == 1.1


def test_a_worker_that_slept_too_long_reads_everything(live, fresh, monkeypatch):
    """The journal reaches back only so far."""
    monkeypatch.setattr(journal, "KEEP_SECONDS", -10)
    monkeypatch.setattr(journal, "PRUNE_ROWS", 2)
    hosts = [fresh.host() for _ in range(8)]
    while fresh.books.write(journal.prune):
        pass
    assert all(_provider(live, host) for host in hosts)
    assert live.stats().full_loads == 2


def test_many_touched_providers_are_read_in_chunks(live, fresh):
    """More than one statement can name."""
    hosts = [fresh.host() for _ in range(3)]
    fresh.books.write(lambda tx: [tx.touch(number) for number in range(1, 1500)])
    assert all(_provider(live, host) for host in hosts)


def test_a_read_shows_what_was_acknowledged_before_it_began(live, fresh):
    """Threads that wait for each other's syncs never see an older state."""
    host = fresh.host(VCPU=1000)
    acknowledged = [1]
    stop = threading.Event()
    stale = []

    def read():
        while not stop.is_set():
            expected = acknowledged[0]
            if _provider(live, host).generation < expected:
                stale.append(expected)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for thread in readers:
        thread.start()
    for _ in range(150):
        fresh.claim(str(uuid4()), {host: {"VCPU": 1}})
        acknowledged[0] += 1
    stop.set()
    for thread in readers:
        thread.join()
    assert not stale


def test_a_forked_worker_has_its_own_connections(live, fresh):
    """gunicorn and uwsgi load the application first and fork then."""
    host = fresh.host(VCPU=4)
    assert _provider(live, host)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            fresh.claim(str(uuid4()), {host: {"VCPU": 1}})
            status = 0 if dict(_provider(live, host).used) == {"VCPU": 1} else 2
        finally:
            os.write(writing, bytes([status]))
            os._exit(status)
    assert os.read(reading, 1) == b"\x00"
    os.waitpid(child, 0)
    for descriptor in (reading, writing):
        os.close(descriptor)
    assert dict(_provider(live, host).used) == {"VCPU": 1}


def test_an_index_says_what_it_is(live, fresh):
    """For /metrics."""
    before = live.stats().providers
    fresh.host()
    with live.current():
        pass
    stats = live.stats()
    assert (stats.providers, stats.providers_reloaded, stats.full_loads) == (before + 1, 1, 1)
    assert stats.journal_position > 0
    assert stats.age_seconds < 10


def test_news_is_not_lost_when_a_connection_breaks_while_it_is_read(live, fresh, monkeypatch):
    """The second try reads the same rows of the journal again."""
    host = fresh.host(VCPU=4)
    fail = [True]
    whole = loading.some

    def broken(*arguments):
        if fail.pop() if fail else False:
            raise Unavailable("gone")
        return whole(*arguments)

    monkeypatch.setattr(loading, "some", broken)
    assert set(_provider(live, host).inventories) == {"VCPU"}
    assert live.stats().full_loads == 1


def test_after_a_mixed_load_the_index_is_what_a_new_one_would_be(live, fresh, at_once):
    """Claims, moves, inventories, traits, trees and deletions at once, with a reader beside."""
    hosts = [fresh.host(VCPU=6, DISK_GB=50) for _ in range(6)]

    def act(number):
        chance = random.Random(number)
        for _ in range(12):
            with contextlib.suppress(Refusal):
                _one_change(fresh, chance, hosts)
            with live.current():
                pass

    assert at_once(8, act) == [None] * 8
    with live.current() as followed, LiveIndex(fresh.books).current() as loaded:
        assert {row.uuid: row for row in followed} == {row.uuid: row for row in loaded}
        assert all(row.used.get("VCPU", 0) <= 6 for row in loaded if row.uuid in hosts)
    assert live.stats().full_loads == 1


def _one_change(fresh, chance, hosts):
    host, other = chance.sample(hosts, 2)
    kind = chance.randrange(7)
    if kind == 0:
        fresh.claim(str(uuid4()), {host: {"VCPU": chance.randint(1, 3)}, other: {"DISK_GB": 5}})
    elif kind == 1:
        held = fresh.books.read(allocations.of_provider, host)[1]
        for holding in held[:1]:
            fresh.claim(holding.consumer.uuid, {other: {"VCPU": 1}}, holding.consumer.generation)
    elif kind == 2:
        for holding in fresh.books.read(allocations.of_provider, host)[1][:1]:
            fresh.books.write(claims.release, holding.consumer.uuid)
    elif kind == 3:
        lines = {"VCPU": Inventory(6), "DISK_GB": Inventory(chance.randint(40, 60))}
        update = InventoryUpdate(host, fresh.generation(host), lines)
        fresh.books.write(inventories.replace, update)
    elif kind == 4:
        names = chance.sample(["HW_CPU_X86_AVX", "HW_CPU_X86_AVX2", "COMPUTE_NODE"], 2)
        fresh.books.write(traits.replace, host, fresh.generation(host), names)
    elif kind == 5:
        fresh.books.write(aggregates.replace, host, fresh.generation(host), [str(uuid4()), other])
    else:
        fresh.books.write(
            providers.update, host, f"host-{host}", chance.choice([other, None]), True
        )
