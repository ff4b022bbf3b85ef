"""Compiled schemas, and the one that holds at each microversion."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

import jsonschema_rs

from stowage.placement.schemas import sentences
from stowage.placement.since import MAX_MINOR

Schema = dict[str, Any]


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


def canonical(text: str) -> str:
    """The lower-case form with dashes of a UUID; any other text as it is."""
    return str(uuid.UUID(text)) if is_uuid_like(text) else text


class Validator:
    """One schema, compiled."""

    __slots__ = ("_compiled", "schema")

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._compiled = jsonschema_rs.validator_for(
            schema, formats={"uuid": is_uuid_like}, validate_formats=True
        )

    def problem(self, instance: object) -> str | None:
        """What is wrong with ``instance`` in a sentence, or None."""
        if self._compiled.is_valid(instance):
            return None
        errors = list(self._compiled.iter_errors(instance))
        return sentences.describe(min(errors, key=sentences.depth), self.schema)


def by_minor(schemas: Mapping[int, Schema]) -> tuple[Validator | None, ...]:
    """For every minor version the validator of the newest schema that is not newer than it.

    ``None`` below the first.
    """
    compiled = {minor: Validator(schema) for minor, schema in schemas.items()}
    current: Validator | None = None
    table = []
    for minor in range(MAX_MINOR + 1):
        current = compiled.get(minor, current)
        table.append(current)
    return tuple(table)
