"""The version documents, the microversion headers, what is outside of the API."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.compute.question import ALICE, Question, get

VERSION_HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"OpenStack-API-Version": "compute 2.1"},
    {"OpenStack-API-Version": "compute 2.104"},
    {"OpenStack-API-Version": "compute latest"},
    {"OpenStack-API-Version": "compute 2.105"},
    {"OpenStack-API-Version": "compute 2.0"},
    {"OpenStack-API-Version": "compute 3.1"},
    {"OpenStack-API-Version": "compute 1.1"},
    {"OpenStack-API-Version": "compute 2.01"},
    {"OpenStack-API-Version": "compute 2"},
    {"OpenStack-API-Version": "compute 2.1.1"},
    {"OpenStack-API-Version": "compute abc"},
    {"OpenStack-API-Version": "compute LATEST"},
    {"OpenStack-API-Version": "compute  2.55"},
    {"OpenStack-API-Version": "compute"},
    {"OpenStack-API-Version": "2.55"},
    {"OpenStack-API-Version": "placement 1.10"},
    {"OpenStack-API-Version": "placement 1.10, compute 2.55"},
    {"OpenStack-API-Version": "compute 2.55, compute 2.61"},
    {"OpenStack-API-Version": "COMPUTE 2.55"},
    {"OpenStack-API-Version": "nova 2.55"},
    {"X-OpenStack-Nova-API-Version": "2.55"},
    {"X-OpenStack-Nova-API-Version": "latest"},
    {"X-OpenStack-Nova-API-Version": "2.105"},
    {"X-OpenStack-Nova-API-Version": "x"},
    {"X-OpenStack-Nova-API-Version": "2.55", "OpenStack-API-Version": "compute 2.61"},
    {"X-OpenStack-Nova-API-Version": "2.61", "OpenStack-API-Version": "placement 1.1"},
)


def questions() -> Iterator[Question]:
    """Discovery for anybody, and each form of the version headers on each kind of path."""
    for path in ("/", "", "/v2.1/", "/v2.1", "/v2/", "/v2", "/v2.1//", "//"):
        for actor in (ALICE, None):
            yield Question("GET", path or "/", version=None, actor=actor)
    for headers in VERSION_HEADERS:
        for path in ("/v2.1/flavors", "/v2.1/", "/", "/v2.1/flavors/nothing", "/v2.1/no-such"):
            yield Question("GET", path, version=None, headers=headers)
    for path in ("/v3", "/v3/flavors", "/flavors", "/v2.2/flavors", "/v1.1/", "/abc/def?x=1"):
        for method in ("GET", "POST", "DELETE"):
            yield Question(method, path, version=None)
    for path in ("/", "/v2.1/", "/v2.1"):
        for method in ("POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"):
            yield Question(method, path, version=None)
    yield from outside()


def outside() -> Iterator[Question]:
    """Paths and methods that the flavor routes do not have."""
    paths = (
        "/flavors/",
        "/flavors/detail/",
        "/flavors//",
        "/flavors/a/b",
        "/flavors/a/os-extra_specs/b/c",
        "/flavors/a/os-flavor-access/b",
        "/flavors/a/os-nothing",
        "/nothing",
        "/flavors/x/",
        "/ad0/flavors/",
        "/a b/flavors",
    )
    for path in paths:
        yield get(path.replace(" ", "%20"))
    for path in ("/flavors", "/flavors/detail", "/flavors/x", "/flavors/x/action"):
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "BREW"):
            yield Question(method, f"/v2.1{path}", actor=ALICE)
    for path in ("os-extra_specs", "os-extra_specs/k", "os-flavor-access"):
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"):
            yield Question(method, f"/v2.1/flavors/x/{path}", actor=ALICE)
    for path in ("/flavors.json", "/flavors/detail.json", "/flavors/x.json", "/flavors.xml"):
        yield get(path)
