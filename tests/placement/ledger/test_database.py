"""Connections: what comes of faults, restarts, and options."""

from __future__ import annotations

from uuid import uuid4

import pytest

from stowage.placement.ledger import migrate, providers
from stowage.placement.ledger.backends import backend_for
from stowage.placement.ledger.database import Database
from stowage.placement.ledger.faults import Unavailable


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("mysql+pymysql://u:p@h/placement?charset=utf8", "mariadb"),
        ("mysql://u:p@h/placement", "mariadb"),
        ("mariadb+mariadbconnector://u:p@h/placement", "mariadb"),
        ("postgresql://u:p@h/placement", "postgresql"),
        ("postgresql+psycopg2://u:p@h/placement", "postgresql"),
        ("sqlite:////var/lib/placement.db", "sqlite"),
        ("sqlite://", "sqlite"),
    ],
)
def test_urls_of_existing_configurations_are_understood(url, kind):
    """[placement_database]connection as operators have it."""
    assert backend_for(url, {}).name == kind


def test_other_databases_are_refused():
    """With a sentence, not with a missing driver."""
    with pytest.raises(ValueError, match="not supported"):
        backend_for("oracle://u:p@h/placement", {})


def test_options_of_oslo_db_are_accepted(books):
    """Those that mean something here, and those that do not."""
    other = Database(
        books.url,
        max_pool_size=1,
        max_overflow=0,
        pool_timeout=5,
        connection_recycle_time=60,
        mysql_sql_mode="",
        mysql_wsrep_sync_wait=None,
        sqlite_synchronous=False,
        connection_parameters="",
        slave_connection="mysql://elsewhere/placement",
        connection_debug=0,
    )
    other.wait()
    other.close()


def test_a_refused_transaction_leaves_its_connection_clean(cloud):
    """Twenty refusals on a pool of twenty, and then a good write."""
    host = cloud.host()
    for _ in range(25):
        with pytest.raises(providers.Conflict):
            cloud.books.write(providers.create, f"host-{host}", str(uuid4()))
    assert cloud.host(VCPU=1)


def test_a_connection_that_broke_is_replaced(books, open_database):
    """A restart of the server costs nobody an error."""
    mine = open_database(books.url)
    assert mine.read(lambda tx: tx.row("SELECT 1"))[0] == 1
    kill = {
        "mariadb": ("SELECT CONNECTION_ID()", "KILL {}"),
        "postgresql": ("SELECT pg_backend_pid()", "SELECT pg_terminate_backend({})"),
    }.get(books.backend.name)
    if kill:
        number = mine.read(lambda tx: tx.row(kill[0]))[0]
        books.read(lambda tx: tx.rows(kill[1].format(number)))
    assert mine.read(lambda tx: tx.row("SELECT 1"))[0] == 1
    if kill:
        number = mine.read(lambda tx: tx.row(kill[0]))[0]
        books.read(lambda tx: tx.rows(kill[1].format(number)))
    uuid = str(uuid4())
    assert mine.write(providers.create, f"n-{uuid}", uuid).uuid == uuid
    mine.close()


@pytest.mark.parametrize(
    "url",
    [
        "mysql+pymysql://root@127.0.0.1:1/placement",
        "postgresql://root@127.0.0.1:1/placement",
        "sqlite:////no/such/folder/placement.db",
    ],
)
def test_a_server_that_is_not_there_is_unavailable(url):
    """Waiting ends after max_retries."""
    books = Database(url, max_retries=2, retry_interval=0)
    with pytest.raises(Unavailable):
        books.wait()


@pytest.mark.parametrize("mode", ["NO_BACKSLASH_ESCAPES", "TRADITIONAL,ANSI_QUOTES", "ANSI", ""])
def test_values_are_values_in_every_sql_mode(mariadb, mode):
    """mysql_sql_mode changes how strings are written; the driver has to know."""
    books = Database(mariadb.new_database(), mysql_sql_mode=mode)
    migrate.sync(books)
    for name in ("\\'; DROP TABLE traits; -- ", "'; DROP TABLE traits; -- ", "x\\"):
        uuid = str(uuid4())
        books.write(providers.create, name, uuid)
        assert books.read(providers.get, uuid).name == name
    assert books.read(lambda tx: tx.rows("SELECT COUNT(*) FROM traits"))[0][0]
    books.close()


def test_characters_beyond_the_bmp_pass_whatever_the_url_says(mariadb):
    """charset=utf8 stands in many a placement.conf."""
    url = mariadb.new_database().replace("charset=utf8mb4", "charset=utf8&use_unicode=0")
    books = Database(url)
    migrate.sync(books)
    uuid = str(uuid4())
    books.write(providers.create, "🙂", uuid)
    assert books.read(providers.get, uuid).name == "🙂"
    books.close()
