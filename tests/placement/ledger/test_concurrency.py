"""Many writers at once: threads here, processes in test_processes.py."""

from __future__ import annotations

import logging
from uuid import uuid4

import pytest

from stowage.placement.errors import CONCURRENT_UPDATE, DUPLICATE_NAME, Conflict
from stowage.placement.ledger import allocations, claims, inventories, providers, usages
from stowage.placement.ledger.faults import Transient
from stowage.placement.model import Inventory, InventoryUpdate


def test_five_of_twenty_claims_are_granted_on_a_capacity_of_five(cloud, at_once):
    """Field report B01: where upstream grants 16 to 19, on MariaDB's defaults."""
    host = cloud.host(VCPU=5)
    results = at_once(20, lambda _: cloud.claim(str(uuid4()), {host: {"VCPU": 1}}))
    refused = [result for result in results if result is not None]
    assert len(refused) == 15
    assert all("would exceed the capacity" in refusal.message for refusal in refused)
    assert (cloud.used(host), cloud.generation(host)) == ({"VCPU": 5}, 6)


def test_forty_claims_on_one_provider_are_all_granted(cloud, at_once):
    """Field report B12: no client has to try again."""
    host = cloud.host(VCPU=1000)
    results = at_once(40, lambda _: cloud.claim(str(uuid4()), {host: {"VCPU": 1}}))
    assert results == [None] * 40
    assert (cloud.used(host), cloud.generation(host)) == ({"VCPU": 40}, 41)


def test_one_of_sixteen_first_claims_of_one_consumer_is_granted(cloud, uuid, at_once):
    """Field report B14: the fifteen others are concurrent updates."""
    host = cloud.host(VCPU=1000)
    results = at_once(16, lambda _: cloud.claim(uuid, {host: {"VCPU": 1}}))
    refused = [result for result in results if result is not None]
    assert [refusal.code for refusal in refused] == [CONCURRENT_UPDATE] * 15
    (holding,) = cloud.books.read(allocations.of_consumer, uuid)
    assert (holding.consumer.generation, cloud.used(host)) == (1, {"VCPU": 1})


def test_sixteen_claims_of_a_new_project_user_and_type_are_granted(cloud, uuid, at_once):
    """Field report B13."""
    host = cloud.host(VCPU=1000)
    kind = f"T{uuid.replace('-', '_').upper()}"
    results = at_once(
        16,
        lambda _: cloud.claim(
            str(uuid4()),
            {host: {"VCPU": 1}},
            project_id=f"p{uuid}",
            user_id=f"u{uuid}",
            consumer_type=kind,
        ),
    )
    assert results == [None] * 16
    by_type = cloud.books.read(usages.of_project_by_type, f"p{uuid}", f"u{uuid}")
    assert by_type[kind].consumer_count == 16


def test_claims_on_several_providers_in_any_order_do_not_block_each_other(cloud, at_once):
    """Twenty claims name the same three providers, in different orders."""
    hosts = [cloud.host(VCPU=1000) for _ in range(3)]

    def act(number):
        order = hosts[number % 3 :] + hosts[: number % 3]
        cloud.claim(str(uuid4()), {host: {"VCPU": 1} for host in order})

    assert at_once(20, act) == [None] * 20
    assert [cloud.used(host) for host in hosts] == [{"VCPU": 20}] * 3


def test_one_of_sixteen_providers_of_one_name_is_made(books, uuid, at_once):
    """Field report B25."""
    results = at_once(16, lambda _: books.write(providers.create, f"n{uuid}", str(uuid4())))
    refused = [result for result in results if isinstance(result, Conflict)]
    assert [refusal.code for refusal in refused] == [DUPLICATE_NAME] * 15


def test_one_of_sixteen_inventories_with_one_generation_is_written(cloud, at_once):
    """The others have not seen the provider as it is."""
    host = cloud.host()
    update = InventoryUpdate(host, 0, {"VCPU": Inventory(4)})
    results = at_once(16, lambda _: cloud.books.write(inventories.replace, update))
    refused = [result for result in results if isinstance(result, Conflict)]
    assert [refusal.code for refusal in refused] == [CONCURRENT_UPDATE] * 15
    assert cloud.generation(host) == 1


def test_claims_moves_and_releases_at_once_keep_the_books(cloud, at_once, new_claim):
    """Whatever is granted, nothing is over capacity and the sums agree."""
    hosts = [cloud.host(VCPU=6) for _ in range(2)]

    def act(number):
        consumer = str(uuid4())
        here, there = hosts[number % 2], hosts[1 - number % 2]
        cloud.claim(consumer, {here: {"VCPU": 2}})
        cloud.books.write(
            claims.replace, [new_claim(consumer, {there: {"VCPU": 1}, here: {"VCPU": 1}}, 1)]
        )
        if number % 3 == 0:
            cloud.books.write(claims.release, consumer)

    at_once(16, act)
    for host in hosts:
        _, held = cloud.books.read(allocations.of_provider, host)
        used = sum(holding.resources["VCPU"] for holding in held)
        assert used <= 6
        assert cloud.used(host) == {"VCPU": used}


def test_a_transaction_that_never_gets_through_ends_in_a_conflict(books, caplog, uuid):
    """Scenario 2: the log line, the code, and upstream's words."""
    tries = []

    def unlucky(tx):
        tx.busy = "Inventory and/or allocations changed while attempting to allocate: %s"
        tries.append(tx.rows("SELECT 1"))
        raise Transient("deadlock")

    with caplog.at_level(logging.WARNING), pytest.raises(Conflict) as refusal:
        books.write(unlucky)
    assert len(tries) == 10
    assert "Exceeded retry limit of 10 on allocations write" in caplog.text
    assert refusal.value.code == CONCURRENT_UPDATE
    assert refusal.value.message == (
        "Inventory and/or allocations changed while attempting to allocate: "
        "Another thread concurrently updated the resource provider data. Please retry your update"
    )


def test_a_wrong_consumer_generation_is_not_tried_again(cloud, uuid):
    """Scenario 2: no retry on the server's side."""
    host = cloud.host(VCPU=1)
    before = cloud.books.retried
    with pytest.raises(Conflict):
        cloud.claim(uuid, {host: {"VCPU": 1}}, 3)
    assert cloud.books.retried == before


def test_a_deadlock_is_tried_again(cloud, at_once):
    """Two transactions that lock two providers in opposite orders both get through."""
    pair = cloud.host(), cloud.host()
    if cloud.books.backend.name == "sqlite":
        pair = pair[:1] * 2

    import threading

    meet = threading.Barrier(2)

    def act(number):
        met = []

        def lock_both(tx):
            providers.lock(tx, pair[number])
            if not met:
                met.append(True)
                if cloud.books.backend.name != "sqlite":
                    meet.wait(timeout=20)
            providers.bump(tx, providers.lock(tx, pair[1 - number]))

        cloud.books.write(lock_both)

    before = cloud.books.retried
    assert at_once(2, act) == [None, None]
    if cloud.books.backend.name != "sqlite":
        assert cloud.books.retried > before
        assert [cloud.generation(uuid) for uuid in pair] == [1, 1]
