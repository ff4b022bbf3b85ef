"""The search against one that tries everything, on clouds that Hypothesis makes up."""

from __future__ import annotations

from random import Random

import brute_force
import random_clouds
from found import found_by
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stowage.placement.search.combine import candidates, search
from stowage.placement.search.index import Index
from stowage.placement.search.request import Options, Strategy

searches = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@searches
@given(st.randoms(use_true_random=False), st.sampled_from(Strategy))
def test_finds_what_trying_everything_finds(rng: Random, strategy: Strategy) -> None:
    """Each candidate once, no other, and the summaries of their trees."""
    cloud = random_clouds.cloud(rng)
    index = Index()
    index.load(cloud)
    for _ in range(3):
        request = random_clouds.request(rng, cloud)
        expected = brute_force.candidates(cloud, request)
        result = search(index, request, Options(strategy))
        found = found_by(index, result.candidates)
        assert len(found) == len(set(found))
        assert set(found) == expected
        shown = [index.uuid_of(row) for row in result.summaries]
        assert len(shown) == len(set(shown))
        assert set(shown) == brute_force.summaries(cloud, request, expected)


@searches
@given(st.integers(0, 2**32), st.integers(1, 5), st.integers(-1, 8), st.booleans())
def test_limits_choose_from_all_candidates(
    seed: int, limit: int, maximum: int, randomize: bool
) -> None:
    """As many as limit and maximum allow, all different, all valid."""
    rng = Random(seed)
    cloud = random_clouds.cloud(rng)
    index = Index()
    index.load(cloud)
    request = random_clouds.request(rng, cloud, limit)
    options = Options(maximum=maximum, randomize=randomize)
    found = found_by(index, search(index, request, options, rng).candidates)
    expected = brute_force.candidates(cloud, request)
    bound = limit if maximum < 0 else min(limit, maximum)
    assert len(found) == min(bound, len(expected))
    assert len(found) == len(set(found))
    assert set(found) <= expected


@searches
@given(st.integers(0, 2**32))
def test_every_worker_gives_the_same_order(seed: int) -> None:
    """The order is that of the providers' ids, however the index came to be."""
    rng = Random(seed)
    cloud = random_clouds.cloud(rng)
    request = random_clouds.request(rng, cloud)
    loaded, grown = Index(), Index()
    loaded.load(cloud)
    for provider in rng.sample(cloud, len(cloud)):
        grown.put(provider)
    orders = [
        [(of.uuid_of(one.root), *found_by(of, [one])) for one in candidates(of, request)]
        for of in (loaded, grown)
    ]
    assert orders[0] == orders[1]
