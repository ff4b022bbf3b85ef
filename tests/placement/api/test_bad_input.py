"""Whatever a client sends, it is told what is wrong with it: never a 500."""

from __future__ import annotations

from pathlib import Path

import pytest

from servers import inside
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller

HEADERS = {
    "X-Auth-Token": "admin",
    "X-Roles": "admin,service",
    "OpenStack-API-Version": "placement 1.39",
    "Content-Type": "application/json",
}
PLACES = (
    ("POST", "/resource_providers"),
    ("PUT", "/resource_providers/{host}"),
    ("PUT", "/resource_providers/{host}/inventories"),
    ("POST", "/resource_providers/{host}/inventories"),
    ("PUT", "/resource_providers/{host}/inventories/VCPU"),
    ("PUT", "/resource_providers/{host}/traits"),
    ("PUT", "/resource_providers/{host}/aggregates"),
    ("POST", "/resource_classes"),
    ("PUT", "/allocations/{host}"),
    ("POST", "/allocations"),
    ("POST", "/reshaper"),
)
BODIES = (
    b"",
    b" ",
    b"null",
    b"NaN",
    b"[]",
    b'"text"',
    b"1e400",
    b"\xff\xfe",
    b'{"name": "\xff"}',
    b'{"name": "\\ud800"}',
    b'{"name": "n", "name": 1}',
    b'{"name": 99999999999999999999999999}',
    b'{"resource_provider_generation": Infinity}',
    b'{"a": ' * 900 + b"1" + b"}" * 900,
    b"[" * 100_000,
    b'{"": {"": ""}}',
    b'{"\\u0000": "\\u0000"}',
)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Caller:
    """One service for all: what is refused changes nothing."""
    folder: Path = tmp_path_factory.mktemp("service")
    return Caller(inside.Inside(inside.service(folder)))


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
@pytest.mark.parametrize(("method", "path"), PLACES)
def test_a_bad_body_is_refused(
    api: Caller, cloud: Cloud, method: str, path: str, body: bytes
) -> None:
    """400 with a sentence in JSON, and nothing is written."""
    host = cloud.provider(inventories={"VCPU": 1})
    place = path.format(host=host)
    before = api.must("GET", f"/resource_providers/{host}").json()
    answer = api.wire.ask(method, place, body, HEADERS)
    assert answer.status == 400
    assert answer.json()["errors"][0]["detail"]
    assert api.must("GET", f"/resource_providers/{host}").json() == before


@pytest.mark.parametrize("ratio", ["-1e308", "-4e38", "4e38", "1e308", "-1", "true", '"1"'])
def test_an_impossible_ratio_is_refused(api: Caller, cloud: Cloud, ratio: str) -> None:
    """More than a column holds on either side, or less than nothing."""
    host = cloud.provider()
    body = f'{{"resource_class": "VCPU", "total": 5, "allocation_ratio": {ratio}}}'.encode()
    answer = api.wire.ask("POST", f"/resource_providers/{host}/inventories", body, HEADERS)
    assert answer.status == 400


@pytest.mark.parametrize(
    "query",
    [
        "%",
        "%zz=1",
        "%ff=%fe",
        "resources=%ff",
        "name=%00",
        "resources=VCPU%00:1",
        "resources=VCPU:1&resources=VCPU:2",
        "resources=VCPU:%D9%A3",
        "resources=VCPU:" + "9" * 5000,
        "limit=" + "9" * 5000 + "&resources=VCPU:1",
        "required=%00&resources=VCPU:1",
        "required=in:%00&resources=VCPU:1",
        "member_of=%00&resources=VCPU:1",
        "project_id=%00",
        "project_id=a&project_id=b&consumer_type=all",
        "project_id=" + "x" * 300,
        "name=startswith:%00",
        "name=in:%00,%F0%9F%99%82",
        "associated=maybe",
        "&&&",
        "=",
        "é=é",
    ],
)
@pytest.mark.parametrize(
    "path",
    ["/resource_providers", "/allocation_candidates", "/stowage/explain", "/usages", "/traits"],
)
def test_an_odd_query_is_answered_or_refused(api: Caller, path: str, query: str) -> None:
    """200 or 400, whichever it deserves."""
    assert api.wire.ask("GET", f"{path}?{query}", None, HEADERS).status in (200, 400)


@pytest.mark.parametrize(
    "name", ["%00", "%ff", "%F0%9F%99%82", "x" * 5000, "%22%3B", "..", "%2e%2e", "%0d%0aX:1"]
)
@pytest.mark.parametrize(
    "path",
    [
        "/resource_providers/{}",
        "/resource_providers/{}/inventories",
        "/resource_providers/{host}/inventories/{}",
        "/resource_classes/{}",
        "/traits/{}",
        "/allocations/{}",
    ],
)
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_an_odd_name_in_a_path_is_answered_or_refused(
    api: Caller, method: str, path: str, name: str
) -> None:
    """Not found, not allowed or not valid; consumers may be called anything and hold nothing."""
    place = path.replace("{host}", new_uuid()).format(name)
    answer = api.wire.ask(method, place, b"{}" if method == "PUT" else None, HEADERS)
    assert answer.status in (200, 400, 404, 405)
    assert "\r" not in str(answer.headers)
