"""The clouds that are measured, as the REST calls that build them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

Call = tuple[str, str, dict[str, Any]]

ZONES = tuple(str(uuid.uuid5(uuid.NAMESPACE_OID, f"zone-{number}")) for number in range(10))
FLAT_TRAITS = ("COMPUTE_NODE", "HW_CPU_X86_AVX2", "STORAGE_DISK_SSD")
FLAT_STOCK = {
    "VCPU": {"total": 64, "allocation_ratio": 4.0, "max_unit": 64},
    "MEMORY_MB": {"total": 262144, "reserved": 512, "max_unit": 262144},
    "DISK_GB": {"total": 4000, "max_unit": 4000},
}
FLAT_ASK = "resources=VCPU:1,MEMORY_MB:512,DISK_GB:5"
PHYSNET = "CUSTOM_PHYSNET_BENCH"
TREE_ASK = (
    "resources_CPU=VCPU:2,MEMORY_MB:1024&resources_NIC=SRIOV_NET_VF:1"
    f"&required_NIC={PHYSNET}&same_subtree=_CPU,_NIC&group_policy=none"
)


def provider_id(name: str) -> str:
    """The same UUID for the same name in every run."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, name))


def flat_host(number: int) -> list[Call]:
    """A compute host as nova registers it: four writes."""
    name = f"host-{number:06}"
    place = f"/resource_providers/{provider_id(name)}"
    return [
        ("POST", "/resource_providers", {"name": name, "uuid": provider_id(name)}),
        ("PUT", f"{place}/inventories", _stock(0, FLAT_STOCK)),
        ("PUT", f"{place}/traits", _traits(1, FLAT_TRAITS)),
        (
            "PUT",
            f"{place}/aggregates",
            {"resource_provider_generation": 2, "aggregates": [ZONES[number % len(ZONES)]]},
        ),
    ]


def numa_tree(number: int) -> list[Call]:
    """A root, two NUMA cells with CPUs, two network functions under each: seven providers.

    One function of each cell is wired to the network asked for, so a tree has two candidates.
    """
    root = f"tree-{number:05}"
    calls = [_provider(root, None)]
    for cell in ("a", "b"):
        numa = f"{root}-numa-{cell}"
        calls.append(_provider(numa, root))
        stock = {"VCPU": {"total": 32}, "MEMORY_MB": {"total": 65536}}
        calls.append(("PUT", f"{_place(numa)}/inventories", _stock(0, stock)))
        for port, traits in (("0", [PHYSNET]), ("1", [])):
            nic = f"{numa}-nic-{port}"
            calls.append(_provider(nic, numa))
            stock = {"SRIOV_NET_VF": {"total": 8}}
            calls.append(("PUT", f"{_place(nic)}/inventories", _stock(0, stock)))
            if traits:
                calls.append(("PUT", f"{_place(nic)}/traits", _traits(1, traits)))
    return calls


def wide_host(devices: int) -> list[Call]:
    """One host with so many equal device providers, one unit each of a class of their own."""
    root, kind = f"wide-{devices}", device_class(devices)
    calls: list[Call] = [("PUT", f"/resource_classes/{kind}", {}), _provider(root, None)]
    for number in range(devices):
        device = f"{root}-device-{number}"
        calls.append(_provider(device, root))
        calls.append(("PUT", f"{_place(device)}/inventories", _stock(0, {kind: {"total": 1}})))
    return calls


def device_class(devices: int) -> str:
    """The resource class of the devices of ``wide_host(devices)``."""
    return f"CUSTOM_BENCH_DEVICE_{devices}"


def wide_ask(devices: int, groups: int) -> str:
    """A query for so many devices of that host, each on another provider."""
    kind = device_class(devices)
    asked = "&".join(f"resources{group}={kind}:1" for group in range(1, groups + 1))
    return f"/allocation_candidates?{asked}&group_policy=isolate&limit=100"


def claim_body(candidate: dict[str, Any]) -> dict[str, Any]:
    """The body of PUT /allocations/{consumer} that takes one candidate, as nova sends it."""
    return {
        "allocations": candidate["allocations"],
        "mappings": candidate["mappings"],
        "project_id": "bench-project",
        "user_id": "bench-user",
        "consumer_generation": None,
        "consumer_type": "INSTANCE",
    }


def consumers(amount: int, hosts: int) -> Iterator[Call]:
    """So many servers spread over the later half of the flat hosts: claims fill the first ones."""
    for number in range(amount):
        host = provider_id(f"host-{hosts - 1 - number % (hosts // 2):06}")
        resources = {"VCPU": 1, "MEMORY_MB": 512, "DISK_GB": 5}
        body = claim_body(
            {"allocations": {host: {"resources": resources}}, "mappings": {"": [host]}}
        )
        yield "PUT", f"/allocations/{consumer_id(number)}", body


def consumer_id(number: int) -> str:
    """The UUID of one server of ``consumers``."""
    return provider_id(f"consumer-{number}")


def _place(name: str) -> str:
    return f"/resource_providers/{provider_id(name)}"


def _provider(name: str, parent: str | None) -> Call:
    body = {
        "name": name,
        "uuid": provider_id(name),
        "parent_provider_uuid": provider_id(parent) if parent else None,
    }
    return "POST", "/resource_providers", body


def _stock(generation: int, stock: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {"resource_provider_generation": generation, "inventories": stock}


def _traits(generation: int, names: Any) -> dict[str, Any]:
    return {"resource_provider_generation": generation, "traits": list(names)}
