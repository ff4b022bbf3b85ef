"""Candidates: order, limits, strategies, wide trees, and what cannot be."""

from __future__ import annotations

import time
from itertools import islice
from random import Random

import pytest
from found import found_by

from stowage.placement.model import Inventory
from stowage.placement.search.combine import candidates, search
from stowage.placement.search.index import SHARES, Index, ProviderRow
from stowage.placement.search.request import Group, Options, Request, Strategy


def provider(
    number: int,
    root: int | None = None,
    parent: int | None = None,
    traits: str = "",
    aggregates: str = "",
    **amounts: int,
) -> ProviderRow:
    """A provider called ``p<number>``; traits and aggregates are lists of words."""
    return ProviderRow(
        number,
        f"p{number}",
        f"p{number}",
        0,
        root or number,
        parent,
        inventories={name: Inventory(total) for name, total in amounts.items()},
        traits=frozenset(traits.split()),
        aggregates=frozenset(aggregates.split()),
    )


def loaded(*providers: ProviderRow) -> Index:
    index = Index()
    index.load(providers)
    return index


def wide(devices: int, **amounts: int) -> Index:
    """One host with equal devices below it."""
    below = [provider(n, 1, 1, **(amounts or {"VF": 1})) for n in range(2, devices + 2)]
    return loaded(provider(1, VCPU=8), *below)


def hosts(count: int) -> Index:
    return loaded(*(provider(n, VCPU=8) for n in range(1, count + 1)))


def numbered(count: int, **amounts: int) -> tuple[Group, ...]:
    return tuple(Group(f"{n}", amounts or {"VF": 1}) for n in range(count))


def roots(index: Index, request: Request, **options: object) -> list[str]:
    result = search(index, request, Options(**options), Random(5))  # type: ignore[arg-type]
    return [index.uuid_of(candidate.root) for candidate in result.candidates]


def test_plain_and_suffixed_amounts_do_not_pile_up() -> None:
    """4 plain and 1 suffixed on two providers of 4: each gives one of them, either way."""
    index = loaded(provider(1), provider(2, 1, 1, VCPU=4), provider(3, 1, 1, VCPU=4))
    request = Request((Group("", {"VCPU": 4}), Group("1", {"VCPU": 1})))
    found = found_by(index, search(index, request, Options()).candidates)
    assert {allocations for allocations, _ in found} == {
        frozenset({("p2", "VCPU", 4), ("p3", "VCPU", 1)}),
        frozenset({("p3", "VCPU", 4), ("p2", "VCPU", 1)}),
    }


def test_groups_on_one_provider_are_added_up_and_both_mapped() -> None:
    """group_policy=none may put two groups on one provider, if their sum fits."""
    index = hosts(1)
    request = Request(numbered(2, VCPU=1), "none")
    (candidate,) = search(index, request, Options()).candidates
    assert candidate.allocations == ((0, {"VCPU": 2}),)
    assert candidate.mappings == (("0", (0,)), ("1", (0,)))
    assert not search(index, Request(numbered(2, VCPU=5), "none"), Options()).candidates
    assert not search(index, Request(numbered(2, VCPU=1), "isolate"), Options()).candidates


def test_equal_amounts_are_one_object() -> None:
    """A renderer may keep the encoded form of amounts by identity."""
    index = hosts(3)
    found = search(index, Request((Group("", {"VCPU": 1}),)), Options()).candidates
    assert len({id(amounts) for one in found for _, amounts in one.allocations}) == 1


def test_without_randomness_the_order_is_that_of_ids() -> None:
    """The same candidates in the same order every time, limited to the first."""
    request = Request((Group("", {"VCPU": 1}),), limit=2)
    assert roots(hosts(5), request) == ["p1", "p2"]
    assert roots(hosts(5), request) == ["p1", "p2"]


def test_randomness_chooses_among_all() -> None:
    """With randomisation every host is chosen now and then."""
    index, chosen, rng = hosts(9), set(), Random(1)
    request = Request((Group("", {"VCPU": 1}),), limit=2)
    for _ in range(60):
        result = search(index, request, Options(randomize=True), rng)
        assert len(result.candidates) == len(result.summaries) == 2
        chosen |= {index.uuid_of(row) for row in result.summaries}
    assert len(chosen) == 9


def test_randomness_chooses_among_nested_trees_too() -> None:
    """The devices of a wide tree are chosen from, not only the first ones."""
    index, chosen, rng = wide(8), set(), Random(1)
    request = Request(numbered(3), "isolate", limit=1)
    for _ in range(60):
        (candidate,) = search(index, request, Options(randomize=True), rng).candidates
        chosen |= {index.uuid_of(row) for row, _ in candidate.allocations}
    assert len(chosen) == 8


def test_a_limit_cuts_the_summaries_to_what_is_shown() -> None:
    """Summaries show the trees of the candidates that are left, whole."""
    index = loaded(provider(1), provider(2, 1, 1, VF=1), provider(3), provider(4, 3, 3, VF=1))
    result = search(index, Request((Group("", {"VF": 1}),), limit=1), Options())
    assert [index.uuid_of(row) for row in result.summaries] == ["p1", "p2"]


def test_below_1_29_a_candidate_has_one_provider_of_a_tree() -> None:
    """Without nesting only what one provider of a tree can give is a candidate."""
    index = loaded(provider(1, VCPU=4), provider(2, 1, 1, VF=1), provider(3, VCPU=4, VF=1))
    both = (Group("", {"VCPU": 1, "VF": 1}),)
    assert roots(index, Request(both)) == ["p1", "p3"]
    assert roots(index, Request(both, nested=False)) == ["p3"]
    result = search(index, Request((Group("", {"VF": 1}),), nested=False), Options())
    assert [index.uuid_of(row) for row in result.summaries] == ["p2", "p3"]


def test_depth_first_exhausts_a_tree_breadth_first_takes_turns() -> None:
    """Both strategies, on two trees with two candidates each."""
    index = loaded(
        *(provider(root, None, None) for root in (1, 4)),
        *(provider(root + n, root, root, VF=1) for root in (1, 4) for n in (1, 2)),
    )
    request = Request((Group("", {"VF": 1}),))
    assert roots(index, request) == ["p1", "p1", "p4", "p4"]
    assert roots(index, request, strategy=Strategy.BREADTH_FIRST) == ["p1", "p4", "p1", "p4"]
    assert roots(index, request, maximum=3) == ["p1", "p1", "p4"]
    assert roots(index, request, maximum=0) == []


def test_two_sharing_providers_in_two_common_aggregates_give_two_candidates() -> None:
    """However many aggregates connect them, a candidate is found once."""
    index = loaded(
        provider(1, VCPU=4, aggregates="a b"),
        provider(2, DISK=9, traits=SHARES, aggregates="a b"),
        provider(3, DISK=9, traits=SHARES, aggregates="a b"),
    )
    request = Request((Group("", {"VCPU": 1, "DISK": 1}),))
    found = found_by(index, search(index, request, Options()).candidates)
    assert {allocations for allocations, _ in found} == {
        frozenset({("p1", "VCPU", 1), ("p2", "DISK", 1)}),
        frozenset({("p1", "VCPU", 1), ("p3", "DISK", 1)}),
    }
    assert len(found) == 2
    disk_only = search(index, Request((Group("", {"DISK": 1}),)), Options())
    assert len(disk_only.candidates) == 2


def test_every_tree_may_use_what_is_shared() -> None:
    """A part borrowed by several trees stays with each of them."""
    index = loaded(
        provider(1, VCPU=4, aggregates="a"),
        provider(2, VCPU=4, aggregates="a"),
        provider(3, DISK=9, traits=SHARES, aggregates="a"),
    )
    request = Request((Group("", {"DISK": 1}), Group("1", {"VCPU": 1})))
    assert roots(index, request) == ["p1", "p2"]


def test_an_unknown_tree_has_no_candidates() -> None:
    """in_tree of a provider that does not exist is an empty answer."""
    index = hosts(3)
    assert roots(index, Request((Group("", {"VCPU": 1}, in_tree="nobody"),))) == []
    assert roots(index, Request((Group("", {"VCPU": 1}, in_tree="p2"),), limit=1)) == ["p2"]


def test_an_empty_cloud_has_no_candidates() -> None:
    """Nobody is there to ask."""
    assert roots(Index(), Request((Group("", {"VCPU": 1}),))) == []
    assert list(candidates(Index(), Request((Group("", {"VCPU": 1}),)))) == []


def test_candidates_come_when_asked_for() -> None:
    """The first of astronomically many is there at once."""
    request = Request(numbered(8), "isolate")
    first = list(islice(candidates(wide(64), request), 3))
    assert len({one.mappings for one in first}) == 3


@pytest.mark.parametrize(
    ("index", "request_", "title"),
    [
        (wide(7), Request(numbered(8), "isolate"), "8 groups, 7 devices"),
        (wide(7), Request(numbered(8), "none"), "8 groups, 7 devices with room for one each"),
        (
            wide(20, VF=1, GPU=1),
            Request((*numbered(10), *numbered(11, GPU=1)), "isolate"),
            "two classes, 21 groups, 20 devices",
        ),
        (
            loaded(
                provider(1),
                *(provider(n, 1, 1, VF=1) for n in range(2, 60)),
                *(provider(n, 1, 1, VF=1, traits="FAST") for n in range(60, 64)),
            ),
            Request(
                (
                    *numbered(5),
                    *(Group(f"f{n}", {"VF": 1}, (frozenset({"FAST"}),)) for n in range(5)),
                ),
                "isolate",
            ),
            "5 groups that want 4 fast devices among 62",
        ),
        (
            wide(12, VF=5),
            Request(numbered(13, VF=3), "none"),
            "13 groups of 3, 12 devices of 5",
        ),
    ],
)
def test_what_cannot_be_is_found_at_once(index: Index, request_: Request, title: str) -> None:
    """A request with more groups than seats ends before anything is tried."""
    start = time.process_time()
    assert not search(index, request_, Options()).candidates, title
    assert time.process_time() - start < 0.2


def test_a_tight_tree_is_solved_without_detours() -> None:
    """As many groups as devices, half of them picky: found although nearly all tries are wrong."""
    index = loaded(
        provider(1),
        *(provider(n, 1, 1, VF=1, traits="FAST" if n % 2 else "") for n in range(2, 26)),
    )
    fast = tuple(Group(f"f{n}", {"VF": 1}, (frozenset({"FAST"}),)) for n in range(12))
    request = Request((*numbered(12), *fast), "isolate", limit=5)
    start = time.process_time()
    assert len(search(index, request, Options()).candidates) == 5
    assert time.process_time() - start < 0.2
