"""Creating flavors: what a body may hold, at each microversion that changes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.compute.question import ACTORS, Question, delete, flavor, get, post

CHANGES = ("2.1", "2.54", "2.55", "2.60", "2.61", "2.74", "2.75", "2.101", "2.102", "2.104")

NUMBERS: tuple[Any, ...] = (
    0, 1, -1, "1", " 1", "01", "1.0", 1.5, "abc", "", None, True, False, [], {}, [1],
    2147483647, 2147483648, "2147483647", "2147483648", 10**30, "1e3", "+1", "\u0663",
)  # fmt: skip

RXTX: tuple[Any, ...] = (
    0, -1, 0.5, 1, 3.40282e38, 3.5e38, "1.5", "abc", "", None, True, 1e-50, "1.",
    ".5", "1e3", " 1.5", "9" * 60, 512.0, [], 10**39, "1.55555555555",
)  # fmt: skip

IDS: tuple[Any, ...] = (
    None, "auto", 77, 77.5, 0, -3, "a b", " a", "a ", "", "id/with/slash", "id.é", "i" * 255,
    "i" * 256, "A.b_c-d", "a:b", "tab\tid", "li\nne", True, [], {}, "id\u0000", "\u0663",
    1e300, 1e20,
)  # fmt: skip

NAMES: tuple[Any, ...] = (
    "", " ", "n" * 255, "n" * 256, " leading", "trailing ", "in side", "é 🙂", "a/b", "a\u0000b",
    "tab\tname", "line\nname", "\u200bzero", "\u00a0", "\u3000wide", "\ud800", 5, None, True, [],
    {}, "name%2F", "'; drop table flavors; --", "\u007f", "\x01", "ß", "\U0001f9ff" * 64,
)  # fmt: skip

PUBLIC: tuple[Any, ...] = (
    True, False, "true", "false", "True", "FALSE", "yes", "no", "on", "off", "t", "f", "y", "n",
    1, 0, "1", "0", "", None, 2, "maybe", [], {}, "YES", "On", " true", 1.0, 0.0,
)  # fmt: skip

DESCRIPTIONS: tuple[Any, ...] = (
    "", None, "text", "d" * 65535, "d" * 65536, "é 🙂", "two\nlines", "tab\t", "\u0000", "\x07",
    5, True, [], {}, " spaces ", "\u2028", "\u200b",
)  # fmt: skip


def questions() -> Iterator[Question]:
    """Every field with good and bad values, at the versions where the field counts."""
    yield from representations()
    yield from identities()
    yield from names()
    for field in ("ram", "vcpus", "disk", "swap", "OS-FLV-EXT-DATA:ephemeral"):
        yield from values(field, NUMBERS, ("2.1", "2.104"))
    yield from values("rxtx_factor", RXTX, ("2.1", "2.101", "2.102"))
    yield from values("os-flavor-access:is_public", PUBLIC, ("2.1", "2.75"))
    yield from values("description", DESCRIPTIONS, ("2.54", "2.55", "2.104"))
    yield from keys()
    yield from bodies()
    yield from duplicates()
    for actor in ACTORS:
        yield post("/flavors", flavor("by", f"by-{actor.user}"), actor=actor)
        yield delete(f"/flavors/by-{actor.user}")


def representations() -> Iterator[Question]:
    """What each microversion answers to a create and to a show of the same flavor."""
    full = {
        "swap": 64,
        "OS-FLV-EXT-DATA:ephemeral": 3,
        "rxtx_factor": 2.5,
        "is_public": False,
        "description": "all of it",
    }
    for version in CHANGES:
        minor = int(version[2:])
        more = {k: v for k, v in full.items() if k != "description" or minor >= 55}
        if minor >= 102:
            del more["rxtx_factor"]
        for name, extra in (("least", {}), ("full", more)):
            flavor_id = f"{name}-{version}"
            yield post("/flavors", flavor(flavor_id, flavor_id, **extra), version=version)
            for shown in CHANGES:
                yield get(f"/flavors/{flavor_id}", version=shown)
            yield delete(f"/flavors/{flavor_id}", version=version)


def identities() -> Iterator[Question]:
    """Ids: made, given, numbers, refused."""
    yield post("/flavors", flavor("no-id", ..., ram=256), keep="made")
    yield get("/flavors/<made>")
    yield delete("/flavors/<made>")
    for number, identity in enumerate(IDS):
        body = flavor(f"identity-{number}")
        body["flavor"]["id"] = identity
        for version in ("2.1", "2.104"):
            yield post("/flavors", body, version=version, keep="made")
            yield delete("/flavors/<made>", version=version)


def names() -> Iterator[Question]:
    """Names: odd ones are kept as they are, or refused."""
    for name in NAMES:
        body = flavor("x", "named")
        body["flavor"]["name"] = name
        yield post("/flavors", body)
        yield get("/flavors/named")
        yield delete("/flavors/named")


def values(field: str, tried: tuple[Any, ...], versions: tuple[str, ...]) -> Iterator[Question]:
    """One field with each value; what was stored is shown, then deleted."""
    for version in versions:
        for value in tried:
            yield post("/flavors", flavor("valued", **{field: value}), version=version)
            yield get("/flavors/valued", version=version)
            yield delete("/flavors/valued")


def keys() -> Iterator[Question]:
    """Missing keys and keys that do not belong."""
    for key in ("name", "ram", "vcpus", "disk", "id"):
        yield post("/flavors", flavor("keyed", **{key: ...}), keep="made")
        yield delete("/flavors/<made>")
    unknown = (
        "OS-FLV-DISABLED:disabled",
        "public",
        "extra_specs",
        "foo",
        "is_public_",
        "links",
        "",
    )
    for key in unknown:
        for version in ("2.1", "2.104"):
            yield post("/flavors", flavor("keyed", **{key: True}), version=version)
    yield post("/flavors", flavor("keyed", foo=1, bar=2))
    yield post("/flavors", flavor("keyed") | {"more": 1})


def bodies() -> Iterator[Question]:
    """Bodies that are no flavor at all."""
    for body in ({}, [], "", "text", 5, {"flavor": None}, {"flavor": []}, {"flavor": {}}, [1]):
        yield post("/flavors", body)
    yield post("/flavors", {"flavor": "x"})
    yield post("/flavors", {"flavors": {}})
    raws = (b"", b"{", b'{"flavor":', b"null", b"nul", b"{'flavor': {}}", b"{}x", b" ")
    for raw in raws:
        yield post("/flavors", raw=raw)
    whole = b'{"flavor": {"name": "raw", "id": "raw", "ram": %s, "vcpus": 1, "disk": 1}}'
    for number in (b"1e400", b"-0", b"0512", b'512, "ram": 1'):
        yield post("/flavors", raw=whole % number)
        yield get("/flavors/raw")
        yield delete("/flavors/raw")
    yield post("/flavors", raw=b"\xef\xbb\xbf" + whole % b"1")
    yield delete("/flavors/raw")


def duplicates() -> Iterator[Question]:
    """The same id, the same name, a name that differs in case."""
    yield post("/flavors", flavor("twin", "twin-1"))
    yield post("/flavors", flavor("twin", "twin-2"))
    yield post("/flavors", flavor("other", "twin-1"))
    yield post("/flavors", flavor("twin", "twin-1"))
    yield post("/flavors", flavor("twin", ...))
    yield post("/flavors", flavor("Twin", "twin-3"))
    yield post("/flavors", flavor("twin ", "Twin-1"))
    yield post("/flavors", flavor("tw\u00edn", "TWIN-1"))
    for flavor_id in ("twin-1", "twin-2", "twin-3", "Twin-1", "TWIN-1", "twin-1"):
        yield get(f"/flavors/{flavor_id}")
        yield delete(f"/flavors/{flavor_id}")
        yield get(f"/flavors/{flavor_id}")
    yield post("/flavors", flavor("twin", "twin-1", ram=1024))
    yield get("/flavors/twin-1")
    yield delete("/flavors/twin-1")
