"""Errors as clients of nova know them."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import falcon

from stowage.clients.glance import CannotAsk
from stowage.compute import errors
from stowage.compute.bare import Ready, bare
from stowage.storage.errors import Contended, Unavailable, Unstorable
from stowage.wire.errors import HttpError, explanation

LOG = logging.getLogger(__name__)

NAMES: Mapping[int, str] = MappingProxyType(
    {
        400: "badRequest",
        401: "unauthorized",
        403: "forbidden",
        404: "itemNotFound",
        405: "badMethod",
        409: "conflictingRequest",
        413: "overLimit",
        415: "badMediaType",
        429: "overLimit",
        501: "notImplemented",
        503: "serviceUnavailable",
    }
)
"""The key of an error by its status; any other is a ``computeFault``."""

FAULT_TYPE = "application/json; charset=UTF-8"
UNEXPECTED = "Unexpected API Error. The log of the service says more under the id of this request."


def fault(status: int, message: str = "") -> HttpError:
    """An error in nova's form; without a message it gets the usual sentence of its status."""
    return HttpError(status, message or explanation(status))


def form(error: HttpError, req: falcon.Request) -> tuple[str, bytes]:
    """The media type and the body of an error."""
    if error.status == 401:
        error = bare(req, 401)
    if isinstance(error, Ready):
        return error.media_type, error.detail.encode()
    return FAULT_TYPE, render(error, req)


def render(error: HttpError, req: falcon.Request) -> bytes:
    """The body of an error in nova's form."""
    message = UNEXPECTED if error.status == 500 else error.detail or explanation(error.status)
    name = NAMES.get(error.status, "computeFault")
    return json.dumps({name: {"code": error.status, "message": message}}).encode()


def _with_status(status: int) -> Callable[[Any], HttpError]:
    return lambda refusal: fault(status, refusal.message)


def _unstorable(refusal: Unstorable) -> HttpError:
    return fault(400, f"Invalid input received: {refusal}")


def _contended(refusal: Contended) -> HttpError:
    return fault(409, f"Others changed the same at the same time: {refusal}")


def _unavailable(refusal: Unavailable) -> HttpError:
    LOG.error("The database cannot be used: %s", refusal)
    return fault(503)


def _cannot_ask(refusal: CannotAsk) -> HttpError:
    LOG.error("%s", refusal)
    return fault(503)


REFUSALS: Mapping[type[Exception], Callable[[Any], HttpError]] = MappingProxyType(
    {
        errors.NotFound: _with_status(404),
        errors.Invalid: _with_status(400),
        errors.Conflict: _with_status(409),
        Unstorable: _unstorable,
        Contended: _contended,
        Unavailable: _unavailable,
        CannotAsk: _cannot_ask,
    }
)
