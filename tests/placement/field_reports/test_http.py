"""The edge: bodies, media types, paths, methods, discovery, long URLs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from placement.steps import error
from servers import ours
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller

TOKEN = {"X-Auth-Token": "admin", "OpenStack-API-Version": "placement 1.39"}


def test_a_put_without_a_body_makes_a_trait(api: Caller) -> None:
    """201, and 204 when it is there. (LP 1674392)"""
    assert api.ask("PUT", "/traits/CUSTOM_X").status == 201
    assert api.ask("PUT", "/traits/CUSTOM_X").status == 204


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, b'{"name": "x"}', 400),
        ({"Content-Type": "text/plain"}, b'{"name": "x"}', 415),
        ({"Content-Type": "application/json"}, b'{"name":', 400),
        ({"Content-Type": "application/json"}, b"", 400),
    ],
)
def test_a_body_is_json_and_says_so(
    api: Caller, headers: dict[str, str], body: bytes, status: int
) -> None:
    """No type 400, another type 415, broken or empty 400. (LP 1623517)"""
    answer = api.wire.ask("POST", "/resource_providers", body, TOKEN | headers)
    assert answer.status == status
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("accept", [None, "*/*", "application/json"])
def test_errors_are_json(api: Caller, accept: str | None) -> None:
    """Unless somebody asks for something else. (LP 1635182, 1634115)"""
    headers = TOKEN | ({} if accept is None else {"Accept": accept})
    answer = api.wire.ask("GET", f"/resource_providers/{new_uuid()}", None, headers)
    assert answer.status == 404
    assert answer.headers["content-type"] == "application/json"
    assert error(answer)["status"] == 404


@pytest.mark.parametrize("accept", ["text/html", "text/plain"])
def test_who_accepts_no_json_is_told_that_there_is_nothing_else(api: Caller, accept: str) -> None:
    """In the form that is accepted. (LP 1724065)"""
    headers = TOKEN | {"Accept": accept}
    answer = api.wire.ask("GET", f"/resource_providers/{new_uuid()}", None, headers)
    assert answer.status == 406
    assert answer.headers["content-type"].startswith(accept)
    assert b"Only application/json is provided" in answer.body


@pytest.mark.parametrize("path", ["/unknown", "/resource_providers/", "/resource_providers/a/b"])
def test_an_unknown_path_is_404_in_json(api: Caller, path: str) -> None:
    """There is no form with a slash at the end. (LP 1724065, 1674694)"""
    answer = api.ask("GET", path)
    assert answer.status == 404
    assert error(answer)["title"] == "Not Found"


def test_a_wrong_method_names_the_right_ones(api: Caller) -> None:
    """405 with Allow and a JSON body. (LP 1771384, 1708167)"""
    answer = api.ask("POST", f"/resource_providers/{new_uuid()}", {"name": "x"})
    assert answer.status == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "PUT", "DELETE"}
    assert error(answer)["status"] == 405


@pytest.mark.parametrize("path", ["/", ""])
def test_discovery_needs_no_token(api: Caller, path: str) -> None:
    """The range of versions is for everybody. (LP 1733630, 1776668, 1626490)"""
    answer = api.wire.ask("GET", path)
    assert answer.status == 200
    (version,) = answer.json()["versions"]
    assert (version["min_version"], version["max_version"]) == ("1.0", "1.39")
    assert version["status"] == "CURRENT"
    assert version["links"]


def test_everything_else_needs_a_token(api: Caller) -> None:
    """401 without one. (LP 1733630)"""
    assert api.wire.ask("GET", "/resource_providers").status == 401


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """An administrator of our service behind its real HTTP server."""
    folder: Path = tmp_path_factory.mktemp("server")
    with ours.serve(f"sqlite:///{folder}/books.sqlite", folder) as server:
        yield Caller(server.wire())


@pytest.mark.parametrize("count", [200, 1700])
def test_a_query_may_name_thousands_of_aggregates(real: Caller, count: int) -> None:
    """A host may be in very many aggregates: 1,700 make a URL of 63 kB. (LP 2068893)"""
    assert_found(real, count)


def test_a_query_that_is_too_long_is_told_so(real: Caller) -> None:
    """Our HTTP server stops at 64 kB with a clean 414, and goes on. (LP 2068893)"""
    uuids = ",".join(new_uuid() for _ in range(2000))
    assert real.ask("GET", f"/resource_providers?member_of=in:{uuids}").status == 414
    assert real.ask("GET", "/resource_providers").status == 200


def test_the_service_itself_has_no_bound(api: Caller) -> None:
    """Behind another server, 2,000 aggregates in 75 kB are answered. (LP 2068893)"""
    assert_found(api, 2000)


def assert_found(api: Caller, count: int) -> None:
    """A provider is found by one of ``count`` aggregates."""
    group = new_uuid()
    host = Cloud(api).provider(aggregates=[group], traits=["MISC_SHARES_VIA_AGGREGATE"])
    uuids = ",".join([*(new_uuid() for _ in range(count - 1)), group])
    query = f"member_of=in:{uuids}&required=MISC_SHARES_VIA_AGGREGATE"
    answer = api.ask("GET", f"/resource_providers?{query}")
    assert answer.status == 200
    assert [one["uuid"] for one in answer.json()["resource_providers"]] == [host]
