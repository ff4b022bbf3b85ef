"""Notifications: written with the change, carried in order, not lost."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from stowage.compute.errors import Conflict
from stowage.compute.flavors.catalog import Asker, Catalog
from stowage.compute.model import NewFlavor, Viewer
from stowage.compute.outbox.courier import Courier
from stowage.compute.outbox.message import Context
from stowage.compute.outbox.outbox import Outbox
from stowage.compute.store import letters, migrate
from stowage.storage.database import Database

ADMIN = Asker(Viewer("ad0", is_admin=True), Context(user_id="admin", project_id="ad0"))


class Broker:
    """Takes messages, or does not, and remembers."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.down = False

    def send(self, context: dict[str, Any], message: dict[str, Any]) -> None:
        """Take one."""
        if self.down:
            raise ConnectionRefusedError("the broker is down")
        self.taken.append(message)

    def close(self) -> None:
        """Nothing to do."""

    def events(self) -> list[tuple[str, str]]:
        """Kind and flavor of each message."""
        return [
            (message["event_type"], message["payload"]["nova_object.data"]["flavorid"])
            for message in self.taken
        ]


@pytest.fixture
def books(database_url: str) -> Database:
    """A database of each kind, with its tables."""
    opened = Database(database_url)
    migrate.sync(opened)
    return opened


@pytest.fixture
def broker() -> Broker:
    """A broker that is up."""
    return Broker()


@pytest.fixture
def catalog(books: Database) -> Catalog:
    """Flavors whose notifications wait for somebody to carry them."""
    return Catalog(books, Outbox("nova-api:here"))


def flavor(name: str) -> NewFlavor:
    """A small flavor."""
    return NewFlavor(name, name, 1, 1, 0)


def eventually(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether a condition comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.01)
    return False


def test_letters_are_carried_in_their_order(
    books: Database, catalog: Catalog, broker: Broker
) -> None:
    """And removed when they have arrived."""
    catalog.create(flavor("a"))
    catalog.describe(ADMIN, "a", "x")
    catalog.delete(ADMIN, "a")
    courier = Courier(books, lambda: broker)
    assert courier.deliver()
    assert broker.events() == [
        ("flavor.create", "a"),
        ("flavor.update", "a"),
        ("flavor.delete", "a"),
    ]
    assert books.read(letters.oldest, 10) == []


def test_a_change_that_fails_tells_nothing(books: Database, catalog: Catalog) -> None:
    """The letter is part of the transaction."""
    catalog.create(flavor("a"))
    with pytest.raises(Conflict):
        catalog.create(flavor("a"))
    assert len(books.read(letters.oldest, 10)) == 1


def test_a_broker_that_is_down_delays_and_loses_nothing(
    books: Database, catalog: Catalog, broker: Broker
) -> None:
    """What was not taken is sent when it is back, once each."""
    catalog.create(flavor("a"))
    catalog.create(flavor("b"))
    broker.down = True
    courier = Courier(books, lambda: broker)
    with pytest.raises(ConnectionRefusedError):
        courier.deliver()
    assert len(books.read(letters.oldest, 10)) == 2
    broker.down = False
    assert courier.deliver()
    assert broker.events() == [("flavor.create", "a"), ("flavor.create", "b")]


def test_one_courier_works_at_a_time(books: Database, catalog: Catalog, broker: Broker) -> None:
    """Another one finds the office taken, until it is left or its term is over."""
    catalog.create(flavor("a"))
    assert books.write(letters.take_office, "somebody else", 60)
    courier = Courier(books, lambda: broker)
    assert not courier.deliver()
    books.write(letters.leave_office, "somebody else")
    assert books.write(letters.take_office, "a dead one", -1)
    assert courier.deliver()
    assert len(broker.taken) == 1


def test_a_letter_that_is_sent_again_is_the_same(
    books: Database, catalog: Catalog, broker: Broker
) -> None:
    """A process that died between sending and removing: receivers can tell by the message id."""
    catalog.create(flavor("a"))
    (letter,) = books.read(letters.oldest, 10)
    content = json.loads(letter.message)
    broker.send(content["context"], content["message"])
    Courier(books, lambda: broker).deliver()
    first, second = broker.taken
    assert first == second


def test_the_thread_carries_what_is_written(books: Database, broker: Broker) -> None:
    """Soon after the change; a broker that was down at first is tried again."""
    broker.down = True
    courier = Courier(books, lambda: broker)
    catalog = Catalog(books, Outbox("nova-api:here", courier.wake))
    catalog.create(flavor("a"))
    time.sleep(0.2)
    broker.down = False
    catalog.create(flavor("b"))
    assert eventually(lambda: len(broker.taken) == 2)
    assert broker.events() == [("flavor.create", "a"), ("flavor.create", "b")]
    courier.stop()


def test_without_receivers_nothing_is_written(books: Database) -> None:
    """An outbox that nobody empties would only grow."""
    Catalog(books, Outbox()).create(flavor("a"))
    assert books.read(letters.oldest, 10) == []
