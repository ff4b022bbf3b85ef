"""The query of GET /usages."""

from stowage.placement.schemas import patterns
from stowage.placement.schemas.validator import Schema, Versions
from stowage.placement.since import Since

_ID = {"type": "string", "minLength": 1, "maxLength": 255}


def _query(**more: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"project_id": _ID, "user_id": _ID, **more},
        "required": ["project_id"],
        "additionalProperties": False,
    }


OF_PROJECT = Versions(
    {
        Since.USAGES: _query(),
        Since.CONSUMER_TYPES: _query(
            consumer_type={
                "type": "string",
                "pattern": patterns.CONSUMER_TYPE_FILTER,
                "minLength": 1,
                "maxLength": 255,
            }
        ),
    }
)
