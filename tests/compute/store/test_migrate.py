"""Creating, upgrading and adopting databases."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from stowage.compute.store import migrate
from stowage.compute.store.tables import EXTRA_SPECS, NOVAS
from stowage.storage.database import Database


@pytest.fixture
def books(database_url: str) -> Database:
    """An empty database of each kind."""
    return Database(database_url)


def novas_tables(books: Database) -> None:
    """Flavors as nova has them, with one in it."""
    with books.maintenance() as connection:
        NOVAS.create_all(connection)
        connection.execute(
            sa.text(
                "INSERT INTO flavors (name, memory_mb, vcpus, swap, flavorid, is_public, disabled)"
                " VALUES ('theirs', 1, 1, 0, 'x', :yes, :no)"
            ),
            {"yes": True, "no": False},
        )


def test_sync_creates_what_is_missing_and_then_nothing(books: Database) -> None:
    """A second run finds everything there."""
    assert migrate.sync(books) == "Created the tables of flavors (ours 0001)."
    assert migrate.sync(books) == "Nothing to do (ours 0001)."
    assert migrate.version(books) == "nova None, ours 0001"
    migrate.must_be_ready(books)


def test_an_existing_database_is_adopted_in_place(books: Database) -> None:
    """Its tables stay as they are, ours are put beside them."""
    novas_tables(books)
    assert migrate.adopt(books) == "Adopted 1 flavors (nova None, ours 0001)."
    with books.maintenance() as connection:
        tables = set(sa.inspect(connection).get_table_names())
    ours = {"stowage_outbox", "stowage_courier", "stowage_compute_version"}
    assert tables >= ours | {"flavors", "flavor_extra_specs", "flavor_projects"}


def test_there_has_to_be_something_to_adopt(books: Database) -> None:
    """An empty database is for sync."""
    with pytest.raises(migrate.CannotMigrate, match="There is nothing to adopt"):
        migrate.adopt(books)


def test_a_database_that_is_not_ready_is_refused_at_start(books: Database) -> None:
    """With the command that makes it ready."""
    with pytest.raises(migrate.CannotMigrate, match="stowage compute db sync"):
        migrate.must_be_ready(books)


def test_tables_without_a_column_are_too_old(books: Database) -> None:
    """The missing column is named."""
    with books.maintenance() as connection:
        connection.execute(sa.text("CREATE TABLE flavors (id INTEGER PRIMARY KEY)"))
        connection.execute(sa.text("CREATE TABLE flavor_projects (id INTEGER PRIMARY KEY)"))
        EXTRA_SPECS.to_metadata(sa.MetaData())
    with pytest.raises(migrate.CannotMigrate, match="has no column created_at"):
        migrate.adopt(books)
