"""``capabilities`` and ``aggregate_instance_extra_specs``: what scheduler filters compare."""

from __future__ import annotations

from stowage.compute.flavors.registry.entry import ExtraSpec, Text

OPERATORS = (
    "The value is a word or number, or one behind an operator: = == != >= <= for numbers,"
    " s== s!= s>= s> s<= s< for strings, <in>, <all-in>, <or>."
)

PLAIN = (
    "id", "uuid", "service_id", "host", "vcpus", "memory_mb", "local_gb", "vcpus_used",
    "memory_mb_used", "local_gb_used", "hypervisor_type", "hypervisor_version",
    "hypervisor_hostname", "free_ram_mb", "free_disk_gb", "current_workload", "running_vms",
    "disk_available_least", "host_ip", "mapped", "cpu_allocation_ratio", "ram_allocation_ratio",
    "disk_allocation_ratio", "total_usable_ram_mb", "total_usable_disk_gb", "disk_mb_used",
    "free_disk_mb", "vcpus_total", "num_instances", "num_io_ops", "failed_builds", "aggregates",
    "cell_uuid", "updated",
)  # fmt: skip

NESTED = (
    "cpu_info", "metrics", "stats", "numa_topology", "supported_hv_specs", "pci_device_pools",
    "nodename", "pci_stats", "supported_instances", "limits", "instances",
)  # fmt: skip

CAPABILITIES = (
    *(
        ExtraSpec(
            f"capabilities:{name}",
            Text(),
            f"What {name} of a host must be (ComputeCapabilitiesFilter). {OPERATORS}",
        )
        for name in PLAIN
    ),
    *(
        ExtraSpec(
            f"capabilities:{name}{{filter}}",
            Text(),
            f"What {name} of a host, or a part of it, must be (ComputeCapabilitiesFilter)."
            f" {OPERATORS}",
            {"filter": r"(:\w+)*"},
        )
        for name in NESTED
    ),
)

AGGREGATES = ExtraSpec(
    "aggregate_instance_extra_specs:{key}",
    Text(),
    "What metadata the aggregates of a host must have (AggregateInstanceExtraSpecsFilter)."
    f" {OPERATORS}",
    {"key": r".+"},
)

SPECS = (*CAPABILITIES, AGGREGATES)
