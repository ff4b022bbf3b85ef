"""Aggregates of providers."""

from __future__ import annotations

from uuid import uuid4

import pytest

from stowage.placement.errors import CONCURRENT_UPDATE, Conflict
from stowage.placement.ledger import aggregates


def test_a_provider_belongs_to_what_was_written(cloud):
    """PUT aggregates replaces; the generation counts up from 1.19 on."""
    host, groups = cloud.host(), [str(uuid4()) for _ in range(3)]
    assert cloud.books.write(aggregates.replace, host, 0, groups[:2]).generation == 1
    assert cloud.books.write(aggregates.replace, host, 1, groups[1:]).generation == 2
    provider, mine, _ = cloud.books.read(aggregates.list_of, host)
    assert (provider.generation, set(mine)) == (2, set(groups[1:]))
    assert cloud.books.write(aggregates.replace, host, 2, []).generation == 3
    assert cloud.books.read(aggregates.list_of, host)[1] == []


def test_below_1_19_no_generation_is_counted(cloud):
    """Without a generation in the request there is none to guard."""
    host = cloud.host()
    assert cloud.books.write(aggregates.replace, host, None, [str(uuid4())]).generation == 0
    assert cloud.generation(host) == 0


def test_a_stale_generation_is_refused(cloud):
    """409 placement.concurrent_update."""
    with pytest.raises(Conflict) as refusal:
        cloud.books.write(aggregates.replace, cloud.host(), 3, [])
    assert refusal.value.code == CONCURRENT_UPDATE


def test_twenty_providers_join_the_same_new_aggregates_at_once(cloud, at_once):
    """Field report B34: twenty times 200, and each provider is in all five."""
    hosts = [cloud.host() for _ in range(20)]
    groups = [str(uuid4()) for _ in range(5)]
    results = at_once(
        20, lambda number: cloud.books.write(aggregates.replace, hosts[number], 0, groups)
    )
    assert [result.generation for result in results] == [1] * 20
    for host in hosts:
        assert set(cloud.books.read(aggregates.list_of, host)[1]) == set(groups)
