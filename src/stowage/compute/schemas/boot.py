"""What a boot must say of its flavor, and may say of its image."""

from __future__ import annotations

from stowage.compute.schemas.check import Body, JSONSchema

_FLAVOR_REF: JSONSchema = {"type": ["string", "integer"], "minLength": 1}

BOOT = Body(
    {
        "type": "object",
        "properties": {
            "server": {
                "type": "object",
                "properties": {"flavorRef": _FLAVOR_REF, "imageRef": {"type": "string"}},
                "required": ["flavorRef"],
            }
        },
        "required": ["server"],
    }
)
