"""Encoded summaries: kept while they hold, and not without bound."""

from __future__ import annotations

import pytest

from stowage.placement.model import Inventory
from stowage.placement.search import summary
from stowage.placement.search.summary import Fragments, trait_order


def keep(fragments: Fragments, row: int, used: int = 0) -> bytes:
    inventories = {"VCPU": Inventory(8)}
    return fragments.keep(
        row, f"u{row}", inventories, {"VCPU": used}, frozenset({"A"}), None, f"u{row}"
    )


def test_a_fragment_is_kept_until_its_row_changes() -> None:
    """What was encoded once is given again, and forgotten with the row's old state."""
    fragments = Fragments()
    fragment = keep(fragments, 1)
    assert fragments.get(1) is fragment
    fragments.forget(1)
    fragments.forget(2)
    assert fragments.get(1) is None
    assert keep(fragments, 1, used=3) != fragment


def test_fragments_do_not_grow_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the budget all are let go, and come back when they are asked for."""
    monkeypatch.setattr(summary, "_BUDGET", 1000)
    fragments = Fragments()
    for row in range(100):
        keep(fragments, row)
    kept = [row for row in range(100) if fragments.get(row)]
    assert 0 < len(kept) < 15
    assert 99 in kept


def test_standard_traits_stand_before_custom_ones() -> None:
    """The order in which upstream's database gives them."""
    assert sorted(["CUSTOM_A", "HW_B", "COMPUTE_C"], key=trait_order) == [
        "COMPUTE_C",
        "HW_B",
        "CUSTOM_A",
    ]
