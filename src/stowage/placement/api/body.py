"""The JSON body of a request, checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import falcon
import orjson

from stowage.placement.errors import Invalid
from stowage.placement.ledger import providers
from stowage.placement.schemas.validator import Validator, canonical
from stowage.placement.service import Service
from stowage.wire.content import body_of


def read(req: falcon.Request, validator: Validator) -> Any:
    """The body as Python values.

    :raises Invalid: it is no JSON, or the schema refuses it.
    """
    raw = body_of(req)
    try:
        # Numbers beyond a double, NaN, lone surrogates and deep nesting end here, too.
        content = orjson.loads(raw)
    except orjson.JSONDecodeError as refusal:
        raise Invalid(f"Malformed JSON: {_known_words(raw) or refusal}") from None
    problem = validator.problem(content)
    if problem is not None:
        raise Invalid(f"JSON does not validate: {problem}")
    return content


def read_for(service: Service, uuid: str, req: falcon.Request, validator: Validator) -> Any:
    """The body of a request about one provider.

    That the provider does not exist is the truer answer to a bad body: the reference looks
    for it first.

    :raises Invalid: as ``read``.
    :raises NotFound: the body is bad and there is no such provider.
    """
    try:
        return read(req, validator)
    except Invalid:
        service.books.read(providers.get, uuid)
        raise


def by_uuid(content: Mapping[str, Any]) -> dict[str, Any]:
    """The members of an object whose keys are UUIDs, under their canonical form.

    :raises Invalid: two keys are spellings of one UUID.
    """
    found = {canonical(key): value for key, value in content.items()}
    if len(found) < len(content):
        raise Invalid("JSON does not validate: a UUID is there twice, in different spellings")
    return found


def _known_words(raw: bytes) -> str | None:
    """What Python's own parser says of a body, which clients know; None if it likes it."""
    try:
        json.loads(raw.decode())
    except (ValueError, RecursionError) as refusal:
        return str(refusal)
    return None
