"""What makes two answers the same, and in words how they differ."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from differential.step import Step
from servers.wire import Answer

HEADERS = (
    "content-type",
    "allow",
    "cache-control",
    "openstack-api-version",
    "vary",
    "location",
    "www-authenticate",
)
# Clocks and generated values: only that they are there counts.
PRESENCE = ("last-modified", "x-openstack-request-id")
_REQUEST_ID = re.compile(r"req-[0-9a-f-]{36}")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_LIMIT = re.compile(r"^/allocation_candidates.*?[?&]limit=(\d+)")
_PORT = re.compile(r"127\.0\.0\.1:\d+")
_OURS = ("aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd", "eeeeeeee")


def differences(step: Step, theirs: Answer, ours: Answer) -> list[str]:
    """Each difference as a line ``what: theirs | ours``; none when the answers are the same."""
    found = []
    if theirs.status != ours.status:
        found.append(f"status: {theirs.status} | {ours.status}")
    for name in HEADERS:
        pair = [_header(name, answer) for answer in (theirs, ours)]
        if pair[0] != pair[1]:
            found.append(f"{name}: {pair[0]!r} | {pair[1]!r}")
    for name in PRESENCE:
        if (name in theirs.headers) != (name in ours.headers):
            found.append(f"{name}: {theirs.headers.get(name)!r} | {ours.headers.get(name)!r}")
    if _is_cut(step, theirs, ours):
        return found
    return found + [f"body{line}" for line in _bodies(theirs, ours)]


def _header(name: str, answer: Answer) -> str | None:
    value = _plain(answer.headers.get(name))
    # A list of methods is a set; webob and Falcon go through their tables in another order.
    return ", ".join(sorted(value.split(", "))) if name == "allow" and value else value


def _is_cut(step: Step, theirs: Answer, ours: Answer) -> bool:
    """Whether both gave as many candidates as their limit: which ones is left to chance."""
    asked = _LIMIT.search(str(step.path))
    if asked is None or theirs.status != 200 or ours.status != 200:
        return False
    limit = int(asked[1])
    return all(len(each.json()["allocation_requests"]) == limit for each in (theirs, ours))


def _bodies(theirs: Answer, ours: Answer) -> Iterator[str]:
    if theirs.body == ours.body:
        return
    try:
        pair = [
            canonical(json.loads(_plain(answer.body.decode()) or "")) for answer in (theirs, ours)
        ]
    except ValueError:
        pair = [_plain(answer.body.decode("utf-8", "replace")) for answer in (theirs, ours)]
        if pair[0] != pair[1]:
            yield f": {pair[0]!r} | {pair[1]!r}"
        return
    yield from _values("", *pair)


def _values(where: str, theirs: Any, ours: Any) -> Iterator[str]:
    if type(theirs) is not type(ours):
        yield f"{where}: {_short(theirs)} | {_short(ours)}"
    elif isinstance(theirs, dict):
        for key in sorted(theirs.keys() | ours.keys()):
            if key in theirs and key in ours:
                yield from _values(f"{where}.{key}", theirs[key], ours[key])
            else:
                pair = [_short(each[key]) if key in each else "(none)" for each in (theirs, ours)]
                yield f"{where}.{key}: {pair[0]} | {pair[1]}"
    elif isinstance(theirs, list) and len(theirs) == len(ours):
        for number, pair in enumerate(zip(theirs, ours, strict=True)):
            yield from _values(f"{where}[{number}]", *pair)
    elif theirs != ours:
        yield f"{where}: {_short(theirs)} | {_short(ours)}"


def canonical(value: Any) -> Any:
    """The value with every list sorted: the API promises no order of rows."""
    if isinstance(value, dict):
        return {key: canonical(_sentence(key, inner)) for key, inner in value.items()}
    if isinstance(value, list):
        return sorted(map(canonical, value), key=lambda inner: json.dumps(inner, sort_keys=True))
    return value


def _sentence(key: str, value: Any) -> Any:
    """The sentence of an error, without the print of the schema that the body failed."""
    if key != "detail" or not isinstance(value, str):
        return value
    return re.sub(r"\s+", " ", value).split(" Failed validating ")[0]


def _plain(text: str | None) -> str | None:
    """Without ports, request ids and UUIDs that a service made up."""
    if text is None:
        return None
    text = _PORT.sub("127.0.0.1:port", _REQUEST_ID.sub("<request id>", text))
    return _UUID.sub(lambda m: m[0] if m[0].startswith(_OURS) else "<generated>", text)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else repr(value)
    return text if len(text) < 700 else f"{text[:700]}..."
