"""What every request passes once its path is known, in nova's order.

Version, media type, body, project in the path. An unknown path has none of it: it is answered
before a version is looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import falcon

from stowage.compute.api import media
from stowage.compute.api.paths import unknown_path
from stowage.compute.api.versions import enter_version
from stowage.compute.bare import bare
from stowage.compute.faults import fault
from stowage.wire import content

PROJECT = re.compile(r"[0-9a-f-]+")
"""What may stand in a path as a project; anything else is a path that does not exist."""

MALFORMED = "Malformed request body"
WITH_BODY = frozenset({"on_post", "on_put"})

Responder = Callable[..., None]


def guarded(resource: object, *, versioned: bool = True) -> object:
    """The same resource behind the door."""
    names = [name for name in dir(resource) if name.startswith("on_")]
    return SimpleNamespace(
        **{name: _guard(getattr(resource, name), name in WITH_BODY, versioned) for name in names}
    )


def named(resource: object, flavor_id: str) -> object:
    """The same resource for one flavor: ``detail`` can be an id, too, wherever no list is meant."""
    names = [name for name in dir(resource) if name.startswith("on_")]
    return SimpleNamespace(
        **{name: partial(getattr(resource, name), flavor_id=flavor_id) for name in names}
    )


def _guard(respond: Responder, has_body: bool, versioned: bool) -> Responder:
    def responder(
        req: falcon.Request, resp: falcon.Response, project_id: str | None = None, **names: str
    ) -> None:
        if project_id is not None and not PROJECT.fullmatch(project_id):
            raise unknown_path(req)
        if versioned:
            enter_version(req, resp)
        media.check_sent(req)
        resp.content_type = media.wanted(req.env.get("HTTP_ACCEPT"))
        req.context.body = read_body(req) if has_body else None
        _check_project(req, project_id)
        respond(req, resp, **names)

    return responder


def check_size(most: int, req: falcon.Request) -> None:
    """Refuse a body of more than ``most`` bytes.

    Raises HttpError 413.
    """
    length = req.env.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) > most:
        raise bare(req, 413, f"Request is too large. Larger than max_request_body_size ({most}).")


def read_body(req: falcon.Request) -> Any:
    """The JSON of the body; None when there is none.

    Raises HttpError 400.
    """
    raw = content.body_of(req)
    if not raw:
        return None
    try:
        return json.loads(raw.decode())
    except (ValueError, RecursionError):
        raise fault(400, MALFORMED) from None


def _check_project(req: falcon.Request, project_id: str | None) -> None:
    own = req.context.actor.project_id
    if project_id is not None and project_id != own:
        raise fault(
            400,
            f"Malformed request URL: URL's project_id '{project_id}' doesn't match Context's"
            f" project_id '{own}'",
        )
