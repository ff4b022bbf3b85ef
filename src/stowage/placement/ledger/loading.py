"""Reading providers for the index: all of them, or some.

PERF: values of a provider come as one string, joined by the database. 100,000 providers are four
results of 100,000 rows then instead of one of a million, and equal strings (hosts of one kind)
are parsed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from stowage.placement.ledger.backends import Row
from stowage.placement.ledger.transaction import Tx, marks
from stowage.placement.model import Inventory
from stowage.placement.search.index import ProviderRow

V = TypeVar("V")

#: Providers that are read by one statement.
CHUNK = 500

#: Bounds the memory of what was parsed.
MOST_PARSED = 50_000


@dataclass(frozen=True)
class Names:
    """Names of classes and traits, as they are at one moment."""

    classes: Mapping[int, str] = field(default_factory=dict)
    traits: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def parsed_inventories(self) -> dict[str, Mapping[str, Inventory]]:
        """Inventories by the text that they came as."""
        return {}

    @cached_property
    def parsed_traits(self) -> dict[str, frozenset[str]]:
        """Sets of traits by the text that they came as."""
        return {}


def names(tx: Tx) -> Names:
    """Read the names of all classes and traits."""
    classes, traits = tx.batch(
        ("SELECT id, name FROM resource_classes", ()), ("SELECT id, name FROM traits", ())
    )
    return Names(dict(classes), dict(traits))


def everything(tx: Tx, known: Names) -> list[ProviderRow]:
    """Every provider, in the order of their ids."""
    return list(_read(tx, known, None))


def some(tx: Tx, known: Names, ids: Sequence[int]) -> Iterator[ProviderRow]:
    """Those of the providers that exist."""
    for start in range(0, len(ids), CHUNK):
        yield from _read(tx, known, ids[start : start + CHUNK])


def _read(tx: Tx, known: Names, ids: Sequence[int] | None) -> Iterator[ProviderRow]:
    of = _Select(tx, ids)
    rows, inventories, used, traits, aggregates = tx.batch(
        (of.providers(), ids or ()),
        (of.inventories(), ids or ()),
        (of.used(), ids or ()),
        (of.traits(), ids or ()),
        (of.aggregates(), ids or ()),
    )
    stock, load, marked, grouped = map(_by_id, (inventories, used, traits, aggregates))
    groups: dict[str, frozenset[str]] = {}
    for row_id, uuid, name, generation, root_id, parent_id, modified in rows:
        yield ProviderRow(
            id=row_id,
            uuid=uuid,
            name=name,
            generation=generation,
            root_id=root_id,
            parent_id=parent_id,
            modified=float(modified or 0),
            inventories=_parsed(
                stock.get(row_id), known.parsed_inventories, lambda text: _inventories(text, known)
            )
            or {},
            used=_used(load.get(row_id), known),
            traits=_parsed(
                marked.get(row_id), known.parsed_traits, lambda text: _traits(text, known)
            )
            or frozenset(),
            aggregates=_parsed(grouped.get(row_id), groups, _uuids) or frozenset(),
        )


class _Select:
    """The statements, for all providers or for those whose ids are bound."""

    def __init__(self, tx: Tx, ids: Sequence[int] | None) -> None:
        self._backend = tx.backend
        self._ids = ids

    def providers(self) -> str:
        modified = self._backend.epoch_of("COALESCE(p.updated_at, p.created_at)")
        return (
            "SELECT p.id, p.uuid, p.name, COALESCE(p.generation, 0),"
            f" COALESCE(p.root_provider_id, p.id), p.parent_provider_id, {modified}"
            f" FROM resource_providers p{self._where('p.id')} ORDER BY p.id"
        )

    def inventories(self) -> str:
        columns = [
            *("resource_class_id", "total", "reserved", "min_unit", "max_unit", "step_size"),
            self._backend.float_text("allocation_ratio"),
        ]
        line = self._backend.list_of(self._backend.words(columns))
        return (
            f"SELECT resource_provider_id, {line} FROM inventories"
            f"{self._where('resource_provider_id')} GROUP BY resource_provider_id"
        )

    def used(self) -> str:
        line = self._backend.list_of(self._backend.words(["resource_class_id", "amount"]))
        return (
            f"SELECT resource_provider_id, {line} FROM"
            " (SELECT resource_provider_id, resource_class_id, SUM(used) AS amount FROM allocations"
            f"{self._where('resource_provider_id')}"
            " GROUP BY resource_provider_id, resource_class_id) sums GROUP BY resource_provider_id"
        )

    def traits(self) -> str:
        return (
            f"SELECT resource_provider_id, {self._backend.list_of('trait_id')}"
            f" FROM resource_provider_traits{self._where('resource_provider_id')}"
            " GROUP BY resource_provider_id"
        )

    def aggregates(self) -> str:
        return (
            f"SELECT pa.resource_provider_id, {self._backend.list_of('a.uuid')}"
            " FROM resource_provider_aggregates pa"
            " JOIN placement_aggregates a ON a.id = pa.aggregate_id"
            f"{self._where('pa.resource_provider_id')} GROUP BY pa.resource_provider_id"
        )

    def _where(self, column: str) -> str:
        return f" WHERE {column} IN ({marks(self._ids)})" if self._ids else ""


def _parsed(text: str | None, done: dict[str, V], parse: Callable[[str], V]) -> V | None:
    if text is None:
        return None
    value = done.get(text)
    if value is None:
        if len(done) >= MOST_PARSED:
            done.clear()
        value = done[text] = parse(text)
    return value


def _inventories(text: str, known: Names) -> Mapping[str, Inventory]:
    inventories: dict[str, Inventory] = {}
    for line in text.split(","):
        class_id, *numbers, ratio = line.split(" ")
        total, reserved, min_unit, max_unit, step_size = map(int, numbers)
        inventories[known.classes[int(class_id)]] = Inventory(
            total, reserved, min_unit, max_unit, step_size, float(ratio)
        )
    return inventories


def _used(text: str | None, known: Names) -> Mapping[str, int]:
    used: dict[str, int] = {}
    for line in text.split(",") if text else ():
        class_id, amount = line.split(" ")
        used[known.classes[int(class_id)]] = int(amount)
    return used


def _traits(text: str, known: Names) -> frozenset[str]:
    return frozenset(known.traits[int(trait_id)] for trait_id in text.split(","))


def _uuids(text: str) -> frozenset[str]:
    return frozenset(text.split(","))


def _by_id(rows: Sequence[Row]) -> dict[int, str]:
    return dict(rows)
