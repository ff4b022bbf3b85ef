"""Every route with every method, at the versions at which routes appear and change."""

from __future__ import annotations

from collections.abc import Iterator

from differential.cloud import EVERYBODY, HOST_A, HOST_C, NOBODY, NUMA_A0, consumer
from differential.step import TURNS, VERSIONS, Step, step

METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "FETCH")
# Things that do not exist, so that the methods that write change nothing.
ROUTES = (
    "/",
    "/resource_classes",
    "/resource_classes/CUSTOM_NOT_THERE_{}",
    "/resource_classes/VCPU",
    "/resource_providers",
    f"/resource_providers/{NOBODY}",
    f"/resource_providers/{NOBODY}/inventories",
    f"/resource_providers/{NOBODY}/inventories/VCPU",
    f"/resource_providers/{NOBODY}/usages",
    f"/resource_providers/{NOBODY}/aggregates",
    f"/resource_providers/{NOBODY}/allocations",
    f"/resource_providers/{NOBODY}/traits",
    "/allocations",
    f"/allocations/{NOBODY}",
    "/allocation_candidates",
    "/traits",
    "/traits/HW_NOT_THERE",
    "/traits/COMPUTE_NODE",
    "/usages",
    "/reshaper",
)
NOWHERE = (
    "//",
    "/nothing",
    "/resource_providers/",
    f"/resource_providers/{NOBODY}/",
    f"/resource_providers/{NOBODY}/nothing",
    f"/resource_providers/{NOBODY}/inventories/",
    f"/resource_providers/{NOBODY}/inventories/VCPU/more",
    "/resource_providers//inventories",
    "/allocations/",
    "/traits/",
    "/usages/",
    "/reshaper/",
    "/Resource_Providers",
    "/resource_providers?",
    "/resource_providers/?name=a",
    "/placement",
    "/placement/resource_providers",
    "/favicon.ico",
    "/v1",
)
READS = (
    "/",
    "/resource_classes",
    "/resource_classes/CUSTOM_FPGA",
    "/resource_classes/VCPU",
    "/resource_providers",
    *(f"/resource_providers/{HOST_C}{more}" for more in ("", "/inventories", "/usages")),
    *(f"/resource_providers/{HOST_C}/{more}" for more in ("aggregates", "traits", "allocations")),
    f"/resource_providers/{HOST_C}/inventories/VCPU",
    f"/resource_providers/{NUMA_A0}",
    f"/resource_providers/{NUMA_A0}/aggregates",
    f"/allocations/{consumer(2)}",
    f"/allocations/{consumer(4)}",
    f"/allocations/{NOBODY}",
    "/traits",
    "/traits?associated=true",
    "/traits?name=startswith:CUSTOM_",
    "/traits/CUSTOM_RED",
    "/usages?project_id=p1",
    "/usages?project_id=p1&user_id=u2",
    "/usages?project_id=nobody",
)
SUBRESOURCES = ("", "/inventories", "/usages", "/aggregates", "/traits", "/allocations")


def every_method() -> Iterator[Step]:
    """Each method on each route and on what is no route, without a body."""
    for version in ("1.0", "1.9", "1.39"):
        for path in (*ROUTES, *NOWHERE):
            for method in METHODS:
                yield step(method, path.format(version.replace(".", "_")), version=version)


def every_version() -> Iterator[Step]:
    """Each thing that can be read, at every version."""
    for path in READS:
        for version in VERSIONS:
            yield step("GET", path, version=version)


def everything() -> Iterator[Step]:
    """Each provider with all that hangs on it, at the turns."""
    for uuid in EVERYBODY:
        for more in SUBRESOURCES:
            for version in ("1.0", "1.14", "1.39"):
                yield step("GET", f"/resource_providers/{uuid}{more}", version=version)


def nothing_there() -> Iterator[Step]:
    """What is missing, or is no UUID, at the turns."""
    for version in TURNS:
        for path in ROUTES[5:12]:
            yield step("GET", path, version=version)
    for word in ("x", "VCPU", "null", HOST_A.upper(), HOST_A.replace("-", ""), "%7b" + HOST_A):
        for more in SUBRESOURCES:
            yield step("GET", f"/resource_providers/{word}{more}")
        yield step("GET", f"/allocations/{word}")
        yield step("DELETE", f"/allocations/{word}")
        yield step("GET", f"/resource_classes/{word}")
        yield step("GET", f"/traits/{word}")
        yield step("GET", f"/resource_providers/{HOST_C}/inventories/{word}")
        yield step("DELETE", f"/resource_providers/{HOST_C}/inventories/{word}")
