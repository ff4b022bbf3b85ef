"""Sentences for what a schema refuses, in the words of Python's jsonschema.

Clients of the reference match on them: "0 is less than the minimum of 1",
"Failed validating 'minimum' in schema['properties']['total']".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import jsonschema_rs

# Nobody reads a megabyte of their own body in an error.
LONGEST_INSTANCE = 500


def rank(error: jsonschema_rs.ValidationError, schema: dict[str, Any]) -> tuple[int, int]:
    """Which error to tell: the shallowest, of those the first keyword of its schema."""
    *path, keyword = error.schema_path
    return len(error.instance_path), list(_at(schema, path)).index(keyword)


def describe(error: jsonschema_rs.ValidationError, schema: dict[str, Any]) -> str:
    """The sentence for one error, with the place in the schema and in the instance."""
    *path, keyword = error.schema_path
    inner = _at(schema, path)
    sentence = _sentence(str(keyword), error, inner)
    return (
        f"{sentence}\n\n"
        f"Failed validating '{keyword}' in schema{_keys(path)}:\n    {inner!r}\n\n"
        f"On instance{_keys(error.instance_path)}:\n    {_shown(error.instance)}"
    )


def _sentence(keyword: str, error: jsonschema_rs.ValidationError, schema: Any) -> str:
    compose = _SENTENCES.get(keyword)
    if compose is None:
        return error.message
    return compose(_shown(error.instance), schema[keyword], error.instance, schema)


def _at(schema: Any, path: Iterable[str | int]) -> Any:
    for key in path:
        schema = schema[key]
    return schema


def _keys(path: Iterable[str | int]) -> str:
    return "".join(f"[{key!r}]" for key in path)


def _shown(instance: object) -> str:
    text = repr(instance)
    return text if len(text) <= LONGEST_INSTANCE else f"{text[:LONGEST_INSTANCE]}..."


def _type(shown: str, wanted: Any, *_: Any) -> str:
    names = [wanted] if isinstance(wanted, str) else wanted
    return f"{shown} is not of type {', '.join(repr(name) for name in names)}"


def _too_few(shown: str, least: int, *_: Any) -> str:
    return f"{shown} should be non-empty" if least == 1 else f"{shown} is too short"


def _required(_shown: str, keys: list[str], instance: Any, _schema: Any) -> str:
    missing = [key for key in keys if key not in instance]
    return f"{missing[0]!r} is a required property"


def _additional(_shown: str, _allowed: Any, instance: Any, schema: Any) -> str:
    known = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    extra = [
        key
        for key in instance
        if key not in known and not any(re.search(pattern, key) for pattern in patterns)
    ]
    if patterns:
        verb = "does" if len(extra) == 1 else "do"
        joined = ", ".join(map(repr, sorted(extra)))
        return f"{joined} {verb} not match any of the regexes: {', '.join(map(repr, patterns))}"
    verb = "was" if len(extra) == 1 else "were"
    joined = ", ".join(map(repr, extra))
    return f"Additional properties are not allowed ({joined} {verb} unexpected)"


_SENTENCES: dict[str, Callable[..., str]] = {
    "type": _type,
    "minimum": lambda shown, limit, *_: f"{shown} is less than the minimum of {limit}",
    "maximum": lambda shown, limit, *_: f"{shown} is greater than the maximum of {limit}",
    "minLength": _too_few,
    "minItems": _too_few,
    "minProperties": _too_few,
    "maxLength": lambda shown, *_: f"{shown} is too long",
    "pattern": lambda shown, pattern, *_: f"{shown} does not match {pattern!r}",
    "format": lambda shown, name, *_: f"{shown} is not a {name!r}",
    "enum": lambda shown, options, *_: f"{shown} is not one of {options!r}",
    "uniqueItems": lambda shown, *_: f"{shown} has non-unique elements",
    "required": _required,
    "additionalProperties": _additional,
}
