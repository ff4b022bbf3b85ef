"""Reading and writing: transactions, retries, forks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from stowage.storage import faults
from stowage.storage.database import Database
from stowage.storage.engines import Pool, normalise
from stowage.storage.errors import Contended, Unavailable, Unstorable

METADATA = sa.MetaData()
THINGS = sa.Table(
    "things",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(10), unique=True, nullable=False),
    sa.Column("amount", sa.Integer, nullable=False),
)


@pytest.fixture(params=["sqlite", "mariadb", "postgresql"])
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database of each kind, with a thing in it."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/things.sqlite"
    else:
        url = request.getfixturevalue(request.param).new_database()
    opened = Database(url)
    with opened.maintenance() as connection:
        METADATA.create_all(connection)
        connection.execute(sa.insert(THINGS).values(name="a", amount=0))
    yield opened
    opened.close()


def amount(connection: sa.Connection) -> int:
    """How much there is."""
    return int(connection.execute(sa.select(THINGS.c.amount)).scalar_one())


def put(connection: sa.Connection, name: str, number: int = 0) -> None:
    """Add a thing."""
    connection.execute(sa.insert(THINGS).values(name=name, amount=number))


def test_a_transaction_that_fails_changes_nothing(books: Database) -> None:
    """Whatever went wrong."""

    def fail(connection: sa.Connection) -> None:
        connection.execute(sa.update(THINGS).values(amount=7))
        raise KeyError

    with pytest.raises(KeyError):
        books.write(fail)
    assert books.read(amount) == 0


def test_writers_of_one_row_lose_nothing(books: Database) -> None:
    """Who holds the row reads what was committed before."""

    def add(connection: sa.Connection) -> None:
        locked = sa.select(THINGS.c.amount).with_for_update()
        number = connection.execute(locked).scalar_one()
        connection.execute(sa.update(THINGS).values(amount=number + 1))

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(books.write, add) for _ in range(40)]:
            done.result()
    assert books.read(amount) == 40
    assert books.idle()


@pytest.mark.parametrize("name", ["\ud800", "x" * 11])
def test_a_value_that_does_not_fit_is_no_fault(books: Database, name: str) -> None:
    """Half a character nowhere, a long text where columns have a length."""
    if books.dialect == "sqlite" and len(name) > 1:
        books.write(put, name)
        return
    with pytest.raises(Unstorable):
        books.write(put, name)


def test_a_number_out_of_range_is_no_fault(books: Database) -> None:
    """Larger than any column."""
    with pytest.raises(Unstorable):
        books.write(put, "b", 10**30)


def test_an_unexpected_duplicate_is_tried_again_and_then_given_up(books: Database) -> None:
    """Somebody was faster: perhaps it is an update the next time."""
    tries = []

    def try_again(connection: sa.Connection) -> None:
        tries.append(1)
        put(connection, "a")

    with pytest.raises(Contended) as caught:
        books.write(try_again)
    assert len(tries) == caught.value.attempts == 10


def test_a_broken_constraint_is_named(books: Database) -> None:
    """By what the database calls it, which holds the name of the column."""

    class Broken(Exception):
        pass

    def duplicate(connection: sa.Connection) -> None:
        with pytest.raises(sa.exc.IntegrityError) as caught:
            put(connection, "a")
        assert faults.is_duplicate(caught.value)
        raise Broken(faults.broken_constraint(caught.value))

    with pytest.raises(Broken, match="name"):
        books.write(duplicate)


def test_a_forked_process_has_connections_of_its_own(books: Database) -> None:
    """The parent's stay usable."""
    assert books.read(amount) == 0
    child = os.fork()
    if child == 0:
        os._exit(0 if books.read(amount) == 0 else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert books.read(amount) == 0


@pytest.mark.parametrize(
    "url", ["mysql://root@127.0.0.1:1/x", "postgresql://root@127.0.0.1:1/x?connect_timeout=2"]
)
def test_a_database_that_is_away_is_told_as_such(url: str) -> None:
    """For reads and writes alike."""
    books = Database(url)
    with pytest.raises(Unavailable):
        books.read(amount)
    with pytest.raises(Unavailable):
        books.write(amount)


def test_a_pool_that_is_used_up_is_told_as_such(tmp_path: Path) -> None:
    """After as long as one waits for a connection."""
    books = Database(f"sqlite:///{tmp_path}/x", Pool(size=1, overflow=0, timeout=0.01))

    def nested(connection: sa.Connection) -> None:
        books.read(lambda another: None)

    with pytest.raises(Unavailable, match="busy"):
        books.read(nested)


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("mysql://u:p@h/d", "mysql+pymysql"),
        ("mysql+mysqldb://u:p@h/d?charset=utf8", "mysql+pymysql"),
        ("postgresql://h/d", "postgresql+psycopg"),
        ("postgresql+psycopg2://h/d", "postgresql+psycopg"),
        ("sqlite:////tmp/x", "sqlite"),
    ],
)
def test_a_url_gets_a_driver_that_we_have(given: str, driver: str) -> None:
    """Existing configuration files name others."""
    assert normalise(given).drivername == driver
