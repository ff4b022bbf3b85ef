"""How a handler answers: JSON or nothing, and when it was last modified."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime
from email.utils import formatdate
from functools import lru_cache
from typing import Any, Protocol

import falcon
import orjson

from stowage.placement.since import Since
from stowage.wire.content import JSON


class Dated(Protocol):
    """Anything that knows when it was last modified."""

    @property
    def modified(self) -> datetime: ...


def json(
    req: falcon.Request, resp: falcon.Response, content: Any, modified: datetime | None = None
) -> None:
    """Answer 200 with ``content`` as JSON, last modified then (None: now)."""
    encoded(req, resp, orjson.dumps(content), modified)


def encoded(
    req: falcon.Request, resp: falcon.Response, content: bytes, modified: datetime | None = None
) -> None:
    """Like ``json``, for content that is JSON already."""
    resp.content_type = JSON
    resp.data = content
    dated(req, resp, modified)


def empty(resp: falcon.Response, status: int = 204) -> None:
    """Answer without a body."""
    resp.status = status


def dated(req: falcon.Request, resp: falcon.Response, modified: datetime | None = None) -> None:
    """From 1.15 say when the answer was last modified (None: now), and that it may change."""
    if req.context.minor >= Since.LAST_MODIFIED:
        seconds = int(time.time() if modified is None else modified.timestamp())
        resp.set_header("last-modified", _http_date(seconds))
        resp.set_header("cache-control", "no-cache")


def latest(things: Iterable[Dated]) -> datetime | None:
    """The last time at which one of ``things`` was modified; None when there are none."""
    return max((thing.modified for thing in things), default=None)


def located(req: falcon.Request, resp: falcon.Response, path: str) -> None:
    """Name the place of what was made; ``path`` is below the service's own root."""
    resp.set_header("location", f"{req.prefix}{path}")


@lru_cache(maxsize=1024)
def _http_date(seconds: int) -> str:
    return formatdate(seconds, usegmt=True)
