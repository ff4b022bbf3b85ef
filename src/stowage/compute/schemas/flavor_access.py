"""Bodies of the actions that share a flavor with a project and take it back."""

from __future__ import annotations

from stowage.compute.model import MAX_TEXT
from stowage.compute.schemas.check import Body, JSONSchema


def _action(name: str) -> JSONSchema:
    tenant: JSONSchema = {
        "type": "object",
        "properties": {"tenant": {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}},
        "required": ["tenant"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {name: tenant},
        "required": [name],
        "additionalProperties": False,
    }


ADD, LEGACY_ADD = (Body(_action("addTenantAccess"), forgiving=legacy) for legacy in (False, True))
REMOVE, LEGACY_REMOVE = (
    Body(_action("removeTenantAccess"), forgiving=legacy) for legacy in (False, True)
)
