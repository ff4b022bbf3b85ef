"""Sentences for what a schema refuses: those of Python's jsonschema, to the letter.

Clients of the reference match on them: "0 is less than the minimum of 1",
"Failed validating 'minimum' in schema['properties']['total']".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pprint import pformat
from textwrap import indent
from typing import Any

import jsonschema_rs

# Nobody reads a megabyte of their own body in an error, and laying it out takes seconds.
LONGEST_INSTANCE = 5_000


def worst(
    errors: Iterable[jsonschema_rs.ValidationError], schema: dict[str, Any]
) -> jsonschema_rs.ValidationError:
    """Which of several errors to tell: the shallowest, of those the last in the instance.

    Of several at one place the first keyword of the schema counts.
    """
    return max(errors, key=lambda error: _rank(error, schema))


def describe(error: jsonschema_rs.ValidationError, schema: dict[str, Any]) -> str:
    """The sentence for one error, with the place in the schema and in the instance."""
    *path, keyword = error.schema_path
    inner = _at(schema, path)
    if keyword == "anyOf" and isinstance(error.instance, str):
        # Of a UUID or null, a text can only be meant to be the UUID.
        path, keyword, inner = [0], "format", inner["anyOf"][0]
    sentence = _sentence(str(keyword), error.instance, inner)
    return (
        f"{sentence}\n\n"
        f"Failed validating {keyword!r} in schema{_keys(path)}:\n    {_laid_out(inner)}\n\n"
        f"On instance{_keys(error.instance_path)}:\n    {_laid_out(error.instance)}"
    )


def _rank(
    error: jsonschema_rs.ValidationError, schema: dict[str, Any]
) -> tuple[int, list[str], int]:
    *path, keyword = error.schema_path
    place = error.instance_path
    return -len(place), [str(key) for key in place], -list(_at(schema, path)).index(keyword)


def _at(schema: Any, path: Iterable[str | int]) -> Any:
    for key in path:
        schema = schema[key]
    return schema


def _keys(path: Iterable[str | int]) -> str:
    return "".join(f"[{key!r}]" for key in path)


def _laid_out(thing: object) -> str:
    shown = _shown(thing)
    if len(shown) > LONGEST_INSTANCE:
        return shown
    try:
        return indent(pformat(thing, width=72, sort_dicts=False), "    ").lstrip()
    except RecursionError:
        return shown


def _shown(instance: object) -> str:
    try:
        text = repr(instance)
    except RecursionError:
        # JSON may be nested deeper than Python likes to print.
        return "..."
    return text if len(text) <= LONGEST_INSTANCE else f"{text[:LONGEST_INSTANCE]}..."


def _sentence(keyword: str, instance: Any, schema: Any) -> str:
    if keyword in _COMPARED:
        return f"{_shown(instance)} {_COMPARED[keyword].format(schema[keyword])}"
    if keyword in _SHORT:
        short = "should be non-empty" if schema[keyword] == 1 else "is too short"
        return f"{_shown(instance)} {short}"
    return _SENTENCES[keyword](instance, schema)


def _type(instance: Any, schema: Any) -> str:
    wanted = schema["type"]
    names = [wanted] if isinstance(wanted, str) else wanted
    return f"{_shown(instance)} is not of type {', '.join(repr(name) for name in names)}"


def _required(instance: Any, schema: Any) -> str:
    missing = [key for key in schema["required"] if key not in instance]
    return f"{missing[0]!r} is a required property"


def _additional(instance: Any, schema: Any) -> str:
    known = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    extra = sorted(
        key
        for key in instance
        if key not in known and not any(re.search(pattern, key) for pattern in patterns)
    )
    joined = ", ".join(_shown(key) for key in extra)
    if not patterns:
        verb = "was" if len(extra) == 1 else "were"
        return f"Additional properties are not allowed ({joined} {verb} unexpected)"
    verb = "does" if len(extra) == 1 else "do"
    return f"{joined} {verb} not match any of the regexes: {', '.join(map(repr, sorted(patterns)))}"


_COMPARED = {
    "minimum": "is less than the minimum of {0}",
    "maximum": "is greater than the maximum of {0}",
    "maxLength": "is too long",
    "pattern": "does not match {0!r}",
    "format": "is not a {0!r}",
    "enum": "is not one of {0!r}",
    "uniqueItems": "has non-unique elements",
    "anyOf": "is not valid under any of the given schemas",
}
_SHORT = frozenset({"minLength", "minItems", "minProperties"})
_SENTENCES: dict[str, Callable[[Any, Any], str]] = {
    "type": _type,
    "required": _required,
    "additionalProperties": _additional,
}
