"""Which providers stand in one tree, and who stands above whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stowage.placement.search.columns import Mask, Rows, grown


@dataclass(frozen=True, slots=True)
class Space:
    """Providers as bits: ``rows[n]`` is bit ``1 << n`` of all the others.

    ``above[n]`` are the ancestors of ``rows[n]`` and itself, ``below[n]`` its descendants and
    itself, ``kin[n]`` all of its tree.
    """

    rows: Sequence[int]
    above: Sequence[int]
    below: Sequence[int]
    kin: Sequence[int]


_ALONE = (1,)


class Trees:
    """Root and parent of each row. A row that nothing was said of is a tree of its own."""

    def __init__(self) -> None:
        self._root = np.zeros(0, np.int64)
        self._single = np.zeros(0, np.bool_)
        self._parent: list[int] = []
        self._ids: list[int] = []
        # Only trees of two and more: most clouds are flat.
        self._members: dict[int, list[int]] = {}
        self._spaces: dict[int, Space] = {}
        self.nested = 0

    def add(self, provider_id: int) -> int:
        """A new row; the rows of a tree are in the order of their ids."""
        row = len(self._parent)
        self._root = grown(self._root, row + 1)
        self._single = grown(self._single, row + 1)
        self._root[row] = row
        self._single[row] = True
        self._parent.append(-1)
        self._ids.append(provider_id)
        return row

    def move(self, row: int, root: int, parent: int) -> bool:
        """Put ``row`` below ``parent`` (-1: nowhere) in the tree of ``root``.

        Returns whether that is a change.
        """
        before = int(self._root[row])
        if before == root and self._parent[row] == parent:
            return False
        self.nested += (parent >= 0) - (self._parent[row] >= 0)
        self._parent[row] = parent
        self._leave(row, before)
        self._root[row] = root
        self._join(row, root)
        return True

    def roots(self) -> Rows:
        """The root of each row."""
        return self._root[: len(self._parent)]

    def single(self) -> Mask:
        """Which rows are a whole tree."""
        return self._single[: len(self._parent)]

    def root(self, row: int) -> int:
        """The root of one row."""
        return int(self._root[row])

    def parent(self, row: int) -> int:
        """The parent of one row, -1 for none."""
        return self._parent[row]

    def members(self, root: int) -> list[int]:
        """All rows of the tree of ``root``, in order."""
        return self._members.get(root) or [root]

    def space(self, root: int) -> Space:
        """Who stands above whom in the tree of ``root``."""
        if root not in self._members:
            return Space((root,), _ALONE, _ALONE, _ALONE)
        space = self._spaces.get(root)
        if space is None:
            space = self._spaces[root] = self._survey(self._members[root])
        return space

    def _survey(self, members: list[int]) -> Space:
        number = {row: place for place, row in enumerate(members)}
        above = [0] * len(members)
        below = [0] * len(members)
        for row, place in number.items():
            at = row
            while at in number and not above[place] >> number[at] & 1:
                above[place] |= 1 << number[at]
                below[number[at]] |= 1 << place
                at = self._parent[at]
        kin = ((1 << len(members)) - 1,) * len(members)
        return Space(tuple(members), tuple(above), tuple(below), kin)

    def _leave(self, row: int, root: int) -> None:
        self._spaces.pop(root, None)
        members = self._members.get(root)
        if members is None:
            self._single[row] = False
            return
        members.remove(row)
        if not members or members == [root]:
            del self._members[root]
            self._single[root] = bool(members)
        self._single[row] = False

    def _join(self, row: int, root: int) -> None:
        self._spaces.pop(root, None)
        if row == root and root not in self._members:
            self._single[row] = True
            return
        members = self._members.setdefault(root, [root])
        if row not in members:
            members.append(row)
            members.sort(key=self._ids.__getitem__)
        self._single[root] = False
