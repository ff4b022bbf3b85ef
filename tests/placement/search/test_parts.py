"""The parts of a request, and the trees that can have them all."""

from __future__ import annotations

from stowage.placement.model import Inventory
from stowage.placement.search import match
from stowage.placement.search.index import SHARES, Index, ProviderRow
from stowage.placement.search.parts import shared_classes, single_trees, split, tree_links
from stowage.placement.search.request import Group, Request


def cloud() -> Index:
    """Two hosts in an aggregate with a shared disk; the second host has a disk of its own."""
    index = Index()
    agg = frozenset({"agg"})
    vcpu, disk = {"VCPU": Inventory(4)}, {"DISK": Inventory(9)}
    index.load(
        [
            ProviderRow(1, "h1", "h1", 0, 1, inventories=vcpu, aggregates=agg),
            ProviderRow(2, "h2", "h2", 0, 2, inventories=vcpu | disk),
            ProviderRow(3, "nfs", "nfs", 0, 3, None, 0.0, disk, {}, frozenset({SHARES}), agg),
        ]
    )
    return index


def test_the_unsuffixed_group_has_a_part_for_each_class() -> None:
    """A suffixed group is one part, whatever it asks for."""
    plain, suffixed = Group("", {"VCPU": 1, "DISK": 1}), Group("1", {"VCPU": 1, "DISK": 1})
    parts = list(split(cloud(), Request((plain, suffixed))))
    assert [dict(part.amounts) for part in parts] == [{"VCPU": 1}, {"DISK": 1}, suffixed.resources]
    assert [part.number for part in parts] == [0, 1, 2]
    assert shared_classes(parts) == {"VCPU": 2, "DISK": 2}


def test_a_loan_reaches_the_trees_of_its_aggregates() -> None:
    """The shared disk serves the first host and itself, not the second host."""
    index = cloud()
    (part,) = split(index, Request((Group("", {"DISK": 1}),)))
    assert part.own.tolist() == [False, True, True]
    assert [(loan.row, loan.reach.tolist()) for loan in part.loans] == [(2, [True, False, True])]
    assert part.trees(index).tolist() == [True, True, True]
    assert single_trees(index, [part]).tolist() == [False, True, False]


def test_a_forbidden_aggregate_of_the_root_forbids_borrowing_too() -> None:
    """A tree whose root is in it may use nothing for that group."""
    index = cloud()
    group = Group("", {"DISK": 1}, not_member_of=frozenset({"agg"}))
    (part,) = split(index, Request((group,)))
    assert part.trees(index).tolist() == [False, True, False]


def test_trees_that_cannot_hold_the_sum_are_left_out() -> None:
    """In a tree of one provider everything falls on that one."""
    index = cloud()
    request = Request((Group("1", {"VCPU": 3}), Group("2", {"VCPU": 2})), "none")
    parts = list(split(index, request))
    assert not match.fold(index, tree_links(index, request, parts)).any()
