"""Inventories: generations, refusals in upstream's order and words, over-capacity."""

from __future__ import annotations

import logging

import pytest

from stowage.placement.errors import CONCURRENT_UPDATE, INVENTORY_INUSE, Conflict, Invalid, NotFound
from stowage.placement.ledger import inventories, providers, resource_classes
from stowage.placement.model import Inventory, InventoryUpdate


def _replace(cloud, host, generation, lines, **options):
    return cloud.books.write(
        inventories.replace, InventoryUpdate(host, generation, lines), **options
    )


def test_what_is_written_is_read(cloud):
    """Every number comes back as it went, and the generation counts up."""
    host = cloud.host()
    line = Inventory(100, 10, 2, 50, 2, 1.5)
    assert _replace(cloud, host, 0, {"VCPU": line}).generation == 1
    stock = cloud.books.read(inventories.list_of, host)
    assert (stock.provider.generation, stock.inventories) == (1, {"VCPU": line})
    provider, one, modified = cloud.books.read(inventories.get, host, "VCPU")
    assert (provider.generation, one) == (1, line)
    assert modified == stock.modified
    assert all(isinstance(value, int) for value in (one.total, one.reserved, one.step_size))


def test_a_replacement_adds_changes_and_removes(cloud):
    """PUT inventories is the whole truth afterwards."""
    host = cloud.host(VCPU=1, DISK_GB=5)
    _replace(cloud, host, 1, {"VCPU": Inventory(2), "MEMORY_MB": Inventory(3)})
    assert cloud.books.read(inventories.list_of, host).inventories == {
        "VCPU": Inventory(2),
        "MEMORY_MB": Inventory(3),
    }


def test_a_stale_generation_is_refused_first(cloud):
    """409 placement.concurrent_update, even where the rest is wrong, too."""
    host = cloud.host(VCPU=1)
    with pytest.raises(Conflict) as refusal:
        _replace(cloud, host, 0, {"CUSTOM_NOT_THERE": Inventory(1, 2)})
    assert refusal.value.code == CONCURRENT_UPDATE
    assert refusal.value.message == "resource provider generation conflict"
    assert cloud.generation(host) == 1


def test_an_unknown_class_is_a_bad_request(cloud):
    """The sentence names the provider and the class."""
    host = cloud.host()
    with pytest.raises(Invalid) as refusal:
        _replace(cloud, host, 0, {"CUSTOM_NOT_THERE": Inventory(1)})
    assert refusal.value.message == (
        f"Unknown resource class in inventory for resource provider {host}: "
        "No such resource class CUSTOM_NOT_THERE."
    )


def test_reserving_more_than_all_is_a_bad_request(cloud):
    """From 1.26 all may be reserved, before that one unit had to be left."""
    host = cloud.host()
    text = f"Invalid inventory for 'VCPU' on resource provider '{host}'. The reserved value is "
    with pytest.raises(Invalid) as more:
        _replace(cloud, host, 0, {"VCPU": Inventory(1, 2)})
    assert more.value.message == (
        f"Unable to update inventory for resource provider {host}: {text}greater than total."
    )
    with pytest.raises(Invalid) as all_of_it:
        _replace(cloud, host, 0, {"VCPU": Inventory(1, 1)}, reserved_may_be_total=False)
    assert all_of_it.value.message.endswith(f"{text}greater than or equal to total.")
    assert _replace(cloud, host, 0, {"VCPU": Inventory(1, 1)}).generation == 1


def test_a_class_in_use_cannot_be_removed(cloud, uuid):
    """Scenario 1: 409 placement.inventory.inuse; the words name class and provider."""
    host = cloud.host(VCPU=2, DISK_GB=2)
    cloud.claim(uuid, {host: {"VCPU": 1}})
    with pytest.raises(Conflict) as refusal:
        _replace(cloud, host, 2, {"DISK_GB": Inventory(2)})
    text = f"Inventory for 'VCPU' on resource provider '{host}' in use."
    assert (refusal.value.code, refusal.value.message) == (
        INVENTORY_INUSE,
        f"update conflict: {text}",
    )
    with pytest.raises(Conflict) as one:
        cloud.books.write(inventories.delete, host, "VCPU")
    assert (one.value.code, one.value.message) == (
        CONCURRENT_UPDATE,
        f"Unable to delete inventory of class VCPU: {text}",
    )
    with pytest.raises(Conflict) as everything:
        cloud.books.write(inventories.delete_all, host)
    assert (everything.value.code, everything.value.message) == (INVENTORY_INUSE, text)
    assert cloud.used(host) == {"VCPU": 1, "DISK_GB": 0}


def test_shrinking_below_the_usage_is_allowed_and_logged(cloud, uuid, caplog):
    """Scenario 1: 200, and a warning that the provider is now over-capacity."""
    host = cloud.host(VCPU=4)
    cloud.claim(uuid, {host: {"VCPU": 4}})
    with caplog.at_level(logging.WARNING):
        _replace(cloud, host, 2, {"VCPU": Inventory(2)})
    assert f"Resource provider {host} is now over-capacity for VCPU" in caplog.text


def test_one_more_inventory_needs_no_generation(cloud):
    """POST inventories; a second one of the class is a conflict."""
    host = cloud.host(VCPU=1)
    assert cloud.books.write(inventories.add, host, "DISK_GB", Inventory(5)).generation == 2
    with pytest.raises(Conflict) as refusal:
        cloud.books.write(inventories.add, host, "DISK_GB", Inventory(5))
    assert refusal.value.code == CONCURRENT_UPDATE
    assert refusal.value.message.startswith("Update conflict: ")
    with pytest.raises(Invalid) as unknown:
        cloud.books.write(inventories.add, host, "CUSTOM_NOT_THERE", Inventory(5))
    assert unknown.value.message == (
        f"Unable to create inventory for resource provider {host}: "
        "No such resource class CUSTOM_NOT_THERE."
    )


def test_one_inventory_is_changed(cloud):
    """PUT inventories/{class}, with its three ways to be wrong."""
    host = cloud.host(VCPU=1)
    changed = cloud.books.write(inventories.update, host, "VCPU", Inventory(7), 1)
    assert changed.generation == 2
    with pytest.raises(Conflict):
        cloud.books.write(inventories.update, host, "VCPU", Inventory(7), 1)
    with pytest.raises(Invalid) as absent:
        cloud.books.write(inventories.update, host, "DISK_GB", Inventory(7), 2)
    assert absent.value.message == (
        f"No inventory record with resource class for resource provider {host}: "
        "No inventory of class DISK_GB found."
    )
    with pytest.raises(NotFound) as unknown:
        cloud.books.write(inventories.update, host, "CUSTOM_NOT_THERE", Inventory(7), 2)
    assert unknown.value.message == "No such resource class CUSTOM_NOT_THERE."


def test_inventories_are_deleted_without_a_generation(cloud):
    """Field report B16: the generation counts up, so that the next stale PUT is refused."""
    host = cloud.host(VCPU=1, DISK_GB=1)
    cloud.books.write(inventories.delete, host, "VCPU")
    assert cloud.generation(host) == 2
    cloud.books.write(inventories.delete_all, host)
    assert cloud.generation(host) == 3
    with pytest.raises(Conflict):
        _replace(cloud, host, 1, {})
    with pytest.raises(NotFound) as refusal:
        cloud.books.write(inventories.delete, host, "VCPU")
    missing = "No inventory of class VCPU found for delete"
    assert refusal.value.message == f"{missing}: {missing}"
    with pytest.raises(NotFound) as unknown:
        cloud.books.write(inventories.delete, host, "CUSTOM_NOT_THERE")
    assert unknown.value.message == (
        "No inventory of class CUSTOM_NOT_THERE found for delete: "
        "No such resource class CUSTOM_NOT_THERE."
    )


def test_a_missing_provider_reads_as_upstream_says(books, uuid):
    """The doubled sentence is a fact."""
    text = f"No resource provider with uuid {uuid} found"
    with pytest.raises(NotFound) as reading:
        books.read(inventories.list_of, uuid)
    assert reading.value.message == f"{text} : {text}"
    with pytest.raises(NotFound) as writing:
        books.write(inventories.replace, InventoryUpdate(uuid, 0, {}))
    assert writing.value.message == text


def test_a_class_of_which_there_is_inventory_stays(cloud, uuid):
    """A custom class is deleted when its last inventory is gone, and may come back."""
    name = f"CUSTOM_{uuid.replace('-', '_').upper()}"
    cloud.books.write(resource_classes.create, name)
    host = cloud.host(**{name: 1})
    with pytest.raises(Conflict) as refusal:
        cloud.books.write(resource_classes.delete, name)
    assert refusal.value.message == (
        f"Error in delete resource class: Cannot delete resource class {name}. "
        "Class is in use in inventory."
    )
    cloud.books.write(inventories.delete_all, host)
    cloud.books.write(resource_classes.delete, name)
    assert cloud.books.write(resource_classes.ensure, name)
    assert cloud.books.read(providers.get, host).generation == 2
