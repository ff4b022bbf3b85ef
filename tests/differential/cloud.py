"""The cloud that the conversations are about: trees, sharing, traits, aggregates, claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from differential.step import Step, step


def rp(number: int) -> str:
    """UUID of a provider."""
    return f"aaaaaaaa-0000-4000-8000-{number:012}"


def agg(number: int) -> str:
    """UUID of an aggregate."""
    return f"bbbbbbbb-0000-4000-8000-{number:012}"


def consumer(number: int) -> str:
    """UUID of a consumer."""
    return f"cccccccc-0000-4000-8000-{number:012}"


NOBODY = "dddddddd-0000-4000-8000-000000000000"
HOST_A, HOST_B, HOST_C, DISK, BARE = (rp(number) for number in (1, 2, 3, 4, 5))
NUMA_A0, NUMA_A1, NIC_A0, NIC_A1 = (rp(number) for number in (11, 12, 13, 14))
NUMA_B0, NUMA_B1, NIC_B0, NIC_B1 = (rp(number) for number in (21, 22, 23, 24))
ZONE, SHARED, LONELY = agg(1), agg(2), agg(3)
EVERYBODY = (HOST_A, HOST_B, HOST_C, DISK, BARE, NUMA_A0, NUMA_A1, NIC_A0, NIC_A1)
EVERYBODY += (NUMA_B0, NUMA_B1, NIC_B0, NIC_B1)


def build() -> Iterator[Step]:
    """The calls that make it, all of them at 1.39 and all of them successful."""
    for name in ("CUSTOM_FPGA", "CUSTOM_GOLD"):
        yield step("PUT", f"/resource_classes/{name}")
    for name in ("CUSTOM_RED", "CUSTOM_BLUE", "CUSTOM_GREEN", "CUSTOM_UNUSED"):
        yield step("PUT", f"/traits/{name}")
    yield from _trees()
    yield from _stock()
    yield from _qualities()
    yield from _claims()


def claim(
    amounts: dict[str, dict[str, int]],
    generation: int | None = None,
    project: str = "p1",
    user: str = "u1",
    kind: str = "INSTANCE",
) -> dict[str, Any]:
    """A body of PUT /allocations/{consumer} at 1.38 and later."""
    return {
        "allocations": {uuid: {"resources": held} for uuid, held in amounts.items()},
        "project_id": project,
        "user_id": user,
        "consumer_generation": generation,
        "consumer_type": kind,
    }


def _trees() -> Iterator[Step]:
    for name, uuid, parent in (
        ("host-a", HOST_A, None),
        ("host-b", HOST_B, None),
        ("host-c", HOST_C, None),
        ("disk-pool", DISK, None),
        ("bare", BARE, None),
        ("host-a numa 0", NUMA_A0, HOST_A),
        ("host-a numa 1", NUMA_A1, HOST_A),
        ("host-a nic 0", NIC_A0, NUMA_A0),
        ("host-a nic 1", NIC_A1, NUMA_A1),
        ("host-b numa 0", NUMA_B0, HOST_B),
        ("host-b numa 1", NUMA_B1, HOST_B),
        ("host-b nic 0", NIC_B0, NUMA_B0),
        ("host-b nic 1", NIC_B1, NUMA_B1),
    ):
        body = {"name": name, "uuid": uuid, "parent_provider_uuid": parent}
        yield step("POST", "/resource_providers", body)


def _stock() -> Iterator[Step]:
    numa = {"VCPU": {"total": 8}, "MEMORY_MB": {"total": 4096, "step_size": 256}}
    for uuid, inventories in (
        (HOST_A, {"DISK_GB": {"total": 100, "reserved": 10}}),
        (NUMA_A0, numa),
        (NUMA_A1, numa),
        (NUMA_B0, numa),
        (NUMA_B1, numa),
        (NIC_A0, {"SRIOV_NET_VF": {"total": 4}}),
        (NIC_A1, {"SRIOV_NET_VF": {"total": 4}}),
        (NIC_B0, {"SRIOV_NET_VF": {"total": 4, "min_unit": 2}}),
        (NIC_B1, {"SRIOV_NET_VF": {"total": 4, "max_unit": 2}}),
        (
            HOST_C,
            {
                "VCPU": {"total": 16, "allocation_ratio": 2.5, "max_unit": 16},
                "MEMORY_MB": {"total": 8192},
                "CUSTOM_FPGA": {"total": 2},
            },
        ),
        (DISK, {"DISK_GB": {"total": 1000, "min_unit": 5, "step_size": 5}}),
        (BARE, {"CUSTOM_GOLD": {"total": 1, "reserved": 1}}),
    ):
        body = {"resource_provider_generation": 0, "inventories": inventories}
        yield step("PUT", f"/resource_providers/{uuid}/inventories", body)


def _qualities() -> Iterator[Step]:
    for uuid, traits, aggregates in (
        (HOST_A, ["COMPUTE_NODE", "CUSTOM_RED"], [ZONE]),
        (HOST_B, ["COMPUTE_NODE", "CUSTOM_BLUE"], [ZONE, SHARED]),
        (HOST_C, ["COMPUTE_NODE"], [SHARED]),
        (DISK, ["MISC_SHARES_VIA_AGGREGATE", "STORAGE_DISK_SSD"], [SHARED]),
        (NUMA_A0, ["HW_NUMA_ROOT", "CUSTOM_RED"], []),
        (NUMA_B0, ["HW_NUMA_ROOT"], [LONELY]),
        (NIC_A0, ["CUSTOM_GREEN"], []),
        (NIC_B1, ["CUSTOM_GREEN", "CUSTOM_RED"], []),
    ):
        # A provider without inventory has not been written to yet.
        generation = 0 if uuid == HOST_B else 1
        body = {"resource_provider_generation": generation, "traits": traits}
        yield step("PUT", f"/resource_providers/{uuid}/traits", body)
        body = {"resource_provider_generation": generation + 1, "aggregates": aggregates}
        yield step("PUT", f"/resource_providers/{uuid}/aggregates", body)


def _claims() -> Iterator[Step]:
    for number, amounts, project, user, kind in (
        (
            1,
            {NUMA_A0: {"VCPU": 2, "MEMORY_MB": 512}, NIC_A0: {"SRIOV_NET_VF": 1}},
            1,
            1,
            "INSTANCE",
        ),
        (2, {HOST_C: {"VCPU": 4, "MEMORY_MB": 1024}, DISK: {"DISK_GB": 50}}, 1, 2, "INSTANCE"),
        (3, {HOST_C: {"CUSTOM_FPGA": 1}}, 2, 1, "MIGRATION"),
    ):
        body = claim(amounts, None, f"p{project}", f"u{user}", kind)
        yield step("PUT", f"/allocations/{consumer(number)}", body)
    body = claim({HOST_C: {"VCPU": 1}}, project="p2", user="u2")
    del body["consumer_type"]
    yield step("PUT", f"/allocations/{consumer(4)}", body, "1.36")
