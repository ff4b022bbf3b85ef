"""What the search knows of the cloud: one row for each provider, columns for what is asked of it.

The ledger feeds it (``load``, then ``put`` and ``drop`` as the journal tells), the search reads it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np

from stowage.placement.model import Inventory
from stowage.placement.search.columns import Aggregates, ClassTable, Mask, Rows, TraitBits, grown
from stowage.placement.search.summary import Fragments
from stowage.placement.search.trees import Trees

T = TypeVar("T")

# os_traits.MISC_SHARES_VIA_AGGREGATE: others in its aggregates may use what such a provider has.
SHARES = "MISC_SHARES_VIA_AGGREGATE"

# Rows of dropped providers are not used again, so that rows stay in the order of ids. When
# this many and half of all rows are dead, the index is built afresh.
_DEAD_ROWS = 1024

# Bounds the memory of what is kept once for many providers; past it, sharing starts afresh.
_SHARED_VALUES = 50_000


@dataclass(frozen=True, slots=True)
class ProviderRow:
    """Everything that the search knows of one provider. Ids are those of the database."""

    id: int
    uuid: str
    name: str
    generation: int
    root_id: int
    parent_id: int | None = None
    modified: float = 0.0
    inventories: Mapping[str, Inventory] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    traits: frozenset[str] = frozenset()
    aggregates: frozenset[str] = frozenset()


class Index:
    """The cloud in columns. Providers may come in any order, children before their parents."""

    def __init__(self) -> None:
        self._classes: frozenset[str] = frozenset()
        self._traits: frozenset[str] = frozenset()
        self.clear()

    # Feeding

    def clear(self) -> None:
        """Forget all providers; the names of classes and traits stay."""
        self._records: list[ProviderRow | None] = []
        self._ids = np.zeros(0, np.int64)
        self._alive = np.zeros(0, np.bool_)
        self._order: Rows | None = None
        self._ordered = True
        self._row_of_id: dict[int, int] = {}
        self._row_of_uuid: dict[str, int] = {}
        self._row_of_name: dict[str, int] = {}
        self._tables: dict[str, ClassTable] = {}
        self._trait_bits = TraitBits()
        self._aggregates = Aggregates()
        self._sharing: set[int] = set()
        self._reaches: dict[frozenset[str], Mask] = {}
        self._fragments = Fragments()
        self._shared: dict[Hashable, Any] = {}
        self.trees = Trees()
        self._count = 0

    def set_names(self, resource_classes: Iterable[str], traits: Iterable[str]) -> None:
        """Say which resource classes and traits exist, whoever has them."""
        self._classes = frozenset(resource_classes)
        self._traits = frozenset(traits)

    def load(self, rows: Iterable[ProviderRow]) -> None:
        """Take in many providers at once, in place of all that are there."""
        self.clear()
        # Shared before they are gathered, or the parts that are alike would all be in memory.
        for row in sorted(map(self._interned, rows), key=lambda row: row.id):
            self._take(row)

    def put(self, provider: ProviderRow) -> None:
        """Take in a provider, new or changed. One whose tree changes must be put, too."""
        self._take(self._interned(provider))

    def _take(self, provider: ProviderRow) -> None:
        row = self._row_for(provider.id)
        old = self._records[row]
        self._records[row] = provider
        self._alive[row] = True
        self._count += old is None
        self._rename(row, old, provider)
        self._put_inventories(row, old, provider)
        self._put_traits(row, old, provider)
        self._put_aggregates(row, old, provider)
        self._put_tree(row, provider)
        self._fragments.forget(row)

    def drop(self, provider_id: int) -> None:
        """Forget a provider; one that is not there is forgotten already."""
        row = self._row_of_id.get(provider_id)
        old = None if row is None else self._records[row]
        if row is None or old is None:
            return
        nobody = ProviderRow(old.id, old.uuid, old.name, 0, old.id)
        self._put_inventories(row, old, nobody)
        self._put_traits(row, old, nobody)
        self._put_aggregates(row, old, nobody)
        self._forget_names(row, old)
        self._put_tree(row, nobody)
        self._fragments.forget(row)
        self._records[row] = None
        self._alive[row] = False
        del self._row_of_id[provider_id]
        self._count -= 1
        self._compact()

    def _row_for(self, provider_id: int) -> int:
        row = self._row_of_id.get(provider_id)
        if row is not None:
            return row
        row = self.trees.add(provider_id)
        self._ids = grown(self._ids, row + 1)
        self._alive = grown(self._alive, row + 1)
        self._trait_bits.grow(row + 1)
        if row and self._ids[row - 1] > provider_id:
            self._ordered = False
        self._ids[row] = provider_id
        self._order = None
        self._records.append(None)
        self._reaches.clear()
        self._row_of_id[provider_id] = row
        return row

    def _rename(self, row: int, old: ProviderRow | None, new: ProviderRow) -> None:
        if old is not None and (old.name, old.uuid) != (new.name, new.uuid):
            self._forget_names(row, old)
        self._row_of_uuid[new.uuid] = row
        self._row_of_name[new.name] = row

    def _forget_names(self, row: int, old: ProviderRow) -> None:
        # Another provider may have taken the name over before this one was put or dropped.
        if self._row_of_uuid.get(old.uuid) == row:
            del self._row_of_uuid[old.uuid]
        if self._row_of_name.get(old.name) == row:
            del self._row_of_name[old.name]

    def _put_inventories(self, row: int, old: ProviderRow | None, new: ProviderRow) -> None:
        before = old.inventories if old else {}
        for name in before:
            if name not in new.inventories:
                self._tables[name].drop(row)
        for name, inventory in new.inventories.items():
            used = new.used.get(name, 0)
            if old and before.get(name) == inventory and old.used.get(name, 0) == used:
                continue
            table = self._tables.get(name)
            if table is None:
                table = self._tables[name] = ClassTable()
            table.put(row, inventory, used)

    def _put_traits(self, row: int, old: ProviderRow | None, new: ProviderRow) -> None:
        if new.traits == (old.traits if old else frozenset()):
            return
        self._trait_bits.put(row, new.traits)
        if SHARES in new.traits:
            self._sharing.add(row)
        else:
            self._sharing.discard(row)

    def _put_aggregates(self, row: int, old: ProviderRow | None, new: ProviderRow) -> None:
        before = old.aggregates if old else frozenset()
        if before != new.aggregates:
            self._aggregates.drop(row, before - new.aggregates)
            self._aggregates.put(row, new.aggregates - before)
            self._reaches.clear()

    def _put_tree(self, row: int, new: ProviderRow) -> None:
        parent = -1 if new.parent_id is None else self._row_for(new.parent_id)
        if self.trees.move(row, self._row_for(new.root_id), parent):
            self._reaches.clear()

    def _interned(self, provider: ProviderRow) -> ProviderRow:
        # Hosts are alike: what is equal is kept once, a few hundred bytes a provider in place
        # of several thousand.
        key = ("inventories", frozenset(provider.inventories.items()))
        inventories = self._once(key, provider.inventories)
        traits = self._once(("traits", provider.traits), provider.traits)
        if inventories is provider.inventories and traits is provider.traits:
            return provider
        return replace(provider, inventories=inventories, traits=traits)

    def _once(self, key: Hashable, value: T) -> T:
        if len(self._shared) > _SHARED_VALUES:
            self._shared.clear()
        known: T = self._shared.setdefault(key, value)
        return known

    def _compact(self) -> None:
        dead = len(self._records) - self._count
        if dead > _DEAD_ROWS and 2 * dead > len(self._records):
            self.load(list(self))

    # Names

    def unknown_classes(self, names: Iterable[str]) -> list[str]:
        """Those of ``names`` that are no resource class, sorted."""
        return sorted(set(names) - self._classes)

    def unknown_traits(self, names: Iterable[str]) -> list[str]:
        """Those of ``names`` that are no trait, sorted."""
        return sorted(set(names) - self._traits)

    # Providers

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[ProviderRow]:
        return (record for record in self._records if record is not None)

    def row_of(self, uuid: str) -> int | None:
        """The row of a provider."""
        return self._row_of_uuid.get(uuid)

    def row_named(self, name: str) -> int | None:
        """The row of the provider of that name."""
        return self._row_of_name.get(name)

    def provider(self, row: int) -> ProviderRow:
        """The provider of a row.

        :raises LookupError: if there is none.
        """
        record = self._records[row]
        if record is None:
            raise LookupError(f"row {row} holds no provider")
        return record

    def uuid_of(self, row: int) -> str:
        """The UUID of a row's provider."""
        return self.provider(row).uuid

    def root_uuid_of(self, row: int) -> str:
        """The UUID of the root of its tree."""
        return self.provider(self.trees.root(row)).uuid

    def parent_uuid_of(self, row: int) -> str | None:
        """The UUID of its parent, None for a root."""
        parent = self.trees.parent(row)
        return None if parent < 0 else self.provider(parent).uuid

    def summary_fragment(self, row: int) -> bytes:
        """``"<uuid>":{...}``, its member of provider_summaries, as shown from 1.29."""
        fragment = self._fragments.get(row)
        if fragment is not None:
            return fragment
        provider = self.provider(row)
        return self._fragments.keep(
            row,
            provider.uuid,
            provider.inventories,
            provider.used,
            provider.traits,
            self.parent_uuid_of(row),
            self.root_uuid_of(row),
        )

    # Masks: one boolean for each row

    @property
    def size(self) -> int:
        """The length of masks: rows that hold a provider, and dead ones."""
        return len(self._records)

    def everybody(self) -> Mask:
        """All rows that hold a provider."""
        return self._alive[: self.size].copy()

    def nobody(self) -> Mask:
        """No row at all."""
        return np.zeros(self.size, np.bool_)

    def table(self, resource_class: str) -> ClassTable:
        """The inventories of one class; empty if nobody has any."""
        return self._tables.get(resource_class) or ClassTable()

    def having_any_trait(self, names: Iterable[str]) -> Mask:
        """Who has at least one of these traits."""
        return self._trait_bits.having_any(names, self.size)

    def in_any_aggregate(self, uuids: Iterable[str]) -> Mask:
        """Who is in at least one of these aggregates."""
        return self._aggregates.holding_any(uuids, self.size)

    def sharing(self) -> list[int]:
        """Who lets others use its inventory, in order."""
        return sorted(self._sharing, key=self._ids.__getitem__)

    def reach(self, row: int) -> Mask:
        """The roots of the trees that a sharing provider shares with, its own included.

        One that is in no aggregate shares with nobody.
        """
        aggregates = self.provider(row).aggregates
        reach = self._reaches.get(aggregates)
        if reach is None:
            reach = self.nobody()
            reach[self.trees.roots()[self.in_any_aggregate(aggregates)]] = True
            # Many requests and many sharing providers ask for the same; none may change it.
            reach.flags.writeable = False
            self._reaches[aggregates] = reach
        return reach

    def in_order(self, mask: Mask) -> Rows:
        """The rows of a mask, in the order of their ids."""
        if self._ordered:
            return np.flatnonzero(mask)
        if self._order is None:
            self._order = np.argsort(self._ids[: self.size], kind="stable")
        return self._order[mask[self._order]]
