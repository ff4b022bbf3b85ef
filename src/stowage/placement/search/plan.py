"""A request made ready: its parts, the trees worth a search, and what each tree has in play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stowage.placement.search import match
from stowage.placement.search.columns import Mask, Rows
from stowage.placement.search.index import Index
from stowage.placement.search.parts import Part, single_trees, split, tree_links
from stowage.placement.search.request import Request
from stowage.placement.search.result import Amounts, Candidate
from stowage.placement.search.rules import Space


@dataclass(frozen=True, slots=True)
class Trees:
    """The roots worth a search, in order, and which of them are one provider and no more."""

    roots: Rows
    single: Mask


class Plan:
    """What the search of every tree of one request needs."""

    def __init__(self, index: Index, request: Request, parts: Sequence[Part]) -> None:
        self.index = index
        self.parts = parts
        # PERF: bytes give an item in 25 ns, a numpy array in 60 ns.
        self._own = [part.own.tobytes() for part in parts]
        self._loans = [[(loan, loan.reach.tobytes()) for loan in part.loans] for part in parts]
        self._lenders = index.sharing()
        self._suffixes = [
            (group.suffix, tuple(part.number for part in parts if part.group is group))
            for group in request.groups
        ]
        self._amounts: dict[int, Amounts] = {}
        self._everything = self._amounts_of((1 << len(parts)) - 1)

    @property
    def has_loans(self) -> bool:
        """Whether any tree may use a provider of another."""
        return any(self._loans)

    def alone(self, root: int) -> Candidate:
        """The one candidate of a tree of one provider, everything on that."""
        rows = (root,)
        return Candidate(
            root,
            ((root, self._everything),),
            tuple([(suffix, rows) for suffix, _ in self._suffixes]),
        )

    def candidate(self, root: int, rows: Sequence[int]) -> Candidate:
        """The candidate that has part ``n`` on ``rows[n]``."""
        load: dict[int, int] = {}
        for number, row in enumerate(rows):
            load[row] = load.get(row, 0) | 1 << number
        allocations = []
        for row, numbers in load.items():
            amounts = self._amounts.get(numbers) or self._amounts_of(numbers)
            if amounts:
                allocations.append((row, amounts))
        mappings = [
            (
                suffix,
                (rows[numbers[0]],)
                if len(numbers) == 1
                else tuple(dict.fromkeys([rows[number] for number in numbers])),
            )
            for suffix, numbers in self._suffixes
        ]
        return Candidate(root, tuple(allocations), tuple(mappings))

    def space(self, root: int) -> tuple[Space, list[int]]:
        """The providers in play for a tree, and the domain of each part."""
        shape = self.index.trees.shape(root)
        domains = []
        for own in self._own:
            domain, bit = 0, 1
            for row in shape.rows:
                if own[row]:
                    domain |= bit
                bit <<= 1
            domains.append(domain)
        kin = ((1 << len(shape.rows)) - 1,) * len(shape.rows)
        space = Space(shape.rows, shape.above, shape.below, kin)
        if not self.has_loans:
            return space, domains
        return self._with_lenders(root, space, domains)

    def _with_lenders(self, root: int, space: Space, domains: list[int]) -> tuple[Space, list[int]]:
        trees = self.index.trees
        lent = [
            [loan.row for loan, reach in loans if reach[root] and trees.root(loan.row) != root]
            for loans in self._loans
        ]
        borrowed = {row for rows in lent for row in rows}
        strangers = [row for row in self._lenders if row in borrowed]
        bit_of = {row: 1 << n for n, row in enumerate(strangers, start=len(space.rows))}
        for number, rows in enumerate(lent):
            for row in rows:
                domains[number] |= bit_of[row]
        return self._widened(space, bit_of), domains

    def _widened(self, space: Space, bit_of: dict[int, int]) -> Space:
        # Sharing providers may be of one tree, and one below another there.
        above, below, kin = list(space.above), list(space.below), list(space.kin)
        for row in bit_of:
            shape = self.index.trees.shape(self.index.trees.root(row))
            place = shape.rows.index(row)
            above.append(_translated(shape.rows, shape.above[place], bit_of))
            below.append(_translated(shape.rows, shape.below[place], bit_of))
            kin.append(_translated(shape.rows, -1, bit_of))
        return Space((*space.rows, *bit_of), above, below, kin)

    def _amounts_of(self, numbers: int) -> Amounts:
        total: dict[str, int] = {}
        for part in self.parts:
            if numbers >> part.number & 1:
                for name, amount in part.amounts.items():
                    total[name] = total.get(name, 0) + amount
        self._amounts[numbers] = total
        return total


def _translated(rows: Sequence[int], bits: int, bit_of: dict[int, int]) -> int:
    """Bits over the rows of one shape as bits over the providers in play."""
    translated = 0
    for place, row in enumerate(rows):
        if bits >> place & 1:
            translated |= bit_of.get(row, 0)
    return translated


def prepare(index: Index, request: Request) -> tuple[Plan, Trees] | None:
    """The plan of a request and the trees worth a search; None if there is no such tree."""
    parts: list[Part] = []
    for part in split(index, request):
        if not (part.own.any() or part.loans):
            return None
        parts.append(part)
    roots = index.in_order(match.fold(index, tree_links(index, request, parts)))
    if not len(roots):
        return None
    return Plan(index, request, parts), Trees(roots, single_trees(index, parts))
