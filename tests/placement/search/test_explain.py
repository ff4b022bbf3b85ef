"""Why there are no candidates, as data and as text."""

from __future__ import annotations

from random import Random

import orjson
import random_clouds
from hypothesis import given, settings
from hypothesis import strategies as st

from stowage.placement.model import Inventory
from stowage.placement.search.combine import search
from stowage.placement.search.explain import Explanation, explain
from stowage.placement.search.index import SHARES, Index, ProviderRow
from stowage.placement.search.request import Group, Options, Request


def host(number: int, free: int, traits: str = "", **inventory: int) -> ProviderRow:
    """A host with 8 VCPU, all but ``free`` of them used."""
    vcpu = {"VCPU": Inventory(8, max_unit=inventory.get("max_unit", 8))}
    name = f"host-{number}"
    return ProviderRow(
        number, name, name, 0, number, None, 0.0, vcpu, {"VCPU": 8 - free}, frozenset(traits)
    )


def explained(request: Request, *providers: ProviderRow) -> Explanation:
    index = Index()
    index.load(providers)
    return explain(index, request)


def counts(explanation: Explanation, chain: int) -> list[tuple[str, int]]:
    return [(step.constraint, step.providers) for step in explanation.chains[chain].steps]


def test_counts_who_is_left_after_each_constraint() -> None:
    """Four hosts: one is full, one admits less at once, one lacks the trait."""
    request = Request((Group("", {"VCPU": 4}, forbidden=frozenset("Z")),))
    explanation = explained(
        request, host(1, 8), host(2, 2), host(3, 8, max_unit=2), host(4, 8, "Z")
    )
    assert counts(explanation, 0) == [
        ("inventory", 4),
        ("capacity", 3),
        ("units", 2),
        ("forbidden", 1),
    ]
    assert explanation.trees_left == 1
    assert explanation.blocker is None


def test_names_the_first_constraint_that_left_nobody() -> None:
    """Where all pass but one after the other falls, the last fall is the blocker."""
    request = Request((Group("1", {"VCPU": 4}, (frozenset("A"),)),))
    explanation = explained(request, host(1, 2, "A"), host(2, 8))
    assert explanation.blocker is not None
    assert explanation.blocker.constraint == "required"
    assert explanation.blocker.subject == "A"
    assert explanation.trees_left == 0


def test_near_misses_say_what_is_lacking() -> None:
    """Who fails one constraint and no other, and by how much."""
    request = Request((Group("1", {"VCPU": 4}, (frozenset("A"),)),))
    explanation = explained(
        request, host(1, 2, "A"), host(2, 2, "A"), host(3, 1, "A"), host(4, 8), host(5, 0)
    )
    misses = explanation.chains[0].near_misses
    assert [miss.text for miss in misses] == [
        "2 providers lack 2 VCPU",
        "1 provider lacks 3 VCPU",
        "1 provider lacks trait A",
    ]
    assert misses[0].examples == ("host-1", "host-2")


def test_a_tree_that_fits_part_by_part_but_not_together_is_explained() -> None:
    """The rule between groups that leaves no tree is the blocker."""
    devices = [
        ProviderRow(n, f"d{n}", f"d{n}", 0, 1, 1, inventories={"VF": Inventory(1)}) for n in (2, 3)
    ]
    groups = tuple(Group(f"{n}", {"VF": 1}) for n in range(3))
    explanation = explained(Request(groups, "isolate"), host(1, 8), *devices)
    assert explanation.blocker is not None
    assert explanation.blocker.constraint == "group_policy"
    assert explanation.chains[-1].steps[0].trees == 1


def test_what_can_be_borrowed_does_not_block() -> None:
    """No own disk, but a sharing provider has some."""
    disk = ProviderRow(
        2, "disk", "disk", 0, 2, None, 0.0, {"DISK": Inventory(9)}, {}, frozenset({SHARES}),
        frozenset({"a"}),
    )  # fmt: skip
    shared = Group("", {"DISK": 1}, member_of=(frozenset({"a"}),))
    explanation = explained(Request((shared,)), host(1, 8), disk)
    assert explanation.blocker is None
    assert [chain.title for chain in explanation.chains][:2] == [
        "1 DISK for group ''",
        "1 DISK for group '', shared",
    ]


def test_is_plain_data_and_text() -> None:
    """The data can be encoded as it is, the text names the blocker and the near misses."""
    explanation = explained(Request((Group("", {"VCPU": 4}),)), host(1, 2))
    assert orjson.loads(orjson.dumps(explanation.as_dict()))["blocker"]["constraint"] == "capacity"
    text = explanation.as_text()
    assert "near miss: 1 provider lacks 2 VCPU, e.g. host-1" in text
    assert "no candidates: nothing left after capacity: 4 VCPU" in text
    found = explained(Request((Group("", {"VCPU": 1}),)), host(1, 2)).as_text()
    assert "trees with candidates: 1" in found


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_agrees_with_the_search(seed: int) -> None:
    """Trees are left exactly when there are candidates, and a blocker exactly when not."""
    rng = Random(seed)
    cloud = random_clouds.cloud(rng)
    index = Index()
    index.load(cloud)
    request = random_clouds.request(rng, cloud)
    found = search(index, request, Options()).candidates
    explanation = explain(index, request)
    assert (explanation.trees_left > 0) == bool(found)
    assert (explanation.blocker is None) == bool(found)
    assert explanation.trees_left >= len({candidate.root for candidate in found})
