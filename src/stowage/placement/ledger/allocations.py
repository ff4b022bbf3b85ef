"""What consumers hold: the reads."""

from __future__ import annotations

from collections.abc import Sequence

from stowage.placement.ledger import providers
from stowage.placement.ledger.backends import Row
from stowage.placement.ledger.transaction import Tx, when
from stowage.placement.model import Consumer, Holding, Provider

#: Consumers without a type (written below 1.38) are shown with this one.
UNKNOWN_TYPE = "unknown"

_SELECT = (
    "SELECT p.uuid, p.generation, c.uuid, c.generation, pr.external_id, u.external_id, ct.name,"
    " rc.name, a.used, COALESCE(a.updated_at, a.created_at)"
    " FROM allocations a"
    " JOIN resource_providers p ON p.id = a.resource_provider_id"
    " JOIN consumers c ON c.uuid = a.consumer_id"
    " JOIN projects pr ON pr.id = c.project_id"
    " JOIN users u ON u.id = c.user_id"
    " JOIN resource_classes rc ON rc.id = a.resource_class_id"
    " LEFT JOIN consumer_types ct ON ct.id = c.consumer_type_id"
)
OF_CONSUMER = f"{_SELECT} WHERE a.consumer_id = %s ORDER BY a.id"
OF_PROVIDER = f"{_SELECT} WHERE p.uuid = %s ORDER BY a.id"


def of_consumer(tx: Tx, consumer_uuid: str) -> list[Holding]:
    """What a consumer holds, one Holding a provider; empty when it is unknown."""
    return _holdings(tx.rows(OF_CONSUMER, (consumer_uuid,)))


def of_provider(tx: Tx, provider_uuid: str) -> tuple[Provider, list[Holding]]:
    """A provider and what is held of it, one Holding a consumer; NotFound without the provider."""
    rows, held = tx.batch((providers.BY_UUID, (provider_uuid,)), (OF_PROVIDER, (provider_uuid,)))
    missing = f"Resource provider '{{uuid}}' not found: {providers.NOT_FOUND}"
    return providers.found(rows, provider_uuid, missing).provider, _holdings(held)


def _holdings(rows: Sequence[Row]) -> list[Holding]:
    grouped: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        grouped.setdefault((row[0], row[2]), []).append(row)
    return [_holding(group) for group in grouped.values()]


def _holding(rows: Sequence[Row]) -> Holding:
    provider_uuid, provider_generation, uuid, generation, project, user, kind = rows[0][:7]
    return Holding(
        provider_uuid=provider_uuid,
        provider_generation=provider_generation,
        consumer=Consumer(uuid, generation, project, user, kind or UNKNOWN_TYPE),
        resources=_sums(rows),
        modified=max(when(row[9]) for row in rows),
    )


def _sums(rows: Sequence[Row]) -> dict[str, int]:
    """Amounts by class; nothing but habit keeps old databases from having two rows for one."""
    sums: dict[str, int] = {}
    for row in rows:
        sums[row[7]] = sums.get(row[7], 0) + row[8]
    return sums
