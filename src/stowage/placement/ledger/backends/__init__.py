"""The three kinds of database: what differs between them, and nothing else.

Statements are written once, in the dialect that PostgreSQL and SQLite share, with ``%s`` for
values, ``FOR UPDATE`` and ``FOR SHARE`` for row locks, ``FORCE INDEX (...)`` where MariaDB must
lock in index order and ``ON CONFLICT DO NOTHING`` for get-or-create. Each backend adapts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL

Row = tuple[Any, ...]
Statement = tuple[str, Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Backend:
    """One kind of database server, and how to speak to it through its driver."""

    name: str
    connect: Callable[[], Any]
    #: Runs statements in order, in one round trip where the driver can; rows of each.
    execute: Callable[[Any, Sequence[Statement]], list[Sequence[Row]]]
    #: The same, where the last one is an INSERT of one row; the id of that row.
    insert: Callable[[Any, Sequence[Statement]], int]
    #: What a driver's exception means in our terms; itself when it is a fault of ours.
    translate: Callable[[Exception], Exception]
    #: Ends a transaction that may or may not have begun; raises when the connection is broken.
    roll_back: Callable[[Any], None]
    begin: str
    #: Statements that open a transaction in which all reads see one moment.
    snapshot: tuple[str, ...]
    #: SQL expressions: seconds since 1970 on the database's clock, and of a DATETIME column.
    epoch_now: str
    epoch_of: Callable[[str], str]
    #: ``list_of("trait_id")`` joins the values of a group with commas.
    list_of: Callable[[str], str]
    #: A text expression of the columns, with blanks between; and of one floating-point column.
    words: Callable[[Sequence[str]], str]
    float_text: Callable[[str], str]
    #: URL of the engine that migrations use.
    migrations_url: URL
    #: Times are bound and stored as text.
    times_are_text: bool = False
    #: One connection is all there is (SQLite in memory).
    single_connection: bool = False


def backend_for(url: str, options: dict[str, Any]) -> Backend:
    """The backend that a connection URL names, with the options of [placement_database]."""
    from sqlalchemy import make_url

    from stowage.placement.ledger.backends import mariadb, postgresql, sqlite

    parsed = make_url(url)
    extra = options.get("connection_parameters") or ""
    if extra:
        parsed = parsed.update_query_string(extra)
    kind = parsed.get_backend_name()
    if kind == "sqlite":
        return sqlite.backend(parsed, options)
    if kind in ("mysql", "mariadb"):
        return mariadb.backend(parsed, options)
    if kind == "postgresql":
        return postgresql.backend(parsed)
    raise ValueError(f"Databases of kind {kind} are not supported")
