"""MariaDB and MySQL through PyMySQL.

PERF: PyMySQL is pure Python and a round trip costs it 100 to 200 microseconds, so statements whose
rows nobody waits for travel together with the next one (CLIENT.MULTI_STATEMENTS).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pymysql
from pymysql.constants import CLIENT
from sqlalchemy import URL, create_engine

from stowage.placement.ledger.backends import Backend, Row, Statement
from stowage.placement.ledger.faults import DuplicateKey, Transient, Unavailable, unstorable

_LOCKED_TABLE = re.compile(r"( FOR (?:UPDATE|SHARE)) OF \w+")

#: Deadlock, lock wait timeout, error during commit (Galera's certification), record changed.
TRANSIENT = frozenset({1213, 1205, 1180, 1020})
DUPLICATE = 1062
#: Cannot connect, gone away, lost, killed, shut down, too many connections, node not ready.
LOST = frozenset({2002, 2003, 2006, 2013, 2014, 2055, 1927, 1053, 1040, 1047, 1290, 4031})
#: Out of range, too long, incorrect string, illegal mix of collations, cannot convert.
UNSTORABLE = frozenset({1264, 1265, 1366, 1406, 1267, 1270, 1271, 1300, 3854, 3988})


def backend(url: URL, options: dict[str, Any]) -> Backend:
    """MariaDB, MySQL or a Galera cluster of either."""
    # Text always travels as utf8mb4: configurations that say charset=utf8 mean three bytes.
    url = url.set(drivername="mysql+pymysql").difference_update_query(["charset", "use_unicode"])
    url = url.update_query_dict({"charset": "utf8mb4"})
    arguments = _arguments(url)

    def connect() -> Any:
        connection = pymysql.connect(**arguments)
        with connection.cursor() as cursor:
            cursor.execute(_session(options, connection.get_server_info()))
        return connection

    return Backend(
        name="mariadb",
        connect=connect,
        execute=_execute,
        insert=_insert,
        translate=_translate,
        roll_back=lambda connection: connection.rollback(),
        begin="BEGIN",
        snapshot=(
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
            "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
        ),
        epoch_now="UNIX_TIMESTAMP()",
        epoch_of=lambda column: f"TIMESTAMPDIFF(SECOND, '1970-01-01', {column})",
        words=lambda columns: f"CONCAT_WS(' ', {', '.join(columns)})",
        float_text=lambda column: column,
        list_of=lambda value: f"GROUP_CONCAT({value})",
        migrations_url=url,
    )


def _arguments(url: URL) -> dict[str, Any]:
    arguments = create_engine(url).dialect.create_connect_args(url)[1]
    return {**arguments, "client_flag": CLIENT.MULTI_STATEMENTS, "autocommit": True}


def _session(options: dict[str, Any], server: str) -> str:
    """What every connection begins with.

    The id of the first standard class is 0, which MariaDB takes for "the next one" unless told
    otherwise. ``@stowage`` tells the triggers of an adopted database that we journal ourselves.
    """
    mode = options.get("mysql_sql_mode", "TRADITIONAL")
    modes = f"'{mode},NO_AUTO_VALUE_ON_ZERO'"
    if not mode:
        modes = "CONCAT(@@SESSION.sql_mode, ',NO_AUTO_VALUE_ON_ZERO')"
    settings = [
        "SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
        f"SESSION sql_mode = {modes}",
        "SESSION group_concat_max_len = 1048576",
        "@stowage = 1",
    ]
    if "MariaDB" in server:
        # Galera spreads ids by the number of its nodes, and the journal's should be dense.
        # (MySQL wants a special privilege for it.)
        settings.append("SESSION auto_increment_increment = 1")
        settings.append("SESSION auto_increment_offset = 1")
    sync_wait = options.get("mysql_wsrep_sync_wait")
    if sync_wait is not None:
        settings.append(f"SESSION wsrep_sync_wait = {int(sync_wait)}")
    return f"SET {settings[0]}; SET {', '.join(settings[1:])}"


@lru_cache(maxsize=4096)
def _dialect(sql: str) -> str:
    sql = sql.replace("ON CONFLICT DO NOTHING", "ON DUPLICATE KEY UPDATE id = id")
    sql = _LOCKED_TABLE.sub(r"\1", sql)
    return sql.replace(" FOR SHARE", " LOCK IN SHARE MODE")


def _execute(cursor: Any, statements: Sequence[Statement]) -> list[Sequence[Row]]:
    if len(statements) == 1:
        sql, values = statements[0]
        cursor.execute(_dialect(sql), values)
        return [cursor.fetchall()]
    cursor.execute(";".join([cursor.mogrify(_dialect(sql), values) for sql, values in statements]))
    results: list[Sequence[Row]] = [cursor.fetchall()]
    while cursor.nextset():
        results.append(cursor.fetchall())
    return results


def _insert(cursor: Any, statements: Sequence[Statement]) -> int:
    _execute(cursor, statements)
    return int(cursor.lastrowid)


def _translate(error: Exception) -> Exception:
    if isinstance(error, UnicodeEncodeError):
        return unstorable()
    if isinstance(error, pymysql.err.InterfaceError):
        return Unavailable(str(error))
    if not isinstance(error, pymysql.err.MySQLError) or not error.args:
        return error
    return _translate_number(error, error.args[0])


def _translate_number(error: Exception, number: int) -> Exception:
    if number == DUPLICATE:
        return DuplicateKey(_key_of(str(error.args[1])))
    if number in TRANSIENT:
        return Transient(str(number))
    if number in LOST:
        return Unavailable(str(error.args[1]))
    if number in UNSTORABLE or isinstance(error, pymysql.err.DataError):
        return unstorable()
    return error


def _key_of(message: str) -> str:
    """``... for key 'uniq_resource_providers0name'`` (MySQL adds the table) -> ``name``."""
    key = message.rpartition("for key ")[2].strip("'`")
    return key.rpartition("0")[2] if "0" in key else key
