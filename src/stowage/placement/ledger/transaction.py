"""What a ledger function works with: statements, and what they touched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

from stowage.placement.ledger.backends import Backend, Row, Statement
from stowage.placement.ledger.known import Known

#: A transaction that touches more than this makes every worker read everything.
MOST_TOUCHED = 5_000
#: Rows of one INSERT: databases bound the number of values (SQLite: 32,766).
MOST_INSERTED = 2_000


class Kind(IntEnum):
    """What a row of the journal says."""

    PROVIDER = 1
    NAMES = 2
    EVERYTHING = 3


class Tx:
    """One transaction, or (for reads) a sequence of statements that each see the latest commit.

    ``run`` only queues: the statement travels with the next one whose rows are needed, or with
    the commit. Order is kept. Faults of a queued statement show up there, in the same transaction.
    """

    __slots__ = (
        "_after",
        "_backend",
        "_cursor",
        "_opening",
        "_queue",
        "_touched",
        "busy",
        "committing",
        "known",
        "moment",
        "open",
    )

    def __init__(
        self, backend: Backend, cursor: Any, known: Known, opening: Sequence[str] = ()
    ) -> None:
        self._backend = backend
        self._cursor = cursor
        self._queue: list[Statement] = [(sql, ()) for sql in opening]
        self._touched: dict[tuple[Kind, int | None], None] = {}
        self._after: list[Callable[[], None]] = []
        self.known = known
        self.moment = datetime.now(UTC).replace(tzinfo=None)
        #: How the refusal reads when retries end; ``%s`` takes the reason.
        self.busy = "%s"
        #: A COMMIT is on its way: when the connection breaks, nobody knows whether it arrived.
        self.committing = False
        #: A transaction (or a fault) is left on the connection.
        self.open = False
        self._opening = len(opening)

    @property
    def backend(self) -> Backend:
        """The kind of database below."""
        return self._backend

    @property
    def now(self) -> Any:
        """The time of this transaction, as the driver stores it."""
        if self._backend.times_are_text:
            return self.moment.isoformat(" ", "microseconds")
        return self.moment

    def rows(self, sql: str, values: Sequence[Any] = ()) -> Sequence[Row]:
        """All rows of one statement."""
        return self._send([(sql, values)])[-1]

    def row(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """The first row, or None."""
        rows = self.rows(sql, values)
        return rows[0] if rows else None

    def batch(self, *statements: Statement) -> list[Sequence[Row]]:
        """The rows of several statements, in one round trip where the driver can."""
        return self._send(statements)[-len(statements) :]

    def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        """A statement whose result nobody waits for."""
        self._queue.append((sql, values))

    def insert(self, sql: str, values: Sequence[Any]) -> int:
        """One INSERT, now; the id of the new row."""
        row_id: int = self._guard(self._backend.insert, self._queued((sql, values)))
        return row_id

    def change(self, sql: str, values: Sequence[Any]) -> int:
        """One statement, now; how many rows it changed."""
        self._guard(self._backend.execute, self._queued((sql, values)))
        return int(self._cursor.rowcount)

    def flush(self) -> None:
        """Send what is queued."""
        if self._queue:
            self._send(())

    def touch(self, provider_row_id: int) -> None:
        """Every worker must read this provider anew."""
        self._touched[(Kind.PROVIDER, provider_row_id)] = None

    def touch_names(self) -> None:
        """Every worker must read the names of classes and traits anew."""
        self._touched[(Kind.NAMES, None)] = None

    def touch_all(self) -> None:
        """Every worker must read everything anew."""
        self._touched[(Kind.EVERYTHING, None)] = None

    def after_commit(self, action: Callable[[], None]) -> None:
        """Do this when (and only when) the transaction is committed."""
        self._after.append(action)

    def commit(self) -> None:
        """Journal what was touched and commit, then do what waited for it."""
        if len(self._touched) > MOST_TOUCHED:
            self._touched = {(Kind.EVERYTHING, None): None}
        if self._touched:
            self.run(*_journal_entry(list(self._touched), self._backend.epoch_now))
        self.committing = True
        self.finish()
        for action in self._after:
            action()

    def finish(self) -> None:
        """End the transaction, if it is one and was begun."""
        if self._opening and (self.open or len(self._queue) > self._opening):
            self.run("COMMIT")
            self.flush()
        self.open = False

    def _send(self, statements: Sequence[Statement]) -> list[Sequence[Row]]:
        results: list[Sequence[Row]] = self._guard(self._backend.execute, self._queued(*statements))
        return results

    def _queued(self, *statements: Statement) -> list[Statement]:
        sent = [*self._queue, *statements]
        self._queue.clear()
        return sent

    def _guard(self, send: Callable[[Any, Any], Any], statements: Any) -> Any:
        self.open = True
        try:
            result = send(self._cursor, statements)
            self.open = self._opening > 0
            return result
        except Exception as error:
            meaning = self._backend.translate(error)
            if meaning is error:
                raise
            raise meaning from error


def _journal_entry(touched: Sequence[tuple[Kind, int | None]], epoch_now: str) -> Statement:
    row = f"(%s, %s, {epoch_now})"
    values: list[Any] = []
    for kind, provider_id in touched:
        values += (int(kind), provider_id)
    rows = ", ".join([row] * len(touched))
    return f"INSERT INTO stowage_journal (kind, provider_id, created) VALUES {rows}", values


def insert_rows(tx: Tx, into: str, rows: Sequence[Sequence[Any]]) -> None:
    """Insert many rows, a statement for some thousand at a time."""
    for start in range(0, len(rows), MOST_INSERTED):
        chunk = rows[start : start + MOST_INSERTED]
        places = ", ".join([f"({marks(chunk[0])})"] * len(chunk))
        tx.run(f"INSERT INTO {into} VALUES {places}", [value for row in chunk for value in row])


def marks(values: Sequence[Any]) -> str:
    """``%s, %s, %s``: one for each value of an IN list (never empty)."""
    return ", ".join(["%s"] * len(values))


def when(value: Any) -> datetime:
    """A stored time as an aware one; rows without any (ancient ones) count as now."""
    if value is None:
        return datetime.now(UTC)
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    moment: datetime = value
    return moment.replace(tzinfo=UTC)
