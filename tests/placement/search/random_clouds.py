"""Small random clouds and requests: nested, sharing, aggregates, traits, units, policies.

All choices come from the ``Random`` given, be it seeded or led by Hypothesis.
"""

from __future__ import annotations

from random import Random
from uuid import UUID

from stowage.placement.model import Inventory
from stowage.placement.search.index import SHARES, ProviderRow
from stowage.placement.search.request import Group, Request

CLASSES = ("VCPU", "MEMORY_MB", "CUSTOM_VF")
TRAITS = ("CUSTOM_A", "CUSTOM_B", "CUSTOM_C")
AGGREGATES = tuple(str(UUID(int=0xA + number)) for number in range(3))


def cloud(rng: Random) -> list[ProviderRow]:
    """One to four trees of up to six providers, with sharing providers now and then."""
    nested, sharing = rng.random() < 0.75, rng.random() < 0.4
    providers: list[ProviderRow] = []
    for _ in range(rng.randint(1, 4)):
        size = rng.randint(1, 6) if nested else 1
        providers += _tree(rng, len(providers) + 1, size, sharing)
    return providers


def request(rng: Random, providers: list[ProviderRow], limit: int | None = None) -> Request:
    """A request that the API would let pass, mostly with a chance of success."""
    suffixes = ("_1", "_2", "_3")[: rng.choice((0, 0, 1, 1, 2, 2, 3))]
    groups = [_group(rng, suffix, providers) for suffix in suffixes]
    same_subtree: tuple[frozenset[str], ...] = ()
    if suffixes and rng.random() < 0.4:
        together = rng.sample(suffixes, rng.randint(1, len(suffixes)))
        same_subtree = (frozenset(together),)
        if len(groups) > 1 and rng.random() < 0.4:
            groups = [_without_resources(rng, groups[0], together), *groups[1:]]
    if not any(group.resources for group in groups) or rng.random() < 0.5:
        groups.insert(rng.randint(0, len(groups)), _group(rng, "", providers))
    policy = rng.choice(("none", "isolate") if len(suffixes) > 1 else (None, "none", "isolate"))
    rooted = rng.random()
    return Request(
        tuple(groups),
        policy,
        root_required=frozenset(rng.sample(TRAITS, 1)) if rooted < 0.1 else frozenset(),
        root_forbidden=frozenset(rng.sample(TRAITS, 1)) if 0.05 < rooted < 0.2 else frozenset(),
        same_subtree=same_subtree,
        limit=limit,
        nested=bool(same_subtree) or rng.random() < 0.85,
    )


def _tree(rng: Random, first: int, size: int, sharing: bool) -> list[ProviderRow]:
    ids = list(range(first, first + size))
    parents = [None, *(rng.choice(ids[:place]) for place in range(1, size))]
    return [
        ProviderRow(
            id=number,
            uuid=str(UUID(int=number)),
            name=f"provider {number}",
            generation=0,
            root_id=first,
            parent_id=parent,
            inventories=inventories,
            used=_used(rng, inventories),
            traits=_traits(rng, sharing),
            aggregates=_some(rng, AGGREGATES, 0.45),
        )
        for number, parent in zip(ids, parents, strict=True)
        for inventories in [_inventories(rng)]
    ]


def _inventories(rng: Random) -> dict[str, Inventory]:
    return {
        name: Inventory(
            total=rng.randint(1, 8),
            reserved=rng.choice((0, 0, 0, 1)),
            min_unit=rng.choice((1, 1, 1, 2)),
            max_unit=rng.choice((6, 6, 3, 2)),
            step_size=rng.choice((1, 1, 1, 2)),
            allocation_ratio=rng.choice((1.0, 1.0, 1.5, 0.7)),
        )
        for name in CLASSES
        if rng.random() < 0.6
    }


def _used(rng: Random, inventories: dict[str, Inventory]) -> dict[str, int]:
    return {name: rng.randint(1, 3) for name in inventories if rng.random() < 0.3}


def _traits(rng: Random, sharing: bool) -> frozenset[str]:
    own = _some(rng, TRAITS, 0.4)
    return own | {SHARES} if sharing and rng.random() < 0.3 else own


def _group(rng: Random, suffix: str, providers: list[ProviderRow]) -> Group:
    chance = rng.random()
    classes = rng.sample(CLASSES, rng.choice((1, 1, 1, 2) if suffix else (1, 1, 2, 2, 3)))
    required = _any_of(rng, TRAITS, 0.3)
    forbidden = _some(rng, TRAITS, 0.08)
    return Group(
        suffix,
        {name: rng.choice((1, 1, 1, 2, 2, 3)) for name in classes},
        # What is required and forbidden at once is refused by the API.
        required=tuple(names for names in required if not names <= forbidden),
        forbidden=forbidden,
        member_of=_any_of(rng, AGGREGATES, 0.12),
        not_member_of=_some(rng, AGGREGATES, 0.5) if chance < 0.1 else frozenset(),
        in_tree=rng.choice(providers).uuid if chance > 0.94 else None,
    )


def _without_resources(rng: Random, group: Group, together: list[str]) -> Group:
    if group.suffix not in together:
        return group
    required = group.required or (frozenset(rng.sample(TRAITS, 1)),)
    if rng.random() < 0.1:
        required = ()
    return Group(group.suffix, {}, required, frozenset(), group.member_of, in_tree=group.in_tree)


def _any_of(rng: Random, names: tuple[str, ...], chance: float) -> tuple[frozenset[str], ...]:
    return tuple(
        frozenset(rng.sample(names, rng.choice((1, 1, 2))))
        for _ in range(2)
        if rng.random() < chance
    )


def _some(rng: Random, names: tuple[str, ...], chance: float) -> frozenset[str]:
    return frozenset(name for name in names if rng.random() < chance)
