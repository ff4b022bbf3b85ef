"""The body of POST and PUT /resource_classes."""

from stowage.placement.schemas import patterns
from stowage.placement.schemas.validator import Validator

NAMED = Validator(
    {
        "type": "object",
        "properties": {
            "name": {"type": "string", "pattern": patterns.CUSTOM_NAME, "maxLength": 255}
        },
        "required": ["name"],
        "additionalProperties": False,
    }
)
