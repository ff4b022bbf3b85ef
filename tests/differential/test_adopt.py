"""A database filled by upstream is adopted in place, and both services go on with it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from differential import cloud, queries, routes, stories
from differential.pair import Pair
from differential.step import Step, step
from servers import ours, upstream
from servers.postgresql import PostgreSQL

KINDS = ("sqlite", "mariadb", "postgresql")


@dataclass(frozen=True, slots=True)
class Place:
    """An empty database, in the words of either service."""

    url: str
    folder: Path

    @property
    def for_upstream(self) -> str:
        """The URL with the driver that upstream knows."""
        return PostgreSQL.for_upstream(self.url)


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A database of each kind."""
    if request.param == "sqlite":
        return Place(f"sqlite:///{tmp_path}/placement.db", tmp_path)
    return Place(request.getfixturevalue(request.param).new_database(), tmp_path)


@contextmanager
def adopted(place: Place) -> Iterator[Pair]:
    """Upstream fills the database, ours adopts it while upstream runs, both serve it."""
    upstream.sync(place.for_upstream, place.folder)
    with upstream.serve(place.for_upstream, place.folder) as theirs:
        wire = theirs.wire(keep_alive=False)
        for call in cloud.build():
            answer = wire.ask(call.method, call.path, call.body, call.headers)
            assert answer.status in (200, 201, 204), (call, answer)
        ours.database(["adopt"], place.url, place.folder)
        with ours.serve(place.url, place.folder) as mine:
            yield Pair(wire, mine.wire())


def _every_read() -> Iterator[Step]:
    yield from routes.everything()
    yield from (s for s in routes.every_version() if _version(s) in (9, 39))
    yield from (s for s in queries.candidates() if _version(s) == 39)
    yield from (s for s in queries.provider_lists() if _version(s) == 39)
    for uuid in (cloud.consumer(number) for number in range(1, 6)):
        yield step("GET", f"/allocations/{uuid}")


def _version(call: Step) -> int:
    return int(str(call.headers["OpenStack-API-Version"]).rsplit(".", 1)[1])


def _written_in_turn(pair: Pair, story: Iterator[Step]) -> list[str]:
    """Write through one, then the other; read each change through both."""
    unlike = []
    for call, wire in zip(story, itertools.cycle((pair.ours, pair.theirs)), strict=False):
        if call.method == "GET":
            unlike += pair.unlike([call])
        else:
            answer = wire.ask(call.method, call.path, call.body, call.headers)
            assert answer.status < 500, (call, answer)
    return unlike


def test_both_read_and_write_an_adopted_database(place: Place) -> None:
    """Every GET is the same, and what either writes shows in the answers of the other at once."""
    with adopted(place) as pair:
        unlike = pair.unlike(_every_read())
        assert not unlike, f"{len(unlike)} answers differ:\n" + "\n".join(unlike[:20])
        for story in stories.STORIES:
            unlike = _written_in_turn(pair, story())
            assert not unlike, f"{story.__name__}:\n" + "\n".join(unlike[:20])
        unlike = pair.unlike(_every_read())
        assert not unlike, f"{len(unlike)} answers differ afterwards:\n" + "\n".join(unlike[:20])
