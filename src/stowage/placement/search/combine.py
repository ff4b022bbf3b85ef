"""GET /allocation_candidates: parts on providers, tree by tree, lazily.

A tree is searched part after part with the domains narrowed after each step, so a dead end
shows before it is entered, and nothing is built that is not asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from random import Random

import numpy as np

from stowage.placement.search.columns import Rows
from stowage.placement.search.index import Index
from stowage.placement.search.pigeonhole import bits_of
from stowage.placement.search.plan import Plan, Trees, prepare
from stowage.placement.search.request import Options, Request, Strategy
from stowage.placement.search.result import Candidate, Result
from stowage.placement.search.rules import Rule, rules_of
from stowage.placement.search.trees import Space

# A random sample is drawn from at least so many candidates, if there are so many. Where
# there are more, the pool is drawn from all trees in turn, in random order.
_POOL = 20_000

_CHUNK = 256


def search(index: Index, request: Request, options: Options, rng: Random | None = None) -> Result:
    """The candidates of a request, and the providers that its summaries show.

    ``rng`` must be given where ``options.randomize`` is set.
    """
    prepared = prepare(index, request)
    if prepared is None:
        return Result((), ())
    plan, trees = prepared
    if options.randomize and rng is not None:
        found = _sampled(plan, request, trees, options, rng)
    else:
        wanted = _least(request.limit, options.maximum)
        found = list(islice(_distinct(plan, request, trees, options.strategy), wanted))
    return Result(found, _summaries(index, request, found))


def candidates(
    index: Index, request: Request, strategy: str = Strategy.DEPTH_FIRST, maximum: int = -1
) -> Iterator[Candidate]:
    """All candidates of a request, each when it is asked for; ``limit`` is not applied."""
    prepared = prepare(index, request)
    if prepared is None:
        return iter(())
    plan, trees = prepared
    return islice(_distinct(plan, request, trees, strategy), _least(None, maximum))


def in_tree(
    plan: Plan, rules: Sequence[Rule], root: int, rng: Random | None = None
) -> Iterator[tuple[int, ...]]:
    """All ways to give the parts of a plan within one tree: the row of each part."""
    space, domains = plan.space(root)
    # The parts with the fewest providers first, whatever happens to them happens early.
    sizes = [domain.bit_count() for domain in domains]
    parts = sorted(range(len(domains)), key=sizes.__getitem__)
    if not _still_possible(rules, space, domains, None, parts):
        return iter(())
    return _descend(rules, space, domains, parts, rng)


def _descend(
    rules: Sequence[Rule],
    space: Space,
    domains: list[int],
    parts: Sequence[int],
    rng: Random | None,
) -> Iterator[tuple[int, ...]]:
    part, rest = parts[0], parts[1:]
    if not rest:
        rows = [space.rows[domain.bit_length() - 1] for domain in domains]
        for bit in _bits(domains[part], rng):
            rows[part] = space.rows[bit.bit_length() - 1]
            yield tuple(rows)
        return
    for bit in _bits(domains[part], rng):
        narrowed = domains.copy()
        narrowed[part] = bit
        if _still_possible(rules, space, narrowed, part, rest):
            yield from _descend(rules, space, narrowed, rest, rng)


def _still_possible(
    rules: Sequence[Rule],
    space: Space,
    domains: list[int],
    given: int | None,
    rest: Sequence[int],
) -> bool:
    for rule in rules:
        if not rule.narrow(space, domains, given, rest):
            return False
    # PERF: half the time of all() over a generator.
    for part in rest:  # noqa: SIM110
        if not domains[part]:
            return False
    return True


def _bits(domain: int, rng: Random | None) -> Sequence[int]:
    bits = bits_of(domain)
    return bits if rng is None else rng.sample(bits, len(bits))


def _distinct(
    plan: Plan, request: Request, trees: Trees, strategy: str, rng: Random | None = None
) -> Iterator[Candidate]:
    """The candidates of all trees, each once."""
    found = _everywhere(plan, request, trees, strategy, rng)
    if not plan.lenders.rows:
        return found
    return _unrepeated(frozenset(plan.lenders.rows), found)


def _everywhere(
    plan: Plan, request: Request, trees: Trees, strategy: str, rng: Random | None
) -> Iterator[Candidate]:
    rules = rules_of(plan.index, request, plan.parts)
    single = trees.single.tobytes()

    def of_tree(root: int) -> Iterator[Candidate]:
        if single[root]:
            return iter((plan.alone(root),))
        return (plan.candidate(root, rows) for rows in in_tree(plan, rules, root, rng))

    each = map(of_tree, _in_chunks(trees.roots))
    return _in_turn(each) if strategy == Strategy.BREADTH_FIRST else chain.from_iterable(each)


def _in_chunks(roots: Rows) -> Iterator[int]:
    # A whole list of 100,000 integers takes longer than a search for ten of them.
    for start in range(0, len(roots), _CHUNK):
        chunk: list[int] = roots[start : start + _CHUNK].tolist()
        yield from chunk


def _in_turn(sources: Iterable[Iterator[Candidate]]) -> Iterator[Candidate]:
    """One of each source, then the next of each, and so on."""
    again: deque[Iterator[Candidate]] = deque()
    for source in sources:
        first = next(source, None)
        if first is not None:
            again.append(source)
            yield first
    while again:
        source = again.popleft()
        following = next(source, None)
        if following is not None:
            again.append(source)
            yield following


def _unrepeated(lenders: frozenset[int], found: Iterable[Candidate]) -> Iterator[Candidate]:
    """Only what consists of nothing but borrowed providers can be found from two trees."""
    seen = set()
    for candidate in found:
        rows = [row for _, rows in candidate.mappings for row in rows]
        if lenders.issuperset(rows):
            key = (candidate.mappings, tuple([(row, id(a)) for row, a in candidate.allocations]))
            if key in seen:
                continue
            seen.add(key)
        yield candidate


def _sampled(
    plan: Plan, request: Request, trees: Trees, options: Options, rng: Random
) -> list[Candidate]:
    """A random choice of ``limit`` candidates, in random order."""
    wanted = _least(request.limit, options.maximum)
    roots: list[int] = trees.roots.tolist()
    if not plan.lenders.rows and trees.single[trees.roots].all():
        chosen = rng.sample(roots, len(roots) if wanted is None else min(wanted, len(roots)))
        return [plan.alone(root) for root in chosen]
    rng.shuffle(roots)
    shuffled = Trees(np.array(roots), trees.single)
    strategy = Strategy.BREADTH_FIRST if options.maximum < 0 else options.strategy
    bound = None if wanted is None else _least(None, options.maximum) or max(_POOL, wanted)
    pool = list(islice(_distinct(plan, request, shuffled, strategy, rng), bound))
    return rng.sample(pool, len(pool) if wanted is None else min(wanted, len(pool)))


def _least(*bounds: int | None) -> int | None:
    """The tightest bound; None and -1 are none."""
    given = [bound for bound in bounds if bound is not None and bound >= 0]
    return min(given) if given else None


def _summaries(index: Index, request: Request, found: Sequence[Candidate]) -> list[int]:
    """Whom provider_summaries shows: all providers of each tree that gives something."""
    givers = dict.fromkeys([row for candidate in found for row, _ in candidate.allocations])
    if not index.trees.nested or not request.nested:
        return list(givers)
    root, members = index.trees.root, index.trees.members
    roots = dict.fromkeys([root(row) for row in givers])
    return [row for one in roots for row in members(one)]
