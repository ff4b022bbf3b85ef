"""Telling the errors of the drivers apart, by their numbers."""

from __future__ import annotations

from typing import Any

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from stowage.storage.errors import Unavailable

MYSQL_TRY_AGAIN = frozenset({1205, 1213, 1020, 1047})
"""Lock wait timeout, deadlock, record changed (also Galera certification), node not ready."""

MYSQL_BAD_VALUE = frozenset({1139, 1264, 1265, 1267, 1300, 1366, 1406, 3685, 3988})
"""Bad regular expression, out of range, truncated, mixed collations, bad characters, too long."""

MYSQL_AWAY = frozenset({1040, 1053, 2002, 2003, 2006, 2013, 2055})
"""Too many connections, shutting down, cannot connect, connection lost."""

POSTGRESQL_TRY_AGAIN = frozenset({"40001", "40P01", "55P03"})
"""Serialization failure, deadlock, lock not available."""

SQLITE_TRY_AGAIN = ("database is locked", "database table is locked")


def worth_another_try(fault: DBAPIError) -> bool:
    """Whether the same transaction can succeed when it runs again."""
    if is_duplicate(fault):  # nobody expected it: somebody else was faster
        return True
    number = _mysql_number(fault)
    if number is not None:
        return number in MYSQL_TRY_AGAIN
    state = getattr(fault.orig, "sqlstate", None)
    if state is not None:
        return state in POSTGRESQL_TRY_AGAIN
    return any(words in str(fault.orig) for words in SQLITE_TRY_AGAIN)


def unavailable(fault: DBAPIError) -> Unavailable | None:
    """The same fault as one of a database that cannot be reached, if it is one."""
    never_reached = getattr(fault.orig, "sqlstate", "") is None  # psycopg, without a server
    if fault.connection_invalidated or never_reached or _mysql_number(fault) in MYSQL_AWAY:
        return Unavailable(reason(fault))
    return None


def is_duplicate(fault: DBAPIError) -> bool:
    """Whether a row with the same unique key is there already."""
    if not isinstance(fault, IntegrityError):
        return False
    if _mysql_number(fault) == 1062 or getattr(fault.orig, "sqlstate", None) == "23505":
        return True
    return "UNIQUE constraint failed" in str(fault.orig)


def is_bad_value(fault: DBAPIError) -> bool:
    """Whether the database refused a value as such."""
    if isinstance(fault, DataError) or _mysql_number(fault) in MYSQL_BAD_VALUE:
        return True
    # sqlite3 wraps what a user function raised (our REGEXP) in these words.
    return "user-defined function raised exception" in str(fault.orig)


def reason(fault: Exception) -> str:
    """The driver's own words, without the statement and its values."""
    original: Any = getattr(fault, "orig", fault)
    arguments = getattr(original, "args", ())
    return str(arguments[-1] if arguments else original)


def _mysql_number(fault: DBAPIError) -> int | None:
    arguments = getattr(fault.orig, "args", ())
    return arguments[0] if arguments and isinstance(arguments[0], int) else None


def broken_constraint(fault: DBAPIError) -> str:
    """What a duplicate collided with: the name of the constraint, or the columns (SQLite)."""
    diagnosis = getattr(fault.orig, "diag", None)
    if diagnosis is not None:
        return str(diagnosis.constraint_name)
    return reason(fault).rpartition(" for key ")[2].rpartition("constraint failed: ")[2]
