"""Listing flavors: filters, sort keys, pages, links, and what each reader sees."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from conformance.compute.question import (
    ACTORS,
    ADMIN,
    ALICE,
    BOB,
    Question,
    delete,
    flavor,
    get,
    post,
)

SORT_KEYS = (
    "created_at", "description", "disabled", "ephemeral_gb", "flavorid", "id", "is_public",
    "memory_mb", "name", "root_gb", "rxtx_factor", "swap", "updated_at", "vcpu_weight", "vcpus",
    "extra_specs", "", "Name", "deleted", "flavors.id", "uuid", "id;--",
)  # fmt: skip
CHANGES = ("2.1", "2.54", "2.55", "2.61", "2.74", "2.75", "2.101", "2.102", "2.104")
PUBLICS = (
    "none", "None", "NONE", "true", "false", "True", "0", "1", "", "maybe", "yes", "no", "t", "f",
    "on", "off", "%20true", "2", "null", "%00", "%FF",
)  # fmt: skip
LIMITS = (
    "0", "1", "2", "3", "1000", "1001", "100000", "-1", "abc", "", "1.5", "2147483648", "+1",
    "%201", "9" * 30, "0x1", "1e1", "%D9%A3",
)  # fmt: skip
FLAVORS = (
    ("l-a", {"ram": 64, "disk": 0, "name": "zebra"}),
    ("l-b", {"ram": 128, "disk": 1, "name": "Apple", "swap": 5}),
    ("l-c", {"ram": 128, "disk": 2, "name": "apple", "vcpus": 4, "description": "b"}),
    ("l-d", {"ram": 4096, "disk": 40, "name": "mango é", "rxtx_factor": 2.0, "description": "a"}),
    ("L-E", {"ram": 8192, "disk": 80, "name": "private one", "is_public": False}),
    ("l-f", {"ram": 8192, "disk": 80, "name": "private none", "is_public": False, "vcpus": 8}),
    ("9", {"ram": 256, "disk": 3, "name": "nine", "OS-FLV-EXT-DATA:ephemeral": 7}),
    ("10", {"ram": 256, "disk": 3, "name": "ten"}),
)


def questions() -> Iterator[Question]:
    """The same few flavors, listed in every way."""
    for flavor_id, fields in FLAVORS:
        body = flavor("x", flavor_id, **fields)
        yield post("/flavors", body, version="2.75")
    yield post(
        "/flavors/l-b/os-extra_specs", {"extra_specs": {"hw:cpu_policy": "shared", "a": "b"}}
    )
    yield post("/flavors/L-E/action", {"addTenantAccess": {"tenant": ALICE.project}})
    yield from plain()
    yield from filters()
    yield from order()
    yield from pages()
    yield from markers()
    yield from odd_queries()
    yield from single()
    for flavor_id, _ in FLAVORS:
        yield delete(f"/flavors/{flavor_id}")


def plain() -> Iterator[Question]:
    """Both lists for everybody at each microversion that changes them."""
    for path in ("/flavors", "/flavors/detail", "/ad0/flavors", "/a11ce/flavors/detail"):
        for version in CHANGES:
            for actor in ACTORS:
                yield get(path, version=version, actor=actor)


def filters() -> Iterator[Question]:
    """is_public, minRam, minDisk and name."""
    for value in PUBLICS:
        for actor in (ADMIN, ALICE, BOB):
            yield get(f"/flavors?is_public={value}", actor=actor)
    numbers = ("0", "128", "129", "-5", "abc", "", "1.5", "4294967296", "%20128", "1_0")
    for key in ("minRam", "minDisk", "minram", "min_ram"):
        for value in numbers:
            for version in ("2.1", "2.75"):
                yield get(f"/flavors/detail?{key}={value}", version=version)
    for value in (
        "apple",
        "Apple",
        "APPLE",
        "",
        "mango%20%C3%A9",
        "%",
        "a%25",
        "no",
        "x" * 300,
        "%FF",
    ):
        for version in ("2.1", "2.74", "2.75", "2.101", "2.102", "2.104"):
            yield get(f"/flavors?name={value}", version=version)
    yield get("/flavors?name=apple&name=nine")
    yield get("/flavors?name=private%20one", actor=ALICE)
    yield get("/flavors?name=private%20one", actor=BOB)
    yield get("/flavors?name=apple&minRam=129&minDisk=1")


def order() -> Iterator[Question]:
    """Every sort key that there is and some that are not."""
    for key in SORT_KEYS:
        for direction in ("", "&sort_dir=asc", "&sort_dir=desc"):
            for version in ("2.1", "2.102"):
                query = f"?is_public=None&sort_key={quote(key)}{direction}"
                yield get(f"/flavors{query}", version=version)
    for direction in ("up", "", "ASC", "asc&sort_dir=desc"):
        yield get(f"/flavors?sort_dir={direction}")
    yield get("/flavors?sort_key=name&sort_key=memory_mb&sort_dir=desc&sort_dir=asc")


def pages() -> Iterator[Question]:
    """Limits, and the links to the next page."""
    for limit in LIMITS:
        for version in ("2.1", "2.75", "2.104"):
            yield get(f"/flavors?limit={limit}", version=version)
    for actor in (ADMIN, ALICE):
        for key in ("flavorid", "name", "memory_mb", "id"):
            for marker in ("", *(flavor_id for flavor_id, _ in FLAVORS)):
                query = f"sort_key={key}&limit=2" + (f"&marker={marker}" if marker else "")
                yield get(f"/flavors/detail?{query}", actor=actor)
    yield get("/flavors?limit=2&sort_dir=desc&is_public=None&minRam=100&minDisk=1")
    yield get("/flavors/detail?limit=2&limit=3")
    yield get("/ad0/flavors?limit=2")
    yield get("/flavors?limit=2&unknown=%C3%A9&other", version="2.1")
    yield get("/flavors/detail?limit=8&is_public=None")
    yield get("/flavors/detail?limit=9&is_public=None")


def markers() -> Iterator[Question]:
    """Markers that are nothing, deleted, or not the reader's to see."""
    for marker in ("nothing", "", "l-f", "L-E", "l-e", "%20", "%C3%A9", "a" * 300, "%00"):
        for actor in (ADMIN, ALICE, BOB):
            yield get(f"/flavors?marker={marker}", actor=actor)
    yield get("/flavors?marker=l-a&marker=l-b")
    yield get("/flavors?marker=l-f&is_public=true")
    yield get("/flavors?marker=l-a&is_public=false")
    yield get("/flavors?marker=l-a&minRam=1000")


def odd_queries() -> Iterator[Question]:
    """Keys that do not belong, twice, without value, broken escapes."""
    queries = (
        "unknown=1", "=1", "&", "limit", "limit=", "?limit=1", "limit=%",
        "limit=%zz", "limit=1&limit=x", "is_public", "is_public=none&is_public=x", "tenant_id=a",
        "all_tenants=1", "%00=1", "%FF=1", "sort_key=name&unknown=1&more=2", "changes-since=1",
    )  # fmt: skip
    for query in queries:
        for version in ("2.1", "2.74", "2.75", "2.102"):
            for path in ("/flavors", "/flavors/detail"):
                yield get(f"{path}?{query}", version=version)


def single() -> Iterator[Question]:
    """One flavor by its id for everybody, with query keys, by odd ids."""
    for flavor_id, _ in FLAVORS:
        for actor in ACTORS:
            yield get(f"/flavors/{flavor_id}", actor=actor)
    for version in CHANGES:
        yield get("/flavors/l-b", version=version, actor=ALICE)
        yield get("/flavors/l-b?unknown=1", version=version)
        yield get("/a11ce/flavors/l-b", version=version)
    for odd in (
        "l-B",
        "%20l-b",
        "l-b%20",
        "l-b.json",
        "%00",
        "a" * 300,
        "apple",
        "%2E",
    ):
        yield get(f"/flavors/{odd}")
