"""Creating and upgrading databases."""

from __future__ import annotations

import os_traits
import pytest
import sqlalchemy as sa

from stowage.placement.ledger import migrate, resource_classes, standard, tables, traits
from stowage.placement.ledger.migrate import CannotMigrate


@pytest.fixture(params=("sqlite", "mariadb", "postgresql"))
def empty_books(request, new_url, open_database):
    """Books of a database without tables."""
    books = open_database(new_url(request.param))
    yield books
    books.close()


def test_a_database_is_created_once_even_by_four_workers(empty_books, at_once):
    """sync_on_startup: they take turns, and one of them creates."""
    said = at_once(4, lambda _: migrate.sync(empty_books))
    assert sorted(text.split()[0] for text in said) == ["Created", "Nothing", "Nothing", "Nothing"]
    assert migrate.version(empty_books) == f"upstream {tables.UPSTREAM_HEAD}, ours 0001"
    assert len(empty_books.read(resource_classes.list_all)) > 10
    names = {trait.name for trait in empty_books.read(traits.list_all)}
    assert set(os_traits.get_traits()) <= names


def test_a_newer_database_is_refused(empty_books):
    """It says what is needed."""
    migrate.sync(empty_books)
    empty_books.write(lambda tx: tx.run("UPDATE alembic_version SET version_num = 'feedbeef'"))
    with pytest.raises(CannotMigrate, match="newer than"):
        migrate.sync(empty_books)


def test_standard_names_that_are_new_are_added(empty_books):
    """os-traits was upgraded: the next start adds its names."""
    migrate.sync(empty_books)
    empty_books.write(lambda tx: tx.run("DELETE FROM traits WHERE name = 'HW_CPU_X86_AVX2'"))
    standard.synchronise(empty_books)
    assert empty_books.read(traits.get, "HW_CPU_X86_AVX2")


def test_a_database_in_memory_serves_threads(open_database, at_once):
    """sqlite:// is one connection, which threads use in turns."""
    books = open_database("sqlite://")
    migrate.sync(books)
    results = at_once(8, lambda number: books.write(traits.create, f"CUSTOM_{number}")[1])
    assert results == [True] * 8


@pytest.mark.parametrize("kind", ["mariadb", "postgresql", "sqlite"])
def test_our_tables_are_upstreams(kind, new_url, upstream_models, open_database):
    """Columns, types, keys and indexes that upstream's migrations make, and nothing else."""
    ours, theirs = new_url(kind), new_url(kind)
    migrate.sync(open_database(ours))
    upstream_models(theirs)
    mine, reference = _described(ours), _described(theirs)
    assert {name: mine[name] for name in reference} == reference


@pytest.fixture
def upstream_models():
    """Runs upstream's own migrations on a database."""
    import os
    import subprocess

    from servers import upstream_venv
    from servers.postgresql import PostgreSQL

    def sync(url):
        code = (
            "import sys; from placement.cmd import manage;"
            "sys.argv = ['placement-manage', 'db', 'sync']; sys.exit(manage.main())"
        )
        url = PostgreSQL.for_upstream(url)
        subprocess.run(
            [str(upstream_venv.python()), "-c", code],
            env=os.environ | {"OS_PLACEMENT_DATABASE__CONNECTION": url},
            check=True,
            capture_output=True,
        )

    return sync


def _described(url):
    inspector = sa.inspect(sa.create_engine(url))
    return {
        table: {
            "columns": {
                column["name"]: (
                    type(column["type"]).__name__,
                    getattr(column["type"], "length", None),
                    column["nullable"],
                    bool(column.get("autoincrement") is True),
                )
                for column in inspector.get_columns(table)
            },
            "primary key": inspector.get_pk_constraint(table)["constrained_columns"],
            "unique": sorted(
                (key["name"], tuple(key["column_names"]))
                for key in inspector.get_unique_constraints(table)
            ),
            "indexes": sorted(
                (key["name"], tuple(key["column_names"])) for key in inspector.get_indexes(table)
            ),
            "foreign keys": sorted(
                (key["constrained_columns"][0], key["referred_table"])
                for key in inspector.get_foreign_keys(table)
            ),
        }
        for table in inspector.get_table_names()
    }
