"""The same books on three databases; every test makes what it needs under names of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from stowage.placement.errors import Refusal
from stowage.placement.ledger import claims, inventories, migrate, providers, usages
from stowage.placement.ledger.database import Database
from stowage.placement.model import Claim, Inventory, InventoryUpdate

KINDS = ("sqlite", "mariadb", "postgresql")


def open_books(url: str, **options: Any) -> Database:
    """Books for tests: nothing needs to survive the machine."""
    return Database(url, sqlite_synchronous=False, max_pool_size=20, **options)


@pytest.fixture(scope="session")
def new_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """Gives the URL of an empty database of a kind; servers start when they are first needed."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('books')}/placement.db"
        return request.getfixturevalue(kind).new_database()

    return make


@pytest.fixture(scope="session", params=KINDS)
def shared_books(request: pytest.FixtureRequest, new_url) -> Iterator[Database]:
    """One database of each kind for all tests that do not mind each other's rows."""
    books = open_books(new_url(request.param))
    migrate.sync(books)
    yield books
    books.close()


@pytest.fixture
def books(shared_books: Database) -> Database:
    """The books under test."""
    return shared_books


@pytest.fixture(scope="module", params=KINDS)
def fresh_books(request: pytest.FixtureRequest, new_url) -> Iterator[Database]:
    """Books that only the tests of one module write, one after the other."""
    books = open_books(new_url(request.param))
    migrate.sync(books)
    yield books
    books.close()


@dataclass(frozen=True)
class Cloud:
    """Short words for what the tests do to the books."""

    books: Database

    def host(self, parent: str | None = None, **resources: int | Inventory) -> str:
        """A new provider with these totals; its UUID."""
        uuid = str(uuid4())
        self.books.write(providers.create, f"host-{uuid}", uuid, parent)
        if resources:
            lines = {
                name: line if isinstance(line, Inventory) else Inventory(line)
                for name, line in resources.items()
            }
            self.books.write(inventories.replace, InventoryUpdate(uuid, 0, lines))
        return uuid

    def generation(self, uuid: str) -> int:
        """The generation of a provider."""
        return self.books.read(providers.get, uuid).generation

    def used(self, uuid: str) -> Mapping[str, int]:
        """What is used of a provider."""
        return self.books.read(usages.of_provider, uuid)[1]

    def claim(
        self,
        consumer: str,
        amounts: Mapping[str, Mapping[str, int]],
        generation: int | None = None,
        **other: Any,
    ) -> None:
        """PUT /allocations/{consumer} at 1.38."""
        self.books.write(
            claims.replace, [claim(consumer, amounts, generation, **other)], single=True
        )


def claim(
    consumer: str,
    amounts: Mapping[str, Mapping[str, int]],
    generation: int | None = None,
    **other: Any,
) -> Claim:
    """A claim as 1.38 makes them, unless told otherwise."""
    said: dict[str, Any] = {
        "check_generation": True,
        "project_id": "project",
        "user_id": "user",
        "consumer_type": "INSTANCE",
    }
    return Claim(consumer, amounts, generation=generation, **said | other)


@pytest.fixture
def cloud(books: Database) -> Cloud:
    """Short words on the shared books."""
    return Cloud(books)


@pytest.fixture
def new_claim() -> Callable[..., Claim]:
    """Makes claims as 1.38 does."""
    return claim


@pytest.fixture
def cloud_on() -> Callable[[Database], Cloud]:
    """Short words on other books."""
    return Cloud


@pytest.fixture
def open_database() -> Callable[..., Database]:
    """Opens books at a URL."""
    return open_books


@pytest.fixture
def at_once() -> Callable[[int, Callable[[int], Any]], list[Any]]:
    """Runs one action many times in parallel, all starting together; results or refusals."""

    def run(times: int, action: Callable[[int], Any]) -> list[Any]:
        ready = threading.Barrier(times)

        def attempt(number: int) -> Any:
            ready.wait(timeout=30)
            try:
                return action(number)
            except Refusal as refusal:
                return refusal

        with ThreadPoolExecutor(times) as pool:
            return list(pool.map(attempt, range(times)))

    return run


@pytest.fixture
def uuid() -> str:
    """A UUID that nobody has."""
    return str(uuid4())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder."""
    return tmp_path
