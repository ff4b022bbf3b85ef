"""The journal: which providers every worker must read anew, in the order it was written down.

Ids are given when a row is inserted and seen when it is committed, so a later id can be seen first.
What is missing below the highest id seen is a gap: asked for again until it fills, or until no
transaction can be so old. The last row read must still be there the next time: when it is not, the
journal was pruned beyond this reader, who must read everything. docs/decisions/0002-the-journal.md
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stowage.placement.ledger.backends import Row
from stowage.placement.ledger.transaction import Kind, Tx

#: Longer than any transaction lives between its first row in the journal and its commit.
GAP_SECONDS = 300
#: When there are more gaps, the oldest are given up: they are the least likely to fill.
MOST_GAPS = 2_000
#: A reader that lags by more rows than this reads everything.
MOST_ROWS = 20_000
#: Rows older than this are pruned, so many at a time.
KEEP_SECONDS = 3_600
PRUNE_ROWS = 2_000
PRUNE_TIMES = 20

_SINCE = "SELECT id, kind, provider_id FROM stowage_journal WHERE id >= %s"


@dataclass(frozen=True, slots=True)
class News:
    """What has changed since a reader last asked."""

    providers: frozenset[int] = frozenset()
    names: bool = False
    everything: bool = False


EVERYTHING = News(everything=True)


class Gap(NamedTuple):
    """Ids that were given to somebody and not seen, and when they were first missed."""

    first: int
    last: int
    since: float


@dataclass(slots=True)
class Reader:
    """How far one worker has read, and which ids it still waits for."""

    clock: Callable[[], float] = time.monotonic
    last: int = 0
    gaps: list[Gap] = field(default_factory=list)

    def ask(self, tx: Tx) -> Sequence[Row]:
        """The rows that this reader has not seen, and the last one that it has."""
        ranges = "".join([" OR id BETWEEN %s AND %s"] * len(self.gaps))
        bounds = [bound for gap in self.gaps for bound in gap[:2]]
        return tx.rows(f"{_SINCE}{ranges} ORDER BY id LIMIT {MOST_ROWS}", (self.last, *bounds))

    def knows(self, rows: Sequence[Row]) -> bool:
        """Whether the rows of ``ask`` hold no news: the last row that was read, alone."""
        self._give_up_old_gaps()
        return len(rows) == 1 and bool(rows[0][0] == self.last)

    def take(self, rows: Sequence[Row]) -> News:
        """What the rows of ``ask`` say; the reader has read them then.

        After EVERYTHING the reader has to ``start`` anew.
        """
        seen = [row[0] for row in rows]
        if self.last not in seen or len(rows) >= MOST_ROWS:
            return EVERYTHING
        new = [row for row in rows if row[0] != self.last]
        self._remember_gaps(seen)
        return News(
            providers=frozenset(row[2] for row in new if row[1] == Kind.PROVIDER),
            names=any(row[1] == Kind.NAMES for row in new),
            everything=any(row[1] == Kind.EVERYTHING for row in new),
        )

    def start(self, tx: Tx) -> None:
        """Begin with what a snapshot shows: ids that are on their way at that moment are gaps."""
        row = tx.row("SELECT MAX(id) FROM stowage_journal")
        self.last = (row and row[0]) or 0
        floor = tx.row(
            "SELECT MAX(id) FROM stowage_journal WHERE id > %s"
            f" AND created < {tx.backend.epoch_now} - {GAP_SECONDS}",
            (self.last - MOST_ROWS,),
        )
        low = max((floor and floor[0]) or 0, self.last - MOST_ROWS)
        seen = [found[0] for found in tx.rows(f"{_SINCE} ORDER BY id", (low,))]
        now = self.clock()
        self.gaps = [Gap(first, last, now) for first, last in _missing(low, seen)]

    def _remember_gaps(self, seen: Sequence[int]) -> None:
        """``seen`` is in order: what filled old gaps, our last row, and what is new."""
        now = self.clock()
        gaps = [
            Gap(first, last, gap.since)
            for gap in self.gaps
            for first, last in _missing(
                gap.first - 1, [*_within(seen, gap.first, gap.last), gap.last + 1]
            )
        ]
        new = _within(seen, self.last, seen[-1])
        gaps += [Gap(first, last, now) for first, last in _missing(self.last, new)]
        self.gaps = gaps[-MOST_GAPS:]
        self.last = max(self.last, seen[-1])
        self._give_up_old_gaps()

    def _give_up_old_gaps(self) -> None:
        if self.gaps:
            now = self.clock()
            self.gaps = [gap for gap in self.gaps if now - gap.since < GAP_SECONDS]


def prune(tx: Tx) -> bool:
    """Remove some of the oldest rows, if they are old enough; whether there may be more.

    A reader's last row is among the newest, or it reads everything: rows go from the oldest on.
    """
    row = tx.row(
        f"SELECT id, created < {tx.backend.epoch_now} - {KEEP_SECONDS}"
        f" FROM stowage_journal ORDER BY id LIMIT 1 OFFSET {PRUNE_ROWS}"
    )
    if row is None or not row[1]:
        return False
    tx.run("DELETE FROM stowage_journal WHERE id < %s", (row[0],))
    return True


def _within(ids: Iterable[int], first: int, last: int) -> list[int]:
    return [number for number in ids if first <= number <= last]


def _missing(before: int, ids: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Ranges of numbers that are not in ``ids`` (ascending), from ``before + 1`` to the last."""
    for number in ids:
        if number > before + 1:
            yield before + 1, number - 1
        before = max(before, number)
