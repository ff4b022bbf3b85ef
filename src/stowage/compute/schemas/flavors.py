"""Bodies and queries of ``/flavors``."""

from __future__ import annotations

from stowage.compute.model import MAX_FLOAT, MAX_INT, MAX_TEXT
from stowage.compute.schemas import characters
from stowage.compute.schemas.check import Body, JSONSchema, Query
from stowage.compute.since import LEGACY, Since

SORT_KEYS = (
    "created_at", "description", "disabled", "ephemeral_gb", "flavorid", "id", "is_public",
    "memory_mb", "name", "root_gb", "rxtx_factor", "swap", "updated_at", "vcpu_weight", "vcpus",
)  # fmt: skip

YES_OR_NO = (
    True, "True", "TRUE", "true", "1", "ON", "On", "on", "YES", "Yes", "yes",
    False, "False", "FALSE", "false", "0", "OFF", "Off", "off", "NO", "No", "no",
)  # fmt: skip

DESCRIPTION: JSONSchema = {
    "type": ["string", "null"],
    "minLength": 0,
    "maxLength": 65535,
    "pattern": characters.DESCRIPTION,
}


def _count(minimum: int) -> JSONSchema:
    return {
        "type": ["integer", "string"],
        "pattern": "^[0-9]+$",
        "minimum": minimum,
        "maximum": MAX_INT,
    }


def _object(required: list[str], properties: JSONSchema) -> JSONSchema:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _name(rule: str) -> JSONSchema:
    return {"type": "string", "format": rule, "minLength": 1, "maxLength": MAX_TEXT}


def _creation(*, name: str = "name", rxtx: bool = True, description: bool = False) -> JSONSchema:
    properties: JSONSchema = {
        "name": _name(name),
        "id": {
            "type": ["string", "number", "null"],
            "minLength": 1,
            "maxLength": MAX_TEXT,
            "pattern": "^(?! )[a-zA-Z0-9. _-]+(?<! )$",
        },
        "ram": _count(1),
        "vcpus": _count(1),
        "disk": _count(0),
        "OS-FLV-EXT-DATA:ephemeral": _count(0),
        "swap": _count(0),
    }
    if rxtx:
        properties["rxtx_factor"] = {
            "type": ["number", "string"],
            "pattern": r"^[0-9]+(\.[0-9]+)?$",
            "exclusiveMinimum": 0,
            "maximum": MAX_FLOAT,
        }
    properties["os-flavor-access:is_public"] = {
        "type": ["boolean", "string"],
        "enum": list(YES_OR_NO),
    }
    if description:
        properties["description"] = DESCRIPTION
    return _object(["flavor"], {"flavor": _object(["name", "ram", "vcpus", "disk"], properties)})


_CREATE_LEGACY = Body(_creation(name="loose-name"), forgiving=True)
_CREATE = Body(_creation())
_CREATE_55 = Body(_creation(description=True))
_CREATE_102 = Body(_creation(description=True, rxtx=False))
UPDATE = Body(
    _object(["flavor"], {"flavor": _object(["description"], {"description": DESCRIPTION})})
)


def creation(minor: int) -> Body:
    """What may be sent to create a flavor."""
    if minor >= Since.NO_RXTX_NO_DISABLED:
        return _CREATE_102
    if minor >= Since.DESCRIPTION:
        return _CREATE_55
    return _CREATE_LEGACY if minor == LEGACY else _CREATE


def _many(schema: JSONSchema) -> JSONSchema:
    return {"type": "array", "items": schema}


def _list_query(sort_keys: tuple[str, ...]) -> JSONSchema:
    text: JSONSchema = {"type": "string"}
    limit = {"type": ["integer", "string"], "pattern": "^[0-9]*$", "minimum": 0, "minLength": 1}
    return {
        "limit": _many(limit),
        "marker": _many(text),
        "is_public": _many(text),
        "minRam": _many(text),
        "minDisk": _many(text),
        "sort_key": _many({"type": "string", "enum": list(sort_keys)}),
        "sort_dir": _many({"type": "string", "enum": ["asc", "desc"]}),
    }


_LIST = Query(_list_query(SORT_KEYS), strict=False)
_LIST_75 = Query(_list_query(SORT_KEYS), strict=True)
_LIST_102 = Query(
    {
        **_list_query(tuple(key for key in SORT_KEYS if key != "rxtx_factor")),
        "name": _many({"type": "string"}),
    },
    strict=True,
)
_ANYTHING = Query({}, strict=False)
_NOTHING = Query({}, strict=True)


def list_query(minor: int) -> Query:
    """What may be asked of a list of flavors."""
    if minor >= Since.NAME_FILTER:
        return _LIST_102
    return _LIST_75 if minor >= Since.STRICT_QUERY_OF_LISTS else _LIST


def no_query(minor: int) -> Query:
    """The query of everything else: ignored, and from 2.102 refused."""
    return _NOTHING if minor >= Since.STRICT_QUERY else _ANYTHING
