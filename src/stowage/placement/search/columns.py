"""The columns of the index: who has how much, who has which trait, who is in which aggregate.

All rows are numbers of providers. A mask is one boolean for each row of the index.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from stowage.placement.model import MAX_INT, Inventory

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]

# What is left free can be more than 64 bits hold: the ratio goes up to 3.4e38.
_MOST = 2**62
_START = 16
_SETS = 10_000


T = TypeVar("T", bound=np.generic)


def grown(column: NDArray[T], size: int) -> NDArray[T]:
    """``column`` with room for ``size`` entries, new ones zero."""
    if size <= len(column):
        return column
    wider = np.zeros(max(size, 2 * len(column), _START), dtype=column.dtype)
    wider[: len(column)] = column
    return wider


class ClassTable:
    """One resource class: an entry for each provider that has inventory of it, by row.

    Compact, because a cloud may have hundreds of custom classes that a few providers have.
    """

    def __init__(self) -> None:
        self.size = 0
        self._rows = np.zeros(_START, np.int64)
        self._free = np.zeros(_START, np.int64)
        self._low = np.zeros(_START, np.int32)
        self._high = np.zeros(_START, np.int32)
        self._step = np.zeros(_START, np.int32)
        # Entries with a min_unit or step_size other than 1: mostly none, then nothing to test.
        self._picky = 0

    def put(self, row: int, inventory: Inventory, used: int) -> None:
        """Set the entry of ``row``."""
        at = self._find(row)
        if at == self.size or self._rows[at] != row:
            self._open(at)
            self._rows[at] = row
        self._picky += _is_picky(inventory) - self._picky_at(at)
        self._free[at] = max(-_MOST, min(_MOST, inventory.capacity - used))
        self._low[at] = inventory.min_unit
        self._high[at] = inventory.max_unit
        self._step[at] = inventory.step_size

    def drop(self, row: int) -> None:
        """Forget the entry of ``row``, which must be there."""
        at = self._find(row)
        self._picky -= self._picky_at(at)
        for column in self._columns():
            column[at : self.size - 1] = column[at + 1 : self.size]
        self.size -= 1

    def having(self, rows: int) -> Mask:
        """Who has any inventory of the class."""
        return self._spread(np.ones(self.size, np.bool_), rows)

    def roomy(self, amount: int, rows: int) -> Mask:
        """Who has ``amount`` free."""
        return self._spread(self._free[: self.size] >= min(amount, _MOST), rows)

    def holding(self, amount: int, rows: int) -> Mask:
        """Who can give ``amount`` to one consumer by several claims together.

        Room and max_unit count for the sum, min_unit and step_size for each claim alone.
        """
        free = self._free[: self.size] >= min(amount, _MOST)
        return self._spread(free & (self._high[: self.size] >= min(amount, _MOST)), rows)

    def admitting(self, amount: int, rows: int) -> Mask:
        """Whose min_unit, max_unit and step_size admit a claim of ``amount``."""
        return self._spread(self._admits(amount), rows)

    def fitting(self, amount: int, rows: int) -> Mask:
        """Who can take a claim of ``amount``: ``roomy`` and ``admitting`` in one."""
        free = self._free[: self.size] >= min(amount, _MOST)
        return self._spread(self._admits(amount) & free, rows)

    def _admits(self, amount: int) -> Mask:
        if amount > MAX_INT:
            return np.zeros(self.size, np.bool_)
        fits = self._high[: self.size] >= amount
        if self._picky:
            fits &= self._low[: self.size] <= amount
            fits &= amount % self._step[: self.size] == 0
        return fits

    def _spread(self, entries: Mask, rows: int) -> Mask:
        # Entries are sorted by row and unique: as many as there are rows means one for each.
        if self.size == rows:
            return entries
        mask = np.zeros(rows, np.bool_)
        mask[self._rows[: self.size]] = entries
        return mask

    def _picky_at(self, at: int) -> bool:
        return bool(self._low[at] > 1 or self._step[at] > 1)

    def _find(self, row: int) -> int:
        if not self.size or self._rows[self.size - 1] < row:
            return self.size
        return int(self._rows[: self.size].searchsorted(row))

    def _open(self, at: int) -> None:
        if self.size == len(self._rows):
            self._rows = grown(self._rows, self.size + 1)
            self._free = grown(self._free, self.size + 1)
            self._low = grown(self._low, self.size + 1)
            self._high = grown(self._high, self.size + 1)
            self._step = grown(self._step, self.size + 1)
        for column in self._columns():
            column[at + 1 : self.size + 1] = column[at : self.size]
        # A fresh entry counts as undemanding until ``put`` has filled it.
        self._low[at] = self._step[at] = 1
        self.size += 1

    def _columns(self) -> tuple[NDArray[np.int64] | NDArray[np.int32], ...]:
        return self._rows, self._free, self._low, self._high, self._step


def _is_picky(inventory: Inventory) -> bool:
    return inventory.min_unit > 1 or inventory.step_size > 1


class TraitBits:
    """A bit for each trait that some provider has or had, 64 traits to a column."""

    def __init__(self) -> None:
        self._bits: dict[str, int] = {}
        self._sets: dict[frozenset[str], int] = {}
        self._words: list[NDArray[np.uint64]] = []
        self._length = _START

    def grow(self, rows: int) -> None:
        """Make room for ``rows`` rows."""
        if rows > self._length:
            self._length = max(rows, 2 * self._length)
            self._words = [grown(word, self._length) for word in self._words]

    def put(self, row: int, names: frozenset[str]) -> None:
        """Set what ``row`` has."""
        bits = self._sets.get(names)
        if bits is None:
            bits = self._bits_of(names)
        for word in self._words:
            word[row] = bits & 0xFFFFFFFFFFFFFFFF
            bits >>= 64

    def having_any(self, names: Iterable[str], rows: int) -> Mask:
        """Who has at least one of ``names``."""
        wanted = 0
        for name in names:
            if name in self._bits:
                wanted |= 1 << self._bits[name]
        mask = np.zeros(rows, np.bool_)
        for word in self._words:
            part = wanted & 0xFFFFFFFFFFFFFFFF
            if part:
                mask |= (word[:rows] & np.uint64(part)) != 0
            wanted >>= 64
        return mask

    def _bits_of(self, names: frozenset[str]) -> int:
        # PERF: hosts are alike; 80 bits one by one are a third of the time of a load.
        if len(self._sets) > _SETS:
            self._sets.clear()
        bits = 0
        for name in names:
            bits |= 1 << self._bit(name)
        self._sets[names] = bits
        return bits

    def _bit(self, name: str) -> int:
        bit = self._bits.setdefault(name, len(self._bits))
        if bit >= 64 * len(self._words):
            self._words.append(np.zeros(self._length, np.uint64))
        return bit


class Aggregates:
    """The rows of each aggregate. Sets, because there may be tens of thousands of small ones."""

    def __init__(self) -> None:
        self._members: dict[str, set[int]] = {}
        self._arrays: dict[str, Rows] = {}

    def put(self, row: int, uuids: Iterable[str]) -> None:
        """Add ``row`` to each of ``uuids``."""
        for uuid in uuids:
            self._members.setdefault(uuid, set()).add(row)
            self._arrays.pop(uuid, None)

    def drop(self, row: int, uuids: Iterable[str]) -> None:
        """Take ``row`` out of each of ``uuids``."""
        for uuid in uuids:
            members = self._members[uuid]
            members.discard(row)
            self._arrays.pop(uuid, None)
            if not members:
                del self._members[uuid]

    def holding_any(self, uuids: Iterable[str], rows: int) -> Mask:
        """Who is in at least one of ``uuids``."""
        mask = np.zeros(rows, np.bool_)
        for uuid in uuids:
            if uuid in self._members:
                mask[self._array(uuid)] = True
        return mask

    def _array(self, uuid: str) -> Rows:
        array = self._arrays.get(uuid)
        if array is None:
            members = self._members[uuid]
            array = np.fromiter(members, np.int64, len(members))
            self._arrays[uuid] = array
        return array
