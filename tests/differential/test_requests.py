"""A long list of requests gets the same answers from both services."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from differential import bodies, headers, queries, routes, stories
from differential.kept import KEPT
from differential.pair import Pair
from differential.step import Step

Conversation = Callable[[], Iterator[Step]]

READS: tuple[Conversation, ...] = (
    routes.every_version,
    routes.every_method,
    routes.everything,
    routes.nothing_there,
    headers.versions,
    headers.media,
    headers.actors,
    headers.sundry,
    queries.provider_lists,
    queries.name_lists,
    queries.candidates,
)
WRITES: tuple[Conversation, ...] = (
    *stories.STORIES,
    bodies.raw,
    bodies.inventories,
    bodies.aggregates,
    bodies.traits,
    bodies.allocations,
    bodies.reshaper,
    bodies.providers,
)


def _name(conversation: Conversation) -> str:
    return f"{conversation.__module__.rsplit('.', 1)[1]}.{conversation.__name__}"


@pytest.mark.parametrize("conversation", [*READS, *WRITES, routes.everything], ids=_name)
def test_both_answer_alike(pair: Pair, conversation: Conversation) -> None:
    """Status, headers that matter and body are the same, up to the differences that are kept."""
    unlike = pair.unlike(conversation())
    assert not unlike, f"{len(unlike)} answers differ:\n" + "\n".join(unlike[:40])


def test_every_kept_difference_is_met(pair: Pair) -> None:
    """No entry of the list of kept differences has outlived its difference."""
    assert {kept.name for kept in KEPT} == pair.met
