"""Why there are no candidates, as data and as text."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import orjson
import random_clouds
from hypothesis import given, settings
from hypothesis import strategies as st
from small_clouds import devices, disk, explained, host, texts

from stowage.placement.search.combine import search
from stowage.placement.search.explain import explain
from stowage.placement.search.explanation import Explanation
from stowage.placement.search.index import Index
from stowage.placement.search.request import Group, Options, Request


def counts(explanation: Explanation, chain: int) -> list[tuple[str, int | None]]:
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


def test_a_tree_that_fits_part_by_part_but_not_together_is_explained() -> None:
    """The rule between groups that leaves no tree is the blocker, and what the tree fails."""
    groups = tuple(Group(f"{n}", {"VF": 1}) for n in range(3))
    explanation = explained(Request(groups, "isolate"), host(1, 8), *devices())
    assert explanation.blocker is not None
    assert explanation.blocker.constraint == "group_policy"
    assert explanation.blocker.text == "group_policy=isolate, all together"
    assert [chain.title for chain in explanation.chains][-2:] == ["All in one tree", "All together"]
    assert explanation.chains[-2].steps[-1].trees == 1
    assert texts(explanation) == ["1 tree fails only group_policy=isolate"]


def test_groups_that_stand_in_no_common_subtree_are_explained() -> None:
    """With the groups that same_subtree names."""
    pairs = zip(("A", "B"), devices(), strict=True)
    rows = [replace(device, traits=frozenset(trait)) for trait, device in pairs]
    groups = tuple(Group(f"_{name}", {"VF": 1}, (frozenset(name),)) for name in ("A", "B"))
    request = Request(groups, "none", same_subtree=(frozenset({"_A", "_B"}),))
    explanation = explained(request, host(1, 8), *rows)
    assert explanation.blocker is not None
    assert explanation.blocker.text == "same_subtree=_A,_B, all together"
    assert texts(explanation) == ["1 tree fails only same_subtree=_A,_B"]


def test_what_can_be_borrowed_does_not_block() -> None:
    """No own disk, but a sharing provider has some."""
    shared = Group("", {"DISK": 1}, member_of=(frozenset({"a"}),))
    explanation = explained(Request((shared,)), host(1, 8), disk(9))
    assert explanation.blocker is None
    titles = [chain.title for chain in explanation.chains]
    assert titles == ["1 DISK", "1 DISK, shared", "All in one tree"]


def test_who_shares_other_things_is_left_out() -> None:
    """A sharing provider without inventory of the class says nothing about it."""
    explanation = explained(Request((Group("", {"VCPU": 9}),)), host(1, 8), disk(9))
    assert [chain.title for chain in explanation.chains] == ["9 VCPU"]


NO_CANDIDATES = """\
No candidates. First nothing was left after: 4 VCPU free.

Nearest misses:
  4 providers lack 2 VCPU (host-1 uuid-1, host-2 uuid-2, host-3 uuid-3, ...)
  1 provider lacks 3 VCPU (host-5 uuid-5)

providers  trees
        5      5  in all

4 VCPU
        5      5  inventory of VCPU
        0      0  4 VCPU free
"""
CANDIDATES = """\
There are candidates: in 1 of 2 trees.

Nearest misses:
  1 tree cannot give 3 VCPU on one provider (host-2 uuid-2)

providers  trees
        2      2  in all

1 VCPU in group _A
        2      2  inventory of VCPU
        2      2  1 VCPU free
        2      2  1 VCPU at once (min_unit, max_unit, step_size)
        2      2  forbidden trait Z

2 VCPU
        2      2  inventory of VCPU
        2      2  2 VCPU free
        2      2  2 VCPU at once (min_unit, max_unit, step_size)

All in one tree
               2  1 VCPU in group _A
               2  2 VCPU
               1  3 VCPU on one provider, in trees of one
"""


def test_the_text_begins_with_the_verdict() -> None:
    """Then who missed by how little, then the counts up to the first zero, and nothing more."""
    hosts = [host(1, 2), host(2, 2), host(3, 2), host(4, 2), host(5, 1)]
    assert explained(Request((Group("", {"VCPU": 4}),)), *hosts).as_text() == NO_CANDIDATES


def test_the_text_tells_of_candidates_too() -> None:
    """In how many trees, and the counts for each group."""
    groups = (Group("_A", {"VCPU": 1}, forbidden=frozenset("Z")), Group("", {"VCPU": 2}))
    assert explained(Request(groups), host(1, 8), host(2, 2)).as_text() == CANDIDATES


def test_is_plain_data() -> None:
    """It can be encoded as it is."""
    explanation = explained(Request((Group("", {"VCPU": 4}),)), host(1, 2))
    assert orjson.loads(orjson.dumps(explanation.as_dict()))["blocker"] == {
        "chain": "4 VCPU",
        "constraint": "capacity",
        "subject": "4 VCPU",
        "text": "4 VCPU free",
    }


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
    assert explanation.as_text().startswith("There are candidates: " if found else "No candidates.")
    assert explanation.trees_left >= len({candidate.root for candidate in found})
