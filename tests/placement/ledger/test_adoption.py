"""Adopting a database of upstream's: in place, beside upstream, and back again."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from uuid import uuid4

import pytest

from servers import upstream_venv
from servers.postgresql import PostgreSQL
from stowage.placement.errors import Conflict, Invalid
from stowage.placement.ledger import allocations, claims, migrate, providers, usages
from stowage.placement.ledger.database import Database
from stowage.placement.ledger.live import LiveIndex
from stowage.placement.ledger.migrate import CannotMigrate

UPSTREAM = """
import json, sys, traceback
from oslo_config import cfg
from placement import conf, context, db_api
from placement.objects import allocation, consumer, inventory, project, resource_class
from placement.objects import resource_provider, trait, user
from placement.db.sqlalchemy import migration
config = cfg.ConfigOpts()
conf.register_opts(config)
config([], project="placement", default_config_files=[])
config.set_override("connection", sys.argv[1], group="placement_database")
db_api.configure(config)
ctx = context.RequestContext(config=config)
ctx.config = config
def host(uuid, **totals):
    rp = resource_provider.ResourceProvider(ctx, uuid=uuid, name="up-" + uuid)
    rp.create()
    rp.set_inventory([
        inventory.Inventory(resource_provider=rp, resource_class=name, total=total, max_unit=total)
        for name, total in totals.items()
    ])
    return rp
def claim(rp, consumer_uuid, **amounts):
    owner = []
    for kind in (project.Project, user.User):
        try:
            owner.append(kind.get_by_external_id(ctx, "upstream"))
        except Exception:
            made = kind(ctx, external_id="upstream")
            made.create()
            owner.append(made)
    who = consumer.Consumer(ctx, uuid=consumer_uuid, project=owner[0], user=owner[1])
    who.create()
    allocation.replace_all(ctx, [
        allocation.Allocation(resource_provider=rp, consumer=who, resource_class=name, used=amount)
        for name, amount in amounts.items()
    ])
def get(uuid):
    return resource_provider.ResourceProvider.get_by_uuid(ctx, uuid)
def sync(revision):
    migration.upgrade(revision)
    if revision == "head":
        resource_class.ensure_sync(ctx)
        trait.ensure_sync(ctx)
for line in sys.stdin:
    try:
        exec(json.loads(line))
        print("done", flush=True)
    except Exception:
        print(json.dumps(traceback.format_exc()), flush=True)
"""


class Upstream:
    """Upstream's package on a database, in an interpreter of its own."""

    def __init__(self, url: str) -> None:
        self._process = subprocess.Popen(
            [str(upstream_venv.python()), "-c", UPSTREAM, PostgreSQL.for_upstream(url)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"OS_PLACEMENT_DATABASE__CONNECTION": PostgreSQL.for_upstream(url)},
            text=True,
        )

    def sync(self, revision: str = "head") -> None:
        """What placement-manage db sync does."""
        self.do(f"sync({revision!r})")

    def do(self, *lines: str) -> None:
        """Run some lines against upstream's objects."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps("\n".join(lines)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer == "done\n", answer and json.loads(answer)

    def stop(self) -> None:
        """End the interpreter."""
        self._process.communicate()


@pytest.fixture(scope="module")
def upstream_on():
    """Starts upstream's package on a database."""
    started = []

    def start(url):
        started.append(Upstream(url))
        return started[-1]

    yield start
    for upstream in started:
        upstream.stop()


@pytest.fixture(scope="module", params=("sqlite", "mariadb", "postgresql"))
def adopted(request, new_url, upstream_on):
    """(books, upstream): a database that upstream made; the first test adopts it."""
    url = new_url(request.param)
    upstream = upstream_on(url)
    upstream.sync()
    books = Database(url, sqlite_synchronous=False)
    yield books, upstream
    books.close()


def _seen(live, uuid):
    with live.current() as index:
        row = index.row_of(uuid)
        return None if row is None else index.provider(row)


def test_upstreams_database_is_taken_in_place_and_upstream_runs_on(adopted, cloud_on):
    """Both write in turns, and each sees the other's rows at once."""
    books, upstream = adopted
    host, theirs, ours, late = (str(uuid4()) for _ in range(4))
    upstream.do(f"rp = host('{host}', VCPU=8)", f"claim(rp, '{theirs}', VCPU=2)")
    assert "watching for writes" in migrate.adopt(books)
    cloud, live = cloud_on(books), LiveIndex(books)
    (holding,) = books.read(allocations.of_consumer, theirs)
    assert (dict(holding.resources), holding.consumer.project_id) == ({"VCPU": 2}, "upstream")
    assert dict(_seen(live, host).used) == {"VCPU": 2}
    cloud.claim(ours, {host: {"VCPU": 5}})
    assert dict(_seen(live, host).used) == {"VCPU": 7}
    upstream.do(
        f"late = host('{late}', VCPU=4)",
        f"claim(get('{host}'), '{uuid4()}', VCPU=1)",
        "made = trait.Trait(ctx, name='CUSTOM_LATE'); made.create()",
        "late.set_traits([made])",
        f"late.set_aggregates(['{host}'])",
    )
    assert dict(_seen(live, host).used) == {"VCPU": 8}
    seen = _seen(live, late)
    assert (seen.traits, seen.aggregates) == ({"CUSTOM_LATE"}, {host})
    with live.current() as index:
        assert not index.unknown_traits(["CUSTOM_LATE"])
    with pytest.raises(Conflict):
        cloud.claim(str(uuid4()), {host: {"VCPU": 1}})
    upstream.do(f"get('{late}').destroy()")
    assert _seen(live, late) is None
    assert live.stats().full_loads == 1
    upstream.sync()


def test_our_own_writes_are_journalled_once(adopted, cloud_on):
    """The triggers leave them to us, where the database can tell (SQLite cannot)."""
    books, _ = adopted
    migrate.adopt(books)
    host = cloud_on(books).host(VCPU=4)
    count = "SELECT COUNT(*) FROM stowage_journal"
    before = books.read(lambda tx: tx.row(count))[0]
    cloud_on(books).claim(str(uuid4()), {host: {"VCPU": 1}})
    written = books.read(lambda tx: tx.row(count))[0] - before
    assert written == 1 or books.backend.name == "sqlite"


def test_the_triggers_go_when_upstream_has_gone(adopted, cloud_on):
    """db adopt --no-watch, or after the move."""
    books, upstream = adopted
    migrate.adopt(books)
    migrate.adopt(books)
    assert "No longer" in migrate.unadopt(books)
    count = "SELECT COUNT(*) FROM stowage_journal"
    before = books.read(lambda tx: tx.row(count))
    upstream.do(f"host('{uuid4()}', VCPU=4)")
    assert books.read(lambda tx: tx.row(count)) == before


def test_ancient_rows_are_completed(adopted, cloud_on):
    """Allocations without a consumer's row, providers without a root."""
    books, _ = adopted
    host, orphan = str(uuid4()), str(uuid4())

    def ancient(tx):
        row_id = tx.insert(
            "INSERT INTO resource_providers (uuid, name, generation) VALUES (%s, %s, 0)",
            (host, "ancient"),
        )
        tx.run(
            "INSERT INTO allocations (resource_provider_id, consumer_id, resource_class_id, used)"
            " VALUES (%s, %s, 0, 2), (%s, %s, 0, 3)",
            (row_id, orphan, row_id, orphan),
        )

    migrate.adopt(books, watch=False)
    books.write(ancient)
    assert books.read(providers.get, host).root_uuid == host
    text = migrate.adopt(books, watch=False)
    assert "1 providers given a root, 1 consumers given a row" in text
    (holding,) = books.read(allocations.of_consumer, orphan)
    assert dict(holding.resources) == {"VCPU": 5}
    assert holding.consumer.project_id == "00000000-0000-0000-0000-000000000000"
    books.write(claims.release, orphan)


def test_names_are_compared_as_the_adopted_database_does(adopted, cloud_on):
    """Where its collation folds case, another case is a duplicate; nothing is a fault."""
    books, _ = adopted
    migrate.adopt(books)
    cloud = cloud_on(books)
    made = []
    for name in ("Host", "host"):
        with contextlib.suppress(Conflict):
            made.append(books.write(providers.create, name, str(uuid4())).name)
    assert made[0] == "Host"
    host = cloud.host(VCPU=4)
    cloud.claim(str(uuid4()), {host: {"VCPU": 1}}, project_id="Project", user_id="u")
    cloud.claim(str(uuid4()), {host: {"VCPU": 1}}, project_id="project", user_id="U")


def test_characters_that_an_adopted_database_cannot_keep_are_refused(
    mariadb, open_database, upstream_on, uuid
):
    """utf8mb3 knows nothing beyond the BMP: a bad request, not a question mark."""
    url = mariadb.new_database("utf8mb3")
    upstream_on(url).sync()
    books = open_database(url.replace("utf8mb3", "utf8mb4"))
    migrate.adopt(books)
    with pytest.raises(Invalid):
        books.write(providers.create, "🙂", uuid)
    books.write(providers.create, "é", uuid)
    with pytest.raises(Invalid):
        books.read(usages.of_project, "🙂")
    books.close()


@pytest.mark.parametrize("revision", ["b4ed3a175331", "b5c396305c25"])
def test_older_tables_are_refused_with_what_to_do(new_url, open_database, upstream_on, revision):
    """Upstream's own migration comes first."""
    url = new_url("sqlite")
    upstream = upstream_on(url)
    upstream.sync(revision)
    books = open_database(url)
    for step in (migrate.adopt, migrate.sync):
        with pytest.raises(CannotMigrate, match="placement-manage db sync"):
            step(books)
    upstream.sync()
    assert "Adopted" in migrate.adopt(books)


def test_the_revision_before_the_last_will_do(new_url, open_database, upstream_on):
    """It differs in indexes only."""
    url = new_url("sqlite")
    upstream_on(url).sync("422ece571366")
    books = open_database(url)
    migrate.adopt(books)
    upstream_on(url).sync()
    assert migrate.version(books) == "upstream a082b8bb98d0, ours 0001"


def test_an_empty_database_is_not_adopted(new_url, open_database):
    """It says what creates tables."""
    with pytest.raises(CannotMigrate, match="db sync"):
        migrate.adopt(open_database(new_url("sqlite")))


def test_upstream_runs_on_a_database_that_we_made(fresh_books, cloud_on, upstream_on):
    """There is a way back: upstream syncs, reads and writes."""
    upstream = upstream_on(fresh_books.url)
    host, consumer = cloud_on(fresh_books).host(VCPU=4), str(uuid4())
    upstream.sync()
    upstream.do(f"claim(get('{host}'), '{consumer}', VCPU=3)")
    assert cloud_on(fresh_books).used(host) == {"VCPU": 3}
