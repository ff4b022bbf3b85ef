"""From the words of a request to a flavor."""

from __future__ import annotations

import math
from typing import Any

import pytest

from stowage.compute.errors import Invalid
from stowage.compute.flavors.creation import new_flavor
from stowage.compute.model import NewFlavor


def made(**fields: Any) -> NewFlavor:
    """A flavor made from these fields and the least others."""
    values = {"name": "f", "ram": 1, "vcpus": 1, "disk": 0, **fields}
    return new_flavor(values, with_description=True)


def test_what_is_left_out_has_a_default() -> None:
    """No swap, no ephemeral disk, public, without a description."""
    flavor = made(id="x")
    assert flavor == NewFlavor("x", "f", 1, 1, 0)


def test_numbers_may_come_as_text() -> None:
    """Also those that are not whole."""
    flavor = made(ram="512", rxtx_factor="1.5")
    assert (flavor.memory_mb, flavor.rxtx_factor) == (512, 1.5)


@pytest.mark.parametrize(
    ("given", "public"),
    [("True", True), ("off", False), ("0", False), ("YES", True), (False, False)],
)
def test_a_truth_may_come_as_text(given: Any, public: bool) -> None:
    """In any of the usual spellings."""
    assert made(**{"os-flavor-access:is_public": given}).is_public is public


def test_blanks_around_a_name_are_cut_off() -> None:
    """As the frozen API allows them."""
    assert made(name="  f ").name == "f"


@pytest.mark.parametrize("factor", ["0", "0.0", math.nan, math.inf])
def test_a_factor_has_to_be_a_positive_number(factor: Any) -> None:
    """Not zero in any spelling, not infinite, a number at all."""
    with pytest.raises(Invalid, match="'rxtx_factor' argument must be a float between 0 and"):
        made(rxtx_factor=factor)


@pytest.mark.parametrize("ram", [0, 2**31, "1.5"])
def test_a_count_has_to_fit_its_column(ram: Any) -> None:
    """Even where a schema let it pass."""
    with pytest.raises(Invalid, match="Invalid input received: ram must be"):
        made(ram=ram)
