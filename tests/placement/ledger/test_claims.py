"""Claims: what is granted, what is refused and in which words, and what is counted."""

from __future__ import annotations

import logging
from uuid import uuid4

import pytest

from stowage.placement.errors import CONCURRENT_UPDATE, UNDEFINED, Conflict, Invalid, NotFound
from stowage.placement.ledger import allocations, claims, inventories, usages
from stowage.placement.ledger.consumers import IncompleteConsumer
from stowage.placement.model import Claim, Inventory, InventoryUpdate


def _held(cloud, consumer):
    return {
        holding.provider_uuid: dict(holding.resources)
        for holding in cloud.books.read(allocations.of_consumer, consumer)
    }


def _consumer(cloud, consumer):
    return cloud.books.read(allocations.of_consumer, consumer)[0].consumer


def _refused(cloud, *arguments, **options):
    with pytest.raises(Conflict) as refusal:
        cloud.claim(*arguments, **options)
    return refusal.value


def test_a_claim_is_kept_with_its_owner(cloud, uuid):
    """A first claim makes a consumer of generation 1 and counts its providers up by one."""
    host, disk = cloud.host(VCPU=8, MEMORY_MB=1024), cloud.host(DISK_GB=100)
    amounts = {host: {"VCPU": 2, "MEMORY_MB": 512}, disk: {"DISK_GB": 10}}
    cloud.claim(uuid, amounts, project_id="p1", user_id="u1", consumer_type="MIGRATION")
    assert _held(cloud, uuid) == amounts
    consumer = _consumer(cloud, uuid)
    assert (consumer.generation, consumer.project_id, consumer.user_id, consumer.consumer_type) == (
        1,
        "p1",
        "u1",
        "MIGRATION",
    )
    assert (cloud.generation(host), cloud.generation(disk)) == (2, 2)
    assert cloud.used(host) == {"VCPU": 2, "MEMORY_MB": 512}
    assert all(type(amount) is int for amount in cloud.used(host).values())


def test_a_rewrite_replaces_all_and_counts_only_what_is_claimed_on(cloud, uuid):
    """The provider that a consumer leaves keeps its generation, as upstream has it."""
    old, new = cloud.host(VCPU=8), cloud.host(VCPU=8)
    cloud.claim(uuid, {old: {"VCPU": 2}})
    cloud.claim(uuid, {new: {"VCPU": 3}}, 1)
    assert _held(cloud, uuid) == {new: {"VCPU": 3}}
    assert _consumer(cloud, uuid).generation == 2
    assert (cloud.generation(old), cloud.generation(new)) == (2, 2)
    assert cloud.used(old) == {"VCPU": 0}


def test_owner_and_type_follow_the_last_claim(cloud, uuid):
    """Field report B06; a claim below 1.38 keeps the type."""
    host = cloud.host(VCPU=8)
    cloud.claim(uuid, {host: {"VCPU": 1}}, project_id=f"a{uuid}")
    cloud.claim(uuid, {host: {"VCPU": 1}}, 1, project_id=f"b{uuid}", consumer_type=None)
    assert _consumer(cloud, uuid).consumer_type == "INSTANCE"
    assert cloud.books.read(usages.of_project, f"a{uuid}") == {}
    assert cloud.books.read(usages.of_project, f"b{uuid}") == {"VCPU": 1}
    cloud.claim(uuid, {host: {"VCPU": 1}}, 2, project_id=f"b{uuid}", consumer_type="MIGRATION")
    assert _consumer(cloud, uuid).consumer_type == "MIGRATION"


def test_consumers_of_old_clients_are_incomplete_and_unknown(cloud, uuid):
    """Below 1.8 nobody names an owner: the configured one is written down."""
    host = cloud.host(VCPU=8)
    claim = Claim(uuid, {host: {"VCPU": 1}}, check_generation=False)
    cloud.books.write(claims.replace, [claim], IncompleteConsumer("ip", "iu"), single=True)
    consumer = _consumer(cloud, uuid)
    assert (consumer.project_id, consumer.user_id) == ("ip", "iu")
    assert (consumer.consumer_type, consumer.generation) == ("unknown", 1)
    cloud.books.write(claims.replace, [claim], IncompleteConsumer("ip", "iu"), single=True)
    assert _consumer(cloud, uuid).generation == 2


def test_a_failed_first_claim_leaves_no_consumer(cloud, uuid):
    """Field report B04: the next first claim still gives no generation."""
    host = cloud.host(VCPU=2)
    refusal = _refused(cloud, uuid, {host: {"VCPU": 5}})
    assert refusal.code == UNDEFINED
    assert refusal.message == (
        f"Unable to allocate inventory: Unable to create allocation for 'VCPU' on resource provider"
        f" '{host}'. The requested amount would exceed the capacity."
    )
    assert _held(cloud, uuid) == {}
    assert cloud.generation(host) == 1
    cloud.claim(uuid, {host: {"VCPU": 1}})
    again = _refused(cloud, uuid, {host: {"VCPU": 2}})
    assert (again.code, again.message) == (
        CONCURRENT_UPDATE,
        "consumer generation conflict - expected 1 but got None",
    )
    assert _refused(cloud, uuid, {host: {"VCPU": 2}}, 5).message.endswith("expected 1 but got 5")
    other = str(uuid4())
    assert _refused(cloud, other, {host: {"VCPU": 1}}, 5).message == (
        "consumer generation conflict - expected null but got 5"
    )


def test_an_empty_claim_removes_the_consumer(cloud, uuid):
    """Field report B05; the providers that it held are counted up."""
    host = cloud.host(VCPU=2)
    cloud.claim(uuid, {host: {"VCPU": 1}})
    cloud.claim(uuid, {}, 1)
    assert _held(cloud, uuid) == {}
    assert cloud.generation(host) == 3
    _refused(cloud, uuid, {host: {"VCPU": 1}}, 1)
    cloud.claim(uuid, {host: {"VCPU": 1}})
    never_seen = str(uuid4())
    cloud.claim(never_seen, {})
    cloud.claim(never_seen, {host: {"VCPU": 1}})


def test_constraints_of_the_inventory_hold(cloud, uuid):
    """Field report B10: min_unit, max_unit and step_size."""
    host = cloud.host(VCPU=Inventory(4, min_unit=2, max_unit=4, step_size=2))
    for amount in (1, 3, 6, 2**31):
        refusal = _refused(cloud, uuid, {host: {"VCPU": amount}})
        assert refusal.message.endswith("would violate inventory constraints.")
    cloud.claim(uuid, {host: {"VCPU": 2}})


def test_capacity_is_what_the_ratio_makes_of_it(cloud, uuid):
    """(total - reserved) * allocation_ratio, and not a unit more."""
    host = cloud.host(VCPU=Inventory(10, reserved=2, allocation_ratio=1.5))
    _refused(cloud, uuid, {host: {"VCPU": 13}})
    cloud.claim(uuid, {host: {"VCPU": 12}})
    _refused(cloud, str(uuid4()), {host: {"VCPU": 1}})


def test_classes_and_providers_that_are_not_there_have_their_refusals(cloud, uuid):
    """Field report B09: 409 without inventory, 400 for an unknown class or provider."""
    host = cloud.host(VCPU=2)
    assert _refused(cloud, uuid, {host: {"DISK_GB": 1}}).message == (
        "Unable to allocate inventory: "
        f"Inventory for 'DISK_GB' on resource provider '{host}' invalid."
    )
    assert _refused(cloud, uuid, {host: {"VCPU": 1, "DISK_GB": 1}}).message == (
        "Unable to allocate inventory: "
        f"Inventory for 'DISK_GB' on resource provider '{host}' invalid."
    )
    with pytest.raises(Invalid) as unknown:
        cloud.claim(uuid, {host: {"COWS": 1}})
    assert unknown.value.message == (
        f"Unable to allocate inventory for consumer {uuid}: No such resource class COWS."
    )
    claim = Claim(uuid, {host: {"COWS": 1}}, True, None, "p", "u", "INSTANCE")
    with pytest.raises(Invalid) as several:
        cloud.books.write(claims.replace, [claim])
    assert several.value.message == "Unable to allocate inventory No such resource class COWS."
    nobody = str(uuid4())
    with pytest.raises(Invalid) as absent:
        cloud.claim(uuid, {nobody: {"VCPU": 1}})
    assert absent.value.message == (
        f"Allocation for resource provider '{nobody}' that does not exist."
    )
    assert _held(cloud, uuid) == {}


def test_several_consumers_are_checked_together(cloud, new_claim):
    """Field report B03: each fits, both do not; then nothing is written."""
    host = cloud.host(VCPU=8)
    one, two = str(uuid4()), str(uuid4())
    with pytest.raises(Conflict):
        cloud.books.write(
            claims.replace, [new_claim(name, {host: {"VCPU": 5}}) for name in (one, two)]
        )
    assert (_held(cloud, one), _held(cloud, two)) == ({}, {})
    assert (cloud.used(host), cloud.generation(host)) == ({"VCPU": 0}, 1)
    cloud.books.write(claims.replace, [new_claim(name, {host: {"VCPU": 4}}) for name in (one, two)])
    assert (cloud.used(host), cloud.generation(host)) == ({"VCPU": 8}, 2)


def test_allocations_move_to_a_migration_on_a_full_host(cloud, new_claim, uuid):
    """Scenario 3: one call frees and claims, and counts the host up once."""
    host, migration = cloud.host(VCPU=4), str(uuid4())
    cloud.claim(uuid, {host: {"VCPU": 4}})
    cloud.books.write(
        claims.replace,
        [
            new_claim(uuid, {}, 1),
            new_claim(migration, {host: {"VCPU": 4}}, consumer_type="MIGRATION"),
        ],
    )
    assert (_held(cloud, uuid), _held(cloud, migration)) == ({}, {host: {"VCPU": 4}})
    assert cloud.generation(host) == 3


def test_one_wrong_generation_refuses_the_whole_call(cloud, new_claim, uuid):
    """POST /allocations is all or nothing."""
    host, other = cloud.host(VCPU=4), str(uuid4())
    cloud.claim(uuid, {host: {"VCPU": 1}})
    with pytest.raises(Conflict):
        cloud.books.write(
            claims.replace,
            [new_claim(other, {host: {"VCPU": 1}}), new_claim(uuid, {host: {"VCPU": 1}}, 7)],
        )
    assert _held(cloud, other) == {}


def test_a_consumer_may_shrink_on_a_provider_that_is_over_capacity(cloud, uuid, caplog):
    """Upstream bug 1849514: what is no worse than before is written, and logged."""
    host, other = cloud.host(VCPU=8), str(uuid4())
    cloud.claim(uuid, {host: {"VCPU": 4}})
    cloud.claim(other, {host: {"VCPU": 4}})
    cloud.books.write(inventories.replace, InventoryUpdate(host, 3, {"VCPU": Inventory(4)}))
    with caplog.at_level(logging.WARNING):
        cloud.claim(uuid, {host: {"VCPU": 3}}, 1)
    assert "reduces existing overage from 8 to 7" in caplog.text
    cloud.claim(uuid, {host: {"VCPU": 3}}, 2)
    _refused(cloud, uuid, {host: {"VCPU": 4}}, 3)


def test_release_frees_everything_and_counts_no_provider(cloud, uuid):
    """DELETE /allocations/{consumer}; a second time there is nothing."""
    host = cloud.host(VCPU=4)
    cloud.claim(uuid, {host: {"VCPU": 1}})
    cloud.books.write(claims.release, uuid)
    assert (cloud.used(host), cloud.generation(host)) == ({"VCPU": 0}, 2)
    with pytest.raises(NotFound) as refusal:
        cloud.books.write(claims.release, uuid)
    assert refusal.value.message == f"No allocations for consumer '{uuid}'"
    cloud.claim(uuid, {host: {"VCPU": 1}})


def test_what_a_provider_gives_is_listed_by_consumer(cloud):
    """GET /resource_providers/{uuid}/allocations."""
    host = cloud.host(VCPU=4, DISK_GB=9)
    one, two = str(uuid4()), str(uuid4())
    cloud.claim(one, {host: {"VCPU": 1, "DISK_GB": 3}})
    cloud.claim(two, {host: {"VCPU": 2}})
    provider, held = cloud.books.read(allocations.of_provider, host)
    assert provider.generation == 3
    assert {holding.consumer.uuid: dict(holding.resources) for holding in held} == {
        one: {"VCPU": 1, "DISK_GB": 3},
        two: {"VCPU": 2},
    }
    nobody = str(uuid4())
    with pytest.raises(NotFound) as refusal:
        cloud.books.read(allocations.of_provider, nobody)
    assert refusal.value.message == (
        f"Resource provider '{nobody}' not found: No resource provider with uuid {nobody} found"
    )


@pytest.mark.parametrize("project", ["p\ud800", "p\x00", "é🙂", "x" * 255])
def test_odd_owners_are_stored_or_refused(cloud, uuid, project):
    """Whatever a client calls a project: stored exactly, or a bad request."""
    host = cloud.host(VCPU=4)
    try:
        cloud.claim(uuid, {host: {"VCPU": 1}}, project_id=project)
    except Invalid:
        assert _held(cloud, uuid) == {}
    else:
        assert _consumer(cloud, uuid).project_id == project


def test_thousands_of_consumers_are_claimed_for_in_one_call(cloud, new_claim):
    """The reshaper of a large host: no database's bound on values is met."""
    host = cloud.host(VCPU=9000, MEMORY_MB=9000, DISK_GB=9000)
    names = [str(uuid4()) for _ in range(3000)]
    amounts = {host: {"VCPU": 1, "MEMORY_MB": 1, "DISK_GB": 1}}
    cloud.books.write(claims.replace, [new_claim(name, amounts) for name in names])
    assert cloud.used(host) == {"VCPU": 3000, "MEMORY_MB": 3000, "DISK_GB": 3000}
    cloud.books.write(claims.replace, [new_claim(name, {}, 1) for name in names])
    assert cloud.used(host) == {"VCPU": 0, "MEMORY_MB": 0, "DISK_GB": 0}
