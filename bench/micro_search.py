"""How long the search itself takes, in one process, on clouds made up in memory.

Run ``python bench/micro_search.py``; the floors are milliseconds on one core of a small machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from stowage.placement.model import Inventory
from stowage.placement.search.combine import search
from stowage.placement.search.index import SHARES, Index, ProviderRow
from stowage.placement.search.request import Group, Options, Request

TRAITS = frozenset(f"CUSTOM_T{number}" for number in range(40))


def provider(number: int, root: int, parent: int | None, **amounts: int) -> ProviderRow:
    """One provider with inventory of these classes."""
    return ProviderRow(
        id=number,
        uuid=str(UUID(int=number)),
        name=f"provider-{number}",
        generation=0,
        root_id=root,
        parent_id=parent,
        inventories={name: Inventory(total) for name, total in amounts.items()},
        traits=TRAITS,
    )


def flat(hosts: int) -> Index:
    """Hosts with three classes each."""
    return _index(
        [
            provider(number, number, None, VCPU=64, MEMORY_MB=262144, DISK_GB=2000)
            for number in range(1, hosts + 1)
        ]
    )


def numa(trees: int) -> Index:
    """A root, two nodes below it, two devices below each."""
    rows = []
    for first in range(1, 7 * trees + 1, 7):
        rows.append(provider(first, first, None, DISK_GB=2000))
        for node in (first + 1, first + 4):
            rows.append(provider(node, first, first, VCPU=16))
            rows.append(provider(node + 1, first, node, CUSTOM_VF=8))
            rows.append(provider(node + 2, first, node, CUSTOM_GPU=1))
    return _index(rows)


def sharing(hosts: int, disks: int) -> Index:
    """Hosts without disks; each disk serves an equal share of them."""
    rows = []
    for number in range(1, hosts + 1):
        aggregate = frozenset({f"rack-{number % disks}"})
        host = provider(number, number, None, VCPU=64, MEMORY_MB=262144)
        rows.append(replace(host, aggregates=aggregate))
    for disk in range(disks):
        shared = provider(hosts + 1 + disk, hosts + 1 + disk, None, DISK_GB=2_000_000)
        aggregates = frozenset({f"rack-{disk}"})
        rows.append(replace(shared, aggregates=aggregates, traits=TRAITS | {SHARES}))
    return _index(rows)


def wide(devices: int) -> Index:
    """One host with equal devices."""
    below = [provider(number, 1, 1, CUSTOM_VF=1) for number in range(2, devices + 2)]
    return _index([provider(1, 1, None, VCPU=64), *below])


def isolated(groups: int, limit: int) -> Request:
    """One device for each group."""
    asked = tuple(Group(f"{number}", {"CUSTOM_VF": 1}) for number in range(groups))
    return Request(asked, "isolate", limit=limit)


def hosts(limit: int) -> Request:
    """What a plain flavor asks for."""
    amounts = {"VCPU": 2, "MEMORY_MB": 4096, "DISK_GB": 20}
    return Request((Group("", amounts, (frozenset({"CUSTOM_T7"}),)),), limit=limit)


def cores_beside_device() -> Request:
    """Two groups below the same node."""
    groups = (Group("1", {"VCPU": 2}), Group("2", {"CUSTOM_VF": 1}))
    return Request(groups, "none", same_subtree=(frozenset({"1", "2"}),))


def _index(rows: list[ProviderRow]) -> Index:
    index = Index()
    index.load(rows)
    return index


def best(work: Callable[[], object], rounds: int) -> float:
    """The fastest of some rounds, in milliseconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def measure(title: str, floor: float, index: Index, request: Request) -> None:
    """Print one line: what was searched, how long it took, how that is to the floor."""
    found = len(search(index, request, Options()).candidates)
    took = best(lambda: search(index, request, Options()), 20)
    verdict = "" if took <= floor else "   SLOW"
    print(f"{title:<52} {found:>6} found {took:>8.3f} ms of {floor:>5.1f}{verdict}")


def main() -> None:
    """All of them."""
    ten_thousand = flat(10_000)
    measure("10,000 hosts, limit 10", 0.4, ten_thousand, hosts(10))
    measure("10,000 hosts, limit 1000", 1.5, ten_thousand, hosts(1000))
    measure("1,000 trees of 7, two groups, same_subtree", 10, numa(1000), cores_beside_device())
    measure("10,000 hosts and 1 shared disk, limit 10", 2, sharing(10_000, 1), hosts(10))
    measure("10,000 hosts and 100 shared disks, limit 10", 5, sharing(10_000, 100), hosts(10))
    measure("10,000 hosts and 1 shared disk, limit 1000", 20, sharing(10_000, 1), hosts(1000))
    measure("16 devices, 4 groups apart, limit 100", 2, wide(16), isolated(4, 100))
    measure("16 devices, 5 groups apart, limit 100", 2, wide(16), isolated(5, 100))
    measure("64 devices, 8 groups apart, limit 100", 50, wide(64), isolated(8, 100))
    measure("7 devices, 8 groups apart: impossible", 2, wide(7), isolated(8, 100))
    start = time.process_time()
    hundred_thousand = flat(100_000)
    print(f"loading 100,000 hosts: {time.process_time() - start:.1f} s")
    measure("100,000 hosts, limit 10", 4, hundred_thousand, hosts(10))
    claimed = next(iter(ten_thousand))
    states = [replace(claimed, used={"VCPU": used}) for used in range(2)]
    took = best(lambda: [ten_thousand.put(state) for state in states], 200) / 2
    print(f"putting a claim into 10,000 hosts: {1000 * took:.0f} us")


if __name__ == "__main__":
    main()
