"""Bodies of PUT /resource_providers/{uuid}/aggregates."""

from stowage.placement.schemas.validator import Schema, Versions
from stowage.placement.since import Since

_UUIDS: Schema = {
    "type": "array",
    "items": {"type": "string", "format": "uuid"},
    "uniqueItems": True,
}

REPLACE = Versions(
    {
        Since.AGGREGATES: _UUIDS,
        Since.AGGREGATE_GENERATION: {
            "type": "object",
            "properties": {
                "aggregates": _UUIDS,
                "resource_provider_generation": {"type": "integer"},
            },
            "required": ["aggregates", "resource_provider_generation"],
            "additionalProperties": False,
        },
    }
)
