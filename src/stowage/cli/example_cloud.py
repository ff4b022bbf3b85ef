"""A small cloud to try things on: as data, and how it is loaded through the API.

Two big hosts with two NUMA nodes each, one of them with two GPUs, that keep their disks on a shared
Ceph; two plain hosts with disks of their own, one of them at the edge; three servers.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stowage.cli.client import Client

_NAMESPACE = uuid.UUID("b1f3b7ac-6b1b-4d57-9f0a-9d0e6f1a2c3d")
_AGGREGATE = "storage-of-row-1"
_PROJECT = "demo"


def uuid_of(name: str) -> str:
    """The UUID that a thing of the example has, always the same."""
    return str(uuid.uuid5(_NAMESPACE, name))


@dataclass(frozen=True, slots=True)
class Node:
    """One provider of the example; ``inventory`` maps a class to what is not the default."""

    name: str
    parent: str | None = None
    inventory: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    traits: tuple[str, ...] = ()
    aggregates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Server:
    """One consumer of the example, and what it holds of which provider."""

    name: str
    holds: Mapping[str, Mapping[str, int]]


def _host(name: str, *traits: str, **inventory: Mapping[str, float]) -> Node:
    return Node(name, None, inventory, ("COMPUTE_NODE", "HW_CPU_X86_AVX2", *traits))


def _on_ceph(name: str) -> Node:
    return Node(name, traits=("COMPUTE_NODE", "CUSTOM_ROW_1"), aggregates=(_AGGREGATE,))


def _numa(host: str, number: int) -> Node:
    inventory: dict[str, dict[str, float]] = {
        "VCPU": {"total": 32, "allocation_ratio": 4.0},
        "MEMORY_MB": {"total": 131072, "reserved": 4096, "step_size": 64},
    }
    return Node(f"{host}_NUMA{number}", host, inventory, ("HW_NUMA_ROOT", "HW_CPU_X86_AVX512F"))


def _gpu(host: str, number: int) -> Node:
    inventory = {"VGPU": {"total": 8, "max_unit": 2}}
    return Node(f"{host}_GPU{number}", f"{host}_NUMA{number}", inventory, ("CUSTOM_GPU_A16",))


NODES: tuple[Node, ...] = (
    Node(
        "ceph-ssd",
        inventory={"DISK_GB": {"total": 200000, "reserved": 10000}},
        traits=("MISC_SHARES_VIA_AGGREGATE", "STORAGE_DISK_SSD"),
        aggregates=(_AGGREGATE,),
    ),
    _on_ceph("kvm-1"),
    _numa("kvm-1", 0),
    _numa("kvm-1", 1),
    _on_ceph("kvm-2"),
    _numa("kvm-2", 0),
    _numa("kvm-2", 1),
    _gpu("kvm-2", 0),
    _gpu("kvm-2", 1),
    _host(
        "kvm-3",
        VCPU={"total": 48, "allocation_ratio": 4.0},
        MEMORY_MB={"total": 196608, "reserved": 2048},
        DISK_GB={"total": 4000},
    ),
    _host(
        "edge-1",
        "CUSTOM_EDGE",
        VCPU={"total": 8},
        MEMORY_MB={"total": 16384, "reserved": 1024},
        DISK_GB={"total": 500},
    ),
)

SERVERS: tuple[Server, ...] = (
    Server("web-1", {"kvm-3": {"VCPU": 4, "MEMORY_MB": 8192, "DISK_GB": 40}}),
    Server(
        "database-1",
        {"kvm-1_NUMA0": {"VCPU": 16, "MEMORY_MB": 65536}, "ceph-ssd": {"DISK_GB": 500}},
    ),
    Server(
        "training-1",
        {
            "kvm-2_NUMA0": {"VCPU": 8, "MEMORY_MB": 32768},
            "kvm-2_GPU0": {"VGPU": 2},
            "ceph-ssd": {"DISK_GB": 200},
        },
    ),
)


def load(client: Client) -> int:
    """Make whatever of the example is missing; returns how many things were made.

    What is there is left as it is, whatever was done to it since.
    Raises Failure when the service refuses.
    """
    for trait in sorted({name for node in NODES for name in node.traits}):
        if trait.startswith("CUSTOM_"):
            client.must("PUT", f"/traits/{trait}")
    made = sum(_make_node(client, node) for node in NODES)
    return made + sum(_make_server(client, server) for server in SERVERS)


def _make_node(client: Client, node: Node) -> bool:
    path = f"/resource_providers/{uuid_of(node.name)}"
    status, _ = client.ask("GET", path)
    if status == 200:
        return False
    provider = {"name": node.name, "uuid": uuid_of(node.name)}
    if node.parent:
        provider["parent_provider_uuid"] = uuid_of(node.parent)
    generation = client.must("POST", "/resource_providers", provider)["generation"]
    for part, content in _parts(node).items():
        content["resource_provider_generation"] = generation
        answer = client.must("PUT", f"{path}/{part}", content)
        generation = answer["resource_provider_generation"]
    return True


def _parts(node: Node) -> dict[str, dict[str, Any]]:
    parts: dict[str, dict[str, Any]] = {}
    if node.inventory:
        parts["inventories"] = {"inventories": dict(node.inventory)}
    if node.traits:
        parts["traits"] = {"traits": list(node.traits)}
    if node.aggregates:
        parts["aggregates"] = {"aggregates": [uuid_of(name) for name in node.aggregates]}
    return parts


def _make_server(client: Client, server: Server) -> bool:
    path = f"/allocations/{uuid_of(server.name)}"
    if client.must("GET", path)["allocations"]:
        return False
    client.must(
        "PUT",
        path,
        {
            "allocations": {
                uuid_of(name): {"resources": amounts} for name, amounts in server.holds.items()
            },
            "consumer_generation": None,
            "consumer_type": "INSTANCE",
            "project_id": uuid_of(_PROJECT),
            "user_id": uuid_of("user of " + _PROJECT),
        },
    )
    return True
