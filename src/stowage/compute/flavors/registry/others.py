"""The small namespaces, and the one bare name that is left from before there were any."""

from __future__ import annotations

from stowage.compute.flavors.registry.entry import ExtraSpec, Switch, Text, Whole

SPECS = (
    ExtraSpec(
        "accel:device_profile",
        Text(),
        "Name of the Cyborg device profile with the accelerators of the guest.",
    ),
    ExtraSpec(
        "hw_rng:allowed",
        Switch(),
        "Whether the guest gets a random number generator; it does by default.",
    ),
    ExtraSpec(
        "hw_rng:rate_bytes",
        Whole(minimum=0),
        "Bytes of entropy that the guest may read in a period.",
    ),
    ExtraSpec(
        "hw_rng:rate_period",
        Whole(minimum=0),
        "Milliseconds of such a period.",
    ),
    ExtraSpec(
        "hw_video:ram_max_mb",
        Whole(minimum=0),
        "The most video memory in MB that an image may ask for with hw_video_ram.",
    ),
    ExtraSpec(
        "os:secure_boot",
        Text(choices=("disabled", "required")),
        "Whether the guest must boot with Secure Boot. libvirt only.",
    ),
    ExtraSpec(
        "pci_passthrough:alias",
        Text(pattern=r"[^:]+:\d+(?:\s*,\s*[^:]+:\d+)*"),
        "PCI devices for the guest as alias:count, more of them behind commas. libvirt only.",
    ),
    ExtraSpec(
        "vmware:hw_version",
        Text(),
        "Version of the virtual hardware, where hosts differ. VMware only.",
    ),
    ExtraSpec(
        "vmware:storage_policy",
        Text(),
        "Storage policy of the guest; only where policy-based management is on. VMware only.",
    ),
    ExtraSpec(
        "hide_hypervisor_id",
        Switch(),
        "The old name of hw:hide_hypervisor_id. libvirt only.",
        deprecated=True,
    ),
)
