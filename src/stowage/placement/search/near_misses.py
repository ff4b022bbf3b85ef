"""Who fails one constraint and no other, and by how much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple

from stowage.placement.search import match, wording
from stowage.placement.search.columns import Mask
from stowage.placement.search.explanation import Example, NearMiss
from stowage.placement.search.index import Index
from stowage.placement.search.match import Link
from stowage.placement.search.parts import Part, loans_of, tree_links
from stowage.placement.search.request import Request

_EXAMPLES = 3
# How many different gaps are told of one constraint, the smallest first.
_GAPS = 3


class Key(NamedTuple):
    """Names a link within its group."""

    constraint: str
    subject: str


@dataclass(frozen=True, slots=True, eq=False)
class Tested:
    """The links of a chain with their masks; ``among`` are all that are asked."""

    among: Mask
    links: tuple[Link, ...]
    masks: tuple[Mask, ...]

    @classmethod
    def of(cls, links: Iterable[Link], among: Mask) -> Tested:
        """Test every link, the fine ones where a link has parts."""
        fine = tuple(part for link in links for part in (link.parts or (link,)))
        return cls(among, fine, tuple(link.test() for link in fine))

    def names(self) -> list[Key]:
        """The names of the links, each once."""
        return list(dict.fromkeys(Key(link.constraint, link.subject) for link in self.links))

    def survivors(self) -> Iterator[tuple[Link, Mask]]:
        """Each link, and who is left after it."""
        left = self.among
        for link, mask in zip(self.links, self.masks, strict=True):
            left = left & mask
            yield link, left

    def without(self, key: Key | None) -> Mask:
        """Who would be left if that link were not there."""
        tests = zip(self.links, self.masks, strict=True)
        kept = (mask for link, mask in tests if Key(link.constraint, link.subject) != key)
        return reduce(lambda left, mask: left & mask, kept, self.among)

    def failing_only(self, key: Key) -> Mask:
        """Who passes all links but that one."""
        return self.without(key) & ~self.without(None)


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A part with the tests of who gives it in his own tree and, if anybody can, to others."""

    part: Part
    own: Tested
    lent: Tested | None

    def relaxed(self, index: Index, key: Key) -> Part:
        """The part as it would be without one of its links."""
        own = self.own.without(key)
        lenders = self._lenders()
        loans = loans_of(index, self.part.group, lenders.without(key)) if lenders else ()
        return replace(self.part, own=own, loans=loans)

    def failing(self, index: Index, key: Key, trees: Mask) -> Mask:
        """Who fails only that link, and is or lends to one of ``trees``."""
        found = self.own.failing_only(key) & trees[index.trees.roots()]
        lenders = self._lenders()
        for loan in loans_of(index, self.part.group, lenders.failing_only(key)) if lenders else ():
            found[loan.row] |= (loan.reach & trees).any()
        return found

    def _lenders(self) -> Tested | None:
        return self.own if self.part.group.suffix else self.lent


def nearest(
    index: Index, request: Request, asked: list[Asked], trees: Tested
) -> Iterator[NearMiss]:
    """Whom one constraint alone keeps out of the trees that pass all masks."""
    left, named = trees.without(None), index.nobody()
    for suffix, key in _keys(asked):
        concerned = [one for one in asked if one.part.group.suffix == suffix]
        parts = [one.relaxed(index, key) if one in concerned else one.part for one in asked]
        gained = match.fold(index, tree_links(index, request, parts)) & ~left
        if gained.any():
            named |= gained
            rows = index.nobody()
            for one in concerned:
                rows |= one.failing(index, key, gained)
            yield from _providers(index, key, rows)
    whole = len(asked) > 1 and not (left | named).any()
    yield from _trees(index, trees, whole)


def within(index: Index, tested: Tested) -> Iterator[NearMiss]:
    """Which providers one constraint of a chain alone keeps out of it."""
    for key in tested.names():
        yield from _providers(index, key, tested.failing_only(key))


def against_rule(index: Index, name: str, subject: str, rows: list[int]) -> NearMiss:
    """Trees that keep all rules but one."""
    text = wording.against_rule(len(rows), name, subject)
    return NearMiss(name, subject, len(rows), text, _examples(index, rows))


def _examples(index: Index, rows: list[int]) -> tuple[Example, ...]:
    providers = [index.provider(row) for row in rows[:_EXAMPLES]]
    return tuple(Example(provider.name, provider.uuid) for provider in providers)


def _keys(asked: list[Asked]) -> list[tuple[str, Key]]:
    tested = [(one.part.group.suffix, chain) for one in asked for chain in (one.own, one.lent)]
    keys = [(suffix, key) for suffix, chain in tested if chain for key in chain.names()]
    return list(dict.fromkeys(keys))


def _providers(index: Index, key: Key, mask: Mask) -> Iterator[NearMiss]:
    gaps: dict[tuple[int, str], list[int]] = {}
    for row in index.in_order(mask).tolist():
        gaps.setdefault(_gap(index, key, row), []).append(row)
    for gap in sorted(gaps)[:_GAPS]:
        rows, figures = gaps[gap], gap[1]
        text = wording.of_providers(len(rows), *key, figures)
        subject = figures or key.subject
        yield NearMiss(key.constraint, subject, len(rows), text, _examples(index, rows))


def _gap(index: Index, key: Key, row: int) -> tuple[int, str]:
    """What is in the way in figures, small ones first; nothing where there are none."""
    if key.constraint not in ("capacity", "units"):
        return 0, ""
    asked, name = key.subject.split(" ", 1)
    amount, provider = int(asked), index.provider(row)
    inventory = provider.inventories[name]
    if key.constraint == "capacity":
        lacking = amount - inventory.capacity + provider.used.get(name, 0)
        return lacking, f"{lacking} {name}"
    if amount > inventory.max_unit:
        return amount - inventory.max_unit, f"max_unit {inventory.max_unit}"
    if amount < inventory.min_unit:
        return inventory.min_unit - amount, f"min_unit {inventory.min_unit}"
    return amount % inventory.step_size, f"step_size {inventory.step_size}"


def _trees(index: Index, trees: Tested, whole: bool) -> Iterator[NearMiss]:
    """Trees; those that lack a ``whole`` part are told of if nobody is any nearer."""
    for key in trees.names():
        if key.constraint == "tree" and not whole:
            continue
        rows = index.in_order(trees.failing_only(key)).tolist()
        if rows:
            text = wording.of_trees(len(rows), *key)
            yield NearMiss(*key, len(rows), text, _examples(index, rows))
