"""Why a request has the candidates that it has, or none.

The same chains of constraints as in the search, with the survivors of each counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from stowage.placement.search import match
from stowage.placement.search.columns import Mask
from stowage.placement.search.combine import in_tree
from stowage.placement.search.index import Index
from stowage.placement.search.match import Link
from stowage.placement.search.parts import Part, described, single_trees, split, tree_links
from stowage.placement.search.plan import Plan
from stowage.placement.search.request import Request
from stowage.placement.search.rules import rules_of

_EXAMPLES = 3
_SHORTFALLS = 3


@dataclass(frozen=True, slots=True)
class Step:
    """One constraint, and how many providers and trees were left after it."""

    constraint: str
    subject: str
    providers: int
    trees: int


@dataclass(frozen=True, slots=True)
class NearMiss:
    """Providers (or trees, by their roots) that fail one constraint and no other."""

    constraint: str
    subject: str
    count: int
    text: str
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """The constraints of one part of the request, in the order in which they are asked."""

    title: str
    steps: tuple[Step, ...]
    near_misses: tuple[NearMiss, ...] = ()


@dataclass(frozen=True, slots=True)
class Blocker:
    """The first constraint that left nobody."""

    chain: str
    constraint: str
    subject: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """The whole answer; ``trees_left`` counts the trees that have candidates."""

    providers: int
    trees: int
    trees_left: int
    blocker: Blocker | None
    chains: tuple[Chain, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data, ready to be encoded."""
        return asdict(self)

    def as_text(self) -> str:
        """The same for a terminal."""
        return "\n".join(_lines(self)) + "\n"


def explain(index: Index, request: Request) -> Explanation:
    """Count who is left after each constraint of a request."""
    everybody = index.everybody()
    parts = list(split(index, request))
    own = [_chain(index, described(part), _own_links(index, part), everybody) for part in parts]
    lent = [chain for part in parts for chain in _lent(index, part, everybody)]
    links = list(tree_links(index, request, parts))
    trees = _chain(index, "trees", links, match.trees_of(index, everybody), "tree")
    together = _together(index, request, parts, match.fold(index, links))
    # A part that nobody has in his own tree may still be borrowed.
    alone = [chain for chain, part in zip(own, parts, strict=True) if not part.loans]
    return Explanation(
        providers=len(index),
        trees=_trees(index, everybody),
        trees_left=together.steps[-1].trees,
        blocker=_blocker([*alone, trees, together]),
        chains=(*own, *lent, trees, together),
    )


def _lent(index: Index, part: Part, everybody: Mask) -> Iterator[Chain]:
    if index.sharing() and not part.group.suffix:
        (name,) = part.amounts
        links = match.lending(index, part.group, name)
        yield _chain(index, f"{described(part)}, shared", links, everybody)


def _own_links(index: Index, part: Part) -> Iterator[Link]:
    if part.group.suffix:
        return match.suffixed(index, part.group)
    (name,) = part.amounts
    return match.unsuffixed(index, part.group, name)


def _chain(
    index: Index, title: str, links: Iterable[Link], everybody: Mask, noun: str = "provider"
) -> Chain:
    fine = [part for link in links for part in (link.parts or (link,))]
    masks = [link.test() for link in fine]
    steps, left = [], everybody
    for link, mask in zip(fine, masks, strict=True):
        left = left & mask
        steps.append(Step(link.constraint, link.subject, int(left.sum()), _trees(index, left)))
    return Chain(title, tuple(steps), tuple(_near_misses(index, fine, masks, everybody, noun)))


def _trees(index: Index, mask: Mask) -> int:
    return int(match.trees_of(index, mask).sum())


def _together(index: Index, request: Request, parts: list[Part], left: Mask) -> Chain:
    """Rule after rule: how many trees have a way for all parts together."""
    plan = Plan(index, request, parts)
    rules = rules_of(index, request, parts)
    single = single_trees(index, parts)
    alone = int((left & single).sum())
    roots = index.in_order(left & ~single).tolist()
    count = alone + len(roots)
    steps = [Step("trees", "left so far", count, count)]
    for number, rule in enumerate(rules, start=1):
        roots = [root for root in roots if any(True for _ in in_tree(plan, rules[:number], root))]
        count = alone + len(roots)
        steps.append(Step(rule.name, rule.subject, count, count))
    return Chain("all together, in one tree", tuple(steps))


def _blocker(chains: Iterable[Chain]) -> Blocker | None:
    for chain in chains:
        for step in chain.steps:
            if not step.providers:
                return Blocker(chain.title, step.constraint, step.subject)
    return None


def _near_misses(
    index: Index, links: Sequence[Link], masks: Sequence[Mask], everybody: Mask, noun: str
) -> Iterator[NearMiss]:
    failures = np.zeros(index.size, np.int32)
    for mask in masks:
        failures += ~mask
    for link, mask in zip(links, masks, strict=True):
        missing = index.in_order(everybody & ~mask & (failures == 1)).tolist()
        if not missing:
            continue
        if link.constraint == "capacity":
            yield from _shortfalls(index, link, missing)
        else:
            yield _near_miss(index, link, missing, noun)


def _near_miss(index: Index, link: Link, rows: list[int], noun: str) -> NearMiss:
    count = len(rows)
    examples = tuple(index.uuid_of(row) for row in rows[:_EXAMPLES])
    one, several = _VERBS.get(link.constraint, ("fails", "fail"))
    who = f"1 {noun} {one}" if count == 1 else f"{count} {noun}s {several}"
    return NearMiss(link.constraint, link.subject, count, f"{who} {link.subject}", examples)


# For one, and for several.
_VERBS = {
    "capacity": ("lacks", "lack"),
    "inventory": ("has no inventory of", "have no inventory of"),
    "units": ("does not admit (min, max, step)", "do not admit (min, max, step)"),
    "required": ("lacks trait", "lack trait"),
    "forbidden": ("has forbidden trait", "have forbidden trait"),
    "member_of": ("is outside aggregate", "are outside aggregate"),
    "not member_of": ("is inside aggregate", "are inside aggregate"),
    "in_tree": ("is outside the tree of", "are outside the tree of"),
    "tree": ("lacks", "lack"),
    "total": ("cannot give", "cannot give"),
}


def _shortfalls(index: Index, link: Link, rows: list[int]) -> Iterator[NearMiss]:
    """By how much they fall short, the smallest gaps first."""
    amount, name = link.subject.split(" ", 1)
    lacking: dict[int, list[int]] = {}
    for row in rows:
        provider = index.provider(row)
        free = provider.inventories[name].capacity - provider.used.get(name, 0)
        lacking.setdefault(int(amount) - free, []).append(row)
    for short in sorted(lacking)[:_SHORTFALLS]:
        yield _near_miss(
            index, link._replace(subject=f"{short} {name}"), lacking[short], "provider"
        )


def _lines(explanation: Explanation) -> Iterator[str]:
    yield f"{explanation.providers} providers in {explanation.trees} trees"
    for chain in explanation.chains:
        if chain.steps:
            yield f"\n{chain.title}"
        for step in chain.steps:
            counts = f"{step.providers:>8} providers {step.trees:>8} trees"
            yield f"{counts}  {step.constraint}: {step.subject}"
        for miss in chain.near_misses:
            yield f"    near miss: {miss.text}, e.g. {', '.join(miss.examples)}"
    yield ""
    blocker = explanation.blocker
    if blocker is None:
        yield f"trees with candidates: {explanation.trees_left}"
    else:
        yield f"no candidates: nothing left after {blocker.constraint}: {blocker.subject}"
        yield f"({blocker.chain})"
