"""Every registered extra spec with good and bad values, and names that are nearly registered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.compute.question import Question, delete, escaped, flavor, get, post, put
from conformance.compute.registry import Entry, entries

BROAD = frozenset({"trait", "resources"})
EXAMPLES = {
    "group": ("", "1", "_X-y", "g" * 64, "g" * 65, "a b", "a.b"),
    "num": ("0", "17", "", "x", "-1"),
    "key": ("any", "a:b", ""),
    "filter": ("", ":a", ":a:b_1", ":", ":a-b", "x"),
    "resource": ("X_1", "", "x", "A B"),
    "trait": ("X_1", "", "x", "A-B"),
}
PLAIN = {"group": "1", "num": "0", "key": "any", "filter": ":a", "resource": "X", "trait": "X"}
BOOLS = ("true", "False", "YES", "off", "1", "0", "t", " true ", "maybe", "", "2", "\u0661")
NUMBERS = ("0", "1", "-1", "7", " 7 ", "1_0", "1.0", "abc", "", "\u0663", "9" * 40, "+1", "0x1")
PATTERNS = (
    "", "0", "1-3", "^1", "1-3,^2", "1,2,3", "1-", "^", "a", "large", "small", "any", "2MB", "2048",
    "1GiB", "1gb", "2 MB", "4KiB", "4kb", "1Tib", "1bit", "a:1", "a:1,b:2", "a:1 , b:2", "a:", ":1",
    "a:b", "pmem_1,pmem_2", "a,,b", ",", "a-b", "0\n", "\u0663", " 1", "1,^2-3", "^0-1,5",
)  # fmt: skip
UNREGISTERED = (
    "hw:nothing", "hw:cpu_policy2", "hw:CPU_POLICY", "HW:cpu_policy", "hw:numa_cpus",
    "hw:numa_cpus.x",
    "hw:numa_mem.", "hw:", "hw", "hwx:anything", "xhw:anything", "foreign:key", "plain",
    "os:nothing",
    "quota:nothing", "accel:nothing", "capabilities:nothing", "capabilities:cpu_info",
    "capabilities:cpu_info:a", "capabilities", "pci_passthrough:aliases", "vmware:nothing",
    "hw_rng:nothing", "hw_video:nothing", "trait:NOTHING", "trait:CUSTOM_", "trait:CUSTOM_x",
    "trait1:HW_NUMA_ROOT", "trait_1:HW_NUMA_ROOT", "traits:HW_NUMA_ROOT", "trait", "trait:",
    "resources:NOTHING", "resources:CUSTOM_X", "resources1:VCPU", "resources_a:VCPU",
    "resourcesabc:CUSTOM_Y", "resources", "resources:", "resource:VCPU", "resources:vcpu",
    "group_policy", "group_policy:x", "hide_hypervisor_id", "aggregate_instance_extra_specs:",
    "aggregate_instance_extra_specs:a:b:c", "aggregate_instance_extra_specs", "os_secure_boot",
    "quota:", "quota", "os", "aggregate_instance_extra_specs: a", "hw:cpu_policy ",
    " hw:cpu_policy",
    "extra:hw:cpu_policy", "hw:cpu_policy:x", "accel", "drive:x", "hw:mem_page_size.0",
)  # fmt: skip


def questions() -> Iterator[Question]:
    """Each on one flavor; good values are removed again."""
    yield post("/flavors", flavor("r"))
    for entry in entries():
        if entry.namespace not in BROAD or "CUSTOM" in entry.name:
            yield from thoroughly(entry)
    yield from broadly()
    for key in UNREGISTERED:
        yield from tried(key, ("1", "required", "shared", ""))
    yield post("/flavors/r/os-extra_specs", {"extra_specs": {"hw:nothing": "1"}}, version="2.85")
    yield post("/flavors/r/os-extra_specs", {"extra_specs": {"hw:numa_nodes": 2, "a": 1.5}})
    yield post("/flavors/r/os-extra_specs", {"extra_specs": {"hw:numa_nodes": 2.5}})
    yield post(
        "/flavors/r/os-extra_specs", {"extra_specs": {"hw:boot_menu": 1, "quota:cpu_period": -1}}
    )
    yield post("/flavors/r/os-extra_specs", {"extra_specs": {"a": "b", "hw:nothing": "1"}})
    yield get("/flavors/r/os-extra_specs")
    yield delete("/flavors/r")


def thoroughly(entry: Entry) -> Iterator[Question]:
    """Every kind of value, and every kind of name when the name has parameters."""
    yield from tried(named(entry, PLAIN), values(entry))
    for parameter, _ in entry.parameters:
        for example in EXAMPLES[parameter]:
            yield from tried(named(entry, PLAIN | {parameter: example}), [good(entry)])


def broadly() -> Iterator[Question]:
    """The hundreds of standard traits and classes: one bad value each, the good at once."""
    broad = [entry for entry in entries() if entry.namespace in BROAD]
    for entry in broad:
        name = named(entry, PLAIN | {"group": ""})
        yield put(f"/flavors/r/os-extra_specs/{escaped(name)}", {name: "bad"})
    for start in range(0, len(broad), 100):
        specs = {named(entry, PLAIN): good(entry) for entry in broad[start : start + 100]}
        yield post("/flavors/r/os-extra_specs", {"extra_specs": specs})
    yield delete("/flavors/r")
    yield post("/flavors", flavor("r"))


def tried(key: str, values: Sequence[str]) -> Iterator[Question]:
    """Set to each value, looked at, and removed when one was taken."""
    path = f"/flavors/r/os-extra_specs/{escaped(key)}"
    for value in values:
        yield put(path, {key: value})
    yield get("/flavors/r/os-extra_specs")
    if key:
        yield delete(path)


def values(entry: Entry) -> tuple[str, ...]:
    """Values that this kind of entry takes or refuses."""
    if entry.type == "bool":
        return BOOLS
    if entry.type == "int":
        bounds = [str(bound) for bound in (entry.min, entry.max) if bound is not None]
        beyond = [str(int(bound) + step) for bound in bounds for step in (-1, 1)]
        return (*NUMBERS, *bounds, *beyond)
    if entry.enum:
        first = entry.enum[0]
        return (*entry.enum, first.upper(), f" {first}", f"{first}x", "", "bogus")
    return PATTERNS if entry.pattern else ("", "anything", "\u00e9", "v" * 255)


def good(entry: Entry) -> str:
    """A value that the entry takes."""
    if entry.enum:
        return entry.enum[0]
    return "1"


def named(entry: Entry, parameters: dict[str, str]) -> str:
    """The entry's name with its parameters filled in."""
    name = entry.name
    for parameter, _ in entry.parameters:
        name = name.replace("{" + parameter + "}", parameters[parameter])
    return name
