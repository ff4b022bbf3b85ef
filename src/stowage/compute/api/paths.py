"""Paths: which belong to a version, and what answers for those that exist nowhere."""

from __future__ import annotations

import falcon
from falcon.util import mediatypes

from stowage.compute.faults import bare, ready
from stowage.wire.content import JSON
from stowage.wire.errors import HttpError, explanation

STRICT, LEGACY = "/v2.1", "/v2"
HTML, TEXT = "text/html", "text/plain"

_HTML = """\
<html>
 <head>
  <title>404 Not Found</title>
 </head>
 <body>
  <h1>404 Not Found</h1>
  {sentence}<br /><br />



 </body>
</html>"""
_TEXT = "404 Not Found\n\n{sentence}\n\n   "


def version_of(path: str) -> str | None:
    """The version that a path begins with; None outside of any."""
    for version in (STRICT, LEGACY):
        if path == version or path.startswith(f"{version}/"):
            return version
    return None


def is_legacy(path: str) -> bool:
    """Whether a path belongs to the frozen API."""
    return version_of(path) == LEGACY


def is_public(path: str) -> bool:
    """Whether a path needs no token: what tells about versions, and what is outside of any."""
    version = version_of(path)
    return version is None or path in (version, f"{version}/")


def unknown_path(req: falcon.Request) -> HttpError:
    """What answers for a path (or a method) that does not exist, in the type that suits best.

    nova leaves this to its WSGI framework, which prefers HTML to JSON where either would do.
    """
    sentence = explanation(404)
    accept = req.env.get("HTTP_ACCEPT", "")
    if _accepts(accept, HTML) and _accepts(accept, HTML) >= _accepts(accept, JSON):
        return ready(404, _HTML.format(sentence=sentence), f"{HTML}; charset=UTF-8")
    if _accepts(accept, JSON):
        return ready(404, bare(404, "Not Found"), JSON)
    return ready(404, _TEXT.format(sentence=sentence), f"{TEXT}; charset=UTF-8")


def _accepts(accept: str, offered: str) -> float:
    if not accept:
        return 0
    try:
        return mediatypes.quality(offered, accept)
    except (falcon.errors.InvalidMediaType, ValueError):
        return 1
