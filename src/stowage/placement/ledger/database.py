"""Connections, transactions and their retries: the one place that opens and closes them."""

from __future__ import annotations

import logging
import os
import random
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.pool import QueuePool

from stowage.placement.errors import CONCURRENT_UPDATE, Conflict
from stowage.placement.ledger.backends import Backend, backend_for
from stowage.placement.ledger.faults import Transient, Unavailable
from stowage.placement.ledger.known import Known
from stowage.placement.ledger.transaction import Tx

P = ParamSpec("P")
R = TypeVar("R")

LOG = logging.getLogger(__name__)

CONCURRENT = (
    "Another thread concurrently updated the resource provider data. Please retry your update"
)
#: Upper bound of the pause before a retry, for each retry so far.
PAUSE_SECONDS = 0.004
#: A broken connection is replaced this often before its fault is shown.
RECONNECTS = 2

#: Pools of a parent process: their sockets are the parent's, and must not be closed from a child.
_inherited: list[object] = []


class Database:
    """The books: one database, on whatever server it lives.

    ``options`` are those of [placement_database] under their own names: ``max_pool_size``,
    ``max_overflow``, ``pool_timeout``, ``connection_recycle_time``, ``max_retries``,
    ``retry_interval``, ``mysql_sql_mode``, ``mysql_wsrep_sync_wait``, ``sqlite_synchronous``,
    ``connection_parameters``. Others are accepted and mean nothing here.
    ``retries`` is [placement]allocation_conflict_retry_count.
    """

    def __init__(self, url: str, *, retries: int = 10, **options: Any) -> None:
        self.url = url
        self.backend: Backend = backend_for(url, options)
        self.known = Known()
        self.retried = 0
        self._retries = retries
        self._options = options
        self._pool = self._new_pool()
        self._turn = threading.RLock()
        this = weakref.ref(self)
        os.register_at_fork(after_in_child=lambda: _leave_parents_connections(this))

    def read(self, fn: Callable[Concatenate[Tx, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run ``fn(tx, ...)`` on a connection where each statement sees the latest commit."""
        return self._reading((), fn, *args, **kwargs)

    def snapshot(
        self, fn: Callable[Concatenate[Tx, P], R], /, *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Run ``fn(tx, ...)`` so that all its reads see the books at one moment."""
        return self._reading(self.backend.snapshot, fn, *args, **kwargs)

    def write(self, fn: Callable[Concatenate[Tx, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run ``fn(tx, ...)`` in one transaction, journal what it touched, and commit.

        Raises what ``fn`` raises (nothing is written then), and Conflict with the code of a
        concurrent update when the database made us try again more often than allowed.
        """
        busy = "%s"
        for attempt in range(max(1, self._retries)):
            if attempt:
                self.retried += 1
                time.sleep(random.uniform(0, PAUSE_SECONDS * attempt))
            with self._transaction((self.backend.begin,)) as tx:
                try:
                    result = fn(tx, *args, **kwargs)
                    tx.commit()
                    return result
                except Transient as fault:
                    LOG.debug("Trying a transaction again: %s", fault)
                    busy = tx.busy
                except Unavailable:
                    if tx.committing or attempt >= RECONNECTS:
                        raise
        LOG.warning("Exceeded retry limit of %d on allocations write", self._retries)
        raise Conflict(busy % CONCURRENT, CONCURRENT_UPDATE)

    def wait(self) -> None:
        """Return when the database answers; give up after ``max_retries`` (-1: never)."""
        tries = int(self._option("max_retries", 10))
        pause = float(self._option("retry_interval", 10))
        attempt = 0
        while True:
            try:
                self.read(lambda tx: tx.rows("SELECT 1"))
                return
            except Unavailable as fault:
                attempt += 1
                if 0 <= tries <= attempt:
                    raise
                LOG.warning("The database does not answer, trying again: %s", fault)
                time.sleep(pause)

    def close(self) -> None:
        """Close the pooled connections."""
        self._pool.dispose()
        self._pool = self._new_pool()

    def _reading(
        self,
        opening: tuple[str, ...],
        fn: Callable[Concatenate[Tx, P], R],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        attempt = 0
        while True:
            with self._transaction(opening) as tx:
                try:
                    result = fn(tx, *args, **kwargs)
                    tx.finish()
                    return result
                except (Transient, Unavailable):
                    if attempt == RECONNECTS:
                        raise
            attempt += 1

    @contextmanager
    def _transaction(self, opening: tuple[str, ...]) -> Iterator[Tx]:
        """A Tx on a pooled connection; whatever it leaves open is rolled back."""
        with self._connection() as connection:
            tx = Tx(self.backend, connection.cursor(), self.known, opening)
            try:
                yield tx
            finally:
                if tx.open:
                    self._roll_back(connection)

    def _roll_back(self, connection: Any) -> None:
        try:
            self.backend.roll_back(connection.dbapi_connection)
        except Exception as fault:
            LOG.warning("A connection to the database broke: %s", self.backend.translate(fault))
            self._replace_connections(connection)

    @contextmanager
    def _connection(self) -> Iterator[Any]:
        """A pooled connection in autocommit mode; alone on it where there is only one."""
        with self._turn if self.backend.single_connection else nullcontext():
            connection = self._connect()
            try:
                yield connection
            finally:
                connection.close()

    def _connect(self) -> Any:
        try:
            return self._pool.connect()
        except Exception as error:
            meaning = self.backend.translate(error)
            if meaning is error:
                raise
            raise meaning from error

    def _replace_connections(self, broken: Any) -> None:
        """What broke one connection (a restart of the server) broke its idle neighbours, too."""
        broken.invalidate()
        self.close()

    def _new_pool(self) -> QueuePool:
        if self.backend.single_connection:
            return QueuePool(
                self.backend.connect, pool_size=1, max_overflow=0, reset_on_return=None
            )
        return QueuePool(
            self.backend.connect,
            pool_size=int(self._option("max_pool_size", 5)),
            max_overflow=int(self._option("max_overflow", 50)),
            timeout=float(self._option("pool_timeout", 30)),
            recycle=int(self._option("connection_recycle_time", 3600)),
            reset_on_return=None,
            use_lifo=True,
        )

    def _option(self, name: str, default: float) -> float:
        value = self._options.get(name)
        return default if value is None else value


def _leave_parents_connections(database: weakref.ref[Database]) -> None:
    books = database()
    if books is None:
        return
    _inherited.append(books._pool)
    books._pool = books._new_pool()
    books._turn = threading.RLock()
