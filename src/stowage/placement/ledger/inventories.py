"""Inventories: how much of each class a provider has."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from stowage.placement.errors import CONCURRENT_UPDATE, INVENTORY_INUSE, Conflict, Invalid, NotFound
from stowage.placement.ledger import providers, resource_classes
from stowage.placement.ledger.backends import Row, Statement
from stowage.placement.ledger.providers import NOT_FOUND, Stored
from stowage.placement.ledger.transaction import Tx, insert_rows, marks, when
from stowage.placement.model import Inventory, InventoryUpdate, Provider

LOG = logging.getLogger(__name__)

STALE = "resource provider generation conflict"

_COLUMNS = "i.total, i.reserved, i.min_unit, i.max_unit, i.step_size, i.allocation_ratio"
_OF_PROVIDER = (
    f"SELECT rc.name, {_COLUMNS}, COALESCE(i.updated_at, i.created_at)"
    " FROM inventories i JOIN resource_classes rc ON rc.id = i.resource_class_id"
    " JOIN resource_providers p ON p.id = i.resource_provider_id WHERE p.uuid = %s ORDER BY rc.id"
)
#: Classes that a provider has inventory or allocations of, with what is used of each.
_IN_USE = (
    "SELECT i.resource_class_id, (SELECT SUM(a.used) FROM allocations a"
    " WHERE a.resource_provider_id = i.resource_provider_id"
    " AND a.resource_class_id = i.resource_class_id)"
    " FROM inventories i JOIN resource_providers p ON p.id = i.resource_provider_id"
    " WHERE p.uuid = %s"
)
_INTO = (
    "inventories (created_at, resource_provider_id, resource_class_id,"
    " total, reserved, min_unit, max_unit, step_size, allocation_ratio)"
)


class Stock(NamedTuple):
    """The inventories of one provider, by class name; ``modified`` is None when there are none."""

    provider: Provider
    inventories: dict[str, Inventory]
    modified: datetime | None


@dataclass(frozen=True, slots=True)
class Shelf:
    """A locked provider, the classes that it has inventory of, and what is used of each."""

    row: Stored
    used: Mapping[int, int]


def list_of(tx: Tx, uuid: str) -> Stock:
    """All inventories of a provider; NotFound without the provider.

    The generation is read first: who writes what he read of a provider in motion is refused.
    """
    rows, mine = tx.batch((providers.BY_UUID, (uuid,)), (_OF_PROVIDER, (uuid,)))
    row = providers.found(rows, uuid, f"{NOT_FOUND} : {NOT_FOUND}")
    modified = max((when(line[7]) for line in mine), default=None)
    return Stock(row.provider, {line[0]: inventory_of(line[1:7]) for line in mine}, modified)


def get(tx: Tx, uuid: str, resource_class: str) -> tuple[Provider, Inventory, datetime]:
    """One inventory and when it changed; NotFound without the provider or the inventory."""
    rows, mine = tx.batch((providers.BY_UUID, (uuid,)), (_OF_PROVIDER, (uuid,)))
    row = providers.found(rows, uuid, f"{NOT_FOUND} : {NOT_FOUND}")
    for line in mine:
        if line[0] == resource_class:
            return row.provider, inventory_of(line[1:7]), when(line[7])
    raise NotFound(f"No inventory of class {resource_class} for {uuid}")


def replace(tx: Tx, update: InventoryUpdate, reserved_may_be_total: bool = True) -> Provider:
    """The provider has these inventories from now on.

    Raises NotFound, Conflict (generation; a class that goes is in use) and Invalid (all is
    reserved before 1.26, more than all is reserved, no such class).
    """
    uuid = update.provider_uuid
    shelf = lock_shelf(tx, uuid)
    shelf.row.check_generation(update.generation, STALE, CONCURRENT_UPDATE)
    for name, inventory in update.inventories.items():
        _check_reserved(uuid, name, inventory, reserved_may_be_total, "update")
    ids = resource_classes.ids_of(tx, update.inventories)
    for name in update.inventories:
        if name not in ids:
            raise Invalid(
                f"Unknown resource class in inventory for resource provider {uuid}: "
                f"{resource_classes.not_found(name)}"
            )
    wanted = {ids[name]: inventory for name, inventory in update.inventories.items()}
    remove(tx, shelf, shelf.used.keys() - wanted.keys(), "update conflict: ")
    put(tx, shelf, wanted)
    warn_over_capacity(tx, shelf, update.inventories, ids)
    return providers.bump(tx, shelf.row)


def add(
    tx: Tx,
    uuid: str,
    resource_class: str,
    inventory: Inventory,
    reserved_may_be_total: bool = True,
) -> Provider:
    """One more inventory; upstream does not ask for the generation here.

    Raises NotFound, Conflict (there is one of this class) and Invalid.
    """
    shelf = lock_shelf(tx, uuid)
    _check_reserved(uuid, resource_class, inventory, reserved_may_be_total, "create")
    class_id = resource_classes.ids_of(tx, [resource_class]).get(resource_class)
    if class_id is None:
        raise Invalid(
            f"Unable to create inventory for resource provider {uuid}: "
            f"{resource_classes.not_found(resource_class)}"
        )
    if class_id in shelf.used:
        raise Conflict(
            f"Update conflict: Inventory of class {resource_class} already exists.",
            CONCURRENT_UPDATE,
        )
    put(tx, shelf, {class_id: inventory})
    return providers.bump(tx, shelf.row)


def update(
    tx: Tx,
    uuid: str,
    resource_class: str,
    inventory: Inventory,
    generation: int,
    reserved_may_be_total: bool = True,
) -> Provider:
    """Change one inventory.

    Raises NotFound (provider, class), Conflict (generation) and Invalid (no such inventory ...).
    """
    shelf = lock_shelf(tx, uuid)
    shelf.row.check_generation(generation, STALE, CONCURRENT_UPDATE)
    _check_reserved(uuid, resource_class, inventory, reserved_may_be_total, "update")
    ids = resource_classes.ids_of(tx, [resource_class])
    if resource_class not in ids:
        raise NotFound(resource_classes.not_found(resource_class))
    if ids[resource_class] not in shelf.used:
        raise Invalid(
            f"No inventory record with resource class for resource provider {uuid}: "
            f"No inventory of class {resource_class} found."
        )
    put(tx, shelf, {ids[resource_class]: inventory})
    warn_over_capacity(tx, shelf, {resource_class: inventory}, ids)
    return providers.bump(tx, shelf.row)


def delete(tx: Tx, uuid: str, resource_class: str) -> None:
    """Remove one inventory; NotFound (provider, class, inventory), Conflict (in use)."""
    shelf = lock_shelf(tx, uuid)
    missing = f"No inventory of class {resource_class} found for delete"
    class_id = resource_classes.ids_of(tx, [resource_class]).get(resource_class)
    if class_id is None:
        raise NotFound(f"{missing}: {resource_classes.not_found(resource_class)}")
    prefix = f"Unable to delete inventory of class {resource_class}: "
    remove(tx, shelf, {class_id}, prefix, CONCURRENT_UPDATE)
    if class_id not in shelf.used:
        raise NotFound(f"{missing}: {missing}")
    providers.bump(tx, shelf.row)


def delete_all(tx: Tx, uuid: str) -> None:
    """Remove all inventories; NotFound without the provider, Conflict when one is in use."""
    shelf = lock_shelf(tx, uuid)
    remove(tx, shelf, shelf.used.keys(), "")
    providers.bump(tx, shelf.row)


def lock_shelf(tx: Tx, uuid: str) -> Shelf:
    """Lock a provider and read what it has; NotFound without the provider."""
    rows, used = tx.batch((providers.LOCK, (uuid,)), in_use(uuid))
    return Shelf(providers.found(rows, uuid), used_by_class(used))


def in_use(uuid: str) -> Statement:
    """Reads the classes that a provider has inventory of, with what is used of each."""
    return _IN_USE, (uuid,)


def used_by_class(rows: Sequence[Row]) -> dict[int, int]:
    """The rows of ``in_use``."""
    return {class_id: int(used or 0) for class_id, used in rows}


def remove(
    tx: Tx, shelf: Shelf, class_ids: Iterable[int], prefix: str, code: str = INVENTORY_INUSE
) -> None:
    """Remove inventories; Conflict, with ``prefix`` before the reason, when one is in use."""
    ids = sorted(class_ids)
    if not ids:
        return
    if any(shelf.used.get(class_id, 0) for class_id in ids):
        names = ", ".join(_names_in_use(tx, shelf.row.id, ids))
        raise Conflict(
            f"{prefix}Inventory for '{names}' on resource provider "
            f"'{shelf.row.provider.uuid}' in use.",
            code,
        )
    tx.run(
        "DELETE FROM inventories"
        f" WHERE resource_provider_id = %s AND resource_class_id IN ({marks(ids)})",
        (shelf.row.id, *ids),
    )


def put(tx: Tx, shelf: Shelf, wanted: Mapping[int, Inventory]) -> None:
    """Write inventories, changing those that are there and adding the others."""
    new = {class_id: line for class_id, line in wanted.items() if class_id not in shelf.used}
    for class_id, line in wanted.items():
        if class_id not in new:
            tx.run(
                "UPDATE inventories SET updated_at = %s, total = %s, reserved = %s, min_unit = %s,"
                " max_unit = %s, step_size = %s, allocation_ratio = %s"
                " WHERE resource_provider_id = %s AND resource_class_id = %s",
                (tx.now, *_values(line), shelf.row.id, class_id),
            )
    rows = [(tx.now, shelf.row.id, class_id, *_values(line)) for class_id, line in new.items()]
    insert_rows(tx, _INTO, rows)


def warn_over_capacity(
    tx: Tx, shelf: Shelf, inventories: Mapping[str, Inventory], ids: Mapping[str, int]
) -> None:
    """Log what is used beyond its new capacity: allowed, but somebody should know."""
    for name, line in inventories.items():
        if shelf.used.get(ids[name], 0) > line.capacity:
            warning = "Resource provider %s is now over-capacity for %s"
            tx.after_commit(partial(LOG.warning, warning, shelf.row.provider.uuid, name))


def inventory_of(row: Sequence[object]) -> Inventory:
    """Total, reserved, min_unit, max_unit, step_size and allocation_ratio, as stored."""
    return Inventory(*row)  # type: ignore[arg-type]


def _values(line: Inventory) -> tuple[object, ...]:
    return (
        line.total,
        line.reserved,
        line.min_unit,
        line.max_unit,
        line.step_size,
        line.allocation_ratio,
    )


def _names_in_use(tx: Tx, provider_id: int, class_ids: Sequence[int]) -> list[str]:
    rows = tx.rows(
        "SELECT DISTINCT rc.id, rc.name FROM allocations a"
        " JOIN resource_classes rc ON rc.id = a.resource_class_id"
        f" WHERE a.resource_provider_id = %s AND a.resource_class_id IN ({marks(class_ids)})"
        " ORDER BY rc.id",
        (provider_id, *class_ids),
    )
    return [row[1] for row in rows]


def _check_reserved(
    uuid: str, name: str, line: Inventory, reserved_may_be_total: bool, verb: str
) -> None:
    if line.capacity < 0 or (line.capacity == 0 and not reserved_may_be_total):
        beyond = "greater than total" if reserved_may_be_total else "greater than or equal to total"
        raise Invalid(
            f"Unable to {verb} inventory for resource provider {uuid}: Invalid inventory for "
            f"'{name}' on resource provider '{uuid}'. The reserved value is {beyond}."
        )
