"""Hosts, devices and shared disks that can be counted on one hand, and what explains them."""

from __future__ import annotations

from stowage.placement.model import Inventory
from stowage.placement.search.explain import explain
from stowage.placement.search.explanation import Explanation
from stowage.placement.search.index import SHARES, Index, ProviderRow
from stowage.placement.search.request import Request


def host(number: int, free: int, traits: str = "", **inventory: int) -> ProviderRow:
    """A host with 8 VCPU, all but ``free`` of them used."""
    vcpu = {"VCPU": Inventory(8, max_unit=inventory.get("max_unit", 8))}
    return ProviderRow(
        number,
        f"uuid-{number}",
        f"host-{number}",
        0,
        number,
        None,
        0.0,
        vcpu,
        {"VCPU": 8 - free},
        frozenset(traits),
    )


def explained(request: Request, *providers: ProviderRow) -> Explanation:
    index = Index()
    index.load(providers)
    return explain(index, request)


def devices() -> list[ProviderRow]:
    """Two devices below host 1."""
    return [
        ProviderRow(n, f"d{n}", f"d{n}", 0, 1, 1, inventories={"VF": Inventory(2)}) for n in (2, 3)
    ]


def disk(free: int) -> ProviderRow:
    """A provider that shares its disk with aggregate a."""
    return ProviderRow(
        2, "uuid-2", "disk", 0, 2, None, 0.0, {"DISK": Inventory(free)}, {}, frozenset({SHARES}),
        frozenset({"a"}),
    )  # fmt: skip


def texts(explanation: Explanation) -> list[str]:
    return [miss.text for miss in explanation.near_misses]
