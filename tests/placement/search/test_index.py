"""The index: providers come, change and go in any order."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import orjson
import pytest
import random_clouds
from found import found_by
from hypothesis import given, settings
from hypothesis import strategies as st

from stowage.placement.model import Inventory
from stowage.placement.search import index as index_module
from stowage.placement.search.combine import search
from stowage.placement.search.index import Index, ProviderRow
from stowage.placement.search.request import Group, Options, Request

HOST = ProviderRow(
    1,
    "host",
    "a host",
    3,
    1,
    inventories={"VCPU": Inventory(8, reserved=1, allocation_ratio=1.5), "CUSTOM_X": Inventory(2)},
    used={"VCPU": 4},
    traits=frozenset({"B", "A"}),
)
CHILD = ProviderRow(2, "child", "a child", 0, 1, 1, inventories={"CUSTOM_VF": Inventory(4)})


def hosts_with(index: Index, resource_class: str, amount: int) -> list[str]:
    result = search(index, Request((Group("", {resource_class: amount}),)), Options())
    return [index.uuid_of(row) for one in result.candidates for row, _ in one.allocations]


def test_knows_a_provider_by_uuid_and_name() -> None:
    """A provider that was put is found, with all that was said of it."""
    index = Index()
    index.put(HOST)
    row = index.row_of("host")
    assert row is not None
    assert row == index.row_named("a host")
    assert index.provider(row) == HOST
    assert len(index) == 1
    assert list(index) == [HOST]


def test_a_name_can_pass_from_one_provider_to_another() -> None:
    """The new bearer of a name may be put before the old one has given it up."""
    index = Index()
    index.load([HOST, replace(CHILD, root_id=2, parent_id=None)])
    index.put(replace(CHILD, name="a host", root_id=2, parent_id=None))
    index.put(replace(HOST, name="another"))
    assert index.row_named("a host") == index.row_of("child")
    assert index.row_named("another") == index.row_of("host")
    assert index.row_named("a child") is None


def test_a_summary_fragment_shows_capacity_use_traits_and_tree() -> None:
    """The fragment is the member of provider_summaries from 1.29."""
    index = Index()
    index.load([HOST, CHILD])
    rows = [index.row_of("host"), index.row_of("child")]
    fragments = b",".join(index.summary_fragment(row) for row in rows if row is not None)
    assert orjson.loads(b"{" + fragments + b"}") == {
        "host": {
            "resources": {
                "VCPU": {"capacity": 10, "used": 4},
                "CUSTOM_X": {"capacity": 2, "used": 0},
            },
            "traits": ["A", "B"],
            "parent_provider_uuid": None,
            "root_provider_uuid": "host",
        },
        "child": {
            "resources": {"CUSTOM_VF": {"capacity": 4, "used": 0}},
            "traits": [],
            "parent_provider_uuid": "host",
            "root_provider_uuid": "host",
        },
    }


def test_a_claim_changes_the_fragment_and_the_search() -> None:
    """After a put nothing of the old state is left."""
    index = Index()
    index.put(HOST)
    before = index.summary_fragment(0)
    assert hosts_with(index, "VCPU", 6) == ["host"]
    index.put(replace(HOST, used={"VCPU": 5}))
    assert hosts_with(index, "VCPU", 6) == []
    assert index.summary_fragment(0) != before
    assert b'"used":5' in index.summary_fragment(0)


def test_children_may_come_before_their_parents() -> None:
    """A child that is put first finds its tree when the root comes."""
    index = Index()
    index.put(CHILD)
    index.put(HOST)
    row = index.row_of("child")
    assert row is not None
    assert index.root_uuid_of(row) == "host"
    assert index.parent_uuid_of(row) == "host"
    assert len(index) == 2


def test_a_provider_can_move_to_another_tree_and_stand_alone_again() -> None:
    """Re-parenting takes a provider out of one tree and into another."""
    index = Index()
    other = ProviderRow(3, "other", "other", 0, 3)
    index.load([HOST, CHILD, other])
    index.put(replace(CHILD, root_id=3, parent_id=3))
    assert index.trees.members(0) == [0]
    assert index.trees.members(2) == [1, 2]
    assert index.trees.nested == 1
    index.put(replace(CHILD, root_id=2, parent_id=None))
    assert index.trees.members(1) == [1]
    assert index.trees.nested == 0
    assert index.trees.single().all()


def test_a_dropped_provider_is_gone() -> None:
    """Nothing finds it, and to drop it again changes nothing."""
    index = Index()
    index.load([HOST, CHILD])
    index.drop(2)
    index.drop(2)
    assert index.row_of("child") is None
    assert hosts_with(index, "CUSTOM_VF", 1) == []
    assert len(index) == 1
    with pytest.raises(LookupError):
        index.provider(1)


def test_dead_rows_are_cleared_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """When most rows are dead the index is built afresh, with the same answers."""
    monkeypatch.setattr(index_module, "_DEAD_ROWS", 4)
    index = Index()
    index.load([replace(HOST, id=n, root_id=n, uuid=f"h{n}", name=f"h{n}") for n in range(1, 21)])
    for number in range(1, 20):
        index.drop(number)
    assert index.size < 10
    assert hosts_with(index, "VCPU", 1) == ["h20"]


def test_unknown_names_are_named() -> None:
    """Names that nobody registered are given back, sorted."""
    index = Index()
    index.set_names(["VCPU"], ["A"])
    assert index.unknown_classes(["VCPU", "Z", "Y"]) == ["Y", "Z"]
    assert index.unknown_traits(["A", "B"]) == ["B"]
    index.clear()
    assert index.unknown_classes(["VCPU"]) == []


def test_equal_values_are_kept_once() -> None:
    """Providers with equal inventories and traits share them, empty ones as well."""
    index = Index()
    twin = replace(
        HOST, id=2, root_id=2, uuid="twin", name="twin", inventories=dict(HOST.inventories)
    )
    bare = ProviderRow(3, "bare", "bare", 0, 3)
    index.load([HOST, twin, bare])
    assert index.provider(0).inventories is index.provider(1).inventories
    assert index.provider(2).inventories == {}
    assert index.provider(2).traits == frozenset()


def test_masks_follow_the_order_of_ids_not_of_arrival() -> None:
    """Rows that came late stand where their ids say."""
    index = Index()
    for number in (5, 3, 9):
        index.put(replace(HOST, id=number, root_id=number, uuid=f"h{number}", name=f"h{number}"))
    assert hosts_with(index, "VCPU", 1) == ["h3", "h5", "h9"]
    assert index.in_order(np.array([True, False, True])).tolist() == [0, 2]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_changes_one_by_one_lead_where_a_fresh_load_leads(seed: int) -> None:
    """After any puts and drops the index answers like one that was loaded with the end state."""
    rng = Random(seed)
    index = Index()
    index.load(random_clouds.cloud(rng))
    target = random_clouds.cloud(rng)
    for provider in list(index):
        if provider.id > len(target) or rng.random() < 0.3:
            index.drop(provider.id)
    for provider in rng.sample(target, len(target)):
        index.put(provider)
    fresh = Index()
    fresh.load(target)
    for _ in range(8):
        request = random_clouds.request(rng, target)
        answers = []
        for one in (index, fresh):
            result = search(one, request, Options())
            fragments = [one.summary_fragment(row) for row in result.summaries]
            answers.append((found_by(one, result.candidates), fragments))
        assert answers[0] == answers[1]
