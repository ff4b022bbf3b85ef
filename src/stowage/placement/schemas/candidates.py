"""The query of GET /allocation_candidates."""

from stowage.placement.schemas import patterns
from stowage.placement.schemas.validator import Schema, Versions
from stowage.placement.since import Since

_TEXT = {"type": "string"}
_LIMIT = {"type": "string", "pattern": "^[1-9][0-9]*$", "minLength": 1}
_POLICY = {"type": "string", "enum": ["none", "isolate"]}


def _flat(**more: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"resources": _TEXT, **more},
        "required": ["resources"],
        "additionalProperties": False,
    }


def _granular(suffix: str, *keys: str, **more: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"limit": _LIMIT, "group_policy": _POLICY, **more},
        "patternProperties": {f"^{key}({suffix})?$": _TEXT for key in keys},
        "additionalProperties": False,
    }


_KEYS = ("resources", "required", "member_of")

LIST = Versions(
    {
        Since.CANDIDATES: _flat(),
        Since.LIMIT: _flat(limit=_LIMIT),
        Since.REQUIRED: _flat(limit=_LIMIT, required=_TEXT),
        Since.MEMBER_OF_CANDIDATES: _flat(limit=_LIMIT, required=_TEXT, member_of=_TEXT),
        Since.GRANULAR: _granular(patterns.NUMBERED_SUFFIX, *_KEYS),
        Since.IN_TREE: _granular(patterns.NUMBERED_SUFFIX, *_KEYS, "in_tree"),
        Since.NAMED_SUFFIXES: _granular(patterns.SUFFIX, *_KEYS, "in_tree"),
        Since.ROOT_REQUIRED: _granular(patterns.SUFFIX, *_KEYS, "in_tree", root_required=_TEXT),
        Since.SAME_SUBTREE: _granular(
            patterns.SUFFIX, *_KEYS, "in_tree", root_required=_TEXT, same_subtree=_TEXT
        ),
    }
)
