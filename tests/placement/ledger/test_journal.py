"""The journal: gaps, readers that are behind, pruning."""

from __future__ import annotations

import pytest

from stowage.placement.errors import Conflict
from stowage.placement.ledger import journal
from stowage.placement.ledger.journal import EVERYTHING, GAP_SECONDS, MOST_GAPS, News, Reader
from stowage.placement.ledger.transaction import Kind


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def _row(number, provider=None, kind=Kind.PROVIDER):
    return (number, int(kind), provider)


@pytest.fixture
def reader():
    """A reader that has read up to 10."""
    return Reader(clock=Clock(), last=10)


def test_the_last_row_alone_is_no_news(reader):
    """The usual answer of the usual question."""
    assert reader.knows([_row(10, 1)])
    assert not reader.knows([_row(10, 1), _row(11, 1)])
    assert not reader.knows([])


def test_new_rows_name_what_to_read(reader):
    """Providers once each, names, everything."""
    news = reader.take([_row(10, 1), _row(11, 5), _row(12, 5), _row(13, None, Kind.NAMES)])
    assert news == News(providers=frozenset({5}), names=True)
    assert reader.last == 13
    assert reader.take([_row(13, 5), _row(14, None, Kind.EVERYTHING)]).everything


def test_a_gap_is_waited_for_until_it_fills(reader):
    """An id that commits late is seen when it comes."""
    assert reader.take([_row(10), _row(14, 4)]).providers == {4}
    assert [gap[:2] for gap in reader.gaps] == [(11, 13)]
    assert reader.take([_row(12, 2), _row(14, 4)]).providers == {2}
    assert [gap[:2] for gap in reader.gaps] == [(11, 11), (13, 13)]
    assert reader.take([_row(11, 1), _row(13, 3), _row(14, 4), _row(15, 5)]).providers == {1, 3, 5}
    assert (reader.gaps, reader.last) == ([], 15)


def test_a_gap_is_given_up_when_no_transaction_can_be_so_old(reader):
    """Ids of transactions that were rolled back never come."""
    reader.take([_row(10), _row(12, 2)])
    reader.clock.now += GAP_SECONDS - 1
    reader.take([_row(12, 2), _row(14, 4)])
    reader.clock.now += 2
    assert reader.knows([_row(14, 4)])
    assert [gap[:2] for gap in reader.gaps] == [(13, 13)]


def test_the_number_of_gaps_is_bounded(reader):
    """The oldest are given up."""
    reader.take([_row(number) for number in range(10, 10 + 4 * MOST_GAPS, 2)])
    assert len(reader.gaps) == MOST_GAPS
    assert reader.gaps[-1].last == reader.last - 1


def test_a_reader_whose_last_row_is_gone_reads_everything(reader):
    """The journal was pruned beyond it, or the database is another one."""
    assert reader.take([_row(500, 1)]) == EVERYTHING
    assert Reader(last=10).take([]) == EVERYTHING


def _touch(books, provider):
    books.write(lambda tx: tx.touch(provider))


def test_what_a_transaction_touches_is_told_once(fresh_books):
    """The rows come with the commit; a refusal leaves none."""
    reader = Reader()
    fresh_books.read(reader.start)

    def refused(tx):
        tx.touch(1)
        raise Conflict("no")

    with pytest.raises(Conflict):
        fresh_books.write(refused)
    assert reader.knows(fresh_books.read(reader.ask))

    def touching(tx):
        for provider in (7, 7, 8):
            tx.touch(provider)
        tx.touch_names()

    fresh_books.write(touching)
    news = reader.take(fresh_books.read(reader.ask))
    assert news == News(providers=frozenset({7, 8}), names=True)
    assert reader.knows(fresh_books.read(reader.ask))


@pytest.fixture
def slow_writer(fresh_books):
    """A second connection that has written to the journal and not committed yet."""
    if fresh_books.backend.name == "sqlite":
        pytest.fail("SQLite has one writer at a time: nothing commits out of order")
    connection = fresh_books.backend.connect()
    cursor = connection.cursor()
    cursor.execute("BEGIN")
    cursor.execute("INSERT INTO stowage_journal (kind, provider_id, created) VALUES (1, 77, 0)")
    yield cursor
    connection.close()


@pytest.mark.parametrize("fresh_books", ["mariadb", "postgresql"], indirect=True)
def test_a_row_that_commits_after_a_later_one_is_seen(fresh_books, slow_writer):
    """Two real connections: the lower id is committed last."""
    reader = Reader()
    reader.last = fresh_books.read(lambda tx: tx.row("SELECT MAX(id) FROM stowage_journal"))[0]
    _touch(fresh_books, 88)
    assert reader.take(fresh_books.read(reader.ask)).providers == {88}
    assert len(reader.gaps) == 1
    assert reader.knows(fresh_books.read(reader.ask))
    slow_writer.execute("COMMIT")
    assert reader.take(fresh_books.read(reader.ask)).providers == {77}
    assert reader.gaps == []


@pytest.mark.parametrize("fresh_books", ["mariadb", "postgresql"], indirect=True)
def test_a_row_on_its_way_when_a_reader_starts_is_seen(fresh_books, slow_writer):
    """What the first snapshot cannot show is a gap from the start."""
    _touch(fresh_books, 88)
    reader = Reader()
    fresh_books.snapshot(reader.start)
    assert reader.knows(fresh_books.read(reader.ask))
    slow_writer.execute("COMMIT")
    assert reader.take(fresh_books.read(reader.ask)).providers == {77}


def test_old_rows_are_pruned_from_the_oldest_on(fresh_books):
    """Rows of the last hour stay, and never is the journal emptied."""

    def fill(tx):
        rows = ", ".join(["(1, 1, 0)"] * (journal.PRUNE_ROWS * 2))
        tx.run(f"INSERT INTO stowage_journal (kind, provider_id, created) VALUES {rows}")
        tx.touch(5)

    fresh_books.write(fill)
    times = 0
    while fresh_books.write(journal.prune):
        times += 1
    count, newest = fresh_books.read(
        lambda tx: tx.row("SELECT COUNT(*), MAX(created) FROM stowage_journal")
    )
    assert times == 2
    assert 0 < count <= journal.PRUNE_ROWS + 2
    assert newest > 0


def test_a_young_journal_is_not_pruned(fresh_books):
    """However many rows there are."""

    def fill(tx):
        for provider in range(journal.PRUNE_ROWS + 5):
            tx.touch(provider)

    fresh_books.write(fill)
    before = fresh_books.read(lambda tx: tx.row("SELECT COUNT(*) FROM stowage_journal"))
    # The first row of a new database is as old as the epoch.
    while fresh_books.write(journal.prune):
        pass
    after = fresh_books.read(lambda tx: tx.row("SELECT COUNT(*) FROM stowage_journal"))
    assert before[0] - after[0] <= 1
