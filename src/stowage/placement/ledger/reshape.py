"""Reshaping: inventories and the allocations of many consumers in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stowage.placement.errors import CONCURRENT_UPDATE, PROVIDER_NOT_FOUND, Conflict, Invalid
from stowage.placement.ledger import claims as claiming
from stowage.placement.ledger import consumers, inventories, providers, resource_classes
from stowage.placement.ledger.claims import Wording
from stowage.placement.ledger.consumers import NOBODY, IncompleteConsumer
from stowage.placement.ledger.inventories import Shelf
from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import Claim, Inventory, InventoryUpdate

_MALFORMED = "malformed reshaper data: {reason}"
WORDING = Wording(unknown_class=_MALFORMED, busy="update conflict: %s")


def reshape(
    tx: Tx,
    updates: Sequence[InventoryUpdate],
    claims: Sequence[Claim],
    defaults: IncompleteConsumer = NOBODY,
) -> None:
    """Providers have other inventories and consumers other allocations, all at once or not.

    New inventories are added before the claims are settled on them, old ones removed after.
    Raises Invalid (no such provider or class) and Conflict (generations, capacity, inventory
    that is still in use).
    """
    tx.busy = WORDING.busy
    held = claiming.lock_consumers(tx, claims)
    shelves = _lock_shelves(tx, updates, claims, held)
    consumers.check_generations(claims, held.consumers)
    class_ids = _class_ids(tx, updates)
    for update in updates:
        inventories.put(tx, shelves[update.provider_uuid], _by_id(update, class_ids))
    counted = claiming.settle(tx, claims, held, defaults, WORDING)
    for update in updates:
        shelf = shelves[update.provider_uuid]
        _finish(tx, update, shelf, class_ids, update.provider_uuid in counted)


def _lock_shelves(
    tx: Tx, updates: Sequence[InventoryUpdate], claims: Sequence[Claim], held: claiming.Held
) -> dict[str, Shelf]:
    """Lock all providers of the call at once, then read those that get other inventories."""
    wanted = {update.provider_uuid for update in updates}
    wanted |= {uuid for claim in claims for uuid in claim.amounts}
    wanted |= held.provider_uuids(claim.consumer_uuid for claim in claims if not claim.amounts)
    if not wanted:
        return {}
    uuids = [update.provider_uuid for update in updates]
    locked, *used = tx.batch(
        providers.lock_several(sorted(wanted)), *(inventories.in_use(uuid) for uuid in uuids)
    )
    there = {row[1]: providers.stored(row) for row in locked}
    for update in updates:
        _check(update, there)
    return {
        uuid: Shelf(there[uuid], inventories.used_by_class(rows))
        for uuid, rows in zip(uuids, used, strict=True)
    }


def _check(update: InventoryUpdate, there: Mapping[str, providers.Stored]) -> None:
    uuid = update.provider_uuid
    if uuid not in there:
        raise Invalid(
            f"Resource provider {uuid} in inventories not found: "
            f"{providers.NOT_FOUND.format(uuid=uuid)}",
            PROVIDER_NOT_FOUND,
        )
    actual = there[uuid].provider.generation
    if update.generation != actual:
        raise Conflict(
            f"resource provider generation conflict for provider {uuid}: "
            f"actual: {actual}, given: {update.generation}",
            CONCURRENT_UPDATE,
        )


def _class_ids(tx: Tx, updates: Sequence[InventoryUpdate]) -> dict[str, int]:
    names = dict.fromkeys(name for update in updates for name in update.inventories)
    ids = resource_classes.ids_of(tx, names)
    for name in names:
        if name not in ids:
            raise Invalid(_MALFORMED.format(reason=resource_classes.not_found(name)))
    return ids


def _by_id(update: InventoryUpdate, class_ids: Mapping[str, int]) -> dict[int, Inventory]:
    return {class_ids[name]: line for name, line in update.inventories.items()}


def _finish(
    tx: Tx, update: InventoryUpdate, before: Shelf, class_ids: Mapping[str, int], counted: bool
) -> None:
    """Remove what is not wanted, and count the provider up as often as upstream does.

    That is once for the new inventories (if any), once for the claims and once at the end.
    """
    used = inventories.used_by_class(tx.rows(*inventories.in_use(update.provider_uuid)))
    shelf = Shelf(before.row, used)
    wanted = {class_ids[name] for name in update.inventories}
    inventories.remove(tx, shelf, used.keys() - wanted, "update conflict: ")
    inventories.warn_over_capacity(tx, shelf, update.inventories, class_ids)
    providers.bump(tx, before.row, 1 + bool(update.inventories) + counted)
