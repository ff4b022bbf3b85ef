"""Why a request has the candidates that it has, or none.

The same chains of constraints as in the search, with the survivors of each counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from stowage.placement.search import match, near_misses, wording
from stowage.placement.search.columns import Mask
from stowage.placement.search.combine import in_tree
from stowage.placement.search.explanation import (
    IN_ONE_TREE,
    TOGETHER,
    Chain,
    Explanation,
    NearMiss,
    Step,
    blocker_of,
)
from stowage.placement.search.index import Index
from stowage.placement.search.match import Link
from stowage.placement.search.near_misses import Asked, Tested
from stowage.placement.search.parts import Part, described, single_trees, split, tree_links
from stowage.placement.search.plan import Plan
from stowage.placement.search.request import Request
from stowage.placement.search.rules import Rule, rules_of


def explain(index: Index, request: Request) -> Explanation:
    """Count who is left after each constraint of a request, and find who nearly was."""
    everybody = index.everybody()
    parts = list(split(index, request))
    asked = [_asked(index, part, everybody) for part in parts]
    trees = Tested.of(tree_links(index, request, parts), match.trees_of(index, everybody))
    left = trees.without(None)
    ruled, against = _ruled(index, request, parts, left)
    chains = [tuple(_part_chains(index, one)) for one in asked]
    # A part that nobody has in his own tree may still be borrowed.
    alone = blocker_of(
        own for one, (own, *_) in zip(asked, chains, strict=True) if not one.part.loans
    )
    whole = () if alone else tuple(_whole_chains(asked, trees, ruled))
    return Explanation(
        providers=len(index),
        trees=_trees(index, everybody),
        trees_left=ruled[-1].trees if ruled else int(left.sum()),
        blocker=alone or blocker_of(whole),
        near_misses=(*near_misses.nearest(index, request, asked, trees), *against),
        chains=(*chain.from_iterable(chains), *whole),
    )


def _part_chains(index: Index, asked: Asked) -> Iterator[Chain]:
    yield _chain(index, described(asked.part), asked.part, asked.own)
    if asked.lent is not None:
        yield _chain(index, f"{described(asked.part)}, shared", asked.part, asked.lent)


def _whole_chains(asked: list[Asked], trees: Tested, ruled: Sequence[Step]) -> Iterator[Chain]:
    # The one part of a tree that borrows nothing has been counted.
    if len(trees.links) > 1 or asked[0].lent or asked[0].part.loans:
        yield Chain(IN_ONE_TREE, None, _until_nobody(_tree_steps(trees)))
    if ruled:
        yield Chain(TOGETHER, None, _until_nobody(ruled))


def _asked(index: Index, part: Part, everybody: Mask) -> Asked:
    if part.group.suffix:
        return Asked(part, Tested.of(match.suffixed(index, part.group), everybody), None)
    (name,) = part.amounts
    own = Tested.of(match.unsuffixed(index, part.group, name), everybody)
    sharing = index.nobody()
    sharing[index.sharing()] = True
    # Who shares other things has nothing to do with it.
    if not (sharing & index.table(name).having(index.size)).any():
        return Asked(part, own, None)
    return Asked(part, own, Tested.of(match.lending(index, part.group, name), sharing))


def _chain(index: Index, title: str, part: Part, tested: Tested) -> Chain:
    steps = [_step(link, int(mask.sum()), _trees(index, mask)) for link, mask in tested.survivors()]
    missed = tuple(near_misses.within(index, tested))
    return Chain(title, part.group.suffix, _until_nobody(steps), missed)


def _tree_steps(tested: Tested) -> list[Step]:
    return [_step(link, None, int(mask.sum())) for link, mask in tested.survivors()]


def _step(link: Link, providers: int | None, trees: int) -> Step:
    text = wording.label(link.constraint, link.subject)
    return Step(link.constraint, link.subject, text, providers, trees)


def _until_nobody(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps up to the first that left nobody: after that there is nothing to count."""
    for number, step in enumerate(steps, start=1):
        if not step.trees:
            return tuple(steps[:number])
    return tuple(steps)


def _trees(index: Index, mask: Mask) -> int:
    return int(match.trees_of(index, mask).sum())


def _ruled(
    index: Index, request: Request, parts: list[Part], left: Mask
) -> tuple[list[Step], list[NearMiss]]:
    """Rule after rule: how many trees have a way for all parts together, and who nearly has."""
    single = single_trees(index, parts)
    roots = index.in_order(left & ~single).tolist()
    if not roots:
        return [], []
    alone = int((left & single).sum())
    plan, rules = Plan(index, request, parts), rules_of(index, request, parts)
    steps, against = [], []
    for number, rule in enumerate(rules):
        kept = [root for root in roots if _has_way(plan, rules[: number + 1], root)]
        others = [*rules[:number], *rules[number + 1 :]]
        passed = set(kept)
        missed = [root for root in roots if root not in passed and _has_way(plan, others, root)]
        if missed:
            against.append(near_misses.against_rule(index, rule.name, rule.subject, missed))
        text = wording.rule(rule.name, rule.subject)
        steps.append(Step(rule.name, rule.subject, text, None, alone + len(kept)))
        roots = kept
    return steps, against


def _has_way(plan: Plan, rules: list[Rule], root: int) -> bool:
    return any(True for _ in in_tree(plan, rules, root))
