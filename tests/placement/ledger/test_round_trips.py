"""How often the hot paths go to the server: PyMySQL pays for each trip, so they are counted."""

from __future__ import annotations

from uuid import uuid4

import pytest

from stowage.placement.ledger import aggregates, allocations, claims, inventories, providers, traits
from stowage.placement.ledger.live import LiveIndex
from stowage.placement.model import Inventory, InventoryUpdate


@pytest.fixture
def trips(monkeypatch, mariadb_cloud):
    """Counts what an action sends to MariaDB."""
    import pymysql

    sent = []
    query = pymysql.connections.Connection.query

    def counted(self, sql, unbuffered=False):
        sent.append(sql)
        return query(self, sql, unbuffered)

    def count(action, *arguments, **options):
        sent.clear()
        action(*arguments, **options)
        return len(sent)

    monkeypatch.setattr(pymysql.connections.Connection, "query", counted)
    return count


@pytest.fixture(scope="module")
def mariadb_cloud(new_url, request):
    """Short words on MariaDB."""
    from stowage.placement.ledger import migrate
    from stowage.placement.ledger.database import Database

    books = Database(new_url("mariadb"))
    migrate.sync(books)
    yield books
    books.close()


def test_the_hot_paths_keep_their_budgets(mariadb_cloud, trips, new_claim, cloud_on):
    """BEGIN and COMMIT included; the second of each, when ids are known."""
    books, cloud = mariadb_cloud, cloud_on(mariadb_cloud)
    groups = [str(uuid4())]
    line = {"VCPU": Inventory(8), "MEMORY_MB": Inventory(1024)}
    for _ in range(2):
        host, consumer = cloud.host(), str(uuid4())
        new_host = str(uuid4())
        counts = {
            "create": trips(books.write, providers.create, f"h{new_host}", new_host),
            "inventories": trips(books.write, inventories.replace, InventoryUpdate(host, 0, line)),
            "traits": trips(books.write, traits.replace, host, 1, ["HW_CPU_X86_AVX2"]),
            "aggregates": trips(books.write, aggregates.replace, host, 2, groups),
            "claim": trips(books.write, claims.replace, [new_claim(consumer, {host: {"VCPU": 1}})]),
            "rewrite": trips(
                books.write, claims.replace, [new_claim(consumer, {host: {"VCPU": 2}}, 1)]
            ),
            "read": trips(books.read, allocations.of_consumer, consumer),
            "release": trips(books.write, claims.release, consumer),
        }
    assert counts == {
        "create": 2,
        "inventories": 2,
        "traits": 2,
        "aggregates": 2,
        "claim": 3,
        "rewrite": 3,
        "read": 1,
        "release": 2,
    }


def test_a_quiet_index_asks_once(mariadb_cloud, trips, cloud_on):
    """One indexed SELECT a read; a touched provider costs one snapshot more."""
    live = LiveIndex(mariadb_cloud)

    def look():
        with live.current():
            pass

    look()
    assert trips(look) == 1
    cloud_on(mariadb_cloud).host()
    assert trips(look) <= 4
