"""A fresh database for each file, quickly: a copy on SQLite, an emptied one on the servers."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from stowage.placement.ledger import migrate, standard, tables
from stowage.placement.ledger.database import Database

Fresh = Callable[[], str]


def copies(folder: Path) -> Fresh:
    """SQLite: each call gives the URL of a new copy of one prepared file."""
    template = folder / "template.sqlite"
    _prepare(f"sqlite:///{template}")
    numbers = itertools.count(1)

    def fresh() -> str:
        copy = folder / f"{next(numbers)}.sqlite"
        shutil.copy(template, copy)
        return f"sqlite:///{copy}"

    return fresh


def emptied(url: str) -> Fresh:
    """A database server: each call empties one database and gives its URL again."""
    _prepare(url)

    def fresh() -> str:
        _empty(url)
        return url

    return fresh


def _prepare(url: str) -> None:
    books = Database(url)
    migrate.sync(books)
    standard.synchronise(books)
    books.close()


def _empty(url: str) -> None:
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        connection.execute(tables.journal.delete())
        for table in reversed(tables.upstream.sorted_tables):
            if table is tables.version:
                continue
            if table is tables.resource_providers:
                # Children point at parents and everybody at roots.
                connection.execute(
                    table.update().values(parent_provider_id=None, root_provider_id=None)
                )
            if table in (tables.traits, tables.resource_classes):
                connection.execute(table.delete().where(table.c.name.like("CUSTOM%")))
            else:
                connection.execute(table.delete())
    engine.dispose()
