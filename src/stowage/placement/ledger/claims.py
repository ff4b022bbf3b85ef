"""Claims: what consumers are to hold, written in one transaction under lock.

The order of locks is the same everywhere: consumers, then projects, users and types that are
new, then providers, each by name. So writers wait in line and do not block each other.
See docs/decisions/0003-claims-under-lock.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from stowage.placement.errors import Conflict, Invalid, NotFound
from stowage.placement.ledger import consumers, providers, resource_classes
from stowage.placement.ledger.backends import Row, Statement
from stowage.placement.ledger.capacity import Demand, Room, no_inventory, refusal
from stowage.placement.ledger.consumers import NOBODY, IncompleteConsumer
from stowage.placement.ledger.inventories import inventory_of
from stowage.placement.ledger.transaction import Tx, insert_rows, marks
from stowage.placement.model import Claim

__all__ = ["IncompleteConsumer", "release", "replace"]

_HELD = (
    "SELECT a.consumer_id, p.uuid, p.id, a.resource_class_id, a.used FROM allocations a"
    " JOIN resource_providers p ON p.id = a.resource_provider_id WHERE a.consumer_id IN ({marks})"
)
_ROOMS = (
    "SELECT p.uuid, rc.name, i.resource_class_id, (SELECT SUM(a.used) FROM allocations a"
    " WHERE a.resource_provider_id = i.resource_provider_id"
    " AND a.resource_class_id = i.resource_class_id),"
    " i.total, i.reserved, i.min_unit, i.max_unit, i.step_size, i.allocation_ratio"
    " FROM resource_providers p JOIN inventories i ON i.resource_provider_id = p.id"
    " JOIN resource_classes rc ON rc.id = i.resource_class_id WHERE p.uuid IN ({marks})"
)


@dataclass(frozen=True, slots=True)
class Held:
    """What the claimants hold when they come, under lock."""

    consumers: Mapping[str, consumers.Stored]
    rows: Sequence[Row]

    def provider_uuids(self, consumer_uuids: Iterable[str]) -> set[str]:
        """Providers that these consumers hold something of."""
        wanted = set(consumer_uuids)
        return {row[1] for row in self.rows if row[0] in wanted}

    def by_inventory(self) -> Counter[tuple[str, int]]:
        """What all claimants together hold, by provider UUID and class id."""
        held: Counter[tuple[str, int]] = Counter()
        for _, provider_uuid, _, class_id, used in self.rows:
            held[provider_uuid, class_id] += used
        return held


@dataclass(frozen=True, slots=True)
class Ground:
    """The providers that a call claims on or frees, locked, with their room."""

    provider_ids: Mapping[str, int]
    rooms: Mapping[tuple[str, str], Room]
    class_ids: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Wording:
    """How the same refusals read in the calls that make claims."""

    unknown_class: str = "Unable to allocate inventory {reason}"
    busy: str = "Inventory and/or allocations changed while attempting to allocate: %s"


def replace(
    tx: Tx,
    claims: Sequence[Claim],
    defaults: IncompleteConsumer = NOBODY,
    single: bool = False,
) -> None:
    """Each consumer holds what its claim says, in place of what it held: all of them or none.

    ``single`` says that the call names one consumer (its refusals name it, too).
    Raises Invalid (no such provider or class), and Conflict: consumer generation, no
    inventory, constraints, capacity.
    """
    wording = Wording()
    if single:
        wording = Wording(
            f"Unable to allocate inventory for consumer {claims[0].consumer_uuid}: {{reason}}"
        )
    tx.busy = wording.busy
    held = lock_consumers(tx, claims)
    consumers.check_generations(claims, held.consumers)
    settle(tx, claims, held, defaults, wording)


def release(tx: Tx, consumer_uuid: str) -> None:
    """The consumer holds nothing any more; NotFound when it held nothing.

    Generations of providers stay: upstream does not count them here.
    """
    people, rows = tx.batch(*_lock_consumers([consumer_uuid]))
    if not rows:
        raise NotFound(f"No allocations for consumer '{consumer_uuid}'")
    tx.run("DELETE FROM allocations WHERE consumer_id = %s", (consumer_uuid,))
    consumers.forget(tx, list(consumers.stored(people).values()))
    for provider_id in {row[2] for row in rows}:
        tx.touch(provider_id)


def lock_consumers(tx: Tx, claims: Sequence[Claim]) -> Held:
    """Lock the consumers that exist, and read what they hold."""
    if not claims:
        return Held({}, ())
    people, rows = tx.batch(*_lock_consumers([claim.consumer_uuid for claim in claims]))
    return Held(consumers.stored(people), rows)


def settle(
    tx: Tx,
    claims: Sequence[Claim],
    held: Held,
    defaults: IncompleteConsumer,
    wording: Wording,
) -> frozenset[str]:
    """Write claims whose consumers are locked and checked; the providers that were counted up."""
    holding = [claim for claim in claims if claim.amounts]
    leaving = [claim.consumer_uuid for claim in claims if not claim.amounts]
    if holding:
        consumers.write(tx, holding, held.consumers, defaults)
    ground = _lock_ground(tx, holding, held, leaving)
    _check_providers(holding, ground)
    demands = _demands(holding)
    _check_classes(tx, demands, ground, wording)
    _check_room(demands, ground)
    _write(tx, holding, held, ground)
    consumers.forget(tx, [held.consumers[uuid] for uuid in leaving if uuid in held.consumers])
    return frozenset(ground.provider_ids)


def _lock_consumers(uuids: Sequence[str]) -> tuple[Statement, Statement]:
    return consumers.lock(uuids), (_HELD.format(marks=marks(uuids)), uuids)


def _lock_ground(tx: Tx, holding: Sequence[Claim], held: Held, leaving: Sequence[str]) -> Ground:
    """Providers that only lose an allocation to a move are neither locked nor counted up."""
    uuids = sorted(
        {uuid for claim in holding for uuid in claim.amounts} | held.provider_uuids(leaving)
    )
    if not uuids:
        return Ground({}, {}, {})
    locked, lines = tx.batch(providers.lock_ids(uuids), (_ROOMS.format(marks=marks(uuids)), uuids))
    mine = held.by_inventory()
    rooms: dict[tuple[str, str], Room] = {}
    for line in lines:
        used = int(line[3] or 0)
        others = used - mine[line[0], line[2]]
        rooms[(line[0], line[1])] = Room(inventory_of(line[4:]), used, others)
    return Ground(
        dict(locked),
        rooms,
        {line[1]: line[2] for line in lines},
    )


def _check_providers(holding: Sequence[Claim], ground: Ground) -> None:
    for claim in holding:
        for uuid in claim.amounts:
            if uuid not in ground.provider_ids:
                raise Invalid(f"Allocation for resource provider '{uuid}' that does not exist.")


def _demands(holding: Sequence[Claim]) -> list[Demand]:
    return [
        Demand(uuid, resource_class, amount)
        for claim in holding
        for uuid, amounts in claim.amounts.items()
        for resource_class, amount in amounts.items()
    ]


def _check_classes(tx: Tx, demands: Sequence[Demand], ground: Ground, wording: Wording) -> None:
    """A class that some locked provider has inventory of exists; the others are looked up."""
    unsure = {demand.resource_class for demand in demands} - ground.class_ids.keys()
    if not unsure:
        return
    there = resource_classes.ids_of(tx, unsure)
    for demand in demands:
        if demand.resource_class in unsure and demand.resource_class not in there:
            reason = resource_classes.not_found(demand.resource_class)
            raise Invalid(wording.unknown_class.format(reason=reason))


def _check_room(demands: Sequence[Demand], ground: Ground) -> None:
    """Raise Conflict unless all demands fit together."""
    classes = list(dict.fromkeys(demand.resource_class for demand in demands))
    wanted = dict.fromkeys(demand.provider_uuid for demand in demands)
    stocked = {uuid for uuid, resource_class in ground.rooms if resource_class in classes}
    reason: str | None
    if bare := [uuid for uuid in wanted if uuid not in stocked]:
        reason = no_inventory(classes, bare)
    else:
        reason = refusal(demands, ground.rooms)
    if reason:
        raise Conflict(f"Unable to allocate inventory: {reason}")


def _write(tx: Tx, holding: Sequence[Claim], held: Held, ground: Ground) -> None:
    losers = sorted({row[0] for row in held.rows})
    if losers:
        tx.run(f"DELETE FROM allocations WHERE consumer_id IN ({marks(losers)})", losers)
    _insert(tx, holding, ground)
    providers.count_up(tx, sorted(ground.provider_ids.values()))
    for provider_id in {row[2] for row in held.rows}:
        tx.touch(provider_id)


def _insert(tx: Tx, holding: Sequence[Claim], ground: Ground) -> None:
    rows = [
        (
            tx.now,
            ground.provider_ids[uuid],
            claim.consumer_uuid,
            ground.class_ids[resource_class],
            amount,
        )
        for claim in holding
        for uuid, amounts in claim.amounts.items()
        for resource_class, amount in amounts.items()
    ]
    columns = "created_at, resource_provider_id, consumer_id, resource_class_id, used"
    insert_rows(tx, f"allocations ({columns})", rows)
