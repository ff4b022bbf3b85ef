"""Rules between parts: what a step makes impossible for those that are still open."""

from __future__ import annotations

from stowage.placement.model import Inventory
from stowage.placement.search.index import Index, ProviderRow
from stowage.placement.search.parts import split
from stowage.placement.search.request import Group, Request
from stowage.placement.search.rules import Isolate, OneOfTree, Room, SameSubtree, rules_of
from stowage.placement.search.trees import Space

# A root (bit 1), two nodes below it (2 and 4), a device below each (8 and 16).
SPACE = Space(
    rows=(0, 1, 2, 3, 4),
    above=(0b00001, 0b00011, 0b00101, 0b01011, 0b10101),
    below=(0b11111, 0b01010, 0b10100, 0b01000, 0b10000),
    kin=(0b11111,) * 5,
)


def cloud() -> Index:
    parents = {1: None, 2: 1, 3: 1, 4: 2, 5: 3}
    index = Index()
    index.load(
        ProviderRow(n, f"p{n}", f"p{n}", 0, 1, parent, inventories={"VF": Inventory(3)})
        for n, parent in parents.items()
    )
    return index


def test_isolate_keeps_suffixed_groups_apart() -> None:
    """The provider of one is closed to the others, not to the unsuffixed group."""
    domains = [0b00010, 0b00110, 0b00010]
    assert Isolate(frozenset({0, 1})).narrow(SPACE, domains, 0, (1, 2))
    assert domains == [0b00010, 0b00100, 0b00010]


def test_isolate_sees_that_seats_are_missing() -> None:
    """Three open groups for two providers."""
    rule = Isolate(frozenset({0, 1, 2, 3}))
    assert not rule.narrow(SPACE, [0b1, 0b110, 0b110, 0b110], 0, (1, 2, 3))


def test_same_subtree_leaves_what_is_below_or_above() -> None:
    """After a node: itself, what is below it, and what is above."""
    domains = [0b00010, 0b11111]
    SameSubtree(frozenset("ab"), (0, 1)).narrow(SPACE, domains, 0, (1,))
    assert domains[1] == 0b01011


def test_same_subtree_of_two_devices_needs_a_third_above_both() -> None:
    """Two devices of different nodes go together only below the root."""
    domains = [0b01000, 0b10000, 0b11111]
    SameSubtree(frozenset("abc"), (0, 1, 2)).narrow(SPACE, domains, 1, (2,))
    assert domains[2] == 0b00001


def test_below_1_29_one_provider_of_a_tree_closes_the_others() -> None:
    """It stays open itself, for another group on the same provider."""
    domains = [0b00010, 0b11110]
    OneOfTree().narrow(SPACE, domains, 0, (1,))
    assert domains[1] == 0b00010


def test_room_closes_a_provider_that_is_full() -> None:
    """Two of three are taken: one more goes in, two more do not."""
    index = cloud()
    groups = (Group("a", {"VF": 2}), Group("b", {"VF": 1}), Group("c", {"VF": 2}))
    parts = list(split(index, Request(groups, "none")))
    domains = [0b00010, 0b00010, 0b00110]
    assert Room(index, "VF", parts).narrow(SPACE, domains, 0, (1, 2))
    assert domains == [0b00010, 0b00010, 0b00100]


def test_a_request_gets_the_rules_that_it_needs() -> None:
    """One group alone needs none; each kind of bond between groups brings its own."""
    index = cloud()

    def names(request: Request) -> list[str]:
        return [rule.name for rule in rules_of(index, request, list(split(index, request)))]

    pair = (Group("a", {"VF": 1}), Group("b", {"VF": 1}))
    assert names(Request(pair[:1], "isolate")) == []
    assert names(Request(pair, "isolate")) == ["group_policy", "capacity"]
    assert names(Request(pair, "none", nested=False)) == ["nested", "capacity"]
    together = (frozenset({"a", "b"}),)
    assert names(Request(pair, "none", same_subtree=together)) == ["same_subtree", "capacity"]
    wanting = Group("", {"VF": 1}, (frozenset({"A"}),))
    assert names(Request((wanting,))) == ["required"]
