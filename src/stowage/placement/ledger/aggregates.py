"""Aggregates: which provider belongs to which group."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from stowage.placement.errors import CONCURRENT_UPDATE
from stowage.placement.ledger import providers
from stowage.placement.ledger.backends import Statement
from stowage.placement.ledger.traits import STALE
from stowage.placement.ledger.transaction import Tx, marks, when
from stowage.placement.model import Provider

_OF_PROVIDER = (
    "SELECT a.uuid, a.id FROM placement_aggregates a"
    " JOIN resource_provider_aggregates pa ON pa.aggregate_id = a.id"
    " JOIN resource_providers p ON p.id = pa.resource_provider_id WHERE p.uuid = %s ORDER BY a.id"
)


def list_of(tx: Tx, uuid: str) -> tuple[Provider, list[str], datetime]:
    """A provider, its aggregates and when they changed: now, as nobody writes that down."""
    rows, mine = tx.batch((providers.BY_UUID, (uuid,)), (_OF_PROVIDER, (uuid,)))
    row = providers.found(rows, uuid)
    return row.provider, [aggregate[0] for aggregate in mine], when(tx.moment)


def replace(tx: Tx, uuid: str, generation: int | None, aggregate_uuids: Iterable[str]) -> Provider:
    """The provider belongs to these aggregates from now on; unknown ones are made.

    Below 1.19 there is no ``generation`` to check, and none is counted up.
    Raises NotFound, Conflict (generation).
    """
    wanted = sorted(set(aggregate_uuids))
    rows, current, there = tx.batch(
        (providers.LOCK, (uuid,)), (_OF_PROVIDER, (uuid,)), _existing(wanted)
    )
    row = providers.found(rows, uuid)
    if generation is not None:
        row.check_generation(generation, STALE, CONCURRENT_UPDATE)
    mine = {aggregate[0] for aggregate in current}
    known = {aggregate[0] for aggregate in there}
    _leave(tx, row.id, [aggregate_id for name, aggregate_id in current if name not in wanted])
    _make(tx, [name for name in wanted if name not in known])
    _join(tx, row.id, [name for name in wanted if name not in mine])
    if generation is not None:
        return providers.bump(tx, row)
    tx.touch(row.id)
    return row.provider


def _existing(uuids: Sequence[str]) -> Statement:
    if not uuids:
        return "SELECT uuid FROM placement_aggregates WHERE uuid IS NULL", ()
    return f"SELECT uuid FROM placement_aggregates WHERE uuid IN ({marks(uuids)})", uuids


def _leave(tx: Tx, provider_id: int, aggregate_ids: Sequence[int]) -> None:
    if aggregate_ids:
        tx.run(
            "DELETE FROM resource_provider_aggregates"
            f" WHERE resource_provider_id = %s AND aggregate_id IN ({marks(aggregate_ids)})",
            (provider_id, *aggregate_ids),
        )


def _make(tx: Tx, uuids: Sequence[str]) -> None:
    """In the order of the UUIDs: writers of the same new ones wait in line."""
    if uuids:
        rows = ", ".join(["(%s, %s)"] * len(uuids))
        tx.run(
            f"INSERT INTO placement_aggregates (created_at, uuid) VALUES {rows}"
            " ON CONFLICT DO NOTHING",
            [value for uuid in uuids for value in (tx.now, uuid)],
        )


def _join(tx: Tx, provider_id: int, uuids: Sequence[str]) -> None:
    if uuids:
        tx.run(
            "INSERT INTO resource_provider_aggregates"
            " (created_at, resource_provider_id, aggregate_id)"
            f" SELECT %s, %s, id FROM placement_aggregates WHERE uuid IN ({marks(uuids)})",
            (tx.now, provider_id, *uuids),
        )
