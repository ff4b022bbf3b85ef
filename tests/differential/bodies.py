"""Bodies of every write, right and wrong, at the versions at which their schemas change."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from typing import Any

from differential.cloud import BARE, DISK, HOST_A, HOST_B, HOST_C, NOBODY, consumer, rp
from differential.step import Step, step

WRONG = (None, True, 0, -1, 1.5, 2**31, 2**63, 1e400, "", "x", "é", [], [1], {}, {"a": 1})
KEYS = ("project_id", "user_id", "consumer_generation", "consumer_type", "allocations")
KEYS += ("mappings", "x")
RAW = (
    b"",
    b" ",
    b"{",
    b"}",
    b"{]",
    b"null",
    b"true",
    b"1",
    b'"text"',
    b"[]",
    b"{}",
    b"[{}]",
    b'{"name": }',
    b'{"name": "a", }',
    b'{"name": NaN}',
    b'{"name": Infinity}',
    b"{'name': 'a'}",
    b'{"name": "\xff"}',
    b"\xff\xfe{\x00}\x00",
    b'\xef\xbb\xbf{"name": "bom"}',
    b'{"name": "\\ud800"}',
    b'{"name": "a\\u0000b"}',
    b'{"name": "a\nb"}',
    b'{"name": "\x01"}',
    b'{"uuid": "x", "uuid": "y"}',
    b"[" * 200 + b"]" * 200,
    b"a=1&b=2",
    b"<xml/>",
)


def raw() -> Iterator[Step]:
    """Bodies that are no JSON, or no object."""
    for body in RAW:
        for method, path in (
            ("POST", "/resource_providers"),
            ("PUT", f"/resource_providers/{HOST_B}/inventories"),
            ("PUT", f"/resource_providers/{HOST_B}/traits"),
            ("PUT", f"/allocations/{NOBODY}"),
            ("POST", "/allocations"),
            ("POST", "/reshaper"),
            ("POST", "/resource_classes"),
        ):
            yield step(method, path, raw=body, X_Roles="admin,service")


def providers() -> Iterator[Step]:
    """POST and PUT of a provider."""
    names = (*WRONG, "n" * 200, "n" * 201, "ß" * 200, "\U0001f4a9", " lead", "trail ", "a/b", "%41")
    for version in ("1.0", "1.13", "1.14", "1.20", "1.39"):
        for number, name in enumerate(names):
            uuid = rp(1000 + 100 * int(version[2:]) + number)
            shown = f"{version} {name}" if isinstance(name, str) and 0 < len(name) < 9 else name
            yield step("POST", "/resource_providers", {"name": shown, "uuid": uuid}, version)
        for uuid in (
            *WRONG,
            NOBODY.upper(),
            HOST_A,
            HOST_A.replace("-", ""),
            f"{{{NOBODY}}}",
            "z" * 36,
        ):
            body = {"name": f"odd uuid {version}", "uuid": uuid}
            yield step("POST", "/resource_providers", body, version)
            yield step("DELETE", f"/resource_providers/{NOBODY}")
        for parent in (*WRONG, NOBODY, HOST_A):
            body = {"name": f"odd parent {version}", "uuid": NOBODY, "parent_provider_uuid": parent}
            yield step("POST", "/resource_providers", body, version)
            yield step("GET", f"/resource_providers/{NOBODY}", version=version)
            yield step("DELETE", f"/resource_providers/{NOBODY}")
        for body in (
            {},
            {"uuid": NOBODY},
            {"name": "x", "more": 1},
            {"name": "x", "generation": 1},
        ):
            yield step("POST", "/resource_providers", body, version)
            yield step("PUT", f"/resource_providers/{HOST_B}", body, version)
            yield step("PUT", f"/resource_providers/{NOBODY}", body, version)
        for name in names[:-8]:
            yield step("PUT", f"/resource_providers/{HOST_B}", {"name": name}, version)
        for parent in WRONG:
            body = {"name": "host-b", "parent_provider_uuid": parent}
            yield step("PUT", f"/resource_providers/{HOST_B}", body, version)
        for name in ("host-c", "HOST-B", "host-b"):
            yield step("PUT", f"/resource_providers/{HOST_B}", {"name": name}, version)
        yield step("POST", "/resource_providers", {"name": f"no uuid {version}"}, version)


def inventories() -> Iterator[Step]:
    """PUT and POST of inventories, one field wrong at a time."""
    good = {"total": 10, "reserved": 1, "min_unit": 1, "max_unit": 5, "step_size": 1}
    place = f"/resource_providers/{BARE}/inventories"
    for version in ("1.0", "1.26"):
        for field in (*good, "allocation_ratio", "resource_provider_generation", "unknown"):
            for value in (*WRONG, 11, 2147483647, 3.4e38, 3.5e38, 0.0, 0.05, -2.5, "3"):
                one = {**good, field: value}
                yield step(
                    "PUT", f"{place}/VCPU", {"resource_provider_generation": 99, **one}, version
                )
                yield step("POST", place, {"resource_class": "NO_SUCH", **one}, version)
                whole = {"resource_provider_generation": 99, "inventories": {"VCPU": one}}
                yield step("PUT", place, whole, version)
    for kind in (*WRONG, "VCPU", "NO_SUCH", "CUSTOM_NO", "vcpu", "V-CPU", "CUSTOM_ß", "X" * 300):
        yield step("POST", place, {"resource_class": kind, "total": 0})
        yield step("POST", place, {"resource_class": kind, "total": 5, "reserved": 6})
        if isinstance(kind, str):
            body = {"resource_provider_generation": 99, "inventories": {kind: good}}
            yield step("PUT", place, body)
    for body in (
        {},
        {"inventories": {}},
        {"resource_provider_generation": 2},
        {"resource_provider_generation": 2, "inventories": []},
        {"resource_provider_generation": 2, "inventories": {}, "more": 1},
        {"resource_provider_generation": "2", "inventories": {}},
        {"resource_provider_generation": True, "inventories": {}},
        {"resource_provider_generation": 2.0, "inventories": {"VCPU": {}}},
        {"resource_provider_generation": 2, "inventories": {"VCPU": None}},
        {"resource_provider_generation": 99, "inventories": {"vcpu": "anything"}},
    ):
        yield step("PUT", place, body)
        yield step("PUT", f"{place}/VCPU", body)
        yield step("POST", place, body)
    yield step("GET", place)


def aggregates() -> Iterator[Step]:
    """PUT of aggregates, a list up to 1.18 and an object later."""
    place = f"/resource_providers/{HOST_A}/aggregates"
    one = NOBODY.replace("d", "e")
    for version in ("1.0", "1.1", "1.18", "1.19", "1.39"):
        for value in (*WRONG, [one], [one, one], ["x"], [one.upper()], [one.replace("-", "")], []):
            yield step("PUT", place, value, version)
        yield step("GET", place, version=version)
        for generation in (*WRONG, 99):
            body = {"resource_provider_generation": generation, "aggregates": [one]}
            yield step("PUT", place, body, version)
        for value in (*WRONG, [one, one], ["x"], [1], [None]):
            body = {"resource_provider_generation": 99, "aggregates": value}
            yield step("PUT", place, body, version)
        yield step("PUT", place, {"aggregates": []}, version)
    yield step("GET", place)


def traits() -> Iterator[Step]:
    """PUT of a provider's traits, and names of traits and classes."""
    place = f"/resource_providers/{HOST_A}/traits"
    for version in ("1.5", "1.6", "1.39"):
        for value in (*WRONG, ["CUSTOM_RED"], ["NO"], ["NO", "NO_2"], [""], ["x" * 256], [1]):
            body = {"resource_provider_generation": 99, "traits": value}
            yield step("PUT", place, body, version)
        for generation in WRONG:
            body = {"resource_provider_generation": generation, "traits": []}
            yield step("PUT", place, body, version)
        yield step("PUT", place, {"traits": []}, version)
        yield step("PUT", place, {"resource_provider_generation": 0}, version)
    for name in NAMES:
        for version in ("1.2", "1.6", "1.7", "1.15", "1.39"):
            yield step("PUT", f"/traits/{name}", version=version)
            yield step("GET", f"/traits/{name}", version=version)
            yield step("PUT", f"/resource_classes/{name}", version=version)
            yield step("PUT", f"/resource_classes/{name}", {"name": "CUSTOM_PUT_NAME"}, version)
            yield step("GET", f"/resource_classes/{name}", version=version)
            yield step("DELETE", f"/traits/{name}", version=version)
            yield step("DELETE", f"/resource_classes/{name}", version=version)
    for version in ("1.1", "1.2", "1.39"):
        for name in (*WRONG, "CUSTOM_A1", "CUSTOM_", "VCPU", "CUSTOM_a", "CUSTOM_" + "X" * 249):
            yield step("POST", "/resource_classes", {"name": name}, version)
        yield step("POST", "/resource_classes", {"name": "CUSTOM_A2", "more": 1}, version)
        yield step("POST", "/resource_classes", {}, version)
        for name in (*WRONG, "CUSTOM_A3", "VCPU", "CUSTOM_FPGA", "CUSTOM_a"):
            yield step("PUT", "/resource_classes/CUSTOM_A1", {"name": name}, "1.6")
            yield step("PUT", "/resource_classes/VCPU", {"name": name}, "1.6")
            yield step("PUT", "/resource_classes/CUSTOM_NO_SUCH", {"name": name}, "1.6")


NAMES = (
    "CUSTOM_",
    "CUSTOM_OK",
    "CUSTOM_" + "X" * 248,
    "CUSTOM_" + "X" * 249,
    "custom_a",
    "CUSTOM_a",
    "CUSTOM-A",
    "CUSTOM_A%20",
    "CUSTOM_%C3%9F",
    "CUSTOM_%FF",
    "CUSTOM_A%0A",
    "CUSTOM_A%00",
    "CUSTOM_A%22",
    "CUSTOM_A%5C",
    "CUSTOM_A%2FB",
    "VCPU",
    "HW_CPU_X86_AVX2",
    "X",
    "%F0%9F%92%A9",
)


def allocations() -> Iterator[Step]:
    """PUT and POST of allocations, one thing wrong at a time; nothing of it is granted."""
    numbers = itertools.count(2000)
    for minor in (0, 7, 8, 11, 12, 13, 27, 28, 33, 34, 37, 38, 39):
        version = f"1.{minor}"
        for body in _spoilt(_claim(minor), WRONG if minor in (7, 13, 38) else WRONG[:1]):
            # A consumer of its own for each: upstream leaves one behind that holds nothing.
            yield step("PUT", f"/allocations/{consumer(next(numbers))}", body, version)
            yield step("POST", "/allocations", {consumer(next(numbers)): body}, version)
        for consumer_uuid in ("x", NOBODY.upper(), NOBODY.replace("-", ""), "%FF", NOBODY + "0"):
            body = _claim(minor)
            body["consumer_generation"] = 99
            yield step("PUT", f"/allocations/{consumer_uuid}", body, version)
            yield step("POST", "/allocations", {consumer_uuid: body}, version)
        yield step("POST", "/allocations", {}, version)
        yield step("POST", "/allocations", {consumer(1): {}}, version)


def _claim(minor: int) -> dict[str, Any]:
    # More than there is: a body that passes the schema is refused with a 409.
    amounts = {"VCPU": 1000, "MEMORY_MB": 1}
    body: dict[str, Any]
    if minor < 12:
        body = {"allocations": [{"resource_provider": {"uuid": HOST_C}, "resources": amounts}]}
    else:
        body = {"allocations": {HOST_C: {"resources": amounts}}}
    if minor >= 8:
        body |= {"project_id": "p1", "user_id": "u1"}
    if minor >= 28:
        body["consumer_generation"] = None
    if minor >= 38:
        body["consumer_type"] = "INSTANCE"
    return body


def _spoilt(good: dict[str, Any], wrong: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    yield good
    for key in KEYS:
        yield {name: value for name, value in good.items() if name != key}
        for value in (*wrong, "a" * 255, "a" * 256, "unknown"):
            yield {**good, key: value}
    as_dict = isinstance(good["allocations"], dict)
    for uuid in ("x", NOBODY, HOST_C.upper(), HOST_C.replace("-", ""), DISK):
        held = {"resources": {"VCPU": 1000}}
        if as_dict:
            yield {**good, "allocations": {uuid: held}}
        else:
            yield {**good, "allocations": [{"resource_provider": {"uuid": uuid}, **held}]}
    for held in (
        {},
        {"resources": {}},
        {"resources": {"VCPU": 1000}, "x": 1},
        {"resources": []},
        None,
    ):
        if as_dict:
            yield {**good, "allocations": {HOST_C: held}}
        else:
            yield {**good, "allocations": [{"resource_provider": {"uuid": HOST_C}, **(held or {})}]}
    for value in (*wrong, 5, 41, 2147483647):
        spoilt = copy.deepcopy(good)
        amounts = {"VCPU": value, "MEMORY_MB": 10**6}
        _entry(spoilt)["resources"] = amounts
        yield spoilt
    for kind in ("vcpu", "NO_SUCH", "CUSTOM_NO_SUCH", "DISK_GB", "V CPU", ""):
        spoilt = copy.deepcopy(good)
        _entry(spoilt)["resources"] = {kind: 1, "VCPU": 1000}
        yield spoilt
    if as_dict:
        for value in (*wrong, 99):
            spoilt = copy.deepcopy(good)
            _entry(spoilt)["generation"] = value
            yield spoilt
    for mappings in ({"": [HOST_C]}, {"a b": [HOST_C]}, {"1": []}, {"1": ["x"]}, {"_A": [HOST_C]}):
        yield {**good, "mappings": mappings}


def _entry(body: dict[str, Any]) -> dict[str, Any]:
    held = body["allocations"]
    entry: dict[str, Any] = held[HOST_C] if isinstance(held, dict) else held[0]
    return entry


def reshaper() -> Iterator[Step]:
    """POST of a reshape, nothing of which is done."""
    stock = {"resource_provider_generation": 99, "inventories": {"VCPU": {"total": 4}}}
    unknown, empty = {"NO_SUCH": {"total": 1}}, {"VCPU": {"total": 0}}
    for version in ("1.29", "1.30", "1.34", "1.38"):
        minor = int(version[2:])
        held = _claim(minor)
        for body in (
            {},
            {"inventories": {}},
            {"inventories": {}, "allocations": {}},
            {"inventories": {HOST_C: stock}},
            {"inventories": {HOST_C: stock}, "allocations": {}},
            {"inventories": {HOST_C: stock}, "allocations": {}, "more": 1},
            {"inventories": {HOST_C: stock}, "allocations": {NOBODY: held}},
            {"inventories": {HOST_C: stock}, "allocations": {NOBODY: {}}},
            {"inventories": {NOBODY: stock}, "allocations": {}},
            {"inventories": {"x": stock}, "allocations": {}},
            {"inventories": {HOST_C: {}}, "allocations": {}},
            {"inventories": {HOST_C: {**stock, "inventories": unknown}}, "allocations": {}},
            {"inventories": {HOST_C: {**stock, "inventories": empty}}, "allocations": {}},
            {"inventories": [], "allocations": {}},
            {"inventories": {HOST_C: stock}, "allocations": []},
        ):
            for roles in ("service", "admin,service"):
                yield step("POST", "/reshaper", body, version, X_Roles=roles)
        yield step("POST", "/reshaper", {}, version)
