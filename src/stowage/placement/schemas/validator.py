"""Compiled schemas, and the one that holds at each microversion."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import jsonschema_rs

from stowage.placement.schemas import sentences
from stowage.placement.since import MAX_MINOR

Schema = dict[str, Any]

_CANONICAL = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DASHES = (8, 13, 18, 23)


def is_uuid_like(text: str) -> bool:
    """Whether ``text`` is a UUID with or without dashes, braces or ``urn:uuid:``, in any case.

    Source: ``format: uuid`` of the reference, which is oslo.utils' ``is_uuid_like``.
    """
    try:
        parsed = uuid.UUID(text)
    except ValueError:
        return False
    plain = text.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "").lower()
    return parsed.hex == plain


def is_dashed_uuid(text: str) -> bool:
    """Whether ``text`` is a UUID in its usual form, in any case.

    Source: ``format: uuid`` of Python's jsonschema, which the reference uses on query strings.
    """
    return is_uuid_like(text) and all(text[place] == "-" for place in _DASHES)


def canonical(text: str) -> str:
    """The lower-case form with dashes of a UUID; any other text as it is."""
    if _CANONICAL.fullmatch(text):
        return text
    return str(uuid.UUID(text)) if is_uuid_like(text) else text


class Validator:
    """One schema, compiled."""

    __slots__ = ("_compiled", "schema")

    def __init__(self, schema: Schema, is_uuid: Callable[[str], bool] = is_uuid_like) -> None:
        self.schema = schema
        self._compiled = jsonschema_rs.validator_for(
            schema, formats={"uuid": is_uuid}, validate_formats=True
        )

    def problem(self, instance: object) -> str | None:
        """What is wrong with ``instance`` in a sentence, or None."""
        try:
            if self._compiled.is_valid(instance):
                return None
            error = sentences.worst(self._compiled.iter_errors(instance), self.schema)
        except ValueError:
            # More than 255 levels; no schema of ours has ten.
            return "nested too deeply"
        return sentences.describe(error, self.schema)


class Versions:
    """The validators of one body or query: at each minor version the newest not newer than it."""

    __slots__ = ("_table",)

    def __init__(
        self, schemas: Mapping[int, Schema], is_uuid: Callable[[str], bool] = is_uuid_like
    ) -> None:
        compiled = {minor: Validator(schema, is_uuid) for minor, schema in schemas.items()}
        first = min(compiled)
        self._table = {
            minor: compiled[max(since for since in compiled if since <= minor)]
            for minor in range(first, MAX_MINOR + 1)
        }

    def __getitem__(self, minor: int) -> Validator:
        """:raises KeyError: the version knows nothing of it yet."""
        return self._table[minor]
