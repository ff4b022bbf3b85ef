"""How a handler answers: JSON or nothing, and when it was last modified."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime
from email.utils import formatdate
from enum import Enum
from functools import lru_cache
from typing import Any, Protocol

import falcon
import orjson

from stowage.placement.since import Since
from stowage.wire.content import JSON


class Never(Enum):
    """In place of the time at which nothing was modified."""

    NEVER = "never"


NEVER = Never.NEVER
When = datetime | Never | None
"""A time; NEVER: none is told; None: now."""


class Dated(Protocol):
    """Anything that knows when it was last modified."""

    @property
    def modified(self) -> datetime: ...


def json(req: falcon.Request, resp: falcon.Response, content: Any, modified: When = None) -> None:
    """Answer 200 with ``content`` as JSON."""
    encoded(req, resp, orjson.dumps(content), modified)


def encoded(
    req: falcon.Request, resp: falcon.Response, content: bytes, modified: When = None
) -> None:
    """Like ``json``, for content that is JSON already."""
    resp.content_type = JSON
    resp.data = content
    dated(req, resp, modified)


def empty(resp: falcon.Response, status: int = 204) -> None:
    """Answer without a body."""
    resp.status = status


def dated(req: falcon.Request, resp: falcon.Response, modified: When = None) -> None:
    """From 1.15 say when the answer was last modified, and that it may change."""
    if req.context.minor >= Since.LAST_MODIFIED:
        resp.set_header("cache-control", "no-cache")
        if modified is not NEVER:
            seconds = int(time.time() if modified is None else modified.timestamp())
            resp.set_header("last-modified", _http_date(seconds))


def latest(things: Iterable[Dated]) -> datetime | None:
    """The last time at which one of ``things`` was modified; None when there are none."""
    return max((thing.modified for thing in things), default=None)


def located(req: falcon.Request, resp: falcon.Response, path: str) -> None:
    """Name the place of what was made; ``path`` is below the service's own root."""
    resp.set_header("location", f"{req.prefix}{path}")


@lru_cache(maxsize=1024)
def _http_date(seconds: int) -> str:
    return formatdate(seconds, usegmt=True)
