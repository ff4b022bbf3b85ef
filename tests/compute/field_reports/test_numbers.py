"""Bounds of a flavor's numbers (B52)."""

from __future__ import annotations

from typing import Any

import pytest

from compute.cloud import Cloud

BOUNDS = [
    ("ram", 0, 400),
    ("ram", -1, 400),
    ("ram", 2147483647, 200),
    ("ram", 2147483648, 400),
    ("vcpus", 0, 400),
    ("disk", -1, 400),
    ("disk", 0, 200),
    ("swap", -1, 400),
    ("swap", 2147483648, 400),
    ("swap", "", 400),
    ("OS-FLV-EXT-DATA:ephemeral", 2147483648, 400),
    ("rxtx_factor", 0, 400),
    ("rxtx_factor", -1, 400),
    ("rxtx_factor", 0.5, 200),
    ("rxtx_factor", 3.40282e38, 200),
    ("rxtx_factor", 3.5e38, 400),
    ("rxtx_factor", "1.5", 200),
    ("rxtx_factor", "abc", 400),
    ("rxtx_factor", "0", 400),
]


@pytest.mark.parametrize(("field", "value", "status"), BOUNDS)
def test_a_number_is_kept_within_its_bounds(
    cloud: Cloud, field: str, value: Any, status: int
) -> None:
    """Each number of a flavor has the bounds of its column and of good sense."""
    assert cloud.make("f", **{field: value}).status == status


@pytest.mark.parametrize("field", ["ram", "vcpus", "disk", "swap", "OS-FLV-EXT-DATA:ephemeral"])
def test_a_whole_number_may_be_written_with_a_point(cloud: Cloud, field: str) -> None:
    """512.0 is 512: an answer, not a fault."""
    assert cloud.must_make("f", **{field: 512.0})[field] == 512


def test_the_largest_numbers_survive_every_database(any_cloud: Cloud) -> None:
    """What was accepted is shown again as it was given."""
    any_cloud.must_make("f", ram=2147483647, swap=2147483647, rxtx_factor=3.40282e38)
    shown = any_cloud.ask("GET", "/flavors/f", version="2.75").json()["flavor"]
    assert (shown["ram"], shown["swap"]) == (2147483647, 2147483647)
    assert shown["rxtx_factor"] == pytest.approx(3.40282e38)
