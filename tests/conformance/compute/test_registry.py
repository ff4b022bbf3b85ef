"""The table of extra specs that we show is nova's registry, entry by entry."""

from __future__ import annotations

from typing import Any

from conformance.compute.pair import Pair
from conformance.compute.registry import Entry, entries

TYPES = {"string": "str", "integer": "int", "boolean": "bool"}


def test_every_extra_spec_of_nova_is_shown_and_no_other(pair: Pair) -> None:
    """Names, types, patterns, allowed values, bounds and parameters agree."""
    answer = pair.ours.wire.ask("GET", "/stowage/extra-specs")
    shown = answer.json()["extra_specs"]
    assert {entry.name: entry for entry in map(read, shown)} == {
        entry.name: entry for entry in entries()
    }
    assert all(row["description"] for row in shown)
    assert answer.headers["content-type"] == "application/json"


def test_without_a_token_both_refuse(pair: Pair) -> None:
    """No token is 401 on every route of the API."""
    for path in ("/v2.1/flavors", "/v2.1/flavors/x", "/v2.1/flavors/x/os-extra_specs"):
        for side in (pair.theirs, pair.ours):
            assert side.wire.ask("GET", path).status == 401


def read(row: dict[str, Any]) -> Entry:
    """A row of ours in the terms of nova's registry."""
    value = row["value"]
    return Entry(
        row["name"],
        TYPES[value["type"]],
        value.get("pattern"),
        tuple(value.get("enum", ())),
        value.get("minimum"),
        value.get("maximum"),
        tuple(row["parameters"].items()),
    )
