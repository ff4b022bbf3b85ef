"""Sums of what is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stowage.placement.ledger import providers
from stowage.placement.ledger.allocations import UNKNOWN_TYPE
from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import Provider

#: Asks for all types as one, and is the name under which they come.
ALL_TYPES = "all"

_OF_PROVIDER = (
    "SELECT rc.name, (SELECT SUM(a.used) FROM allocations a"
    " WHERE a.resource_provider_id = i.resource_provider_id"
    " AND a.resource_class_id = i.resource_class_id)"
    " FROM resource_providers p JOIN inventories i ON i.resource_provider_id = p.id"
    " JOIN resource_classes rc ON rc.id = i.resource_class_id WHERE p.uuid = %s ORDER BY rc.id"
)
_FROM = (
    " FROM projects pr JOIN consumers c ON c.project_id = pr.id"
    " JOIN allocations a ON a.consumer_id = c.uuid"
    " JOIN resource_classes rc ON rc.id = a.resource_class_id"
    " LEFT JOIN consumer_types ct ON ct.id = c.consumer_type_id"
)


@dataclass(frozen=True, slots=True)
class TypeUsage:
    """What the consumers of one type use (from 1.38)."""

    consumer_count: int
    resources: Mapping[str, int]


def of_provider(tx: Tx, uuid: str) -> tuple[Provider, dict[str, int]]:
    """What is used of each class that the provider has; NotFound without the provider."""
    rows, used = tx.batch((providers.BY_UUID, (uuid,)), (_OF_PROVIDER, (uuid,)))
    row = providers.found(rows, uuid, f"{providers.NOT_FOUND}: {providers.NOT_FOUND}")
    return row.provider, {name: int(amount or 0) for name, amount in used}


def of_project(tx: Tx, project_id: str, user_id: str | None = None) -> dict[str, int]:
    """What a project (or one user in it) uses, by class: the answer of 1.9 to 1.37."""
    where, values = _filter(project_id, user_id)
    rows = tx.rows(
        f"SELECT rc.name, SUM(a.used){_FROM}{where} GROUP BY rc.id, rc.name ORDER BY rc.id", values
    )
    return {name: int(amount) for name, amount in rows}


def of_project_by_type(
    tx: Tx, project_id: str, user_id: str | None = None, consumer_type: str | None = None
) -> dict[str, TypeUsage]:
    """The same from 1.38, by the consumers' type.

    ``consumer_type`` picks one; ``all`` puts all types together, ``unknown`` picks consumers
    without one.
    """
    where, values = _filter(project_id, user_id)
    if consumer_type == UNKNOWN_TYPE:
        where += " AND c.consumer_type_id IS NULL"
    elif consumer_type and consumer_type != ALL_TYPES:
        where += " AND ct.name = %s"
        values.append(consumer_type)
    sums, counts = tx.batch(
        (
            f"SELECT ct.name, rc.name, SUM(a.used){_FROM}{where}"
            " GROUP BY ct.name, rc.id, rc.name ORDER BY rc.id",
            values,
        ),
        (f"SELECT ct.name, COUNT(DISTINCT c.uuid){_FROM}{where} GROUP BY ct.name", values),
    )
    merged = ALL_TYPES if consumer_type == ALL_TYPES else None
    used: dict[str, dict[str, int]] = {}
    for name, resource_class, amount in sums:
        mine = used.setdefault(merged or name or UNKNOWN_TYPE, {})
        mine[resource_class] = mine.get(resource_class, 0) + int(amount)
    many: dict[str, int] = {}
    for name, count in counts:
        key = merged or name or UNKNOWN_TYPE
        many[key] = many.get(key, 0) + int(count)
    return {name: TypeUsage(many.get(name, 0), resources) for name, resources in used.items()}


def _filter(project_id: str, user_id: str | None) -> tuple[str, list[str]]:
    if user_id:
        return (
            " JOIN users u ON u.id = c.user_id WHERE pr.external_id = %s AND u.external_id = %s",
            [project_id, user_id],
        )
    return " WHERE pr.external_id = %s", [project_id]
