"""What a request may send and wants to get back: media types, and the body as it came."""

from __future__ import annotations

import falcon
from falcon.util import mediatypes

from stowage.wire.errors import HttpError

JSON = "application/json"


def check_accept(req: falcon.Request, offered: str = JSON) -> None:
    """Refuse a request that would not accept what we offer; a broken header accepts anything.

    Raises HttpError 406.
    """
    accept = req.env.get("HTTP_ACCEPT")
    if not accept or accept in ("*/*", offered):
        return
    if not _acceptable(accept, offered):
        raise HttpError(406, f"Only {offered} is provided")


def require_json(req: falcon.Request) -> None:
    """Refuse a body that is not said to be JSON.

    Raises HttpError 415.
    """
    bare = (req.content_type or "").partition(";")[0].strip()
    if bare != JSON:
        raise HttpError(415, f"The media type {bare or 'None'} is not supported, use {JSON}")


def body_of(req: falcon.Request) -> bytes:
    """The whole body, be it sent with its length or in chunks."""
    if not req.env.get("CONTENT_LENGTH") and req.env.get("wsgi.input_terminated"):
        chunked: bytes = req.env["wsgi.input"].read()
        return chunked
    content: bytes = req.bounded_stream.read()
    return content


def check_length(req: falcon.Request) -> None:
    """Refuse a length that is no number, and a body that does not say what it is.

    Raises HttpError 400.
    """
    length = req.env.get("CONTENT_LENGTH")
    if not length:
        return
    try:
        has_body = int(length) > 0
    except ValueError:
        raise HttpError(400, "content-length header must be an integer") from None
    if has_body and not req.content_type:
        raise HttpError(400, "content-type header required when content-length > 0")


def _acceptable(accept: str, offered: str) -> bool:
    try:
        return mediatypes.quality(offered, accept) > 0
    except (falcon.errors.InvalidMediaType, ValueError):
        return True
