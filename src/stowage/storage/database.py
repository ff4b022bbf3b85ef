"""Reading and writing: the one place where transactions are opened, retried and closed."""

from __future__ import annotations

import logging
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from stowage.storage import faults
from stowage.storage.engines import Pool, normalise, reading_engine, writing_engine
from stowage.storage.errors import Contended, Unavailable, Unstorable

LOG = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

MOST_ATTEMPTS = 10
LONGEST_PAUSE = 0.1


class Database:
    """One database, on whatever server it lives; safe to share between threads and over forks."""

    def __init__(
        self, url: str, pool: Pool | None = None, *, attempts: int = MOST_ATTEMPTS
    ) -> None:
        self.url = normalise(url)
        self._attempts = attempts
        pool = pool or Pool()
        self._reading = reading_engine(self.url, pool)
        self._writing = writing_engine(self.url, pool)
        os.register_at_fork(after_in_child=self._forget_connections)

    @property
    def dialect(self) -> str:
        """``sqlite``, ``mysql`` (also MariaDB) or ``postgresql``."""
        return self._writing.dialect.name

    def read(
        self, fn: Callable[Concatenate[sa.Connection, P], R], /, *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Run ``fn(connection, ...)`` outside of any transaction; once more on a lost connection.

        Raises Unstorable for a value that the database cannot even compare, and Unavailable.
        """
        for last in (False, True):
            try:
                with _readable_faults(), self._reading.connect() as connection:
                    return fn(connection, *args, **kwargs)
            except DBAPIError as fault:
                if last or not fault.connection_invalidated:
                    raise faults.unavailable(fault) or fault from None
        raise AssertionError("not reached")

    def write(
        self, fn: Callable[Concatenate[sa.Connection, P], R], /, *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Run ``fn(connection, ...)`` in one transaction and commit it.

        Deadlocks, lock timeouts and serialization failures run all of it again. Raises Contended
        when that never ends, Unstorable for values that the database refuses, and Unavailable.
        """
        for attempt in range(1, self._attempts + 1):
            committing = False
            try:
                with _readable_faults(), self._writing.connect() as connection:
                    transaction = connection.begin()
                    result = fn(connection, *args, **kwargs)
                    committing = True
                    transaction.commit()
                    return result
            except DBAPIError as fault:
                # Lost in COMMIT, nobody knows whether the change is there: no second try.
                lost = fault.connection_invalidated and not committing
                if not (lost or faults.worth_another_try(fault)):
                    raise faults.unavailable(fault) or fault from None
                LOG.debug("attempt %d of a transaction failed: %s", attempt, fault.orig)
                time.sleep(random.uniform(0, LONGEST_PAUSE * attempt / self._attempts))
        raise Contended(self._attempts)

    @contextmanager
    def maintenance(self) -> Iterator[sa.Connection]:
        """A plain connection in one transaction, for migrations."""
        with self._writing.begin() as connection:
            yield connection

    def idle(self) -> bool:
        """Whether no connection is in use."""
        return not any(self._checked_out(engine) for engine in (self._reading, self._writing))

    def close(self) -> None:
        """Close the pooled connections."""
        self._reading.dispose()
        self._writing.dispose()

    @staticmethod
    def _checked_out(engine: sa.Engine) -> int:
        pool: Any = engine.pool
        return int(pool.checkedout())

    def _forget_connections(self) -> None:
        """After a fork the sockets belong to the parent: drop them without closing."""
        self._reading.dispose(close=False)
        self._writing.dispose(close=False)


@contextmanager
def _readable_faults() -> Iterator[None]:
    """Turn what the drivers say about values into Unstorable."""
    try:
        yield
    except (UnicodeEncodeError, OverflowError) as fault:
        raise Unstorable(faults.reason(fault)) from fault
    except PoolTimeout as fault:
        raise Unavailable("all connections to the database are busy") from fault
    except DBAPIError as fault:
        if faults.is_bad_value(fault):
            raise Unstorable(faults.reason(fault)) from fault
        raise
