"""Which single providers satisfy what a group asks of one provider.

Each constraint is a link: a name, what is asked, and the test that gives its mask. The search
folds the links of a chain into one mask; ``explain`` counts who is left after each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from stowage.placement.search.columns import Mask
from stowage.placement.search.index import Index
from stowage.placement.search.request import AnyOf, Group, ProviderFilter, Request


class Link(NamedTuple):
    """One constraint; ``parts`` are finer ones that together are the same test."""

    constraint: str
    subject: str
    test: Callable[[], Mask]
    parts: tuple[Link, ...] = ()


def fold(index: Index, links: Iterable[Link]) -> Mask:
    """Who passes every link; ends at the first that leaves nobody."""
    left: Mask | None = None
    for link in links:
        mask = link.test()
        left = mask if left is None else left & mask
        if not left.any():
            break
    return index.everybody() if left is None else left


def suffixed(index: Index, group: Group) -> Iterator[Link]:
    """One provider has to satisfy the whole of a suffixed group.

    The aggregates of its root do not count here (API reference, ``member_of<S>``).
    """
    # The tree first: it leaves a handful of providers, and mostly ends the search for others.
    if group.in_tree:
        yield _in_tree(index, group.in_tree, binding=bool(group.resources))
    # A group without resources has to name what it wants, by trait or by aggregate.
    if not (group.resources or group.required or group.member_of):
        yield Link("resourceless", "neither required nor member_of", index.nobody)
    # Then what cuts most: who is full.
    for name, amount in group.resources.items():
        yield _fitting(index, name, amount)
    yield from _traits(index, group.required, group.forbidden)
    yield from _aggregates(index, group.member_of, group.not_member_of)


def unsuffixed(index: Index, group: Group, resource_class: str) -> Iterator[Link]:
    """Who may give one class of the unsuffixed group within its own tree.

    Required traits are a matter of the whole tree and not asked here; a forbidden trait
    excludes each provider that has it. An aggregate of the root holds for its tree.
    """
    if group.in_tree:
        yield _in_tree(index, group.in_tree, binding=True)
    yield _fitting(index, resource_class, group.resources[resource_class])
    yield from _traits(index, (), group.forbidden)
    if group.member_of:
        test = partial(_self_or_root_in, index, group.member_of)
        yield Link("member_of", " and ".join(map(either, group.member_of)), test)
    if group.not_member_of:
        test = partial(_neither_self_nor_root_in, index, group.not_member_of)
        yield Link("not member_of", either(group.not_member_of), test)


def lending(index: Index, group: Group, resource_class: str) -> Iterator[Link]:
    """Which sharing providers may give one class of the unsuffixed group to other trees."""
    # Sharing reaches out of a tree, in_tree keeps everything inside one.
    if group.in_tree:
        yield Link("sharing", "excluded by in_tree", index.nobody)
    yield Link("sharing", "by aggregate", partial(_sharing, index))
    yield _fitting(index, resource_class, group.resources[resource_class])
    yield from _traits(index, (), group.forbidden)
    yield from _aggregates(index, group.member_of, group.not_member_of)


def rooted(index: Index, request: Request) -> Iterator[Link]:
    """Which roots a candidate may have."""
    for name in sorted(request.root_required):
        yield Link("root_required", name, partial(index.having_any_trait, (name,)))
    for name in sorted(request.root_forbidden):
        yield Link("root_required", f"!{name}", partial(_lacking, index, (name,)))


def providers(index: Index, asked: ProviderFilter) -> list[int]:
    """The rows of GET /resource_providers, in the order of ids."""
    rows: list[int] = index.in_order(fold(index, _filters(index, asked))).tolist()
    return rows


def _filters(index: Index, asked: ProviderFilter) -> Iterator[Link]:
    # By name or UUID it is at most one, nothing after that costs anything.
    if asked.name is not None:
        yield Link("name", asked.name, partial(_only, index, index.row_named(asked.name)))
    if asked.uuid is not None:
        yield Link("uuid", asked.uuid, partial(_only, index, index.row_of(asked.uuid)))
    if asked.in_tree is not None:
        yield _in_tree(index, asked.in_tree, binding=True)
    for name, amount in asked.resources.items():
        yield _fitting(index, name, amount)
    yield from _traits(index, asked.required, asked.forbidden)
    yield from _aggregates(index, asked.member_of, asked.not_member_of)


def trees_of(index: Index, mask: Mask) -> Mask:
    """The roots of the trees that a mask has someone of."""
    if not index.trees.nested:
        return mask
    roots = index.nobody()
    roots[index.trees.roots()[np.flatnonzero(mask)]] = True
    return roots


def either(names: Iterable[str]) -> str:
    """Names of which one is enough, in words."""
    return " or ".join(sorted(names))


def _in_tree(index: Index, uuid: str, binding: bool) -> Link:
    row = index.row_of(uuid)
    if row is None:
        return Link("in_tree", f"{uuid}, which does not exist", index.nobody)
    if not binding:
        # A group without resources is not held to the tree, only to its existence.
        return Link("in_tree", f"{uuid}, which exists", index.everybody)
    return Link("in_tree", uuid, partial(_tree_of, index, row))


def _fitting(index: Index, name: str, amount: int) -> Link:
    table = index.table(name)
    parts = (
        Link("inventory", name, partial(table.having, index.size)),
        Link("capacity", f"{amount} {name}", partial(table.roomy, amount, index.size)),
        Link("units", f"{amount} {name}", partial(table.admitting, amount, index.size)),
    )
    return Link("resources", f"{amount} {name}", partial(table.fitting, amount, index.size), parts)


def _traits(index: Index, required: AnyOf, forbidden: frozenset[str]) -> Iterator[Link]:
    for names in required:
        yield Link("required", either(names), partial(index.having_any_trait, names))
    for name in sorted(forbidden):
        yield Link("forbidden", name, partial(_lacking, index, (name,)))


def _aggregates(index: Index, inside: AnyOf, outside: frozenset[str]) -> Iterator[Link]:
    for uuids in inside:
        yield Link("member_of", either(uuids), partial(index.in_any_aggregate, uuids))
    if outside:
        yield Link("not member_of", either(outside), partial(_outside, index, outside))


def _only(index: Index, row: int | None) -> Mask:
    mask = index.nobody()
    if row is not None:
        mask[row] = True
    return mask


def _tree_of(index: Index, row: int) -> Mask:
    mask = index.nobody()
    mask[index.trees.members(index.trees.root(row))] = True
    return mask


def _sharing(index: Index) -> Mask:
    mask = index.nobody()
    mask[index.sharing()] = True
    return mask


def _lacking(index: Index, names: Iterable[str]) -> Mask:
    return index.everybody() & ~index.having_any_trait(names)


def _outside(index: Index, uuids: Iterable[str]) -> Mask:
    return index.everybody() & ~index.in_any_aggregate(uuids)


def _self_or_root_in(index: Index, member_of: AnyOf) -> Mask:
    # All the aggregates have to be its own, or all its root's.
    inside = index.everybody()
    for uuids in member_of:
        inside &= index.in_any_aggregate(uuids)
    mask: Mask = inside | inside[index.trees.roots()]
    return mask


def _neither_self_nor_root_in(index: Index, uuids: Iterable[str]) -> Mask:
    inside = index.in_any_aggregate(uuids)
    mask: Mask = index.everybody() & ~(inside | inside[index.trees.roots()])
    return mask
