"""The registry of extra specs: what is known, and what is refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stowage.compute.errors import Invalid
from stowage.compute.flavors.registry import REGISTRY, check, find

GOOD = [
    ("hw:cpu_policy", "dedicated"),
    ("hw:cpu_realtime_mask", "^0-1"),
    ("hw:numa_cpus.0", "0-3,^1"),
    ("hw:numa_mem.12", "512"),
    ("hw:mem_page_size", "2MB"),
    ("hw:mem_page_size", "1GiB"),
    ("hw:hide_hypervisor_id", "YES"),
    ("hw:hide_hypervisor_id", " t "),
    ("hw:redirected_usb_ports", "15"),
    ("hw:pmem", "4GB,8GB"),
    ("hide_hypervisor_id", "off"),
    ("group_policy", "isolate"),
    ("quota:cpu_quota", "-1"),
    ("quota:disk_io_reservation", "-5"),
    ("resources:VCPU", "2"),
    ("resources1:VCPU", "2"),
    ("resources_NET-1:CUSTOM_A_1", "0"),
    ("trait:HW_CPU_X86_VMX", "required"),
    ("trait_A:CUSTOM_B", "forbidden"),
    ("capabilities:vcpus", ">= 5"),
    ("capabilities:cpu_info:features", "<in> aes"),
    ("capabilities:cpu_info", "anything"),
    ("aggregate_instance_extra_specs:any thing", "true"),
    ("accel:device_profile", "fpga"),
    ("pci_passthrough:alias", "a1:2, b:1"),
    ("os:secure_boot", "required"),
    ("vmware:hw_version", "13"),
    ("no-namespace", "anything"),
    ("foreign:key", "anything"),
    (":", "anything"),
]

BAD = [
    ("hw:cpu_policy", "sharred", "'sharred' is not one of: dedicated, shared, mixed."),
    ("hw:numa_nodes", "0", "'0' is less than the min value of '1'."),
    ("hw:numa_nodes", "one", "'one' is not a valid integer value."),
    ("hw:redirected_usb_ports", "16", "'16' is greater than the max value of '15'."),
    ("hw:boot_menu", "maybe", "'maybe' is not a valid boolean-like value."),
    ("pci_passthrough:alias", "a", None),
    ("resources:VCPU", "1.5", "'1.5' is not a valid integer value."),
    ("trait:CUSTOM_A", "maybe", "'maybe' is not one of: required, forbidden."),
    (
        "hw:cpu_polciy",
        "dedicated",
        "extra spec 'hw:cpu_polciy' does not appear to be a valid extra spec.",
    ),
    ("resources:NO_SUCH_CLASS", "1", None),
    ("trait:NO_SUCH_TRAIT", "required", None),
    ("trait:custom_lower", "required", None),
    ("hw:numa_mem.x", "1", None),
    ("hw_rng:unknown", "1", None),
    ("quota:unknown", "1", None),
]


@pytest.mark.parametrize(("key", "value"), GOOD)
def test_good_extra_specs_pass(key: str, value: str) -> None:
    """Known keys with values of the right kind, and what is none of nova's business."""
    check(key, value)


@pytest.mark.parametrize(("key", "value", "reason"), BAD)
def test_bad_extra_specs_are_refused(key: str, value: str, reason: str | None) -> None:
    """An unknown key of a known namespace, a value of the wrong kind."""
    with pytest.raises(Invalid) as caught:
        check(key, value)
    if reason is not None:
        assert caught.value.message == f"Validation failed; {reason}"
    assert caught.value.message.startswith("Validation failed; ")


def test_a_key_spelled_like_a_pattern_is_no_name() -> None:
    """``hw:numa_mem.{num}`` stands for names and is none itself."""
    with pytest.raises(Invalid, match="expected a name of format"):
        check("hw:numa_mem.{num}", "1")


def test_every_row_says_what_it_is_for() -> None:
    """Nobody has to look elsewhere."""
    for spec in REGISTRY:
        told = spec.describe()
        assert len(told["description"]) > 10
        assert told["value"]["type"] in ("string", "integer", "boolean")


def test_every_plain_name_finds_its_own_row() -> None:
    """No row hides another."""
    for spec in REGISTRY:
        if not spec.parameters:
            assert find(spec.name) is spec


@given(st.text(max_size=40), st.text(max_size=40))
def test_anything_is_either_good_or_refused(key: str, value: str) -> None:
    """There is no third way."""
    with suppress(Invalid):
        check(key, value)
