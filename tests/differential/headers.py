"""What the headers of a request can say: version, token, roles, Accept, Content-Type."""

from __future__ import annotations

from collections.abc import Iterator

from differential.cloud import HOST_A, NOBODY, consumer
from differential.step import Step, step

LIST = "/resource_providers"
VERSION_WORDS = (
    "placement latest",
    "placement 1.40",
    "placement 1.99",
    "placement 0.9",
    "placement 2.0",
    "placement 1",
    "placement 1.",
    "placement .1",
    "placement 1.x",
    "placement 1.1.1",
    "placement -1.1",
    "placement 1.05",
    "placement 01.5",
    "placement  1.5",
    "placement",
    "placement latest ",
    "Placement 1.5",
    "PLACEMENT 1.5",
    "1.5",
    "compute 2.1",
    "compute 2.1, placement 1.5",
    "placement 1.5, compute 2.1",
    "placement 1.5, placement 1.6",
    "placement 1.5,placement 1.6",
    "placement 1.5; placement 1.6",
    "placement, 1.5",
    "",
    ",",
    "garbage in it",
    "placement LATEST",
    "placement 1.²",
)
ACCEPTS = (
    "application/json",
    "*/*",
    "text/html",
    "text/plain",
    "application/*",
    "application/json;q=0",
    "application/json;q=0.5, text/html",
    "text/html, application/json;q=0.1",
    "text/html;q=0.9, */*;q=0.1",
    "application/vnd.api+json",
    "APPLICATION/JSON",
    "application/json; charset=utf-8",
    "",
    "junk",
    "junk/",
    "*",
    ";;;",
    "text/html, junk",
)
CONTENT_TYPES = (
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=latin-1",
    "APPLICATION/JSON",
    "text/plain",
    "text/html; charset=utf-8",
    "application/x-www-form-urlencoded",
    "application/vnd.api+json",
    "application/json, text/plain",
    "json",
    "",
)
TOKENS = ("admin", "admin:p1", "admin:", ":p1", "user", "user:p1", "user:p1:x", "", " ", "é")
ROLES = (
    "admin",
    "service",
    "reader",
    "member",
    "admin,service",
    "reader,member",
    "service,reader",
    "Admin",
    "ADMIN",
    "",
    ",",
    "admin ,service",
    " admin",
    "nothing",
)
GUARDED = (
    ("GET", LIST),
    ("GET", f"{LIST}/{HOST_A}"),
    ("GET", f"{LIST}/{HOST_A}/inventories"),
    ("GET", f"{LIST}/{HOST_A}/inventories/DISK_GB"),
    ("GET", f"{LIST}/{HOST_A}/usages"),
    ("GET", f"{LIST}/{HOST_A}/aggregates"),
    ("GET", f"{LIST}/{HOST_A}/traits"),
    ("GET", f"{LIST}/{HOST_A}/allocations"),
    ("GET", "/resource_classes"),
    ("GET", "/resource_classes/VCPU"),
    ("GET", "/traits"),
    ("GET", "/traits/COMPUTE_NODE"),
    ("GET", f"/allocations/{consumer(1)}"),
    ("GET", "/allocation_candidates?resources=VCPU:1"),
    ("GET", "/usages?project_id=p1"),
    ("GET", "/usages?project_id=p2"),
    ("GET", "/usages"),
    ("DELETE", f"{LIST}/{NOBODY}"),
    ("DELETE", f"{LIST}/{NOBODY}/inventories"),
    ("DELETE", f"{LIST}/{NOBODY}/inventories/VCPU"),
    ("DELETE", f"{LIST}/{NOBODY}/traits"),
    ("DELETE", "/resource_classes/CUSTOM_NOT_THERE"),
    ("DELETE", "/traits/CUSTOM_NOT_THERE"),
    ("DELETE", f"/allocations/{NOBODY}"),
    ("PUT", "/traits/COMPUTE_NODE"),
    ("PUT", "/resource_classes/VCPU"),
)
GUARDED_BODIES = (
    ("POST", LIST),
    ("PUT", f"{LIST}/{NOBODY}"),
    ("POST", f"{LIST}/{NOBODY}/inventories"),
    ("PUT", f"{LIST}/{NOBODY}/inventories"),
    ("PUT", f"{LIST}/{NOBODY}/inventories/VCPU"),
    ("PUT", f"{LIST}/{NOBODY}/aggregates"),
    ("PUT", f"{LIST}/{NOBODY}/traits"),
    ("POST", "/resource_classes"),
    ("POST", "/allocations"),
    ("PUT", f"/allocations/{NOBODY}"),
    ("POST", "/reshaper"),
)


def versions() -> Iterator[Step]:
    """The version header, as it may be and as it may not."""
    for word in VERSION_WORDS:
        for path in ("/", LIST, "/traits", "/nothing"):
            yield step("GET", path, None, None, OpenStack_API_Version=word)
        yield step("POST", LIST, {"name": 1}, None, OpenStack_API_Version=word)
    yield step("GET", LIST, None, None)
    yield step("GET", "/", None, None)
    yield step("GET", LIST, None, None, X_OpenStack_Placement_API_Version="1.14")
    yield step("GET", LIST, None, None, OpenStack_Placement_API_Version="1.14")


def media() -> Iterator[Step]:
    """Accept and Content-Type."""
    for accept in ACCEPTS:
        for path in ("/", LIST, f"{LIST}/{NOBODY}", "/traits", "/nothing", "/usages"):
            yield step("GET", path, Accept=accept)
        yield step("PATCH", LIST, Accept=accept)
        yield step("POST", LIST, {}, Accept=accept)
        yield step("GET", LIST, None, "9.9", Accept=accept)
        yield step("DELETE", f"/allocations/{NOBODY}", Accept=accept)
    for kind in CONTENT_TYPES:
        for method, path in GUARDED_BODIES:
            yield step(method, path, {}, Content_Type=kind)
        yield step("GET", LIST, {}, Content_Type=kind)
    for method, path in GUARDED_BODIES:
        yield step(method, path, {}, Content_Type=None)
        yield step(method, path)
        yield step(method, path, raw=b"")


def actors() -> Iterator[Step]:
    """Tokens, roles and scope of the noauth2 strategy."""
    for path in ("/", LIST, "/usages?project_id=p1", "/nothing"):
        yield step("GET", path, token=None)
        yield step("GET", path, token=None, version=None)
        yield step("GET", path, token=None, version="9.9")
        for token in TOKENS:
            yield step("GET", path, token=token)
    for roles in ROLES:
        for token in ("user:p1", "user:p2", "admin"):
            for method, path in GUARDED:
                yield step(method, path, token=token, X_Roles=roles)
    for roles in ("admin", "service", "reader"):
        for method, path in GUARDED_BODIES:
            yield step(method, path, {}, token="user:p1", X_Roles=roles)
            yield step(method, path, {}, "1.0", token="user:p1", X_Roles=roles)
        for scope in ("all", "", "none"):
            for path in (LIST, "/usages?project_id=p1", "/usages?project_id=user"):
                for token in ("user:p1", "user"):
                    yield step(
                        "GET", path, token=token, X_Roles=roles, OpenStack_System_Scope=scope
                    )


def sundry() -> Iterator[Step]:
    """Request ids, methods in a header, lengths that are none, origins."""
    given = "req-11111111-2222-4333-8444-555555555555"
    for name in ("X_OpenStack_Request_ID", "X_Compute_Request_Id"):
        for value in (given, "junk", ""):
            yield step("GET", LIST, **{name: value})
            yield step("GET", "/nothing", **{name: value})
    yield step("POST", LIST, X_HTTP_Method_Override="GET")
    yield step("GET", LIST, Origin="http://example.org")
    yield step("OPTIONS", LIST, Origin="http://example.org", Access_Control_Request_Method="GET")
    yield step("GET", LIST, X_Forwarded_Proto="https", X_Forwarded_Host="example.org")
    yield step("GET", LIST, If_Modified_Since="Mon, 30 Nov 2099 00:00:00 GMT")
    yield step("GET", LIST, Range="bytes=0-10")
