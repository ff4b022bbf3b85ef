"""Bodies of /resource_providers/{uuid}/inventories."""

from stowage.placement.model import MAX_INT
from stowage.placement.schemas import patterns
from stowage.placement.schemas.validator import Schema, Validator

# What a single-precision float column holds on every database.
MAX_RATIO = 3.40282e38

GENERATION = {"type": "integer"}


def _count(least: int) -> Schema:
    return {"type": "integer", "maximum": MAX_INT, "minimum": least}


_FIELDS: dict[str, Schema] = {
    "resource_provider_generation": GENERATION,
    "total": _count(1),
    "reserved": _count(0),
    "min_unit": _count(1),
    "max_unit": _count(1),
    "step_size": _count(1),
    "allocation_ratio": {"type": "number", "maximum": MAX_RATIO},
}


def _record(*required: str, **more: Schema) -> Schema:
    return {
        "type": "object",
        "properties": _FIELDS | more,
        "required": ["total", *required],
        "additionalProperties": False,
    }


# The reference lets keys pass that are no class name and stumbles over them later.
ALL: Schema = {
    "type": "object",
    "properties": {
        "resource_provider_generation": GENERATION,
        "inventories": {
            "type": "object",
            "patternProperties": {patterns.NAME: _record()},
            "additionalProperties": False,
        },
    },
    "required": ["resource_provider_generation", "inventories"],
    "additionalProperties": False,
}

REPLACE = Validator(ALL)
UPDATE = Validator(_record("resource_provider_generation"))
CREATE = Validator(
    _record("resource_class", resource_class={"type": "string", "pattern": patterns.NAME})
)
