"""The query string: read as nova reads it, and turned into what a list shows."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

import falcon

from stowage.compute.errors import Invalid
from stowage.compute.flavors.registry.entry import FALSE, TRUE
from stowage.compute.model import MAX_INT, ListQuery, Viewer
from stowage.compute.schemas import flavors as schemas
from stowage.compute.schemas.check import Query

Params = list[tuple[str, str]]


def checked(req: falcon.Request, schema: Query) -> Params:
    """The parameters that the schema knows, in their order.

    Raises Invalid.
    """
    raw = req.env.get("QUERY_STRING")
    if not raw:
        return []
    try:
        params = [_pair(part) for part in raw.encode("latin-1").split(b"&") if part]
    except UnicodeDecodeError:
        raise Invalid("Query string is not UTF-8 encoded") from None
    lists: dict[str, list[str]] = {}
    for name, value in params:
        lists.setdefault(name, []).append(value)
    schema.check(lists)
    return [(name, value) for name, value in params if name in schema.known]


def _pair(part: bytes) -> tuple[str, str]:
    name, _, value = part.replace(b"+", b" ").partition(b"=")
    return unquote_to_bytes(name).decode(), unquote_to_bytes(value).decode()


def ignored(req: falcon.Request) -> None:
    """The query of what takes none: ignored, and from 2.102 refused.

    Raises Invalid.
    """
    checked(req, schemas.no_query(req.context.minor))


def list_query(params: Params, viewer: Viewer, max_limit: int, with_specs: bool) -> ListQuery:
    """What a list with these (checked) parameters shows; of a repeated one the last counts.

    Raises Invalid.
    """
    given = dict(params)
    return ListQuery(
        sort_key=given.get("sort_key") or "flavorid",
        descending=given.get("sort_dir") == "desc",
        limit=page_size(params, max_limit),
        marker=given.get("marker"),
        is_public=_is_public(given.get("is_public")) if viewer.is_admin else True,
        enabled_only=not viewer.is_admin,
        min_memory_mb=_least(given, "minRam"),
        min_root_gb=_least(given, "minDisk"),
        name=given.get("name"),
        with_specs=with_specs,
    )


def page_size(params: Params, max_limit: int) -> int:
    """How many items an answer may have."""
    limit = dict(params).get("limit")
    return max_limit if limit is None else min(int(limit), max_limit)


def _is_public(text: str | None) -> bool | None:
    if text is None:
        return True
    word = text.strip().lower()
    if text.lower() == "none":
        return None
    if word not in TRUE | FALSE:
        raise Invalid(f"Invalid is_public filter [{text}]")
    return word in TRUE


def _least(given: dict[str, str], name: str) -> int | None:
    if name not in given:
        return None
    try:
        return max(-1, min(int(given[name]), MAX_INT + 1))
    except ValueError:
        raise Invalid(f"Invalid {name} filter [{given[name]}]") from None
