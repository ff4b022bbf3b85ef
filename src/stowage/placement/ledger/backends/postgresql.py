"""PostgreSQL through psycopg 3."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import psycopg
from sqlalchemy import URL

from stowage.placement.ledger.backends import Backend, Row, Statement
from stowage.placement.ledger.faults import DuplicateKey, Transient, Unavailable, unstorable

_FORCE_INDEX = re.compile(r" FORCE INDEX \(\w+\)")

#: Serialization failure, deadlock, lock not available.
TRANSIENT = frozenset({"40001", "40P01", "55P03"})
UNIQUE_VIOLATION = "23505"


def backend(url: URL) -> Backend:
    """PostgreSQL 12 or later."""
    url = url.set(drivername="postgresql+psycopg")
    arguments = _arguments(url)

    def connect() -> Any:
        connection = psycopg.connect(autocommit=True, **arguments)
        # The triggers of an adopted database leave the journal to us.
        connection.execute("SET stowage.journals = 'on'")
        return connection

    return Backend(
        name="postgresql",
        connect=connect,
        execute=_execute,
        insert=_insert,
        translate=_translate,
        roll_back=lambda connection: connection.rollback(),
        begin="BEGIN ISOLATION LEVEL READ COMMITTED",
        snapshot=("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",),
        epoch_now="CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS bigint)",
        epoch_of=lambda column: f"CAST(EXTRACT(EPOCH FROM {column}) AS bigint)",
        words=lambda columns: f"CONCAT_WS(' ', {', '.join(columns)})",
        float_text=lambda column: column,
        list_of=lambda value: f"string_agg(CAST({value} AS text), ',')",
        migrations_url=url,
    )


def _arguments(url: URL) -> dict[str, Any]:
    arguments: dict[str, Any] = {"client_encoding": "utf8", **url.query}
    named = {
        "host": url.host,
        "port": url.port,
        "user": url.username,
        "password": url.password,
        "dbname": url.database,
    }
    return arguments | {name: value for name, value in named.items() if value is not None}


@lru_cache(maxsize=4096)
def _dialect(sql: str) -> str:
    return _FORCE_INDEX.sub("", sql)


def _execute(cursor: Any, statements: Sequence[Statement]) -> list[Sequence[Row]]:
    results: list[Sequence[Row]] = []
    for sql, values in statements:
        cursor.execute(_dialect(sql), values or None)
        results.append(cursor.fetchall() if cursor.description else ())
    return results


def _insert(cursor: Any, statements: Sequence[Statement]) -> int:
    *before, (sql, values) = statements
    return int(_execute(cursor, [*before, (f"{sql} RETURNING id", values)])[-1][0][0])


def _translate(error: Exception) -> Exception:
    if isinstance(error, UnicodeEncodeError | psycopg.errors.DataError):
        return unstorable()
    if not isinstance(error, psycopg.Error):
        return error
    if error.sqlstate == UNIQUE_VIOLATION:
        return DuplicateKey(_key_of(error.diag.constraint_name or ""))
    if error.sqlstate in TRANSIENT:
        return Transient(error.sqlstate)
    if _is_lost(error):
        return Unavailable(str(error).partition("\n")[0])
    return error


def _is_lost(error: psycopg.Error) -> bool:
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return error.sqlstate.startswith(("08", "57P")) or error.sqlstate == "53300"


def _key_of(constraint: str) -> str:
    return constraint.rpartition("0")[2] if "0" in constraint else constraint
