"""``quota``: how much of a host's time and bandwidth a guest may use."""

from __future__ import annotations

from collections.abc import Iterator

from stowage.compute.flavors.registry.entry import ExtraSpec, Text, Whole

SHARED_RESOURCES = (
    ("cpu", "CPU", "MHz"),
    ("memory", "memory", "MB"),
    ("disk_io", "disk I/O", "I/O operations a second"),
    ("vif", "network", "Mbit/s"),
)


def _of_shared(key: str, what: str, unit: str) -> Iterator[ExtraSpec]:
    yield ExtraSpec(
        f"quota:{key}_limit",
        Whole(minimum=0),
        f"The most {what} in {unit} that the guest gets even where there is more; 0 for no limit."
        " VMware only.",
    )
    yield ExtraSpec(
        f"quota:{key}_reservation",
        Whole(),
        f"The {what} in {unit} that the guest is sure to get. VMware only.",
    )
    yield ExtraSpec(
        f"quota:{key}_shares_level",
        Text(choices=("custom", "high", "normal", "low")),
        f"The weight of the guest when {what} is scarce; custom takes it from"
        f" quota:{key}_shares_share. VMware only.",
    )
    yield ExtraSpec(
        f"quota:{key}_shares_share",
        Whole(minimum=0),
        "That weight as a number, relative to other guests. VMware only.",
    )


CPU_TIME = (
    ExtraSpec(
        "quota:cpu_shares",
        Whole(minimum=0),
        "Weight of the guest's CPU time, relative to other guests. libvirt only.",
    ),
    ExtraSpec(
        "quota:cpu_period",
        Whole(minimum=0),
        "Microseconds over which quota:cpu_quota is measured, 1,000 to 1,000,000; 0 for none."
        " libvirt only.",
    ),
    ExtraSpec(
        "quota:cpu_quota",
        Whole(),
        "Microseconds that each guest CPU may run in a period; negative for no limit."
        " libvirt only.",
    ),
)

DISK = tuple(
    ExtraSpec(
        f"quota:disk_{direction}_{metric}_sec",
        Whole(minimum=0),
        f"The most {metric} a second of the guest's disks, {direction}. libvirt only.",
    )
    for direction in ("read", "write", "total")
    for metric in ("bytes", "iops")
)

NETWORK = tuple(
    ExtraSpec(
        f"quota:vif_{direction}_{metric}",
        Whole(minimum=0),
        f"The {metric} of the guest's {direction} traffic. libvirt only.",
    )
    for direction in ("inbound", "outbound")
    for metric in ("average", "peak", "burst")
)

SPECS = (
    *(spec for resource in SHARED_RESOURCES for spec in _of_shared(*resource)),
    *CPU_TIME,
    *DISK,
    *NETWORK,
)
