"""Creating, upgrading and adopting databases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext

from stowage.compute.store.tables import FLAVORS, NOVAS, OUR_VERSION_TABLE
from stowage.storage.database import Database

EXACT_COLLATIONS = ("utf8mb4_nopad_bin", "utf8mb4_0900_bin", "utf8mb4_bin")
"""Those by which names that differ in anything are different; the first one there is used."""

_LOCK_NAME = "stowage_compute_migrations"
_LOCK_NUMBER = 5_702_118_847


class CannotMigrate(Exception):
    """The database is not one that we can work with; the message says what to do."""


def sync(books: Database) -> str:
    """Create the tables, or bring ours up to date; returns what was done.

    The API database of a nova is taken in place, as ``adopt`` does. Raises CannotMigrate when its
    tables are not those we know.
    """
    with _exclusively(books) as connection:
        created = not _has_tables(connection)
        if created:
            _create(connection)
        else:
            check(connection)
        before, after = _upgrade_ours(connection)
    if created:
        return f"Created the tables of flavors (ours {after})."
    if before == after:
        return f"Nothing to do (ours {after})."
    return f"Upgraded our tables from {before or 'none'} to {after}."


def version(books: Database) -> str:
    """The revisions of nova's tables and of ours, as one line."""
    with books.maintenance() as connection:
        return f"nova {_revision(connection)}, ours {_revision(connection, OUR_VERSION_TABLE)}"


def adopt(books: Database) -> str:
    """Take the API database of an existing nova in place; returns what was found and done.

    nova's tables are not changed, and nova runs on: flavors are read from its tables each time, so
    what it writes is seen at once. Raises CannotMigrate with what to do first.
    """
    with _exclusively(books) as connection:
        if not _has_tables(connection):
            raise CannotMigrate(
                "There is nothing to adopt: the database has no flavors of nova. "
                "Use 'db sync' to create the tables."
            )
        check(connection)
        _, after = _upgrade_ours(connection)
        count = connection.execute(sa.select(sa.func.count()).select_from(FLAVORS)).scalar()
        revision = _revision(connection)
    return f"Adopted {count} flavors (nova {revision}, ours {after})."


def must_be_ready(books: Database) -> None:
    """Raise CannotMigrate unless the service can start on this database."""
    with books.maintenance() as connection:
        if _revision(connection, OUR_VERSION_TABLE) is None:
            raise CannotMigrate(
                "The database is not ready. Run 'stowage compute db sync' to create the tables, or "
                "'stowage compute db adopt' to take over the API database of a nova."
            )
        check(connection)


def check(connection: sa.Connection) -> None:
    """Raise CannotMigrate unless nova's tables have the columns that we know.

    They have been the same since the API database got revisions by Alembic (nova 24.0.0).
    """
    inspector = sa.inspect(connection)
    for table in NOVAS.sorted_tables:
        if not inspector.has_table(table.name):
            raise CannotMigrate(f"The database has no table {table.name}. {_OLD}")
        there = {column["name"] for column in inspector.get_columns(table.name)}
        missing = [column.name for column in table.columns if column.name not in there]
        if missing:
            raise CannotMigrate(f"Table {table.name} has no column {missing[0]}. {_OLD}")


_OLD = "Is it the API database of a nova? Run 'nova-manage api_db sync' of a newer one first."


def _create(connection: sa.Connection) -> None:
    if connection.dialect.name == "mysql":
        _be_exact(connection)
    NOVAS.create_all(connection)


def _be_exact(connection: sa.Connection) -> None:
    names = sa.text("SELECT collation_name FROM information_schema.collations")
    there = set(connection.execute(names).scalars())
    collation = next(name for name in EXACT_COLLATIONS if name in there)
    for table in NOVAS.tables.values():
        options = table.dialect_options["mysql"]
        options["engine"], options["charset"] = "InnoDB", "utf8mb4"
        options["collate"] = collation


def _upgrade_ours(connection: sa.Connection) -> tuple[str | None, str | None]:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    before = _revision(connection, OUR_VERSION_TABLE)
    command.upgrade(config, "head")
    return before, _revision(connection, OUR_VERSION_TABLE)


def _has_tables(connection: sa.Connection) -> bool:
    return sa.inspect(connection).has_table(FLAVORS.name)


def _revision(connection: sa.Connection, table: str = "alembic_version") -> str | None:
    context = MigrationContext.configure(connection, opts={"version_table": table})
    return context.get_current_revision()


@contextmanager
def _exclusively(books: Database) -> Iterator[sa.Connection]:
    """A connection with a transaction; workers that start at once take turns."""
    with books.maintenance() as connection:
        if connection.dialect.name == "mysql":
            connection.execute(sa.text(f"SELECT GET_LOCK('{_LOCK_NAME}', 120)"))
        elif connection.dialect.name == "postgresql":
            connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_LOCK_NUMBER})"))
        try:
            yield connection
        finally:
            if connection.dialect.name == "mysql":
                connection.execute(sa.text(f"SELECT RELEASE_LOCK('{_LOCK_NAME}')"))
