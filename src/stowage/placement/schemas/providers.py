"""Bodies of POST and PUT /resource_providers, and the query of its list."""

from stowage.placement.schemas.validator import Schema, Versions, is_dashed_uuid
from stowage.placement.since import Since

_NAME = {"type": "string", "maxLength": 200}
_TEXT = {"type": "string"}
_UUID = {"type": "string", "format": "uuid"}
_PARENT = {"anyOf": [_UUID, {"type": "null"}]}


def _body(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"name": _NAME, **properties},
        "required": ["name"],
        "additionalProperties": False,
    }


def _query(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"name": _TEXT, "uuid": _UUID, **properties},
        "additionalProperties": False,
    }


CREATE = Versions(
    {0: _body(uuid=_UUID), Since.TREES: _body(uuid=_UUID, parent_provider_uuid=_PARENT)}
)
UPDATE = Versions({0: _body(), Since.TREES: _body(parent_provider_uuid=_PARENT)})

LIST = Versions(
    {
        0: _query(),
        Since.MEMBER_OF: _query(member_of=_TEXT),
        Since.RESOURCES_FILTER: _query(member_of=_TEXT, resources=_TEXT),
        Since.TREES: _query(member_of=_TEXT, resources=_TEXT, in_tree=_UUID),
        Since.REQUIRED_OF_PROVIDERS: _query(
            member_of=_TEXT, resources=_TEXT, in_tree=_UUID, required=_TEXT
        ),
    },
    is_uuid=is_dashed_uuid,
)
