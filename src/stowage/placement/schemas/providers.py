"""Bodies of POST and PUT /resource_providers, and the query of its list."""

from stowage.placement.schemas.validator import Schema, Versions, is_dashed_uuid
from stowage.placement.since import Since

_NAME = {"type": "string", "maxLength": 200}
_UUID = {"type": "string", "format": "uuid"}
_PARENT = {"type": ["string", "null"], "format": "uuid"}


def _body(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"name": _NAME, **properties},
        "required": ["name"],
        "additionalProperties": False,
    }


def _query(*names: str, uuids: tuple[str, ...] = ("uuid",)) -> Schema:
    texts: dict[str, Schema] = {name: {"type": "string"} for name in names}
    return {
        "type": "object",
        "properties": texts | dict.fromkeys(uuids, _UUID),
        "additionalProperties": False,
    }


CREATE = Versions(
    {0: _body(uuid=_UUID), Since.TREES: _body(uuid=_UUID, parent_provider_uuid=_PARENT)}
)
UPDATE = Versions({0: _body(), Since.TREES: _body(parent_provider_uuid=_PARENT)})

LIST = Versions(
    {
        0: _query("name"),
        Since.MEMBER_OF: _query("name", "member_of"),
        Since.RESOURCES_FILTER: _query("name", "member_of", "resources"),
        Since.TREES: _query("name", "member_of", "resources", uuids=("uuid", "in_tree")),
        Since.REQUIRED_OF_PROVIDERS: _query(
            "name", "member_of", "resources", "required", uuids=("uuid", "in_tree")
        ),
    },
    is_uuid=is_dashed_uuid,
)
