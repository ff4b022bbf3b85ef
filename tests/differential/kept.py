"""Differences from the reference that are kept on purpose, each with its reason.

A difference that no entry covers fails the tests; so does an entry that covers nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from differential.step import Step
from servers.wire import Answer

_SPELLED = re.compile(r"[A-E]{8}-0000|[a-e]{8}000040008|%7b[a-d]{8}")
_NO_CLASS = re.compile(rb'"inventories": \{"(?![A-Z0-9_]+")')


@dataclass(frozen=True, slots=True)
class Kept:
    """Differences (lines of ``compare.differences``) that are meant, and why."""

    name: str
    reason: str
    covers: Callable[[Step, Answer, Answer, str], bool]


def _no_vary(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return line == "vary: None | 'openstack-api-version'" and theirs.status >= 400


def _head(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return step.method == "HEAD" and line.startswith("content-type: 'text/html")


def _crash(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return theirs.status == 500 and ours.status < 500


def _other_spelling(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return bool(_SPELLED.search(f"{step.path!r} {step.body!r}"))


def _scope(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return theirs.status == ours.status == 403 and "OpenStack-System-Scope" in step.headers


def _all_unknown(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return "No such trait" in line and "NO_2" in line


def _as_it_stands(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return step.path in (
        "/traits?name=startswith:custom",
        "/traits?name=startswith:CUSTOM%25",
        "/traits?name=startswith:C_STOM",
        "/resource_providers?name=HOST-A",
    )


def _lost_anchor(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    if not str(step.path).startswith("/allocation_candidates") or theirs.status != 200:
        return False
    return "resources=DISK_GB:5&resources1" in str(step.path) and ours.status == 200


def _sql(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return b"sqlite3." in theirs.body and theirs.status == ours.status


def _no_json(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    odd = any(word in (step.body or b"") for word in (b"NaN", b"Infinity", b"\\ud800"))
    return odd and theirs.status == ours.status == 400


def _decoded(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    odd = any(word in str(step.path) for word in ("%C3", "%F0", "%FF", "%5C", "%00", "%22"))
    return odd and ".detail: " in line and theirs.status == ours.status


def _line_break(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return "%0A" in str(step.path)


def _no_class(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return ours.status == 400 and bool(_NO_CLASS.search(step.body or b""))


def _phantom(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return "expected 0 but got" in line and "expected null but got" in line


def _no_ascii(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    return any(not str(value).isascii() for value in step.headers.values())


def _order(step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
    if ".detail: " not in line:
        return False
    words = [sorted(re.split(r"[\s,']+", half.strip('"'))) for half in _halves(line)]
    return words[0] == words[1]


def _halves(line: str) -> list[str]:
    return [half.strip().strip("\"'") for half in line.split(".detail: ")[1].split(" | ")]


KEPT = (
    Kept(
        "vary",
        "Upstream forgets Vary on an error that its routing or its handlers raise; a cache that"
        " keeps such an answer would give it to clients of other versions. Ours always says it.",
        _no_vary,
    ),
    Kept(
        "HEAD",
        "An error has no body when the method is HEAD; ours names the type of the body that any"
        " other method would have had, upstream text/html.",
        _head,
    ),
    Kept("500", "What ends in an unhandled exception upstream is a 4xx here.", _crash),
    Kept(
        "other spellings of a UUID",
        "A UUID in upper case or without dashes names the same thing in a path or a query as in"
        " a body, on every database; upstream finds it on MariaDB and misses it on the others.",
        _other_spelling,
    ),
    Kept(
        "system scope",
        "A token of the wrong scope is told so in the sentence of every other refusal; upstream"
        " gives the bare name of the rule.",
        _scope,
    ),
    Kept("all unknown traits", "Ours names all of them, upstream the first.", _all_unknown),
    Kept(
        "names as they stand",
        "A name or a prefix is taken as it stands; upstream gives a prefix to LIKE, which knows"
        " wildcards, and neither knows case on MariaDB, nor LIKE on SQLite.",
        _as_it_stands,
    ),
    Kept(
        "trees lose a borrowed part",
        "What the plain group takes from a sharing provider alone can serve several trees;"
        " upstream keeps it for one of them, whichever comes first.",
        _lost_anchor,
    ),
    Kept("SQL", "No SQL shows in an answer of ours.", _sql),
    Kept(
        "no JSON",
        "NaN, Infinity and half a surrogate pair are no JSON: refused as malformed, where"
        " upstream goes on to the schema, which refuses them or not.",
        _no_json,
    ),
    Kept(
        "names in paths",
        "A path is UTF-8: an error repeats the name that was asked for, upstream each byte as a"
        " character. A quote or a backslash in it is a character like others.",
        _decoded,
    ),
    Kept(
        "line break at the end",
        "CUSTOM_A with a line break is no name of a trait or a resource class; upstream's pattern"
        " ends before the line break.",
        _line_break,
    ),
    Kept(
        "names of classes in inventories",
        "A key that can be no resource class is refused by the schema before generations are"
        " compared; upstream takes it for an unknown class afterwards, or fails.",
        _no_class,
    ),
    Kept(
        "phantom consumer",
        "A claim of nothing, or of a provider that does not exist, leaves no new consumer behind"
        " (field reports B04, B05); upstream keeps one of generation 0.",
        _phantom,
    ),
    Kept(
        "bytes beyond ASCII in a header",
        "Granian passes such a header on as if it were empty, which here means version 1.0.",
        _no_ascii,
    ),
    Kept(
        "order of names",
        "Where a sentence names several things, their order is that of a set upstream.",
        _order,
    ),
)
