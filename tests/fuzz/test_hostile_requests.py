"""Whatever a client sends, the service answers in order, and writes nothing when it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, Phase, given, settings

from differential import cloud
from fuzz import hostile
from servers import inside, ours
from servers.wire import Answer, Wire


class Target:
    """The service in process on a cloud, and a look at its tables from outside."""

    def __init__(self, folder: Path, url: str) -> None:
        self._inside = inside.Inside(inside.service(folder, url))
        for step in cloud.build():
            answer = self._inside.ask(step.method, step.path, step.body, step.headers)
            assert answer.status < 300, (step, answer)
        self._engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
        self._tables = sa.MetaData()
        self._tables.reflect(self._engine)
        self._connection = self._engine.connect()

    def ask(self, request: hostile.Request) -> Answer:
        """Send it."""
        return self._inside.ask(request.method, request.path, request.body, request.headers)

    def state(self) -> object:
        """Differs when anything has been written.

        SQLite tells whether anybody has committed; of the others all rows are read, but for the
        hundreds of traits, which are counted.
        """
        if self._engine.dialect.name == "sqlite":
            return self._connection.exec_driver_sql("PRAGMA data_version").scalar_one()
        return [self._rows(table) for table in self._tables.sorted_tables]

    def _rows(self, table: sa.Table) -> object:
        if table.name == "traits":
            count = sa.select(sa.func.count()).select_from(table)
            return self._connection.execute(count).scalar_one()
        return sorted(map(repr, self._connection.execute(sa.select(table))))


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Target:
    """One service for all the requests: what they write, later ones meet."""
    folder = tmp_path_factory.mktemp("fuzz")
    return Target(folder, f"sqlite:///{folder}/placement.db")


@pytest.fixture(scope="module", params=["mariadb", "postgresql"])
def other(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Target:
    """The same on the databases that have opinions of their own about values."""
    url = request.getfixturevalue(request.param).new_database()
    return Target(tmp_path_factory.mktemp("fuzz"), url)


FUZZ = settings(
    max_examples=2500,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@FUZZ
@given(request=hostile.requests())
def test_no_request_ends_in_a_500(sqlite: Target, request: hostile.Request) -> None:
    """No 5xx; errors are well-formed JSON without SQL; a refused request has written nothing."""
    _throw(sqlite, request)


@settings(FUZZ, max_examples=500)
@given(request=hostile.requests())
def test_no_database_minds(other: Target, request: hostile.Request) -> None:
    """The same holds on MariaDB and PostgreSQL, whatever they think of NULs and numbers."""
    _throw(other, request)


def _throw(target: Target, request: hostile.Request) -> None:
    before = target.state()
    answer = target.ask(request)
    assert answer.status < 500, (request, answer)
    if answer.status >= 400:
        _check_error(request, answer)
        assert target.state() == before, f"{request} was refused ({answer}), and wrote something"


def _check_error(request: hostile.Request, answer: Answer) -> None:
    assert b"SELECT " not in answer.body, (request, answer)
    assert b"sqlalche" not in answer.body.lower(), (request, answer)
    assert b"Traceback" not in answer.body, (request, answer)
    if answer.body and answer.headers.get("content-type") == "application/json":
        (error,) = json.loads(answer.body)["errors"]
        assert error["status"] == answer.status
        assert error["title"]


GARBAGE = (
    b"\r\n\r\n",
    b"\x00\x01\x02\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /traits\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"PUT /traits/CUSTOM_X HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"PUT /traits/CUSTOM_X HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"x" * 200000 + b"\r\n\r\n",
    b"GET /" + b"x" * 200000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"".join(b"H%d: x\r\n" % n for n in range(5000)) + b"\r\n",
    b"POST /resource_providers HTTP/1.1\r\nHost: x\r\nX-Auth-Token: admin\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
)


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """A connection to the service as it is served in the field."""
    folder = tmp_path_factory.mktemp("garbage")
    with ours.serve(f"sqlite:///{folder}/placement.db", folder) as server:
        yield server.wire(keep_alive=False)


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_the_server_survives_garbage(wire: Wire, garbage: bytes) -> None:
    """What is no HTTP is refused or dropped, never a 5xx, and the next client is served."""
    status = wire.throw(garbage)
    assert status is None or status < 500
    assert wire.ask("GET", "/").status == 200
