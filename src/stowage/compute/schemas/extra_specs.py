"""Bodies of ``/flavors/{id}/os-extra_specs``."""

from __future__ import annotations

from stowage.compute.model import MAX_TEXT
from stowage.compute.schemas.check import Body, JSONSchema

SPECS: JSONSchema = {
    "type": "object",
    "patternProperties": {
        "^[a-zA-Z0-9-_:. ]{1,255}$": {"type": ["string", "number"], "maxLength": MAX_TEXT}
    },
    "additionalProperties": False,
}

_CREATE: JSONSchema = {
    "type": "object",
    "properties": {"extra_specs": SPECS},
    "required": ["extra_specs"],
    "additionalProperties": False,
}
_UPDATE: JSONSchema = {**SPECS, "minProperties": 1, "maxProperties": 1}

CREATE, LEGACY_CREATE = Body(_CREATE), Body(_CREATE, forgiving=True)
UPDATE, LEGACY_UPDATE = Body(_UPDATE), Body(_UPDATE, forgiving=True)
