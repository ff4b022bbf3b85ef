"""Query strings: of the lists, of usages and above all of the allocation candidates."""

from __future__ import annotations

from collections.abc import Iterator

from differential.cloud import (
    DISK,
    HOST_A,
    HOST_B,
    LONELY,
    NIC_A0,
    NOBODY,
    NUMA_A0,
    SHARED,
    ZONE,
)
from differential.step import VERSIONS, Step, step

RESOURCES = (
    "VCPU:1",
    "VCPU:1,MEMORY_MB:256",
    "VCPU:8,MEMORY_MB:4096",
    "VCPU:9",
    "VCPU:1,MEMORY_MB:256,DISK_GB:10",
    "DISK_GB:10",
    "DISK_GB:91",
    "DISK_GB:7",
    "CUSTOM_FPGA:1",
    "CUSTOM_FPGA:2",
    "CUSTOM_GOLD:1",
    "SRIOV_NET_VF:1",
    "SRIOV_NET_VF:3",
    "MEMORY_MB:300",
    "",
    "VCPU",
    "VCPU:",
    ":1",
    "VCPU:0",
    "VCPU:-1",
    "VCPU:a",
    "VCPU:1.5",
    "VCPU:1:2",
    "VCPU:1,",
    ",VCPU:1",
    "VCPU:1,VCPU:2",
    "VCPU:%201",
    "%20VCPU:1",
    "VCPU:1%20",
    "VCPU:%2B1",
    "VCPU:1_0",
    "VCPU:01",
    "vcpu:1",
    "NO_SUCH:1",
    "CUSTOM_NO_SUCH:1,VCPU:1",
    "VCPU:99999999999999999999",
    "VCPU:2147483648",
    "VCPU:%D9%A3",
    "%C3%9F:1",
    "VCPU:1;MEMORY_MB:1",
)
REQUIRED = (
    "COMPUTE_NODE",
    "CUSTOM_RED",
    "CUSTOM_GREEN",
    "!CUSTOM_RED",
    "!CUSTOM_GREEN",
    "CUSTOM_RED,!CUSTOM_BLUE",
    "CUSTOM_RED,!CUSTOM_RED",
    "!!CUSTOM_RED",
    "!",
    "",
    ",",
    "CUSTOM_RED,",
    "NO_SUCH",
    "!NO_SUCH",
    "NO_SUCH,NO_2",
    "in:CUSTOM_RED,CUSTOM_BLUE",
    "in:CUSTOM_RED",
    "in:",
    "in:CUSTOM_RED,",
    "in:!CUSTOM_RED",
    "!in:CUSTOM_RED,CUSTOM_BLUE",
    "in:NO_SUCH,CUSTOM_RED",
    "in:CUSTOM_RED,CUSTOM_BLUE&required=!CUSTOM_GREEN",
    "in:CUSTOM_RED&required=!CUSTOM_RED",
    "COMPUTE_NODE&required=CUSTOM_RED",
    "COMPUTE_NODE&required=!COMPUTE_NODE",
    "%20CUSTOM_RED",
    "CUSTOM_RED%20,%20COMPUTE_NODE",
    "custom_red",
    "%C3%9F",
    "HW_NUMA_ROOT",
)
MEMBER_OF = (
    ZONE,
    SHARED,
    LONELY,
    NOBODY,
    ZONE.upper(),
    ZONE.replace("-", ""),
    "x",
    "",
    ",",
    f"in:{ZONE},{SHARED}",
    f"in:{ZONE}",
    "in:",
    f"in:{ZONE},",
    "in:x",
    f"{ZONE},{SHARED}",
    f"!{ZONE}",
    f"!in:{ZONE},{SHARED}",
    f"!{ZONE},{SHARED}",
    f"!in:{ZONE}",
    "!x",
    "!",
    "!in:",
    f"in:!{ZONE}",
    f"in:{ZONE},!{SHARED}",
    f"!!{ZONE}",
    f"{ZONE}&member_of={SHARED}",
    f"{ZONE}&member_of=!{SHARED}",
    f"{ZONE}&member_of=!{ZONE}",
    f"in:{ZONE},{LONELY}&member_of=in:{SHARED},{LONELY}",
)
IN_TREE = (HOST_A, NUMA_A0, NIC_A0, DISK, NOBODY, "x", "", HOST_A.upper(), HOST_A.replace("-", ""))
LIMITS = (
    "1",
    "2",
    "1000",
    "0",
    "-1",
    "01",
    "a",
    "",
    "1.5",
    "99999999999999999999",
    "%2B1",
    "1&limit=2",
)
CPU, NIC = "resources_CPU=VCPU:1,MEMORY_MB:256", "resources_NIC=SRIOV_NET_VF:1"
GRANULAR = (
    "resources1=VCPU:1",
    "resources1=VCPU:1&resources2=VCPU:1",
    "resources1=VCPU:1&resources2=VCPU:1&group_policy=none",
    "resources1=VCPU:1&resources2=VCPU:1&group_policy=isolate",
    "resources1=VCPU:1&resources2=VCPU:1&group_policy=",
    "resources1=VCPU:1&resources2=VCPU:1&group_policy=foo",
    "resources1=VCPU:1&group_policy=none&group_policy=isolate",
    "resources=DISK_GB:5&resources1=VCPU:1&resources2=SRIOV_NET_VF:1&group_policy=none",
    "resources=DISK_GB:5&resources1=VCPU:1,MEMORY_MB:256&resources2=SRIOV_NET_VF:2&group_policy=isolate",
    "resources1=VCPU:1&required1=HW_NUMA_ROOT",
    "resources1=VCPU:1&required1=!HW_NUMA_ROOT",
    "resources1=SRIOV_NET_VF:1&required1=CUSTOM_GREEN&resources2=VCPU:1&group_policy=none",
    f"resources1=VCPU:1&member_of1={ZONE}",
    f"resources1=VCPU:1&member_of1={LONELY}",
    f"resources1=VCPU:1&in_tree1={HOST_A}",
    f"resources1=VCPU:1&in_tree1={NUMA_A0}&resources2=VCPU:1&in_tree2={HOST_B}&group_policy=none",
    "resources0=VCPU:1",
    "resources01=VCPU:1",
    "resources1=VCPU:1&resources1=VCPU:2",
    "resources_A=VCPU:1",
    "resources-a_B9=VCPU:1",
    "resources.a=VCPU:1",
    "resources%20=VCPU:1",
    "resources" + "x" * 64 + "=VCPU:1",
    "resources" + "x" * 65 + "=VCPU:1",
    "required1=CUSTOM_RED",
    "resources=VCPU:1&required1=CUSTOM_RED",
    f"resources=VCPU:1&member_of1={ZONE}",
    f"resources=VCPU:1&in_tree1={HOST_A}",
    f"in_tree={HOST_A}",
    f"{CPU}&{NIC}&group_policy=none",
    f"{CPU}&{NIC}&group_policy=none&same_subtree=_CPU,_NIC",
    f"{CPU}&{NIC}&group_policy=none&same_subtree=_NIC,_CPU&limit=1000",
    f"{CPU}&{NIC}&group_policy=none&same_subtree=_CPU",
    f"{CPU}&{NIC}&group_policy=none&same_subtree=_CPU,_NIC,_MORE",
    f"{CPU}&{NIC}&group_policy=none&same_subtree=",
    f"{CPU}&{NIC}&group_policy=none&same_subtree=_CPU,,_NIC",
    f"{CPU}&{NIC}&group_policy=none&same_subtree=_CPU,_NIC&required_NIC=CUSTOM_GREEN",
    f"{CPU}&{NIC}&group_policy=isolate&same_subtree=_CPU,_NIC&required_NIC=!CUSTOM_GREEN",
    f"{NIC}&required_N=HW_NUMA_ROOT&same_subtree=_N,_NIC&group_policy=none",
    f"{CPU}&{NIC}&required_H=COMPUTE_NODE&same_subtree=_H,_CPU&same_subtree=_H,_NIC&group_policy=none",
    "required_H=COMPUTE_NODE&same_subtree=_H",
    "required_H=COMPUTE_NODE&resources=VCPU:1",
    "resources_A=VCPU:1&resources_B=VCPU:1&resources_C=VCPU:1&group_policy=isolate",
    "resources_A=VCPU:1&resources_B=VCPU:1&resources_C=VCPU:1&group_policy=none",
    "resources_A=VCPU:5&resources_B=VCPU:5&group_policy=none",
    "resources=VCPU:1&root_required=COMPUTE_NODE",
    "resources=VCPU:1&root_required=!COMPUTE_NODE",
    "resources=VCPU:1&root_required=COMPUTE_NODE,!CUSTOM_RED",
    "resources=VCPU:1&root_required=CUSTOM_RED,!CUSTOM_RED",
    "resources=VCPU:1&root_required=in:CUSTOM_RED",
    "resources=VCPU:1&root_required=",
    "resources=VCPU:1&root_required=NO_SUCH",
    "resources=VCPU:1&root_required=COMPUTE_NODE&root_required=CUSTOM_RED",
    "resources_A=DISK_GB:5&resources_B=VCPU:1,MEMORY_MB:256&group_policy=isolate",
    "resources_A=DISK_GB:5&resources_B=CUSTOM_FPGA:1&group_policy=isolate",
    "resources=DISK_GB:5,VCPU:1&resources_B=CUSTOM_FPGA:1",
)
PROVIDER_LISTS = (
    "name=host-a",
    "name=HOST-A",
    "name=",
    "name=nobody",
    "name=%F0%9F%92%A9",
    "name=%FF",
    "name=%00",
    "name=host-a&name=host-b",
    "name=host-a%20numa%200",
    "name=host-a+numa+0",
    f"uuid={HOST_A}",
    f"uuid={HOST_A.upper()}",
    f"uuid={HOST_A.replace('-', '')}",
    f"uuid={{{HOST_A}}}",
    "uuid=x",
    "uuid=",
    f"uuid={NOBODY}",
    f"uuid={HOST_A}&name=host-b",
    "unknown=1",
    "Name=a",
    "limit=1",
    "name",
    "=",
    "&",
    "&&name=host-a&",
    "name=host-a;uuid=x",
    "%6Eame=host-a",
    f"resources=VCPU:1&required=CUSTOM_RED&in_tree={HOST_A}",
    f"resources=VCPU:1&member_of={ZONE}&in_tree={NUMA_A0}",
)


def provider_lists() -> Iterator[Step]:
    """GET /resource_providers with each filter, at every version at which one may appear."""
    versions = ("1.0", "1.3", "1.4", "1.14", "1.18", "1.22", "1.24", "1.31", "1.32", "1.39")
    filters = [
        *PROVIDER_LISTS,
        *(f"resources={value}" for value in RESOURCES),
        *(f"required={value}" for value in REQUIRED),
        *(f"member_of={value}" for value in MEMBER_OF),
        *(f"in_tree={value}" for value in IN_TREE),
    ]
    for version in versions:
        for query in filters:
            yield step("GET", f"/resource_providers?{query}", version=version)


def name_lists() -> Iterator[Step]:
    """GET of traits, resource classes and usages with queries."""
    for query in (
        "name=in:CUSTOM_RED,CUSTOM_BLUE",
        "name=in:CUSTOM_RED,NO_SUCH",
        "name=in:",
        "name=startswith:CUSTOM_R",
        "name=startswith:",
        "name=startswith:custom",
        "name=startswith:CUSTOM%25",
        "name=startswith:C_STOM",
        "name=CUSTOM_RED",
        "name=eq:CUSTOM_RED",
        "name=",
        "name=:",
        "associated=true",
        "associated=false&name=startswith:CUSTOM_",
        "associated=TRUE",
        "associated=1",
        "associated=",
        "name=startswith:CUSTOM_&associated=true",
        "name=in:CUSTOM_RED&name=in:CUSTOM_BLUE",
        "unknown=1",
        "name=%FF",
    ):
        for version in ("1.5", "1.6", "1.39"):
            yield step("GET", f"/traits?{query}", version=version)
            yield step("GET", f"/resource_classes?{query}", version=version)
    for query in (
        "",
        "project_id=p1",
        "project_id=p2",
        "project_id=",
        "project_id=" + "x" * 255,
        "project_id=" + "x" * 256,
        "project_id=p1&user_id=u1",
        "project_id=p1&user_id=",
        "user_id=u1",
        "project_id=p1&project_id=p2",
        "project_id=p1&consumer_type=INSTANCE",
        "project_id=p2&consumer_type=all",
        "project_id=p2&consumer_type=unknown",
        "project_id=p2&consumer_type=UNKNOWN",
        "project_id=p2&consumer_type=MIGRATION",
        "project_id=p2&consumer_type=NO_SUCH",
        "project_id=p2&consumer_type=instance",
        "project_id=p2&consumer_type=allthings",
        "project_id=p2&consumer_type=",
        "project_id=p2&user_id=u2&consumer_type=all",
        "project_id=p1&unknown=1",
        "project_id=%FF",
        "project_id=%00",
    ):
        for version in ("1.8", "1.9", "1.37", "1.38", "1.39"):
            yield step("GET", f"/usages?{query}", version=version)
    yield step("GET", f"/resource_providers/{HOST_A}?unknown=1")
    yield step("GET", f"/resource_providers/{HOST_A}/inventories?unknown=1")
    yield step("GET", f"/allocations/{NOBODY}?unknown=1")


def candidates() -> Iterator[Step]:
    """GET /allocation_candidates, each parameter at every version at which it may appear."""
    for version in VERSIONS[9:]:
        yield step("GET", "/allocation_candidates?resources=VCPU:1,MEMORY_MB:256", version=version)
        yield step("GET", "/allocation_candidates?resources=VCPU:1,DISK_GB:10", version=version)
        yield step("GET", f"/allocation_candidates?{GRANULAR[7]}", version=version)
    for version in ("1.10", "1.12", "1.17", "1.21", "1.22", "1.25", "1.29", "1.32", "1.36", "1.39"):
        for query in _plain():
            yield step("GET", f"/allocation_candidates?{query}", version=version)
    for version in ("1.24", "1.25", "1.28", "1.29", "1.33", "1.35", "1.36", "1.39"):
        for query in GRANULAR:
            yield step("GET", f"/allocation_candidates?{query}", version=version)
            if version in ("1.29", "1.39"):
                yield step("GET", f"/allocation_candidates?{query}&limit=1", version=version)


def _plain() -> Iterator[str]:
    yield from ("", "limit=1", "unknown=1", "resources=VCPU:1&unknown=1", "resources")
    yield from (f"resources={value}" for value in RESOURCES)
    yield from (f"resources=VCPU:1&limit={value}" for value in LIMITS)
    yield from (f"resources=VCPU:1&required={value}" for value in REQUIRED)
    yield from (f"resources=VCPU:1&member_of={value}" for value in MEMBER_OF)
    yield from (f"resources=VCPU:1&in_tree={value}" for value in IN_TREE)
    yield from (f"resources=VCPU:1,DISK_GB:10&required={value}" for value in REQUIRED[:6])
    yield from (f"resources=VCPU:1,DISK_GB:10&member_of={value}" for value in MEMBER_OF[:3])
    yield from (f"resources=VCPU:1,DISK_GB:10&in_tree={value}" for value in IN_TREE[:4])
    yield "resources=VCPU:1&resources=MEMORY_MB:256"
    yield "resources=VCPU:1&required=%FF"
    yield "resources=VCPU:1&%FF=1"
