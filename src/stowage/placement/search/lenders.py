"""Sharing providers as bits beside those of a tree that may use them."""

from __future__ import annotations

from collections.abc import Sequence

from stowage.placement.search.index import Index
from stowage.placement.search.parts import Part
from stowage.placement.search.trees import Space

_Bits = tuple[int, ...]


class Lenders:
    """All providers that lend something for one request.

    In the space of a tree they stand after the tree's own providers, so these come first.
    """

    def __init__(self, index: Index, parts: Sequence[Part]) -> None:
        lending = {loan.row for part in parts for loan in part.loans}
        self.rows = tuple([row for row in index.sharing() if row in lending])
        self._bit = {row: 1 << number for number, row in enumerate(self.rows)}
        # PERF: bytes give an item in 25 ns, a numpy array in 60 ns.
        reaches = {id(loan.reach): loan.reach.tobytes() for part in parts for loan in part.loans}
        self._loans = [
            [
                (self._bit[loan.row], index.trees.root(loan.row), reaches[id(loan.reach)])
                for loan in part.loans
            ]
            for part in parts
        ]
        self._bonds = self._bonds_between(index)
        self._shifted: dict[int, tuple[_Bits, _Bits, _Bits]] = {}

    def join(self, root: int, space: Space, domains: list[int]) -> Space:
        """Add what is lent to the tree of ``root`` to the domains; the space with the lenders."""
        size, anything = len(space.rows), 0
        for number, loans in enumerate(self._loans):
            lent = 0
            for bit, home, reach in loans:
                if reach[root] and home != root:
                    lent |= bit
            domains[number] |= lent << size
            anything |= lent
        if not anything:
            return space
        above, below, kin = self._shifted.get(size) or self._shift(size)
        return Space(
            (*space.rows, *self.rows),
            (*space.above, *above),
            (*space.below, *below),
            (*space.kin, *kin),
        )

    def _shift(self, size: int) -> tuple[_Bits, _Bits, _Bits]:
        above, below, kin = ([bits << size for bits in bonds] for bonds in self._bonds)
        self._shifted[size] = shifted = tuple(above), tuple(below), tuple(kin)
        return shifted

    def _bonds_between(self, index: Index) -> tuple[list[int], list[int], list[int]]:
        # Sharing providers may be of one tree, and one below another there.
        above, below, kin = [], [], []
        for row in self.rows:
            home = index.trees.space(index.trees.root(row))
            place = home.rows.index(row)
            above.append(self._among_lenders(home, home.above[place]))
            below.append(self._among_lenders(home, home.below[place]))
            kin.append(self._among_lenders(home, home.kin[place]))
        return above, below, kin

    def _among_lenders(self, home: Space, bits: int) -> int:
        found = 0
        for place, row in enumerate(home.rows):
            if bits >> place & 1:
                found |= self._bit.get(row, 0)
        return found
