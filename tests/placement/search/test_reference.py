"""The search against the upstream package: the same candidates, mappings and summaries."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest
import random_clouds
from differences import DIFFERENCES, Case, Found
from found import found_by
from reference import Reference

from stowage.placement.model import Inventory
from stowage.placement.search.combine import search
from stowage.placement.search.index import Index, ProviderRow
from stowage.placement.search.request import Group, Options, Request, Strategy

ROUNDS = 8
CLOUDS = 14
REQUESTS = 18


@pytest.fixture(scope="module")
def peer(reference: Reference) -> Reference:
    """The reference, with the names that the random clouds use."""
    reference.know(random_clouds.CLASSES, random_clouds.TRAITS)
    return reference


def case_of(cloud: list[ProviderRow], index: Index, request: Request, answer: Any) -> Case:
    """Both answers to one request, side by side."""
    ours = set(found_by(index, search(index, request, Options()).candidates))
    if "error" in answer:
        return Case(cloud, request, None, ours, answer["error"])
    return Case(cloud, request, {as_found(one) for one in answer["candidates"]}, ours, None)


def as_found(candidate: dict[str, Any]) -> Found:
    allocations = frozenset(
        (uuid, name, amount)
        for uuid, amounts in candidate["allocations"].items()
        for name, amount in amounts.items()
    )
    mappings = frozenset(
        (suffix, uuid) for suffix, uuids in candidate["mappings"].items() for uuid in uuids
    )
    return allocations, mappings


def summaries_of(index: Index, request: Request) -> dict[str, Any]:
    rows = search(index, request, Options()).summaries
    fragments = b",".join(index.summary_fragment(row) for row in rows)
    summaries: dict[str, Any] = orjson.loads(b"{" + fragments + b"}")
    for summary in summaries.values():
        # Upstream gives traits in the order in which they came into its database.
        summary["traits"].sort()
    return summaries


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_random_clouds_get_the_same_answer_from_both(peer: Reference, seed: int) -> None:
    """On random clouds both find the same, but for the differences that are listed."""
    rng = Random(seed)
    for _ in range(CLOUDS):
        cloud = random_clouds.cloud(rng)
        index = Index()
        index.load(cloud)
        peer.load(cloud)
        for _ in range(REQUESTS):
            request = random_clouds.request(rng, cloud)
            answer = peer.candidates(request, Options(rng.choice(list(Strategy))))
            case = case_of(cloud, index, request, answer)
            if case.theirs != case.ours:
                assert any(difference.covers(case) for difference in DIFFERENCES), case
            else:
                assert summaries_of(index, request) == answer["summaries"]


def test_a_limit_gives_as_many_of_the_same_candidates(peer: Reference) -> None:
    """With a limit both give the same number, and ours are among all candidates."""
    rng = Random(1)
    for _ in range(CLOUDS):
        cloud = random_clouds.cloud(rng)
        index = Index()
        index.load(cloud)
        peer.load(cloud)
        request = random_clouds.request(rng, cloud)
        limited = Request(request.groups, "none", same_subtree=request.same_subtree, limit=2)
        everything = case_of(cloud, index, limited, peer.candidates(limited, Options()))
        assert everything.theirs is None or len(everything.theirs) == len(everything.ours)
        unlimited = Request(request.groups, "none", same_subtree=request.same_subtree)
        all_of_them = set(found_by(index, search(index, unlimited, Options()).candidates))
        assert everything.ours <= all_of_them
        assert len(everything.ours) == min(2, len(all_of_them))


def test_upstream_piles_amounts_up_and_ours_do_not(peer: Reference) -> None:
    """4 of the plain group and 1 of a suffixed one, on two providers of 4 in one tree."""
    cloud = [
        ProviderRow(1, "root", "root", 0, 1),
        ProviderRow(2, "a", "a", 0, 1, 1, inventories={"VCPU": Inventory(4)}),
        ProviderRow(3, "b", "b", 0, 1, 1, inventories={"VCPU": Inventory(4)}),
    ]
    index = Index()
    index.load(cloud)
    peer.load(cloud)
    request = Request((Group("", {"VCPU": 4}), Group("1", {"VCPU": 1})))
    case = case_of(cloud, index, request, peer.candidates(request, Options()))
    assert {allocations for allocations, _ in case.ours} == {
        frozenset({("a", "VCPU", 4), ("b", "VCPU", 1)}),
        frozenset({("a", "VCPU", 1), ("b", "VCPU", 4)}),
    }
    assert case.theirs != case.ours
    assert DIFFERENCES[0].covers(case)
