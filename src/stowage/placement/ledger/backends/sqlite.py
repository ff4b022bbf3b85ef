"""SQLite through the standard library: WAL, one writer at a time, many reading processes."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import URL

from stowage.placement.ledger.backends import Backend, Row, Statement
from stowage.placement.ledger.faults import DuplicateKey, Transient, Unavailable, unstorable
from stowage.storage import wal

#: How long a writer waits for its turn.
BUSY_SECONDS = 60

_LOCKS = re.compile(r" FOR (UPDATE|SHARE)( OF \w+)?| FORCE INDEX \(\w+\)")


def backend(url: URL, options: dict[str, Any]) -> Backend:
    """SQLite in a file, or in memory where the URL names none."""
    path = url.database or ":memory:"
    in_memory = path == ":memory:" or "mode=memory" in path
    durable = options.get("sqlite_synchronous", True)

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            path,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=512,
            uri=path.startswith("file:"),
        )
        wal.switch_on(connection)
        connection.execute(f"PRAGMA synchronous={'FULL' if durable else 'OFF'}")
        return connection

    return Backend(
        name="sqlite",
        connect=cache(connect) if in_memory else connect,
        execute=_execute,
        insert=_insert,
        translate=_translate,
        roll_back=_roll_back,
        begin="BEGIN IMMEDIATE",
        snapshot=("BEGIN",),
        epoch_now=_epoch_of("'now'"),
        epoch_of=_epoch_of,
        words=" || ' ' || ".join,
        float_text=lambda column: f"printf('%!.17g', {column})",
        list_of=lambda value: f"group_concat({value})",
        times_are_text=True,
        single_connection=in_memory,
        migrations_url=url.set(drivername="sqlite"),
    )


def _epoch_of(moment: str) -> str:
    return f"CAST(ROUND((julianday({moment}) - 2440587.5) * 86400) AS INTEGER)"


@lru_cache(maxsize=4096)
def _dialect(sql: str) -> str:
    return _LOCKS.sub("", sql).replace("%s", "?")


def _execute(cursor: sqlite3.Cursor, statements: Sequence[Statement]) -> list[Sequence[Row]]:
    return [cursor.execute(_dialect(sql), values).fetchall() for sql, values in statements]


def _insert(cursor: sqlite3.Cursor, statements: Sequence[Statement]) -> int:
    _execute(cursor, statements)
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _translate(error: Exception) -> Exception:
    text = str(error)
    if isinstance(error, sqlite3.IntegrityError) and text.startswith("UNIQUE"):
        return DuplicateKey(text.rpartition(".")[2])
    if isinstance(error, sqlite3.OperationalError):
        if "locked" in text or "busy" in text:
            return Transient(text)
        if "unable to open" in text or "disk" in text or "readonly" in text:
            return Unavailable(text)
    if isinstance(error, UnicodeEncodeError | OverflowError | sqlite3.DataError):
        return unstorable()
    return error
