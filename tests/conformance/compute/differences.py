"""Where we answer otherwise than nova on purpose, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from conformance.compute.question import Question, delete, flavor, get, post, put

ANSWER_NOT_FAULT = "nova fails with a 500; a client's mistake is 400, and what makes sense is done"
SIZES = ("ram", "vcpus", "disk", "swap", "OS-FLV-EXT-DATA:ephemeral")
MAKE = post("/flavors", flavor("kept"))
REMOVE = delete("/flavors/kept")
WHOLE = b'{"flavor": {"name": "kept", "id": "kept", "ram": %s, "vcpus": 1, "disk": 1}}'


@dataclass(frozen=True, slots=True)
class Kept:
    """A request to which the two answer differently, with both statuses and the reason."""

    name: str
    question: Question
    theirs: int
    ours: int
    reason: str = ANSWER_NOT_FAULT
    before: tuple[Question, ...] = ()
    after: tuple[Question, ...] = (REMOVE,)


def numbers() -> Iterator[Kept]:
    """A whole number written with a point or an exponent is that number."""
    for field in SIZES:
        for value in (512.0, 1e3):
            question = post("/flavors", flavor("kept", **{field: value}))
            yield Kept(f"{field} is {value}", question, 500, 200)
    for raw in (b"1.0", b"1E2"):
        yield Kept(f"ram is {raw.decode()}", post("/flavors", raw=WHOLE % raw), 500, 200)
    for value in ("0", "0.0"):
        question = post("/flavors", flavor("kept", rxtx_factor=value), version="2.1")
        yield Kept(f"rxtx_factor is '{value}'", question, 500, 400)
    for key in ("minRam", "minDisk"):
        question = get(f"/flavors/detail?{key}=99999999999999999999")
        yield Kept(f"{key} is more than a database holds", question, 500, 200)


def bodies() -> Iterator[Kept]:
    """Bodies that are no JSON, or not as deep as a parser goes."""
    broken: tuple[tuple[str, bytes], ...] = (
        ("no UTF-8", b"\xff\xfe"),
        ("UTF-16", (WHOLE % b"1").decode().encode("utf-16")),
        ("too deep", b"[" * 100_000),
    )
    for name, raw in broken:
        yield Kept(f"a body that is {name}", post("/flavors", raw=raw), 500, 400)
    reason = "nova forgets to put the number into its words"
    long = flavor("kept", description="x" * 120_000)
    yield Kept("a body that is too large", post("/flavors", long), 413, 413, reason)
    reason = "nova answers that there is no such path"
    question = post("/flavors/kept/action", raw=b"null")
    yield Kept("an action that is null", question, 404, 400, reason, before=(MAKE,))
    question = post("/flavors/kept/os-extra_specs", raw=b"\xff")
    yield Kept("extra specs that are no UTF-8", question, 500, 400, before=(MAKE,))


def not_numbers() -> Iterator[Kept]:
    """JSON has no NaN and no infinity."""
    reason = "Python's parser takes words that are not JSON; nova stores the word 'nan'"
    question = post("/flavors/kept/os-extra_specs", raw=b'{"extra_specs": {"a": NaN}}')
    yield Kept("NaN as the value of an extra spec", question, 200, 400, reason, before=(MAKE,))


def queries() -> Iterator[Kept]:
    """Query keys are parted by ``&``."""
    reason = "nova parts query keys at a semicolon, too, which URLs have given up"
    yield Kept("a semicolon in a query", get("/flavors?limit=1;minRam=1"), 200, 400, reason)


def half_characters() -> Iterator[Kept]:
    """Half of a surrogate pair is no character; no database stores it."""
    value: Any = {"extra_specs": {"a": "\ud800"}}
    question = post("/flavors/kept/os-extra_specs", value)
    yield Kept("half a character in an extra spec", question, 500, 400, before=(MAKE,))
    question = put("/flavors/kept/os-extra_specs/a", {"a": "\ud800"})
    yield Kept("half a character in an update", question, 500, 400, before=(MAKE,))


def echoes() -> Iterator[Kept]:
    """An id in a path is UTF-8, also where an error names it."""
    reason = "nova reads the bytes of a path as Latin-1 when it names them"
    for path in ("/flavors/%C3%A9", "/flavors/%FF", "/flavors/kept/os-extra_specs/%C3%A9"):
        yield Kept(f"{path} is not there", get(path), 404, 404, reason, before=(MAKE,))


def line_feeds() -> Iterator[Kept]:
    """A line feed at the end of an id is part of the id.

    nova takes it when a flavor is made, drops it from paths, and so never finds that flavor again.
    """
    reason = "nova drops a line feed from the end of a path"
    question = get("/flavors/kept%0A")
    yield Kept("a line feed after an id", question, 200, 404, reason, before=(MAKE,))


KEPT: tuple[Kept, ...] = (
    *numbers(),
    *bodies(),
    *not_numbers(),
    *queries(),
    *half_characters(),
    *echoes(),
    *line_feeds(),
)
