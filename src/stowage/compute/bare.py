"""Answers that nova leaves to its WSGI framework, from before any of its own code is reached.

An unknown path, a missing token, a body that is too large. They come as HTML, JSON or text, as the
client prefers, in that order where it does not mind.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import falcon
from falcon.util import mediatypes

from stowage.wire.content import JSON
from stowage.wire.errors import TITLES, HttpError, explanation

HTML, TEXT = "text/html", "text/plain"


class Ready(HttpError):
    """An answer in another form than nova's errors: whole, with its media type."""

    def __init__(self, status: int, body: str, media_type: str) -> None:
        super().__init__(status, body)
        self.media_type = media_type


def bare(req: falcon.Request, status: int, sentence: str = "") -> Ready:
    """An error of the framework; without a sentence it gets the usual one of its status."""
    title = TITLES[status]
    media_type = _preferred(req)
    body = _BODIES[media_type](status, title, sentence or explanation(status))
    charset = "" if media_type == JSON else "; charset=UTF-8"
    return Ready(status, body, f"{media_type}{charset}")


def _html(status: int, title: str, sentence: str) -> str:
    return (
        f"<html>\n <head>\n  <title>{status} {title}</title>\n </head>\n <body>\n"
        f"  <h1>{status} {title}</h1>\n  {sentence}<br /><br />\n\n\n\n </body>\n</html>"
    )


def _json(status: int, title: str, sentence: str) -> str:
    message = f"{sentence}<br /><br />\n\n\n"
    return json.dumps({"message": message, "code": f"{status} {title}", "title": title})


def _text(status: int, title: str, sentence: str) -> str:
    return f"{status} {title}\n\n{sentence}\n\n   "


_BODIES: Mapping[str, Callable[[int, str, str], str]] = {HTML: _html, JSON: _json, TEXT: _text}


def _preferred(req: falcon.Request) -> str:
    if req.method == "HEAD":
        return HTML
    accept = req.env.get("HTTP_ACCEPT", "")
    html, plain_json = _quality(accept, HTML), _quality(accept, JSON)
    if html and html >= plain_json:
        return HTML
    return JSON if plain_json else TEXT


def _quality(accept: str, offered: str) -> float:
    if not accept:
        return 0
    try:
        return mediatypes.quality(offered, accept)
    except (falcon.errors.InvalidMediaType, ValueError):
        return 1
