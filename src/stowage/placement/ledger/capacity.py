"""The rule of capacity: what fits on a provider, given what is used already."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stowage.placement.model import Inventory

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Room:
    """One inventory of a provider: what was used before, and by others than the claimants."""

    inventory: Inventory
    used_before: int
    used_by_others: int


@dataclass(frozen=True, slots=True)
class Demand:
    """What one claim asks of one class on one provider."""

    provider_uuid: str
    resource_class: str
    amount: int


Rooms = Mapping[tuple[str, str], Room]


def refusal(demands: Iterable[Demand], rooms: Rooms) -> str | None:
    """Why the demands cannot be met together, in upstream's words; None when they can.

    Beyond the capacity is allowed where it is no worse than before (upstream bug 1849514).
    """
    asked: dict[tuple[str, str], int] = defaultdict(int)
    for demand in demands:
        key = (demand.provider_uuid, demand.resource_class)
        room = rooms.get(key)
        asked[key] += demand.amount
        if room is None:
            return no_inventory([demand.resource_class], [demand.provider_uuid])
        if not room.inventory.admits(demand.amount):
            _log_constraints(demand, room.inventory)
            return _unable(demand, "violate inventory constraints")
        if not _fits(demand, room, asked[key]):
            return _unable(demand, "exceed the capacity")
    return None


def no_inventory(resource_classes: Iterable[str], provider_uuids: Iterable[str]) -> str:
    """The sentence about providers that have no inventory of the classes."""
    return (
        f"Inventory for '{', '.join(resource_classes)}' on "
        f"resource provider '{', '.join(provider_uuids)}' invalid."
    )


def _fits(demand: Demand, room: Room, asked: int) -> bool:
    inventory = room.inventory
    capacity = (inventory.total - inventory.reserved) * inventory.allocation_ratio
    needed = room.used_by_others + asked
    if needed <= capacity:
        return True
    what = (demand.resource_class, demand.provider_uuid)
    if needed <= room.used_before:
        LOG.warning(
            "Over capacity for %s on resource provider %s but allocation of %s reduces "
            "existing overage from %s to %s",
            *what,
            demand.amount,
            room.used_before,
            needed,
        )
        return True
    LOG.warning(
        "Over capacity for %s on resource provider %s. Needed: %s, Used: %s, Capacity: %s",
        *what,
        demand.amount,
        room.used_by_others,
        capacity,
    )
    return False


def _log_constraints(demand: Demand, inventory: Inventory) -> None:
    LOG.warning(
        "Allocation for %s on resource provider %s violates min_unit, max_unit, or step_size. "
        "Requested: %s, min_unit: %s, max_unit: %s, step_size: %s",
        demand.resource_class,
        demand.provider_uuid,
        demand.amount,
        inventory.min_unit,
        inventory.max_unit,
        inventory.step_size,
    )


def _unable(demand: Demand, what: str) -> str:
    return (
        f"Unable to create allocation for '{demand.resource_class}' on resource provider "
        f"'{demand.provider_uuid}'. The requested amount would {what}."
    )
