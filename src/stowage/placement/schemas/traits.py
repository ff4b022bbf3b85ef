"""Trait names, the query of GET /traits, the body of PUT /resource_providers/{uuid}/traits."""

from stowage.placement.schemas import patterns
from stowage.placement.schemas.validator import Validator

_TRAIT = {"type": "string", "minLength": 1, "maxLength": 255}

CUSTOM = Validator(_TRAIT | {"pattern": patterns.CUSTOM_NAME})

REPLACE = Validator(
    {
        "type": "object",
        "properties": {
            "traits": {"type": "array", "items": _TRAIT},
            "resource_provider_generation": {"type": "integer"},
        },
        "required": ["traits", "resource_provider_generation"],
        "additionalProperties": False,
    }
)

LIST = Validator(
    {
        "type": "object",
        "properties": {"name": {"type": "string"}, "associated": {"type": "string"}},
        "additionalProperties": False,
    }
)
