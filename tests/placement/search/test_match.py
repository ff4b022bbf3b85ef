"""Which providers pass which constraint."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from stowage.placement.model import Inventory
from stowage.placement.search import match
from stowage.placement.search.index import SHARES, Index, ProviderRow
from stowage.placement.search.match import Link
from stowage.placement.search.request import Group, ProviderFilter, Request

CLOUD = [
    ProviderRow(
        1, "r1", "one", 0, 1, None, 0.0, {"VCPU": Inventory(8)}, {}, frozenset("AB"),
        frozenset({"x"}),
    ),
    ProviderRow(
        2, "c1", "two", 0, 1, 1, 0.0, {"VCPU": Inventory(4), "VF": Inventory(2)}, {"VCPU": 2},
        frozenset("B"), frozenset({"y"}),
    ),
    ProviderRow(
        3, "r2", "three", 0, 3, None, 0.0, {"VF": Inventory(1)}, {}, frozenset({"A", SHARES}),
        frozenset({"x", "y"}),
    ),
]  # fmt: skip


def one_of(*names: str) -> tuple[frozenset[str], ...]:
    return (frozenset(names),)


@pytest.fixture
def index() -> Index:
    """Two trees: r1 with c1 below, and r2, which shares."""
    index = Index()
    index.load(CLOUD)
    return index


def left(index: Index, links: Iterable[Link]) -> list[str]:
    return [index.uuid_of(row) for row in index.in_order(match.fold(index, links))]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (ProviderFilter(), ["r1", "c1", "r2"]),
        (ProviderFilter(name="two"), ["c1"]),
        (ProviderFilter(name="TWO"), []),
        (ProviderFilter(uuid="r2"), ["r2"]),
        (ProviderFilter(uuid="r2", name="two"), []),
        (ProviderFilter(in_tree="c1"), ["r1", "c1"]),
        (ProviderFilter(in_tree="nobody"), []),
        (ProviderFilter(resources={"VCPU": 3}), ["r1"]),
        (ProviderFilter(resources={"VCPU": 2, "VF": 2}), ["c1"]),
        (ProviderFilter(required=one_of("A")), ["r1", "r2"]),
        (ProviderFilter(required=(*one_of("A"), *one_of("B", "C"))), ["r1"]),
        (ProviderFilter(forbidden=frozenset("AC")), ["c1"]),
        (ProviderFilter(member_of=one_of("x", "z")), ["r1", "r2"]),
        (ProviderFilter(member_of=(*one_of("x"), *one_of("y"))), ["r2"]),
        (ProviderFilter(not_member_of=frozenset("y")), ["r1"]),
        (ProviderFilter(member_of=one_of("z")), []),
    ],
)
def test_providers_are_filtered(index: Index, asked: ProviderFilter, expected: list[str]) -> None:
    """GET /resource_providers: each filter, and several together, in the order of ids."""
    assert [index.uuid_of(row) for row in match.providers(index, asked)] == expected


def test_a_suffixed_group_asks_the_provider_itself(index: Index) -> None:
    """The aggregates of its root do not help a provider."""
    group = Group("1", {"VF": 1}, member_of=one_of("x"))
    assert left(index, match.suffixed(index, group)) == ["r2"]


def test_the_unsuffixed_group_counts_aggregates_of_the_root(index: Index) -> None:
    """What the root is in, its tree is in; what it is not to be in, neither."""
    inside = Group("", {"VF": 1}, member_of=one_of("x"))
    outside = Group("", {"VF": 1}, not_member_of=frozenset({"x"}))
    assert left(index, match.unsuffixed(index, inside, "VF")) == ["c1", "r2"]
    assert left(index, match.unsuffixed(index, outside, "VF")) == []


def test_all_aggregates_are_its_own_or_all_its_roots(index: Index) -> None:
    """One aggregate of the root and another of the provider do not add up."""
    group = Group("", {"VF": 1}, member_of=(*one_of("x"), *one_of("y")))
    assert left(index, match.unsuffixed(index, group, "VF")) == ["r2"]


def test_required_traits_of_the_unsuffixed_group_are_not_asked_of_one(index: Index) -> None:
    """The providers of a candidate have them between them; forbidden ones nobody may have."""
    wanted = Group("", {"VF": 1}, required=one_of("A"))
    unwanted = Group("", {"VF": 1}, forbidden=frozenset({"B"}))
    assert left(index, match.unsuffixed(index, wanted, "VF")) == ["c1", "r2"]
    assert left(index, match.unsuffixed(index, unwanted, "VF")) == ["r2"]


def test_only_sharing_providers_lend_and_not_out_of_a_tree(index: Index) -> None:
    """in_tree keeps everything inside its tree."""
    assert left(index, match.lending(index, Group("", {"VF": 1}), "VF")) == ["r2"]
    bound = Group("", {"VF": 1}, in_tree="r2")
    assert left(index, match.lending(index, bound, "VF")) == []


def test_a_group_without_resources_has_to_want_something(index: Index) -> None:
    """By trait or aggregate; a tree alone, or what is forbidden, names nobody."""
    assert left(index, match.suffixed(index, Group("1", {}, one_of("B")))) == ["r1", "c1"]
    assert left(index, match.suffixed(index, Group("1", {}, forbidden=frozenset("A")))) == []
    assert left(index, match.suffixed(index, Group("1", {}, in_tree="r1"))) == []


def test_the_tree_of_a_group_without_resources_must_only_exist(index: Index) -> None:
    """As the reference has it: in_tree binds what is taken, and nothing is."""
    here = Group("1", {}, one_of("A"), in_tree="c1")
    nowhere = Group("1", {}, one_of("A"), in_tree="nobody")
    assert left(index, match.suffixed(index, here)) == ["r1", "r2"]
    assert left(index, match.suffixed(index, nowhere)) == []


def test_roots_are_chosen_by_their_own_traits(index: Index) -> None:
    """root_required looks at the root, not at its tree."""
    request = Request((), root_required=frozenset({"A"}), root_forbidden=frozenset({"B"}))
    assert left(index, match.rooted(index, request)) == ["r2"]
