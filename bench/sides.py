"""The two services on one MariaDB server, a database for each, with two workers each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pymysql

from servers import ours, upstream
from servers.wire import Caller

if TYPE_CHECKING:
    from servers.mariadb import MariaDB
    from servers.process import Server

UPSTREAM, OURS = "upstream", "ours"


@dataclass(frozen=True, slots=True)
class Side:
    """One running service and its database."""

    name: str
    server: Server
    url: str

    def caller(self, timeout: float = 120.0) -> Caller:
        """A connection: uwsgi's own HTTP socket closes after each answer, ours stays open."""
        return Caller(self.server.wire(keep_alive=self.name == OURS, timeout=timeout))


@dataclass(frozen=True, slots=True)
class Stage:
    """Where services are started: the database server, a folder for logs, how many workers."""

    mariadb: MariaDB
    folder: Path
    workers: int = 2
    started: list[Server] = field(default_factory=list)

    def start_ours(self, url: str | None = None) -> Side:
        """Our service, on a new database unless ``url`` names one."""
        url = url or self.mariadb.new_database()
        server = ours.serve(url, self.folder, workers=self.workers)
        self.started.append(server)
        return Side(OURS, server, url)

    def start_upstream(self, like: Side | None = None, threads: int = 1) -> Side:
        """Upstream on a new database, that holds the same rows as the one of ``like``."""
        url = self.mariadb.new_database()
        upstream.sync(url, self.folder)
        if like is not None:
            self.copy(like.url, url)
        server = upstream.serve(url, self.folder, workers=self.workers, threads=threads)
        self.started.append(server)
        return Side(UPSTREAM, server, url)

    def stop(self) -> None:
        """Stop what still runs: nothing, unless a measurement failed."""
        for server in self.started:
            server.stop()

    def copy(self, source: str, target: str) -> None:
        """Make each of upstream's tables in ``target`` hold what it holds in ``source``."""
        here, there = source.rsplit("/", 1)[1], target.rsplit("/", 1)[1]
        here, there = here.split("?")[0], there.split("?")[0]
        # The first resource class has the id 0, which MariaDB would take for "the next one".
        statements = ["SET foreign_key_checks = 0", "SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'"]
        for table in self.tables(there):
            columns = ", ".join(f"`{name}`" for name in self._columns(there, table))
            statements.append(f"DELETE FROM {there}.{table}")
            statements.append(
                f"INSERT INTO {there}.{table} ({columns}) SELECT {columns} FROM {here}.{table}"
            )
            statements.append(f"ANALYZE TABLE {there}.{table}")
            statements.append(f"ANALYZE TABLE {here}.{table}")
        self.run(there, statements)

    def run(self, database: str, statements: Sequence[str]) -> list[tuple[object, ...]]:
        """Execute SQL statements; the rows of the last one."""
        rows: Sequence[tuple[object, ...]] = ()
        with self._connect(database) as connection, connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
                rows = cursor.fetchall()
            connection.commit()
        return list(rows)

    def tables(self, database: str) -> list[str]:
        """Upstream's tables of a database, without the one of its schema version."""
        rows = self.run(database, ["SHOW TABLES"])
        names = [str(name) for (name,) in rows]
        return [name for name in names if "alembic" not in name and "stowage" not in name]

    def _columns(self, database: str, table: str) -> list[str]:
        return [str(row[0]) for row in self.run(database, [f"SHOW COLUMNS FROM {table}"])]

    def _connect(self, database: str) -> pymysql.connections.Connection:
        return pymysql.connect(
            host="127.0.0.1", port=self.mariadb.port, user="root", database=database
        )
