"""Things done one after another: generations, conflicts, trees, reshapes, clean-up."""

from __future__ import annotations

from collections.abc import Iterator

from differential.cloud import NOBODY, agg, claim, consumer, rp
from differential.step import Step, step

ROOT, CHILD, GRAND, OTHER = (rp(number) for number in (901, 902, 903, 904))
PLACE = f"/resource_providers/{ROOT}"
SERVER, MIGRATION, LATER = (consumer(number) for number in (901, 902, 903))


def _look(*uuids: str) -> Iterator[Step]:
    for uuid in uuids or (ROOT,):
        for more in ("", "/inventories", "/usages", "/traits", "/aggregates", "/allocations"):
            yield step("GET", f"/resource_providers/{uuid}{more}")


def _servers() -> Iterator[Step]:
    for uuid in (SERVER, MIGRATION, LATER):
        for version in ("1.0", "1.12", "1.28", "1.39"):
            yield step("GET", f"/allocations/{uuid}", version=version)
    for project in ("s1", "s2"):
        for version in ("1.9", "1.39"):
            yield step("GET", f"/usages?project_id={project}", version=version)


def registering() -> Iterator[Step]:
    """A host as nova registers it, with every conflict on the way."""
    yield step("GET", f"/resource_providers?in_tree={ROOT}", version="1.14")
    yield step("POST", "/resource_providers", {"name": "story", "uuid": ROOT}, "1.19")
    yield step("POST", "/resource_providers", {"name": "story", "uuid": OTHER})
    yield step("POST", "/resource_providers", {"name": "story 2", "uuid": ROOT})
    yield step("POST", "/resource_providers", {"name": "story", "uuid": ROOT})
    stock = {"VCPU": {"total": 8}, "MEMORY_MB": {"total": 1024}}
    for generation in (0, 0, 1, 1, 99):
        body = {"resource_provider_generation": generation, "inventories": stock}
        yield step("PUT", f"{PLACE}/inventories", body)
        yield from _look()
    for total, generation in ((4, 2), (4, 3), (0, 3), (16, None)):
        body = {"resource_provider_generation": generation, "total": total}
        if generation is None:
            del body["resource_provider_generation"]
        for kind in ("VCPU", "DISK_GB", "NO_SUCH"):
            yield step("PUT", f"{PLACE}/inventories/{kind}", body)
    for version in ("1.0", "1.39"):
        for kind in ("DISK_GB", "DISK_GB", "VCPU", "CUSTOM_FPGA"):
            body = {"resource_class": kind, "total": 50}
            yield step("POST", f"{PLACE}/inventories", body, version)
        yield step("DELETE", f"{PLACE}/inventories/DISK_GB", version=version)
        yield step("DELETE", f"{PLACE}/inventories/CUSTOM_FPGA", version=version)
        yield step("DELETE", f"{PLACE}/inventories/DISK_GB", version=version)
        yield from _look()
    body = {"resource_class": "DISK_GB", "total": 5, "resource_provider_generation": 1}
    yield step("POST", f"{PLACE}/inventories", body)
    yield from _look()


def claiming() -> Iterator[Step]:
    """Claims, their generations, capacity and rounding."""
    place = f"/allocations/{SERVER}"
    for amount, generation in ((9, None), (8, 5), (4, None), (4, None), (8, 1), (1, 1), (9, 2)):
        yield step("PUT", place, claim({ROOT: {"VCPU": amount}}, generation, "s1"))
        yield from _servers()
    yield step("PUT", place, claim({ROOT: {"VCPU": 1}}, 3, "s2", "u9", "MIGRATION"))
    yield from _servers()
    yield step("PUT", place, claim({ROOT: {"VCPU": 1, "CUSTOM_GOLD": 1}}, 3, "s2"))
    yield step("PUT", place, claim({ROOT: {"NO_SUCH": 1}}, 3, "s2"))
    yield step("PUT", place, claim({ROOT: {"CUSTOM_GOLD": 1, "SRIOV_NET_VF": 1}}, 3, "s2"))
    yield step("PUT", place, claim({NOBODY: {"VCPU": 1}}, 3, "s2"))
    for version in ("1.7", "1.8", "1.12", "1.27"):
        body: dict[str, object] = {"project_id": "s1", "user_id": "u1"}
        if version == "1.7":
            body = {}
        held: object = {ROOT: {"resources": {"VCPU": 2}}}
        if version in ("1.7", "1.8"):
            held = [{"resource_provider": {"uuid": ROOT}, "resources": {"VCPU": 2}}]
        yield step("PUT", place, {"allocations": held, **body}, version)
        yield step("PUT", f"/allocations/{LATER}", {"allocations": held, **body}, version)
        yield from _servers()
        yield step("DELETE", f"/allocations/{LATER}", version=version)
    yield from _look()
    stock = {"VCPU": {"total": 1}, "MEMORY_MB": {"total": 1024}}
    yield step("GET", PLACE)
    for generation in range(8, 24):
        body = {"resource_provider_generation": generation, "inventories": stock}
        yield step("PUT", f"{PLACE}/inventories", body)
    yield from _look()
    yield step("PUT", place, claim({ROOT: {"VCPU": 2}}, 7, "s1"))
    yield step("PUT", f"/allocations/{LATER}", claim({ROOT: {"MEMORY_MB": 1}}, None, "s1"))
    yield step("DELETE", f"{PLACE}/inventories/VCPU")
    yield step("DELETE", f"{PLACE}/inventories")
    yield step("DELETE", f"{PLACE}/inventories", version="1.4")
    body = {"resource_provider_generation": 24, "inventories": {}}
    yield step("PUT", f"{PLACE}/inventories", body)
    yield step("DELETE", PLACE)
    yield from _look()


def migrating() -> Iterator[Step]:
    """The swap of a migration, several consumers at once, all or nothing."""
    stock = {"total": 100, "resource_class": "CUSTOM_FPGA"}
    yield step("POST", f"{PLACE}/inventories", stock)
    held = {ROOT: {"CUSTOM_FPGA": 10}}
    yield step("PUT", f"/allocations/{consumer(910)}", claim(held, None, "s1"))
    for generation in (2, 1):
        swap = {
            consumer(910): claim({}, generation, "s1"),
            consumer(911): claim(held, None, "s1", kind="MIGRATION"),
        }
        yield step("POST", "/allocations", swap)
        yield step("GET", f"/allocations/{consumer(910)}")
        yield step("GET", f"/allocations/{consumer(911)}")
    both = {
        consumer(912): claim({ROOT: {"CUSTOM_FPGA": 50}}, None, "s1"),
        consumer(913): claim({ROOT: {"CUSTOM_FPGA": 50}}, None, "s1"),
    }
    yield step("POST", "/allocations", both)
    yield step("GET", f"/allocations/{consumer(912)}")
    for empty in (claim({}, None, "s1"), claim({}, 1, "s1"), claim({}, 99, "s1")):
        yield step("PUT", f"/allocations/{consumer(911)}", empty)
        yield step("PUT", f"/allocations/{consumer(914)}", empty)
        yield step("GET", f"/allocations/{consumer(911)}")
    for version in ("1.13", "1.28", "1.34"):
        one = claim({ROOT: {"CUSTOM_FPGA": 1}}, None, "s2")
        del one["consumer_type"]
        if version == "1.13":
            del one["consumer_generation"]
        yield step("POST", "/allocations", {consumer(915): one}, version)
        yield step("GET", f"/allocations/{consumer(915)}")
        yield step("DELETE", f"/allocations/{consumer(915)}", version=version)
        yield step("DELETE", f"/allocations/{consumer(915)}", version=version)
    yield from _look()


def growing() -> Iterator[Step]:
    """Trees: children, re-parenting, loops, deletion from below."""
    for uuid, parent in ((CHILD, ROOT), (GRAND, CHILD), (OTHER, None), (NOBODY, NOBODY)):
        body = {"name": f"story {uuid[-3:]}", "uuid": uuid, "parent_provider_uuid": parent}
        yield step("POST", "/resource_providers", body, "1.20")
    for version in ("1.13", "1.14", "1.36", "1.37"):
        for uuid, parent in (
            (GRAND, ROOT),
            (GRAND, None),
            (GRAND, OTHER),
            (CHILD, GRAND),
            (ROOT, GRAND),
            (ROOT, ROOT),
            (ROOT, OTHER),
            (OTHER, ROOT),
            (GRAND, NOBODY),
            (GRAND, CHILD),
        ):
            body = {"name": f"story {uuid[-3:]}", "parent_provider_uuid": parent}
            yield step("PUT", f"/resource_providers/{uuid}", body, version)
            yield step("GET", f"/resource_providers?in_tree={GRAND}")
        yield step("PUT", f"/resource_providers/{GRAND}", {"name": "renamed"}, version)
        yield step("GET", f"/resource_providers/{GRAND}")
    yield step("DELETE", f"/resource_providers/{GRAND}")
    yield step("DELETE", PLACE)
    yield from _look(ROOT, CHILD, GRAND, OTHER)


def dressing() -> Iterator[Step]:
    """Traits and aggregates with their generations, and the fate of names in use."""
    place = f"/resource_providers/{GRAND}"
    yield step("PUT", "/traits/CUSTOM_STORY")
    yield step("PUT", "/traits/CUSTOM_STORY")
    for generation in (0, 0, 1, 1):
        body = {"resource_provider_generation": generation, "traits": ["CUSTOM_STORY"]}
        yield step("PUT", f"{place}/traits", body)
        body = {"resource_provider_generation": generation, "aggregates": [agg(901), agg(902)]}
        yield step("PUT", f"{place}/aggregates", body)
        yield from _look(GRAND)
    yield step("PUT", f"{place}/aggregates", [agg(903)], "1.1")
    yield from _look(GRAND)
    yield step("DELETE", "/traits/CUSTOM_STORY")
    yield step("DELETE", "/traits/COMPUTE_NODE")
    yield step("DELETE", f"{place}/traits")
    yield step("DELETE", f"{place}/traits")
    yield from _look(GRAND)
    yield step("DELETE", "/traits/CUSTOM_STORY")
    yield step("DELETE", "/traits/CUSTOM_STORY")
    yield step("DELETE", "/resource_classes/CUSTOM_FPGA")
    yield step("DELETE", "/resource_classes/VCPU")
    yield step("PUT", "/resource_classes/CUSTOM_STORY")
    yield step("PUT", "/resource_classes/CUSTOM_STORY")
    yield step("PUT", "/resource_classes/CUSTOM_STORY", {"name": "CUSTOM_TOLD"}, "1.6")
    yield step("GET", "/resource_classes/CUSTOM_STORY")
    yield step("DELETE", "/resource_classes/CUSTOM_TOLD")
    yield step("DELETE", "/resource_classes/CUSTOM_TOLD")


def reshaping() -> Iterator[Step]:
    """Inventory and allocations moved to a child in one go."""
    yield step("POST", "/resource_providers", {"name": "story", "uuid": ROOT})
    body = {"name": "story child", "parent_provider_uuid": ROOT}
    yield step("PUT", f"/resource_providers/{CHILD}", body)
    stock = {"total": 1024, "resource_class": "MEMORY_MB"}
    yield step("POST", f"{PLACE}/inventories", stock)
    held = claim({ROOT: {"MEMORY_MB": 512}}, None, "s1")
    yield step("PUT", f"/allocations/{consumer(920)}", held)
    moved = claim({CHILD: {"MEMORY_MB": 512}}, 1, "s1")
    for roles, change in (
        ("admin", {}),
        ("service", {"child": 5}),
        ("service", {"consumer": 7}),
        ("service", {"missing": True}),
        ("service", {}),
    ):
        stock = {"MEMORY_MB": {"total": 1024}}
        generation = change.get("child", 0)
        inventories = {CHILD: {"resource_provider_generation": generation, "inventories": stock}}
        if "missing" in change:
            inventories[NOBODY] = inventories[CHILD]
        allocations = {consumer(920): moved | {"consumer_generation": change.get("consumer", 1)}}
        body = {"inventories": inventories, "allocations": allocations}
        yield step("POST", "/reshaper", body, X_Roles=roles)
        yield step("GET", f"/allocations/{consumer(920)}")
        yield from _look(ROOT, CHILD)
    empty = {"resource_provider_generation": 1, "inventories": {}}
    for number in range(1, 4):
        body = {
            "inventories": {CHILD: empty | {"resource_provider_generation": number}},
            "allocations": {},
        }
        yield step("POST", "/reshaper", body, X_Roles="service")
    yield from _look(ROOT, CHILD)


def leaving() -> Iterator[Step]:
    """Everything is taken away again."""
    for uuid in (SERVER, LATER, *(consumer(number) for number in range(910, 921))):
        yield step("DELETE", f"/allocations/{uuid}")
    for uuid in (GRAND, OTHER, CHILD, ROOT, ROOT):
        yield step("DELETE", f"/resource_providers/{uuid}/inventories")
        yield step("DELETE", f"/resource_providers/{uuid}")
    yield from _servers()
    yield from _look(ROOT, CHILD)


STORIES = (registering, claiming, migrating, growing, dressing, reshaping, leaving)
