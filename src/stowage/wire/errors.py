"""What a handler raises when the answer is an error, and the OpenStack form of such answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from types import MappingProxyType

import falcon

TITLES: Mapping[int, str] = MappingProxyType(
    {
        400: "Bad Request",
        401: "Unauthorized",
        403: "Forbidden",
        404: "Not Found",
        405: "Method Not Allowed",
        406: "Not Acceptable",
        409: "Conflict",
        413: "Request Entity Too Large",
        415: "Unsupported Media Type",
        500: "Internal Server Error",
        501: "Not Implemented",
        503: "Service Unavailable",
    }
)

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class HttpError(Exception):
    """An answer that is an error.

    ``detail`` is the bare sentence; the renderer of the service adds what its clients expect around
    it. ``code`` is the machine-readable code, for services that have one. ``headers`` are added
    to the answer.
    """

    def __init__(
        self,
        status: int,
        detail: str = "",
        *,
        code: str | None = None,
        title: str | None = None,
        headers: Mapping[str, str] = _NO_HEADERS,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.code = code
        self.title = title or TITLES.get(status, "Error")
        self.headers = headers


Renderer = Callable[[HttpError, falcon.Request], bytes]
"""Turns an error into the JSON body that the clients of one service expect."""

# The sentences with which clients of OpenStack services have always been greeted; tools match on
# words of them, so they are part of the wire.
_EXPLANATIONS: Mapping[int, str] = MappingProxyType(
    {
        400: (
            "The server could not comply with the request since it is either malformed or"
            " otherwise incorrect."
        ),
        401: (
            "This server could not verify that you are authorized to access the document you"
            " requested. Either you supplied the wrong credentials (e.g., bad password), or your"
            " browser does not understand how to supply the credentials required."
        ),
        403: "Access was denied to this resource.",
        404: "The resource could not be found.",
        409: "There was a conflict when trying to complete your request.",
        413: "The body of your request was too large for this server.",
        500: ("The server has either erred or is incapable of performing the requested operation."),
        503: ("The server is currently unavailable. Please try again at a later time."),
    }
)

_MARKUP = re.compile(r"<.*?>", re.DOTALL)


def accepted_type(req: falcon.Request) -> str:
    """The Accept header, with JSON in place of none or anything."""
    accept: str = req.env.get("HTTP_ACCEPT") or "*/*"
    return "application/json" if accept == "*/*" else accept


def openstack_detail(error: HttpError, req: falcon.Request) -> str:
    """``detail`` of the errors form: the sentence behind the explanation of its status.

    The blanks are those of the reference: clients compare whole strings.
    """
    head, tail = _around(error, req)
    return f"{_one_line(head)}\n\n {_one_line(error.detail)}{_one_line(tail)}"


def openstack_html(error: HttpError, req: falcon.Request) -> str:
    """The same for the body of a page."""
    head, tail = _around(error, req)
    return f"{escape(head)}<br /><br />\n{escape(error.detail)}{tail}"


def _around(error: HttpError, req: falcon.Request) -> tuple[str, str]:
    """What stands before and behind the sentence of an error."""
    if error.status == 405:
        return f"The method {req.method} is not allowed for this resource. ", ""
    if error.status == 406:
        return (
            "The resource could not be generated that was acceptable to your browser\n"
            f"(content of type {accepted_type(req)}. "
        ), ""
    if error.status == 415:
        shown = req.content_type or "None"
        return f"The request media type {shown} is not supported by this server. ", ""
    return _EXPLANATIONS.get(error.status, error.title), "\n\n"


def explanation(status: int) -> str:
    """The sentence that stands for a status."""
    return _EXPLANATIONS.get(status, TITLES.get(status, "Error"))


def _one_line(text: str) -> str:
    """The text without line breaks, and without markup that a browser could run (APPSEC)."""
    text = text.replace("\n", " ").replace("\r", "").encode("utf-8", "replace").decode()
    return _MARKUP.sub("", text) if "<" in text else text
