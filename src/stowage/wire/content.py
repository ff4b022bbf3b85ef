"""What a request may send and wants to get back: media types, and the body as it came."""

from __future__ import annotations

import re
import sys

import falcon

from stowage.wire.errors import HttpError

JSON = "application/json"

_TOKEN = r"[-!#$%&'*+.^_`|~0-9a-z]+"
_RANGE = re.compile(
    rf"""(?P<range>{_TOKEN}/{_TOKEN})
    (?P<parameters>(\s*;\s*(?!q=){_TOKEN}=({_TOKEN}|"[^"]*"))*)
    (\s*;\s*q=(?P<quality>0(\.\d{{0,3}})?|1(\.0{{0,3}})?)
      (\s*;\s*{_TOKEN}(=({_TOKEN}|"[^"]*"))?)*)?""",
    re.VERBOSE,
)


def check_accept(req: falcon.Request, offered: str = JSON) -> None:
    """Refuse a request that would not accept what we offer; a broken header accepts anything.

    Raises HttpError 406.
    """
    accept = req.env.get("HTTP_ACCEPT")
    if not accept or accept in ("*/*", offered):
        return
    if not acceptable(accept, offered):
        raise HttpError(406, f"Only {offered} is provided")


def require_json(req: falcon.Request) -> None:
    """Refuse a body that is not said to be JSON.

    Raises HttpError 415.
    """
    bare = (req.content_type or "").partition(";")[0]
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
    """Refuse a length that is no number or none that can be, a body that does not say what it is.

    Raises HttpError 400, and 413 for a length that no memory could hold.
    """
    length = req.env.get("CONTENT_LENGTH")
    if not length:
        return
    try:
        size = int(length)
    except ValueError:
        raise HttpError(400, "content-length header must be an integer") from None
    if size > sys.maxsize:
        raise HttpError(413)
    if size > 0 and not req.content_type:
        raise HttpError(400, "content-type header required when content-length > 0")


def acceptable(accept: str, offered: str) -> bool:
    """Whether an Accept header lets us answer with ``offered``."""
    return quality(accept, offered) > 0


def quality(accept: str, offered: str) -> float:
    """How welcome ``offered`` is, from 0 (not at all) to 1; the most exact range decides.

    Source: RFC 7231, section 5.3.2. A header that does not follow it accepts anything.
    """
    by_exactness = {"*/*": 0, f"{offered.partition('/')[0]}/*": 1, offered: 2}
    best, found = -1, 0.0
    for entry in filter(None, (part.strip() for part in accept.lower().split(","))):
        parsed = _RANGE.fullmatch(entry)
        if parsed is None:
            return 1.0
        exactness = -1 if parsed["parameters"] else by_exactness.get(parsed["range"], -1)
        if exactness > best:
            best, found = exactness, float(parsed["quality"] or 1)
    return found
