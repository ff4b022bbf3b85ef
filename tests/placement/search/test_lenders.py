"""Sharing providers beside the providers of a tree."""

from __future__ import annotations

from stowage.placement.model import Inventory
from stowage.placement.search.index import SHARES, Index, ProviderRow
from stowage.placement.search.lenders import Lenders
from stowage.placement.search.parts import split
from stowage.placement.search.request import Group, Request

SHARED = frozenset({SHARES})
RACK = frozenset({"rack"})


def cloud() -> Index:
    """Host 1 in the rack, host 2 not; a shelf in the rack with a disk below it, both sharing."""
    disk = {"DISK": Inventory(9)}
    index = Index()
    index.load(
        [
            ProviderRow(1, "h1", "h1", 0, 1, aggregates=RACK),
            ProviderRow(2, "h2", "h2", 0, 2, inventories=disk),
            ProviderRow(3, "shelf", "shelf", 0, 3, None, 0.0, disk, {}, SHARED, RACK),
            ProviderRow(4, "disk", "disk", 0, 3, 3, 0.0, disk, {}, SHARED, RACK),
        ]
    )
    return index


def joined(root: int) -> tuple[tuple[int, ...], list[int], list[int], list[int]]:
    index = cloud()
    parts = list(split(index, Request((Group("1", {"DISK": 1}),))))
    domains = [0]
    space = Lenders(index, parts).join(root, index.trees.space(root), domains)
    return tuple(space.rows), domains, list(space.above), list(space.kin)


def test_lenders_stand_after_the_providers_of_the_tree() -> None:
    """Their bits follow, and who is above whom among them is kept."""
    assert joined(0) == ((0, 2, 3), [0b110], [0b001, 0b010, 0b110], [0b001, 0b110, 0b110])


def test_a_tree_that_they_do_not_reach_stays_as_it_is() -> None:
    """The second host is not in the rack."""
    assert joined(1) == ((1,), [0], [1], [1])


def test_nobody_lends_to_his_own_tree() -> None:
    """There they are members already."""
    assert joined(2) == ((2, 3), [0], [0b01, 0b11], [0b11, 0b11])
