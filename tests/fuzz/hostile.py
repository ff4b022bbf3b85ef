"""Requests that mean no good: every route, method and version, with junk in every place."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from differential.cloud import EVERYBODY, HOST_C, NOBODY, ZONE, claim, consumer

some = st.sampled_from

P = "/resource_providers"
READS = (
    "/",
    "",
    "/resource_classes",
    "/resource_classes/{name}",
    P,
    f"{P}/{{provider}}",
    f"{P}/{{provider}}/inventories",
    f"{P}/{{provider}}/inventories/{{name}}",
    f"{P}/{{provider}}/usages",
    f"{P}/{{provider}}/aggregates",
    f"{P}/{{provider}}/allocations",
    f"{P}/{{provider}}/traits",
    "/allocations/{consumer}",
    "/allocation_candidates",
    "/traits",
    "/traits/{name}",
    "/usages",
    "/stowage/explain",
    "/metrics",
    "/{name}",
)
# The number says which of the good bodies below is meant for it.
WRITES = (
    ("POST", P, 0),
    ("PUT", f"{P}/{{provider}}", 0),
    ("POST", "/resource_classes", 1),
    ("PUT", "/resource_classes/{name}", 1),
    ("PUT", f"{P}/{{provider}}/inventories", 2),
    ("POST", f"{P}/{{provider}}/inventories", 3),
    ("PUT", f"{P}/{{provider}}/inventories/{{name}}", 4),
    ("PUT", f"{P}/{{provider}}/traits", 5),
    ("PUT", f"{P}/{{provider}}/aggregates", 6),
    ("PUT", f"{P}/{{provider}}/aggregates", 7),
    ("PUT", "/allocations/{consumer}", 8),
    ("PUT", "/allocations/{consumer}", 9),
    ("PUT", "/allocations/{consumer}", 10),
    ("POST", "/allocations", 11),
    ("POST", "/reshaper", 12),
    ("PUT", "/traits/{name}", 1),
    ("DELETE", "/traits/{name}", 1),
    ("DELETE", "/resource_classes/{name}", 1),
    ("DELETE", f"{P}/{{provider}}", 0),
    ("DELETE", f"{P}/{{provider}}/inventories", 2),
    ("DELETE", f"{P}/{{provider}}/inventories/{{name}}", 2),
    ("DELETE", f"{P}/{{provider}}/traits", 5),
    ("DELETE", "/allocations/{consumer}", 8),
)
METHODS = ("GET", "PUT", "POST", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "get", "FOO")
JUNK = (
    b"",
    b" ",
    b"%00",
    b"%0A",
    b"%FF",
    b"%C3%28",
    b"%ED%A0%80",
    b"%F0%9F%92%A9",
    b"%",
    b"%zz",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xc3\x9f",
    b"'",
    b'"',
    b"' OR 1=1 --",
    b"%27%3B%20DROP%20TABLE%20traits%3B--",
    b"..%2F..",
    b"{}",
    b"%s%n{0}",
    b"-1",
    b"0",
    b"NaN",
    b"1e999",
    b"99999999999999999999999999",
    b"x" * 300,
    b"x" * 5000,
    b"CUSTOM_" + b"X" * 249,
    b"null",
    b"in:",
    b"!",
    b"!!in:!,",
)
NAMES = (b"VCPU", b"CUSTOM_FPGA", b"CUSTOM_RED", b"COMPUTE_NODE", b"CUSTOM_FUZZ", b"NO_SUCH")
KEYS = (
    b"resources", b"resources1", b"resources_A", b"required", b"required1", b"required_A",
    b"member_of", b"member_of1", b"in_tree", b"in_tree1", b"group_policy", b"limit",
    b"root_required", b"same_subtree", b"name", b"uuid", b"project_id", b"user_id",
    b"consumer_type", b"associated", b"format", b"resources%FF", b"resources%00", b"",
)  # fmt: skip
VALUES = (
    b"VCPU:1", b"VCPU:1,MEMORY_MB:256", b"VCPU:99999999999999999999", b"VCPU:-1", b"VCPU:",
    b"VCPU:1_0", b"VCPU:%D9%A3", b"VCPU:1:1", b"COMPUTE_NODE", b"!CUSTOM_RED",
    b"in:CUSTOM_RED,CUSTOM_BLUE", ZONE.encode(), b"in:" + ZONE.encode(), b"!in:" + ZONE.encode(),
    HOST_C.encode(), NOBODY.encode(), b"none", b"isolate", b"1", b"1000", b"_A,1", b"_A", b"true",
    b"startswith:CUSTOM%25", b"in:CUSTOM_RED", b"p1", b"all", b"INSTANCE", b"text",
)  # fmt: skip
HEADERS = (
    "OpenStack-API-Version", "Accept", "Content-Type", "Content-Length", "X-Auth-Token", "X-Roles",
    "OpenStack-System-Scope", "X-OpenStack-Request-ID", "Transfer-Encoding", "Host", "Expect",
    "X-Forwarded-Host", "Cookie", "If-Match", "Range", "Accept-Encoding", "Content-Encoding",
)  # fmt: skip
HEADER_VALUES = (
    "", " ", ",", ";", "\xff", "\x00", "é", "placement 1.39", "placement latest", "placement 1.x",
    "placement 1." + "9" * 400, "text/html", "*/*;q=x", "application/json;q=0", "-1", "1" * 400,
    "9" * 20, "x" * 5000, "gzip", "chunked", "100-continue", "req-x", "bytes=0-0", "../..",
)  # fmt: skip
NUMBERS = (0, -1, 1, 1.5, 2**31 - 1, 2**31, 2**63 - 1, 2**63, -(2**63) - 1, 10**400, 1e308, 1e-320)
TEXTS = (
    "", " ", "x", "\x00", "a\x00b", "\n", "\ud800", "\udfff\ud800", "\U0001f4a9", "ß", "é" * 200,
    "x" * 201, "x" * 70000, "' OR 1=1", "%s%n", "null", "CUSTOM_FUZZ", "VCPU", HOST_C, NOBODY,
    HOST_C.upper(), HOST_C.replace("-", ""), "{" + HOST_C + "}", "urn:uuid:" + HOST_C, "INSTANCE",
)  # fmt: skip

NO_JSON = (b"[" * 5000, b'{"a":' * 3000, b'{"name": NaN}', b"1e999999", b'"\\ud800"', b"\xff")


@dataclass(frozen=True, slots=True)
class Request:
    """One request as a WSGI server would pass it on."""

    method: str
    path: bytes
    body: bytes | None
    headers: Mapping[str, str]


def _atoms() -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), st.booleans(), some(NUMBERS), some(TEXTS), some(TEXTS))


def values() -> st.SearchStrategy[Any]:
    """Any JSON, preferring what hurts."""
    return st.recursive(
        _atoms(),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(some(TEXTS[:-4]), inner, max_size=3)
        ),
        max_leaves=4,
    )


def _good_bodies() -> tuple[Any, ...]:
    held = claim({HOST_C: {"VCPU": 1}})
    stock = {"VCPU": {"total": 16, "reserved": 0, "allocation_ratio": 2.5, "max_unit": 16}}
    whole = {"resource_provider_generation": 3, "inventories": stock}
    return (
        {"name": "fuzz", "uuid": NOBODY, "parent_provider_uuid": HOST_C},
        {"name": "CUSTOM_FUZZ"},
        whole,
        {"resource_class": "DISK_GB", "total": 5, "step_size": 1},
        {"resource_provider_generation": 3, "total": 5},
        {"resource_provider_generation": 3, "traits": ["COMPUTE_NODE"]},
        {"resource_provider_generation": 3, "aggregates": [ZONE]},
        [ZONE],
        held,
        {**held, "mappings": {"": [HOST_C]}, "consumer_generation": 1},
        {"allocations": [{"resource_provider": {"uuid": HOST_C}, "resources": {"VCPU": 1}}]},
        {consumer(1): held, consumer(50): held},
        {"inventories": {HOST_C: whole}, "allocations": {consumer(1): held}},
    )


@st.composite
def _spoilt(draw: st.DrawFn, good: int) -> Any:
    """A good body with one place in it replaced."""
    body = copy.deepcopy(_good_bodies()[good])
    node, parent, key = body, None, None
    for _ in range(draw(st.integers(1, 5))):
        if not isinstance(node, dict | list) or not node:
            break
        parent, key = node, draw(some(list(node if isinstance(node, dict) else range(len(node)))))
        node = parent[key]
    value = draw(values())
    if parent is None:
        return value
    if isinstance(parent, dict) and draw(some([True, False, False, False])):
        parent[draw(some(TEXTS[:-4]))] = value
    else:
        parent[key] = value
    return body


@st.composite
def _bodies(draw: st.DrawFn, good: int) -> bytes | None:
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return None
    if kind == 1:
        return draw(st.binary(max_size=40))
    if kind == 2:
        return draw(
            some([b"[" * 5000, b'{"a":' * 3000, b'{"name": NaN}', b"1e999999", b'"\\ud800"'])
        )
    if kind == 3:
        return json.dumps(_good_bodies()[good]).encode()
    return json.dumps(draw(_spoilt(good))).encode()


@st.composite
def _paths(draw: st.DrawFn, route: str) -> bytes:
    junk = st.one_of(some(JUNK), st.binary(max_size=6))
    known = some([each.encode() for each in (*EVERYBODY, NOBODY)])
    provider = draw(st.one_of(known, known, known, junk))
    one = draw(st.one_of(some([consumer(number).encode() for number in range(1, 6)]), junk))
    name = draw(st.one_of(some(NAMES), junk))
    path = route.encode().replace(b"{provider}", provider).replace(b"{consumer}", one)
    path = path.replace(b"{name}", name)
    if draw(some([False] * 15 + [True])):
        path += draw(some([b"/", b"//", b"/..", b"%2F", b";a=b"]))
    if draw(some([True, False])):
        path += b"?" + draw(_queries())
    return path


@st.composite
def _queries(draw: st.DrawFn) -> bytes:
    junk = st.one_of(some(JUNK), st.binary(max_size=6))
    value = st.one_of(some(VALUES), some(VALUES), junk)
    pairs = draw(st.lists(st.tuples(st.one_of(some(KEYS), some(KEYS), junk), value), max_size=5))
    joined = draw(some([b"&", b"&", b"&", b";"])).join(b"=".join(pair) for pair in pairs)
    return joined + draw(some([b"", b"", b"&", b"&&=", b"&resources"]))


@st.composite
def requests(draw: st.DrawFn) -> Request:
    """Any hostile request."""
    if draw(st.booleans()):
        method, route, good = draw(some(WRITES))
    else:
        method, route, good = "GET", draw(some([*READS, *["/allocation_candidates", P] * 4])), 0
    if draw(some([False] * 9 + [True])):
        method = draw(some(METHODS))
    body = draw(_bodies(good)) if method != "GET" or draw(some([False] * 9 + [True])) else None
    headers = {
        "X-Auth-Token": draw(some(["admin"] * 9 + ["user:p1", ""])),
        "OpenStack-API-Version": f"placement 1.{draw(some([*range(40), *[39] * 20, 38, 28]))}",
        "X-Roles": "admin,service",
    }
    if body is not None:
        headers["Content-Type"] = "application/json"
    if draw(some([True, False, False, False])):
        headers[draw(some(HEADERS))] = draw(some(HEADER_VALUES))
    return Request(method, draw(_paths(route)), body, headers)
