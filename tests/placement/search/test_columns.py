"""The columns: entries of one class, bits of traits, members of aggregates."""

from __future__ import annotations

from stowage.placement.model import MAX_INT, Inventory
from stowage.placement.search.columns import Aggregates, ClassTable, TraitBits


def test_a_table_tells_room_and_units_apart() -> None:
    """Room counts total, reserved, ratio and use; units count min, max and step."""
    table = ClassTable()
    table.put(0, Inventory(10, reserved=2, allocation_ratio=1.5), used=3)
    table.put(2, Inventory(100, min_unit=4, max_unit=8, step_size=2), used=0)
    assert table.roomy(9, 3).tolist() == [True, False, True]
    assert table.roomy(10, 3).tolist() == [False, False, True]
    assert table.admitting(9, 3).tolist() == [True, False, False]
    assert table.fitting(6, 3).tolist() == [True, False, True]
    assert table.fitting(5, 3).tolist() == [True, False, False]
    assert table.having(3).tolist() == [True, False, True]


def test_the_sum_of_several_claims_needs_no_step_and_no_minimum() -> None:
    """Each claim has kept them; room and max_unit hold for the sum."""
    table = ClassTable()
    table.put(0, Inventory(10, min_unit=4, max_unit=6, step_size=4), used=0)
    assert table.holding(6, 1).tolist() == [True]
    assert table.holding(7, 1).tolist() == [False]


def test_entries_come_and_go_in_any_order() -> None:
    """Entries stay in the order of rows whatever the order of puts."""
    table = ClassTable()
    for row in (40, 3, 17, 99, 0, *range(50, 80)):
        table.put(row, Inventory(row + 1), used=0)
    table.drop(17)
    table.put(3, Inventory(1000, step_size=7), used=0)
    assert table.fitting(700, 100).nonzero()[0].tolist() == [3]
    table.drop(3)
    assert table.fitting(41, 100).nonzero()[0].tolist() == [40, *range(50, 80), 99]
    assert not table.fitting(1, 100)[17]


def test_amounts_beyond_any_integer_fit_nowhere() -> None:
    """Clients may ask for absurd amounts, and inventories may be all but infinite."""
    table = ClassTable()
    table.put(0, Inventory(MAX_INT, allocation_ratio=3e38), used=0)
    assert table.fitting(MAX_INT, 1).tolist() == [True]
    assert table.fitting(10**30, 1).tolist() == [False]
    assert table.fitting(99_999_999_999_999, 1).tolist() == [False]
    assert table.holding(10**30, 1).tolist() == [False]


def test_a_trait_is_found_among_hundreds() -> None:
    """More traits than fit into one column, and rows beyond the first room."""
    bits = TraitBits()
    bits.grow(100)
    for row in range(100):
        bits.put(row, frozenset({f"T{row}", "ALL"}))
    assert bits.having_any(["T99", "T3", "NEVER"], 100).nonzero()[0].tolist() == [3, 99]
    assert bits.having_any(["ALL"], 100).all()
    bits.put(99, frozenset({"ALL"}))
    assert not bits.having_any(["T99"], 100).any()


def test_aggregates_follow_their_members() -> None:
    """Whoever joins or leaves an aggregate is in or out at once."""
    aggregates = Aggregates()
    aggregates.put(1, ["a", "b"])
    aggregates.put(2, ["a"])
    assert aggregates.holding_any(["a"], 4).tolist() == [False, True, True, False]
    aggregates.drop(1, ["a"])
    assert aggregates.holding_any(["a"], 4).tolist() == [False, False, True, False]
    assert aggregates.holding_any(["a", "b", "c"], 4).tolist() == [False, True, True, False]
