"""Who fails one constraint and no other, and by how much."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_clouds import disk, explained, host, texts

from stowage.placement.model import Inventory
from stowage.placement.search.explanation import Example
from stowage.placement.search.index import ProviderRow
from stowage.placement.search.request import Group, Request


def test_near_misses_say_what_is_lacking() -> None:
    """Who fails one constraint and no other, and by how much."""
    request = Request((Group("1", {"VCPU": 4}, (frozenset("A"),)),))
    explanation = explained(
        request, host(1, 2, "A"), host(2, 2, "A"), host(3, 1, "A"), host(4, 8), host(5, 0)
    )
    assert texts(explanation) == [
        "2 providers lack 2 VCPU",
        "1 provider lacks 3 VCPU",
        "1 provider lacks trait A",
    ]
    assert explanation.near_misses[0].examples == (
        Example("host-1", "uuid-1"),
        Example("host-2", "uuid-2"),
    )
    assert explanation.chains[0].near_misses == explanation.near_misses


@pytest.mark.parametrize(
    ("inventory", "gap"),
    [
        (Inventory(8, max_unit=2), "max_unit is 2"),
        (Inventory(8, min_unit=4), "min_unit is 4"),
        (Inventory(8, step_size=2), "step_size is 2"),
    ],
)
def test_a_near_miss_says_which_unit_is_in_the_way(inventory: Inventory, gap: str) -> None:
    """min_unit, max_unit or step_size, and how much it is."""
    device = ProviderRow(1, "u", "device", 0, 1, inventories={"VF": inventory})
    explanation = explained(Request((Group("", {"VF": 3}),)), device)
    assert texts(explanation) == [f"1 provider has 3 VF free, but its {gap}"]


def test_a_host_that_lacks_two_things_is_no_near_miss_of_the_request() -> None:
    """The text falls back to what is nearest part by part."""
    small = ProviderRow(
        1, "u", "small", 0, 1, inventories={"VCPU": Inventory(2), "MEMORY_MB": Inventory(2)}
    )
    explanation = explained(Request((Group("", {"VCPU": 3, "MEMORY_MB": 4}),)), small)
    assert explanation.near_misses == ()
    assert (
        "No tree misses by one constraint alone. Nearest misses part by part:\n"
        "  1 provider lacks 1 VCPU (small u)\n"
        "  1 provider lacks 2 MEMORY_MB (small u)\n"
    ) in explanation.as_text()


def test_what_is_asked_of_a_whole_group_is_missed_once() -> None:
    """Not once for each class of it."""
    inventories = {"VCPU": Inventory(8), "MEMORY_MB": Inventory(8)}
    off = ProviderRow(1, "u", "off", 0, 1, inventories=inventories, traits=frozenset("Z"))
    group = Group("", {"VCPU": 1, "MEMORY_MB": 1}, forbidden=frozenset("Z"))
    explanation = explained(Request((group,)), off)
    assert texts(explanation) == ["1 provider has the forbidden trait Z"]


def test_a_root_that_is_another_is_a_near_miss() -> None:
    """By the tree."""
    request = Request((Group("", {"VCPU": 1}),), root_required=frozenset("A"))
    assert texts(explained(request, host(1, 8))) == ["1 tree fails only root_required=A"]


def test_a_tree_that_lacks_a_whole_part_is_told_of_when_none_is_nearer() -> None:
    """It has everything else."""
    request = Request((Group("", {"VCPU": 1}), Group("_G", {"VGPU": 1})))
    assert texts(explained(request, host(1, 8))) == ["1 tree has all but 1 VGPU in group _G"]


def test_who_would_share_if_it_had_more_is_a_near_miss() -> None:
    """Of the tree that would borrow."""
    request = Request((Group("", {"VCPU": 1, "DISK": 5}),))
    borrower = replace(host(1, 8), aggregates=frozenset({"a"}))
    assert texts(explained(request, borrower, disk(3))) == ["1 provider lacks 2 DISK"]
