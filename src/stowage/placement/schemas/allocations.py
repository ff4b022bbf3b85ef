"""Bodies of PUT /allocations/{consumer_uuid} and POST /allocations."""

from __future__ import annotations

from stowage.placement.schemas import patterns
from stowage.placement.schemas.validator import Schema, Versions
from stowage.placement.since import Since

_ID = {"type": "string", "minLength": 1, "maxLength": 255}
_OWNER: dict[str, Schema] = {"project_id": _ID, "user_id": _ID}
_GENERATION: dict[str, Schema] = {"consumer_generation": {"type": ["integer", "null"]}}
_TYPE: dict[str, Schema] = {
    "consumer_type": {
        "type": "string",
        "pattern": patterns.NAME,
        "minLength": 1,
        "maxLength": 255,
    }
}

_RESOURCES: Schema = {
    "type": "object",
    "minProperties": 1,
    "patternProperties": {patterns.NAME: {"type": "integer", "minimum": 1}},
    "additionalProperties": False,
}

# Up to 1.11 a list of providers, then an object by provider.
_LIST: Schema = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "properties": {
            "resource_provider": {
                "type": "object",
                "properties": {"uuid": {"type": "string", "format": "uuid"}},
                "additionalProperties": False,
                "required": ["uuid"],
            },
            "resources": _RESOURCES,
        },
        "required": ["resource_provider", "resources"],
        "additionalProperties": False,
    },
}


def _by_provider(least: int) -> Schema:
    return {
        "type": "object",
        "minProperties": least,
        "patternProperties": {
            patterns.UUID: {
                "type": "object",
                "properties": {"generation": {"type": "integer"}, "resources": _RESOURCES},
                "required": ["resources"],
                "additionalProperties": False,
            }
        },
        "additionalProperties": False,
    }


# A key with no character of a suffix (the unsuffixed group's "") is not looked at.
_MAPPINGS: dict[str, Schema] = {
    "mappings": {
        "type": "object",
        "minProperties": 1,
        "patternProperties": {
            patterns.SUFFIX: {
                "type": "array",
                "minItems": 1,
                "items": {"type": "string", "format": "uuid"},
            }
        },
    }
}


def _consumer(
    allocations: Schema, required: dict[str, Schema], optional: dict[str, Schema] | None = None
) -> Schema:
    properties = {"allocations": allocations} | required | (optional or {})
    needed, closed = {"required": ["allocations", *required]}, {"additionalProperties": False}
    # A sender is told the first rule that a body breaks: the reference has them in this order.
    rules = needed | closed if allocations is _LIST else closed | needed
    return {"type": "object", "properties": properties, **rules}


def _by_consumer(consumer: Schema, least: int) -> Schema:
    return {
        "type": "object",
        "minProperties": least,
        "patternProperties": {patterns.UUID: consumer},
        "additionalProperties": False,
    }


_ANY = _by_provider(least=0)
_OWNED = _consumer(_ANY, _OWNER)
_GUARDED = _consumer(_ANY, _OWNER | _GENERATION)
_MAPPED = _consumer(_ANY, _OWNER | _GENERATION, _MAPPINGS)
_TYPED = _consumer(_ANY, _OWNER | _GENERATION | _TYPE, _MAPPINGS)

REPLACE = Versions(
    {
        0: _consumer(_LIST, {}),
        Since.ALLOCATION_OWNER: _consumer(_LIST, _OWNER),
        Since.ALLOCATIONS_AS_DICT: _consumer(_by_provider(least=1), _OWNER),
        Since.CONSUMER_GENERATION: _GUARDED,
        Since.MAPPINGS: _MAPPED,
        Since.CONSUMER_TYPES: _TYPED,
    }
)


def of_consumers(least: int) -> dict[int, Schema]:
    """Schemas of many consumers' allocations, of at least ``least`` consumers, by minor."""
    consumers = {
        Since.MANY_ALLOCATIONS: _OWNED,
        Since.CONSUMER_GENERATION: _GUARDED,
        Since.MAPPINGS: _MAPPED,
        Since.CONSUMER_TYPES: _TYPED,
    }
    return {minor: _by_consumer(consumer, least) for minor, consumer in consumers.items()}


REPLACE_MANY = Versions(of_consumers(least=1))
