"""What HTTP allows a client to do: content types, Accept, languages, sizes, no token."""

from __future__ import annotations

import json
from collections.abc import Iterator

from conformance.compute.question import ACTORS, Question, delete, flavor, get, post

CONTENT_TYPES = (
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=latin-1",
    "APPLICATION/JSON",
    "application/vnd.openstack.compute+json",
    "application/xml",
    "text/plain",
    "text/html",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "json",
    "/",
)
ACCEPTS = (
    "application/json",
    "*/*",
    "text/html",
    "application/xml",
    "application/vnd.openstack.compute+json",
    "text/html, application/json;q=0.1",
    "application/vnd.openstack.compute+json;q=0.9, application/json;q=0.1",
    "broken",
    "application/*",
)


def questions() -> Iterator[Question]:
    """Each on a request that would otherwise succeed."""
    body = json.dumps(flavor("typed")).encode()
    for content_type in CONTENT_TYPES:
        yield post("/flavors", raw=body, headers={"Content-Type": content_type})
        yield delete("/flavors/typed")
    yield post("/flavors", raw=body, headers={"Content-Type": ""})
    yield delete("/flavors/typed")
    for accept in ACCEPTS:
        for path in ("/flavors", "/flavors/nothing"):
            yield get(path, headers={"Accept": accept})
    for language in ("de", "en", "zz", "fr;q=0.5, en"):
        yield get("/flavors/nothing", headers={"Accept-Language": language})
    yield Question("GET", "/v2.1/flavors", {"a": 1})
    yield Question("GET", "/v2.1/flavors", raw=b"{")
    yield post("/flavors", flavor("big", description="x" * 114000))
    for global_id in ("req-5bd4ffc9-27b5-4ce5-8a5c-0c4b4e2a1d3c", "nonsense", "req-x"):
        yield get("/flavors", headers={"X-OpenStack-Request-ID": global_id})
    yield from projects()


def projects() -> Iterator[Question]:
    """The project in the path: the caller's, another's, none, odd ones."""
    odd = (
        "ad0", "a11ce", "unknown", "%C3%A9", "a.b", "0123456789abcdef", "a_b-c", "detail", "AD0",
        "00000000-0000-0000-0000-000000000000", "a-d", "-",
    )  # fmt: skip
    for project in odd:
        for actor in ACTORS[:2]:
            for path in ("flavors", "flavors/detail", "flavors/nothing"):
                yield get(f"/{project}/{path}", actor=actor)
    yield Question("GET", "/v2/flavors", version=None)
    yield Question("GET", "/v2/ad0/flavors", version=None)
