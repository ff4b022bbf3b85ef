"""Creating, upgrading and adopting databases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext

from stowage.placement.ledger import adoption, standard, tables
from stowage.placement.ledger.consumers import NOBODY, IncompleteConsumer
from stowage.placement.ledger.database import Database

#: Names that differ in anything are different (MariaDB, MySQL 8, MySQL 5); the first one there.
_EXACT_COLLATIONS = ("utf8mb4_nopad_bin", "utf8mb4_0900_bin", "utf8mb4_bin")
_LOCK_NAME = "stowage_migrations"
_LOCK_NUMBER = 5_702_118_846


class CannotMigrate(Exception):
    """The database is not one that we can work with; the message says what to do."""


def sync(books: Database) -> str:
    """Create the tables, or bring ours up to date; returns what was done.

    An existing database of upstream is taken in place, without watching for writes of upstream's
    nodes (``adopt`` does that). Raises CannotMigrate when its tables are not those we know.
    """
    with _exclusively(books) as connection:
        created = not _has_tables(connection)
        if created:
            _create(connection)
        else:
            check(connection)
        before, after = _upgrade_ours(connection)
    standard.synchronise(books)
    if created:
        return f"Created the tables (upstream {tables.UPSTREAM_HEAD}, ours {after})."
    if before == after:
        return f"Nothing to do (ours {after})."
    return f"Upgraded our tables from {before or 'none'} to {after}."


def version(books: Database) -> str:
    """The revisions of upstream's tables and of ours, as one line."""
    with _engine(books) as engine, engine.connect() as connection:
        return f"upstream {_upstream_revision(connection)}, ours {_our_revision(connection)}"


def adopt(books: Database, watch: bool = True, defaults: IncompleteConsumer = NOBODY) -> str:
    """Take an existing database of upstream in place; returns what was found and done.

    ``watch`` puts triggers on upstream's tables, so that rows that upstream's nodes (or an
    operator) write during the move are seen at once; upstream runs on with them. Upstream's
    tables themselves are never changed. ``defaults`` own the consumers of ancient allocations
    that have no row. Raises CannotMigrate with what to do first.
    """
    with _exclusively(books) as connection:
        if not _has_tables(connection):
            raise CannotMigrate(
                "There is nothing to adopt: the database has no tables of Placement. "
                "Use 'db sync' to create them."
            )
        check(connection)
        _upgrade_ours(connection)
    with _exclusively(books) as connection:
        adoption.unwatch(connection)
        if watch:
            adoption.watch(connection)
    standard.synchronise(books)
    completed = books.write(adoption.complete, defaults)
    watching = "watching for" if watch else "not watching for"
    return f"Adopted: {completed}; {watching} writes of other services."


def unadopt(books: Database) -> str:
    """Remove the triggers, when no upstream node writes any more; returns what was done."""
    with _exclusively(books) as connection:
        adoption.unwatch(connection)
    books.write(lambda tx: tx.touch_all())
    return "No longer watching for writes of other services."


def check(connection: sa.Connection) -> None:
    """Raise CannotMigrate unless upstream's tables are at a revision that we can work with."""
    revision = _upstream_revision(connection)
    if revision in tables.UPSTREAM_USABLE:
        return
    if revision is None or revision in tables.UPSTREAM_OLDER:
        raise CannotMigrate(
            f"The tables are at revision {revision or 'none'} of openstack-placement, which is too "
            "old. Run upstream's 'placement-manage db sync' and 'placement-manage db "
            "online_data_migrations' of 16.0.0 first."
        )
    raise CannotMigrate(
        f"The tables are at revision {revision} of openstack-placement, which is newer than "
        f"16.0.0 ({tables.UPSTREAM_HEAD}). Use a version of Stowage that knows it."
    )


def _create(connection: sa.Connection) -> None:
    if connection.dialect.name == "mysql":
        _be_exact(connection)
    tables.upstream.create_all(connection)
    connection.execute(sa.insert(tables.version).values(version_num=tables.UPSTREAM_HEAD))


def _be_exact(connection: sa.Connection) -> None:
    """Every table of ours is created so that names that differ are different."""
    there = connection.execute(
        sa.text("SELECT collation_name FROM information_schema.collations")
    ).scalars()
    names = set(there)
    collation = next(name for name in _EXACT_COLLATIONS if name in names)
    for table in tables.upstream.tables.values():
        table.dialect_options["mysql"]["engine"] = "InnoDB"
        table.dialect_options["mysql"]["charset"] = "utf8mb4"
        table.dialect_options["mysql"]["collate"] = collation


def _upgrade_ours(connection: sa.Connection) -> tuple[str | None, str | None]:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    before = _our_revision(connection)
    command.upgrade(config, "head")
    return before, _our_revision(connection)


def _has_tables(connection: sa.Connection) -> bool:
    return sa.inspect(connection).has_table("resource_providers")


def _upstream_revision(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _our_revision(connection: sa.Connection) -> str | None:
    options = {"version_table": tables.OUR_VERSION_TABLE}
    return MigrationContext.configure(connection, opts=options).get_current_revision()


@contextmanager
def _engine(books: Database) -> Iterator[sa.Engine]:
    """Connections of the backend's own kind; the only one of a database in memory is shared."""
    backend = books.backend
    if backend.single_connection:
        yield sa.create_engine(
            backend.migrations_url, creator=backend.connect, poolclass=sa.StaticPool
        )
        return
    engine = sa.create_engine(backend.migrations_url, poolclass=sa.NullPool)
    if backend.name == "sqlite":
        engine = sa.create_engine(
            backend.migrations_url, creator=backend.connect, poolclass=sa.NullPool
        )
    yield engine
    engine.dispose()


@contextmanager
def _exclusively(books: Database) -> Iterator[sa.Connection]:
    """A connection with a transaction; workers that start at once take turns."""
    with _engine(books) as engine, engine.connect() as connection:
        kind = connection.dialect.name
        if kind == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif kind == "mysql":
            connection.execute(sa.text(f"SELECT GET_LOCK('{_LOCK_NAME}', 120)"))
        elif kind == "postgresql":
            connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_LOCK_NUMBER})"))
        yield connection
        connection.commit()
