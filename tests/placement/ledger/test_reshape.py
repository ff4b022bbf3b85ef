"""Reshaping: everything moves in one transaction, or nothing does."""

from __future__ import annotations

from uuid import uuid4

import pytest

from stowage.placement.errors import (
    CONCURRENT_UPDATE,
    INVENTORY_INUSE,
    PROVIDER_NOT_FOUND,
    Conflict,
    Invalid,
)
from stowage.placement.ledger import allocations, inventories
from stowage.placement.ledger.reshape import reshape
from stowage.placement.model import Inventory, InventoryUpdate


def _held(cloud, consumer):
    return {
        holding.provider_uuid: dict(holding.resources)
        for holding in cloud.books.read(allocations.of_consumer, consumer)
    }


@pytest.fixture
def host(cloud, uuid):
    """A host with VGPUs in use, and an empty child for them: (host, child, consumer)."""
    host = cloud.host(VCPU=8, VGPU=4)
    child = cloud.host(host)
    cloud.claim(uuid, {host: {"VCPU": 2, "VGPU": 1}})
    return host, child, uuid


def test_vgpus_move_to_a_child(cloud, host, new_claim):
    """Scenario 4; the generations count as upstream counts them."""
    parent, child, consumer = host
    cloud.books.write(
        reshape,
        [
            InventoryUpdate(parent, 2, {"VCPU": Inventory(8)}),
            InventoryUpdate(child, 0, {"VGPU": Inventory(4)}),
        ],
        [new_claim(consumer, {parent: {"VCPU": 2}, child: {"VGPU": 1}}, 1)],
    )
    assert _held(cloud, consumer) == {parent: {"VCPU": 2}, child: {"VGPU": 1}}
    assert cloud.books.read(inventories.list_of, parent).inventories == {"VCPU": Inventory(8)}
    assert (cloud.generation(parent), cloud.generation(child)) == (5, 3)


def test_a_stale_generation_refuses_everything(cloud, host, new_claim):
    """409 placement.concurrent_update with both numbers."""
    parent, child, consumer = host
    with pytest.raises(Conflict) as refusal:
        cloud.books.write(
            reshape,
            [InventoryUpdate(child, 0, {"VGPU": Inventory(4)}), InventoryUpdate(parent, 1, {})],
            [new_claim(consumer, {}, 1)],
        )
    assert refusal.value.code == CONCURRENT_UPDATE
    assert refusal.value.message == (
        f"resource provider generation conflict for provider {parent}: actual: 2, given: 1"
    )
    assert cloud.books.read(inventories.list_of, child).inventories == {}
    assert _held(cloud, consumer) == {parent: {"VCPU": 2, "VGPU": 1}}


def test_an_unknown_provider_is_named(cloud):
    """400 placement.resource_provider.not_found."""
    nobody = str(uuid4())
    with pytest.raises(Invalid) as refusal:
        cloud.books.write(reshape, [InventoryUpdate(nobody, 0, {})], [])
    assert refusal.value.code == PROVIDER_NOT_FOUND
    assert refusal.value.message == (
        f"Resource provider {nobody} in inventories not found: "
        f"No resource provider with uuid {nobody} found"
    )


def test_inventory_that_stays_in_use_is_not_removed(cloud, host):
    """409 placement.inventory.inuse, and nothing has changed."""
    parent, child, _ = host
    with pytest.raises(Conflict) as refusal:
        cloud.books.write(
            reshape,
            [
                InventoryUpdate(child, 0, {"VGPU": Inventory(4)}),
                InventoryUpdate(parent, 2, {"VCPU": Inventory(8)}),
            ],
            [],
        )
    assert (refusal.value.code, refusal.value.message) == (
        INVENTORY_INUSE,
        f"update conflict: Inventory for 'VGPU' on resource provider '{parent}' in use.",
    )
    assert cloud.books.read(inventories.list_of, child).inventories == {}


def test_what_does_not_fit_is_refused(cloud, host, new_claim):
    """Claims are checked against the new inventories."""
    parent, child, consumer = host
    with pytest.raises(Conflict) as refusal:
        cloud.books.write(
            reshape,
            [InventoryUpdate(child, 0, {"VGPU": Inventory(1)})],
            [new_claim(consumer, {parent: {"VCPU": 2}, child: {"VGPU": 2}}, 1)],
        )
    assert "would exceed the capacity" in refusal.value.message
    assert cloud.generation(child) == 0


def test_unknown_classes_are_malformed(cloud, host, new_claim):
    """400 with the class, wherever it stands."""
    parent, child, consumer = host
    for updates, claim in (
        ([InventoryUpdate(child, 0, {"COWS": Inventory(1)})], {parent: {"VCPU": 1}}),
        ([], {parent: {"COWS": 1}}),
    ):
        with pytest.raises(Invalid) as refusal:
            cloud.books.write(reshape, updates, [new_claim(consumer, claim, 1)])
        assert refusal.value.message == "malformed reshaper data: No such resource class COWS."


def test_inventories_alone_are_counted_twice(cloud):
    """Upstream writes them once before the claims and once after."""
    host = cloud.host(VCPU=1)
    cloud.books.write(reshape, [InventoryUpdate(host, 1, {"VCPU": Inventory(2)})], [])
    assert cloud.generation(host) == 3
    cloud.books.write(reshape, [InventoryUpdate(host, 3, {})], [])
    assert cloud.generation(host) == 4
