"""How Placement says no: the errors form, and the status of each kind of refusal.

Source: the API reference of Placement, "Errors".
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

import falcon
import orjson

from stowage.placement import errors
from stowage.placement.ledger.faults import Transient, Unavailable
from stowage.placement.since import MAX_MINOR, Since
from stowage.wire.content import JSON, quality
from stowage.wire.errors import (
    HttpError,
    accepted_type,
    explanation,
    openstack_detail,
    openstack_html,
)
from stowage.wire.versions import Versions

LOG = logging.getLogger(__name__)

HTML = "text/html"
TEXT = "text/plain"
_PAGE = (
    "<html>\n <head>\n  <title>{status}</title>\n </head>\n"
    " <body>\n  <h1>{status}</h1>\n  {detail}\n </body>\n</html>"
)

VERSIONS = Versions("placement", major=1, lowest=0, highest=MAX_MINOR)


def render(error: HttpError, req: falcon.Request) -> bytes:
    """The body of an error answer, in the form that the microversion of the request has."""
    if error.status == 401:
        return _unauthorised()
    body: dict[str, Any] = {
        "status": error.status,
        "title": error.title,
        "detail": openstack_detail(error, req),
    }
    minor = getattr(req.context, "minor", None)
    if minor is not None and minor >= Since.ERROR_CODES:
        body["code"] = error.code or errors.UNDEFINED
    if req.context.request_id:
        body["request_id"] = req.context.request_id
    if error.status == 406 and minor is None:
        body["max_version"] = VERSIONS.maximum
        body["min_version"] = VERSIONS.minimum
    return orjson.dumps({"errors": [body]})


def other_form(error: HttpError, req: falcon.Request) -> tuple[str, bytes] | None:
    """An error as a page for browsers, or as text for those who take neither; None: as JSON."""
    accept = accepted_type(req)
    if accept == JSON:
        return None
    html, json = quality(accept, HTML), quality(accept, JSON)
    if json > html:
        return None
    status = f"{error.status} {error.title}"
    if not html:
        return f"{TEXT}; charset=UTF-8", f"{status}\n\n{openstack_detail(error, req)}".encode()
    page = _PAGE.format(status=status, detail=openstack_html(error, req))
    return f"{HTML}; charset=UTF-8", page.encode()


def _unauthorised() -> bytes:
    """A 401 comes from outside the API and has a form of its own, which clients know."""
    return orjson.dumps(
        {
            "message": f"{explanation(401)}<br /><br />\n\n\n",
            "code": "401 Unauthorized",
            "title": "Unauthorized",
        }
    )


def _with_status(status: int) -> Callable[[Any], HttpError]:
    def to_error(refusal: errors.Refusal) -> HttpError:
        return HttpError(status, refusal.message, code=refusal.code)

    return to_error


def _unavailable(fault: Exception) -> HttpError:
    """What the driver said is for the log; the client may come again."""
    LOG.error("The database does not answer: %s", fault)
    return HttpError(503, "The database does not answer. Please try again later.")


REFUSALS: Mapping[type[Exception], Callable[[Any], HttpError]] = {
    errors.NotFound: _with_status(404),
    errors.Invalid: _with_status(400),
    errors.Conflict: _with_status(409),
    Unavailable: _unavailable,
    Transient: _unavailable,
}
"""What a refusal of the domain, or a database that is away, is on the wire."""
