"""CORS, proxy headers, a lower page limit and a link prefix, as nova.conf may set them."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.compute.question import ADMIN, Question, delete, flavor, get, post

SETTINGS = {
    "api": {"max_limit": "3", "compute_link_prefix": "https://cloud.example.org:8774/compute"},
    "cors": {
        "allowed_origin": "https://horizon.example.org",
        "allow_credentials": "true",
        "max_age": "600",
    },
    "oslo_middleware": {"enable_proxy_headers_parsing": "true", "max_request_body_size": "2000"},
}
ORIGINS = ("https://horizon.example.org", "https://evil.example.org", "null")
FORWARDED: tuple[dict[str, str], ...] = (
    {"X-Forwarded-Proto": "https"},
    {"X-Forwarded-Host": "api.example.org"},
    {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "api.example.org",
    },
    {"X-Forwarded-Prefix": "/p"},
    {"Forwarded": "for=1.2.3.4;proto=https;host=fwd.example.org"},
    {"X-Forwarded-Port": "8443"},
)


def questions() -> Iterator[Question]:
    """A few flavors, read in the ways that these settings change."""
    for number in range(5):
        yield post("/flavors", flavor(f"c-{number}"))
    yield from pages()
    yield from origins()
    for headers in FORWARDED:
        for path in ("/", "/v2.1/", "/v2.1/flavors?limit=1", "/v2.1/flavors/c-1", "/v3"):
            # nova puts a forwarded prefix into these choices twice.
            if path != "/v3" or "X-Forwarded-Prefix" not in headers:
                yield Question("GET", path, headers=headers)
    yield post("/flavors", flavor("big", description="x" * 1900))
    for number in range(5):
        yield delete(f"/flavors/c-{number}")


def pages() -> Iterator[Question]:
    """Pages end at the configured limit, links begin with the configured prefix."""
    for query in (
        "",
        "?limit=2",
        "?limit=3",
        "?limit=4",
        "?limit=0",
        "?marker=c-2",
        "?sort_dir=desc",
    ):
        yield get(f"/flavors{query}")
        yield get(f"/flavors/detail{query}")
    for path in ("/", "/v2.1/", "/v2.1", "/v3"):
        yield Question("GET", path, version=None)
    yield get("/flavors/c-1")


def origins() -> Iterator[Question]:
    """Simple requests and preflights from pages of known and unknown origin."""
    for origin in ORIGINS:
        for path in ("/v2.1/flavors", "/", "/v2.1/", "/v2.1/nothing"):
            yield Question("GET", path, headers={"Origin": origin})
            for actor in (ADMIN, None):
                asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
                yield Question("OPTIONS", path, actor=actor, version=None, headers=asked)
                named = asked | {"Access-Control-Request-Headers": "X-Auth-Token, X-Nothing"}
                yield Question("OPTIONS", path, actor=actor, version=None, headers=named)
