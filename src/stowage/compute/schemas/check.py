"""Checking bodies and queries against schemas, with the sentences that clients read.

The wording is that of the ``jsonschema`` library within nova's frame, which tools match on; that is
why this library does the work and why the order of keys in a schema matters: the first thing found
wrong is what is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from stowage.compute.errors import Invalid
from stowage.compute.schemas import characters

JSONSchema = dict[str, Any]
_DRAFT = jsonschema.Draft202012Validator


class _BadName(Exception):
    """A name that is no name, with the whole sentence about it."""


_FORMATS = jsonschema.FormatChecker(formats=())


def _name_rule(pattern: re.Pattern[str], rule: str) -> Any:
    def check(instance: object) -> bool:
        if isinstance(instance, str) and pattern.search(instance):
            return True
        raise _BadName(f"An invalid 'name' value was provided. The name must be: {rule}")

    return check


_FORMATS.checks("name", _BadName)(
    _name_rule(characters.NAME, "printable characters. Can not start or end with whitespace.")
)
_FORMATS.checks("loose-name", _BadName)(
    _name_rule(characters.LOOSE_NAME, "printable characters with at least one non space character")
)


def _number(instance: Any) -> int | float | None:
    """A number, also where a string holds one: bounds hold for both (nova does so, too)."""
    for kind in (int, float):
        try:
            return kind(instance)
        except (ValueError, TypeError, OverflowError):
            continue
    return None


def _bound(keyword: str) -> Any:
    original = _DRAFT.VALIDATORS[keyword]

    def check(validator: Any, limit: Any, instance: Any, schema: Any) -> Any:
        number = _number(instance)
        return () if number is None else original(validator, limit, number, schema)

    return check


def _drop_unknown(
    validator: Any, allowed: Any, instance: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """``additionalProperties`` of the frozen ``/v2`` API: unknown keys are left out, not refused.

    Keys that have to match a pattern are refused all the same, and an object of nothing but
    unknown keys is left alone.
    """
    if allowed is True or not isinstance(instance, dict):
        return
    patterns = "|".join(schema.get("patternProperties", {}))
    unknown = [
        key
        for key in instance
        if key not in schema.get("properties", {}) and not (patterns and re.search(patterns, key))
    ]
    if not unknown or len(unknown) == len(instance):
        return
    if patterns:
        verb = "was" if len(unknown) == 1 else "were"
        names = ", ".join(map(repr, unknown))
        yield ValidationError(f"Additional properties are not allowed ({names} {verb} unexpected)")
        return
    for key in unknown:
        del instance[key]


_BOUNDS = {"minimum": _bound("minimum"), "maximum": _bound("maximum")}
_extend: Any = extend  # its annotations leave out what it takes
_STRICT = _extend(_DRAFT, _BOUNDS)
_FORGIVING = _extend(_DRAFT, {**_BOUNDS, "additionalProperties": _drop_unknown})


class Body:
    """A schema for the body of a request."""

    def __init__(self, schema: JSONSchema, *, forgiving: bool = False) -> None:
        """``forgiving`` leaves out unknown keys instead of refusing them (the ``/v2`` API)."""
        kind = _FORGIVING if forgiving else _STRICT
        self._validator = kind(schema, format_checker=_FORMATS)

    def check(self, body: Any) -> None:
        """Raises Invalid with what is wrong first."""
        error = _first_error(self._validator, body)
        if error is not None:
            raise Invalid(_sentence("field/attribute", error, -1))


class Query:
    """A schema for the query string of a request: each key with the list of its values."""

    def __init__(self, properties: JSONSchema, *, strict: bool) -> None:
        """``strict`` refuses unknown keys."""
        self.known = frozenset(properties)
        self._validator = _STRICT(
            {"type": "object", "properties": properties, "additionalProperties": not strict},
            format_checker=_FORMATS,
        )

    def check(self, params: Mapping[str, list[str]]) -> None:
        """Raises Invalid with what is wrong first."""
        if not params:
            return
        error = _first_error(self._validator, params)
        if error is not None:
            raise Invalid(_sentence("query parameters", error, 0))


def _first_error(validator: Any, instance: Any) -> ValidationError | None:
    try:
        return next(validator.iter_errors(instance), None)
    except TypeError as fault:  # a pattern that met something other than a string
        raise Invalid(str(fault)) from None


def _sentence(kind: str, error: ValidationError, place: int) -> str:
    if isinstance(error.cause, _BadName):
        return str(error.cause)
    if not error.path:
        return str(error.message)
    return (
        f"Invalid input for {kind} {list(error.path)[place]}."
        f" Value: {error.instance}. {error.message}"
    )
