"""Engines as our services need them: one whose statements stand alone, one with transactions.

MariaDB, MySQL and PostgreSQL run at READ COMMITTED, so that a statement after a lock sees what was
committed before it. SQLite has one writer at a time: WAL, and ``BEGIN IMMEDIATE`` in place of row
locks.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.pool import QueuePool

from stowage.storage import wal

DRIVERS = {"mysql": "mysql+pymysql", "mariadb": "mysql+pymysql", "postgresql": "postgresql+psycopg"}
"""Which driver stands behind the URLs of existing configuration files."""

BUSY_MILLISECONDS = 30_000


@dataclass(frozen=True, slots=True)
class Pool:
    """How many connections a process may hold, for how long, and how long one waits for one."""

    size: int = 5
    overflow: int = 50
    timeout: float = 30.0
    recycle: int = 3600
    sql_mode: str | None = "TRADITIONAL"


def normalise(url: str) -> URL:
    """The URL with a driver that we have; ``mysql://`` names none, or another."""
    parsed = make_url(url)
    backend = parsed.get_backend_name()
    if backend in DRIVERS:
        parsed = parsed.set(drivername=DRIVERS[backend])
    if parsed.drivername == DRIVERS["mysql"]:
        # charset=utf8, as older files say, would be three bytes a character.
        parsed = parsed.update_query_dict({"charset": "utf8mb4"})
    return parsed


def reading_engine(url: URL, pool: Pool) -> Engine:
    """An engine without transactions: every statement sees the latest commit by itself.

    PERF: nothing is sent but the statements; BEGIN and ROLLBACK would be two round trips more.
    """
    engine = sa.create_engine(
        url,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        pool_reset_on_return=None,
        **_options(url, pool),
    )
    _prepare(engine, pool)
    return engine


def writing_engine(url: URL, pool: Pool) -> Engine:
    """An engine for transactions."""
    if url.get_backend_name() == "sqlite":
        engine = sa.create_engine(url, **_options(url, pool))
        sa.event.listen(engine, "begin", _begin_immediate)
    else:
        engine = sa.create_engine(url, isolation_level="READ COMMITTED", **_options(url, pool))
    _prepare(engine, pool)
    return engine


def _options(url: URL, pool: Pool) -> dict[str, Any]:
    options: dict[str, Any] = {
        "poolclass": QueuePool,
        "pool_size": pool.size,
        "max_overflow": pool.overflow,
        "pool_timeout": pool.timeout,
        "pool_recycle": pool.recycle,
    }
    if url.get_backend_name() == "sqlite":
        options["connect_args"] = {"check_same_thread": False, "timeout": BUSY_MILLISECONDS / 1000}
    return options


def _prepare(engine: Engine, pool: Pool) -> None:
    setups: dict[str, Callable[[Any, Any], None]] = {
        "sqlite": _prepare_sqlite,
        "mysql": _mysql_setup(pool.sql_mode),
    }
    setup = setups.get(engine.dialect.name)
    if setup is not None:
        sa.event.listen(engine, "connect", setup)


def _prepare_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    connection.create_function("regexp", 2, _regexp, deterministic=True)
    wal.switch_on(connection)
    for pragma in ("synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _regexp(pattern: str, text: object) -> bool:
    try:
        return re.search(pattern, str(text)) is not None
    except re.error as fault:
        raise sqlite3.DataError(str(fault)) from None


def _mysql_setup(sql_mode: str | None) -> Callable[[Any, Any], None]:
    def setup(connection: Any, record: Any) -> None:
        if sql_mode:
            with connection.cursor() as cursor:
                cursor.execute("SET SESSION sql_mode = %s", (sql_mode,))

    return setup


def _begin_immediate(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
