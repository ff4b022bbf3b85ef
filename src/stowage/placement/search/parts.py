"""The parts of a request: each is what has to come from one provider.

A suffixed group is one part. The unsuffixed group is a part for each of its classes, because
it may be spread over the providers of a tree and those that share with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from stowage.placement.search import match
from stowage.placement.search.columns import Mask
from stowage.placement.search.index import Index
from stowage.placement.search.match import Link
from stowage.placement.search.request import ISOLATE, Group, Request
from stowage.placement.search.result import Amounts


@dataclass(frozen=True, slots=True)
class Loan:
    """A sharing provider, and the roots of the trees that may use it."""

    row: int
    reach: Mask


@dataclass(frozen=True, slots=True)
class Part:
    """Something that one provider has to give: by whom, to which trees."""

    number: int
    group: Group
    amounts: Amounts
    own: Mask  # who can give it within its own tree
    loans: tuple[Loan, ...]  # who can give it to other trees

    def trees(self, index: Index) -> Mask:
        """The roots of the trees that can have it."""
        mask = match.trees_of(index, self.own)
        for loan in self.loans:
            mask = mask | loan.reach
        return mask


def split(index: Index, request: Request) -> Iterator[Part]:
    """The parts of a request, one after another: the first that nobody can give ends a search."""
    number = 0
    for group in request.groups:
        pieces = _suffixed(index, group) if group.suffix else _unsuffixed(index, group)
        for amounts, own, loans in pieces:
            yield Part(number, group, amounts, own, loans)
            number += 1


def tree_links(index: Index, request: Request, parts: list[Part]) -> Iterator[Link]:
    """The constraints on whole trees that masks can tell, before any tree is searched."""
    # Few roots have what the root must have, where that is asked at all.
    yield from match.rooted(index, request)
    # Every part must be had in the tree.
    for part in parts:
        yield Link("tree", described(part), partial(part.trees, index))
    # The unsuffixed group's providers have its required traits between them.
    yield from _collective_traits(index, parts)
    # In a tree of one provider everything falls on that one: no search is needed there.
    single = single_trees(index, parts)
    for name, amount in shared_classes(parts).items():
        test = partial(_holding, index, single, name, amount)
        yield Link("total", f"{amount} {name} on one provider", test)
    if request.group_policy == ISOLATE and sum(bool(group.suffix) for group in request.groups) > 1:
        yield Link("group_policy", ISOLATE, lambda: ~single)


def single_trees(index: Index, parts: list[Part]) -> Mask:
    """The trees of one provider that nobody lends anything to."""
    single = index.trees.single()
    loans = [loan for part in parts for loan in part.loans]
    if not loans:
        return single
    single = single.copy()
    for loan in loans:
        single &= ~loan.reach
    return single


def shared_classes(parts: list[Part]) -> dict[str, int]:
    """The classes that several parts ask for, with the sum of it."""
    counted = Counter(name for part in parts for name in part.amounts)
    return {
        name: sum(part.amounts.get(name, 0) for part in parts)
        for name, times in counted.items()
        if times > 1
    }


def loans_of(index: Index, group: Group, lending: Mask) -> tuple[Loan, ...]:
    """What the sharing providers among ``lending`` give to the trees that may use it."""
    rows = [row for row in index.sharing() if lending[row]]
    if group.suffix or not group.not_member_of:
        return tuple(Loan(row, index.reach(row)) for row in rows)
    # A root in a forbidden aggregate forbids it to its whole tree, borrowed things, too.
    allowed = ~index.in_any_aggregate(group.not_member_of)
    return tuple(Loan(row, index.reach(row) & allowed) for row in rows)


def described(part: Part) -> str:
    """What a part asks for, in words."""
    asked = ", ".join(f"{amount} {name}" for name, amount in part.amounts.items())
    place = f" in group {part.group.suffix}" if part.group.suffix else ""
    return f"{asked or 'no resources'}{place}"


def _suffixed(index: Index, group: Group) -> Iterator[tuple[Amounts, Mask, tuple[Loan, ...]]]:
    own = match.fold(index, match.suffixed(index, group))
    yield group.resources, own, loans_of(index, group, own)


def _unsuffixed(index: Index, group: Group) -> Iterator[tuple[Amounts, Mask, tuple[Loan, ...]]]:
    for name, amount in group.resources.items():
        own = match.fold(index, match.unsuffixed(index, group, name))
        yield {name: amount}, own, _loans(index, group, name)


def _loans(index: Index, group: Group, name: str) -> tuple[Loan, ...]:
    if not index.sharing():
        return ()
    return loans_of(index, group, match.fold(index, match.lending(index, group, name)))


def _collective_traits(index: Index, parts: list[Part]) -> Iterator[Link]:
    spread = [part for part in parts if not part.group.suffix]
    for names in spread[0].group.required if spread else ():
        test = partial(_someone_has, index, spread, names)
        yield Link("required", match.either(names), test)


def _someone_has(index: Index, parts: list[Part], names: frozenset[str]) -> Mask:
    having = index.having_any_trait(names)
    givers = index.nobody()
    for part in parts:
        givers |= part.own
    mask = match.trees_of(index, givers & having)
    for part in parts:
        for loan in part.loans:
            if having[loan.row]:
                mask = mask | loan.reach
    return mask


def _holding(index: Index, single: Mask, name: str, amount: int) -> Mask:
    mask: Mask = ~single | index.table(name).holding(amount, index.size)
    return mask
