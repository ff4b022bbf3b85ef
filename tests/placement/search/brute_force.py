"""The search once more, slow and obvious: try everything, keep what breaks no rule.

It knows nothing of the engine: no index, no masks, no order, no pruning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from stowage.placement.search.index import SHARES, ProviderRow
from stowage.placement.search.request import Group, Request

# (provider, class, amount) of each allocation, and (suffix, provider) of each mapping.
Found = tuple[frozenset[tuple[str, str, int]], frozenset[tuple[str, str]]]
Pick = tuple[Group, dict[str, int], ProviderRow]


class Cloud:
    """Providers, and how they hang together."""

    def __init__(self, providers: Iterable[ProviderRow]) -> None:
        self.providers = list(providers)
        self.by_id = {provider.id: provider for provider in self.providers}
        self.nested = any(provider.parent_id is not None for provider in self.providers)

    def roots(self) -> list[ProviderRow]:
        return [provider for provider in self.providers if provider.root_id == provider.id]

    def tree(self, provider: ProviderRow) -> list[ProviderRow]:
        return [other for other in self.providers if other.root_id == provider.root_id]

    def ancestry(self, provider: ProviderRow) -> set[int]:
        """The provider and all above it."""
        found = {provider.id}
        while provider.parent_id is not None:
            provider = self.by_id[provider.parent_id]
            found.add(provider.id)
        return found

    def lends_to(self, provider: ProviderRow, root: ProviderRow) -> bool:
        """Whether it shares, by an aggregate that someone in that tree is in, too."""
        return SHARES in provider.traits and any(
            provider.aggregates & other.aggregates for other in self.tree(root)
        )


def candidates(providers: Iterable[ProviderRow], request: Request) -> set[Found]:
    """Every candidate of a request."""
    cloud = Cloud(providers)
    found = set()
    for root in cloud.roots():
        if not root_allowed(root, request):
            continue
        for picks in product(*options(cloud, root, request)):
            if all_together(cloud, picks, request):
                found.add(as_found(picks))
    return found


def summaries(providers: Iterable[ProviderRow], request: Request, found: set[Found]) -> set[str]:
    """The UUIDs of the providers that provider_summaries shows."""
    cloud = Cloud(providers)
    givers = {uuid for allocations, _ in found for uuid, _, _ in allocations}
    if not request.nested:
        return givers
    roots = {provider.root_id for provider in cloud.providers if provider.uuid in givers}
    return {provider.uuid for provider in cloud.providers if provider.root_id in roots}


def root_allowed(root: ProviderRow, request: Request) -> bool:
    return root.traits >= request.root_required and not root.traits & request.root_forbidden


def options(cloud: Cloud, root: ProviderRow, request: Request) -> Iterator[list[Pick]]:
    """For each thing that one provider has to give: who could, for the tree of this root."""
    for group in request.groups:
        if group.suffix:
            yield [
                (group, dict(group.resources), provider)
                for provider in cloud.providers
                if satisfies_alone(cloud, provider, group)
                and (provider.root_id == root.id or cloud.lends_to(provider, root))
            ]
            continue
        for name, amount in group.resources.items():
            yield [
                (group, {name: amount}, provider)
                for provider in cloud.providers
                if may_take_part(cloud, provider, root, group, {name: amount})
            ]


def satisfies_alone(cloud: Cloud, provider: ProviderRow, group: Group) -> bool:
    """A suffixed group asks everything of one provider."""
    if group.in_tree is not None:
        tree = [other.uuid for other in cloud.tree(provider)]
        known = {other.uuid for other in cloud.providers}
        # The tree of a group without resources only has to exist, as upstream has it.
        if group.in_tree not in (tree if group.resources else known):
            return False
    if not group.resources and not group.required and not group.member_of:
        return False
    return (
        has_room(provider, group.resources)
        and all(provider.traits & names for names in group.required)
        and not provider.traits & group.forbidden
        and in_aggregates(provider, group)
        and not provider.aggregates & group.not_member_of
    )


def may_take_part(
    cloud: Cloud, provider: ProviderRow, root: ProviderRow, group: Group, amounts: dict[str, int]
) -> bool:
    """The unsuffixed group asks less of each provider; required traits come later."""
    if not has_room(provider, amounts) or provider.traits & group.forbidden:
        return False
    if (provider.aggregates | root.aggregates) & group.not_member_of:
        return False
    if provider.root_id == root.id:
        tree = {other.uuid for other in cloud.tree(provider)}
        if group.in_tree is not None and group.in_tree not in tree:
            return False
        return in_aggregates(provider, group) or in_aggregates(root, group)
    return (
        group.in_tree is None and cloud.lends_to(provider, root) and in_aggregates(provider, group)
    )


def in_aggregates(provider: ProviderRow, group: Group) -> bool:
    return all(provider.aggregates & uuids for uuids in group.member_of)


def has_room(provider: ProviderRow, amounts: dict[str, int]) -> bool:
    for name, amount in amounts.items():
        inventory = provider.inventories.get(name)
        if inventory is None or amount % inventory.step_size:
            return False
        if not inventory.min_unit <= amount <= inventory.max_unit:
            return False
        limit = (inventory.total - inventory.reserved) * inventory.allocation_ratio
        if provider.used.get(name, 0) + amount > limit:
            return False
    return True


def all_together(cloud: Cloud, picks: tuple[Pick, ...], request: Request) -> bool:
    """What the picks ask of each other."""
    return (
        sums_fit(picks)
        and traits_between_them(picks)
        and policy_kept(picks, request)
        and subtrees_kept(cloud, picks, request)
        and (request.nested or not cloud.nested or one_of_each_tree(picks))
    )


def totals(picks: tuple[Pick, ...]) -> dict[int, dict[str, int]]:
    total: dict[int, dict[str, int]] = {}
    for _, amounts, provider in picks:
        for name, amount in amounts.items():
            of_provider = total.setdefault(provider.id, {})
            of_provider[name] = of_provider.get(name, 0) + amount
    return total


def sums_fit(picks: tuple[Pick, ...]) -> bool:
    by_id = {provider.id: provider for _, _, provider in picks}
    for number, amounts in totals(picks).items():
        provider = by_id[number]
        for name, amount in amounts.items():
            inventory = provider.inventories[name]
            if provider.used.get(name, 0) + amount > inventory.capacity:
                return False
            if amount > inventory.max_unit:
                return False
    return True


def traits_between_them(picks: tuple[Pick, ...]) -> bool:
    spread = [(group, provider) for group, _, provider in picks if not group.suffix]
    traits = frozenset[str]().union(*(provider.traits for _, provider in spread))
    return all(traits & names for group, _ in spread for names in group.required)


def policy_kept(picks: tuple[Pick, ...], request: Request) -> bool:
    rows = [provider.id for group, _, provider in picks if group.suffix]
    return request.group_policy != "isolate" or len(rows) == len(set(rows))


def subtrees_kept(cloud: Cloud, picks: tuple[Pick, ...], request: Request) -> bool:
    for suffixes in request.same_subtree:
        chosen = [provider for group, _, provider in picks if group.suffix in suffixes]
        common = set.intersection(*(cloud.ancestry(provider) for provider in chosen))
        if not common & {provider.id for provider in chosen}:
            return False
    return True


def one_of_each_tree(picks: tuple[Pick, ...]) -> bool:
    givers = {provider.id: provider.root_id for _, amounts, provider in picks if amounts}
    return len(givers) == len(set(givers.values()))


def as_found(picks: tuple[Pick, ...]) -> Found:
    uuids = {provider.id: provider.uuid for _, _, provider in picks}
    allocations = frozenset(
        (uuids[number], name, amount)
        for number, amounts in totals(picks).items()
        for name, amount in amounts.items()
    )
    return allocations, frozenset((group.suffix, provider.uuid) for group, _, provider in picks)
