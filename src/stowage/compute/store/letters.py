"""The outbox: notifications on their way, and who may carry them.

The number of a letter is given inside the transaction of a change, while the row of the flavor is
held: for one flavor the order of numbers is the order of changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from stowage.compute.store.tables import COURIER, OUTBOX

THE_ROW = 1

_NOW = {
    "sqlite": "CAST(strftime('%s', 'now') AS INTEGER)",
    "mysql": "UNIX_TIMESTAMP()",
    "postgresql": "CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT)",
}
"""The clock of the database, in whole seconds: all processes on all hosts share it."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One notification as it was written down."""

    id: int
    event_type: str
    message: str


def append(connection: sa.Connection, event_type: str, message: str) -> None:
    """Put a notification at the end."""
    connection.execute(sa.insert(OUTBOX).values(event_type=event_type, message=message))


def oldest(connection: sa.Connection, most: int) -> list[Letter]:
    """The notifications that have waited longest, in their order."""
    statement = sa.select(OUTBOX.c.id, OUTBOX.c.event_type, OUTBOX.c.message)
    rows = connection.execute(statement.order_by(OUTBOX.c.id).limit(most))
    return [Letter(*row) for row in rows]


def remove(connection: sa.Connection, numbers: Sequence[int]) -> None:
    """Forget notifications that have arrived."""
    connection.execute(sa.delete(OUTBOX).where(OUTBOX.c.id.in_(list(numbers))))


def take_office(connection: sa.Connection, holder: str, seconds: int) -> bool:
    """Become the courier, or stay it, for so long; False while another one is."""
    now = sa.literal_column(_NOW[connection.dialect.name], sa.BigInteger)
    statement = (
        sa.update(COURIER)
        .where(COURIER.c.id == THE_ROW)
        .where(sa.or_(COURIER.c.holder == holder, COURIER.c.until <= now))
        .values(holder=holder, until=now + seconds)
    )
    return connection.execute(statement).rowcount > 0


def leave_office(connection: sa.Connection, holder: str) -> None:
    """Let another process be the courier at once."""
    statement = sa.update(COURIER).where(COURIER.c.id == THE_ROW, COURIER.c.holder == holder)
    connection.execute(statement.values(holder="", until=0))
