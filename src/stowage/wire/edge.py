"""The outermost layer: it sees every request and every answer, whatever happens in between."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from stowage.wire import access_log, metrics, trace
from stowage.wire.routes import ROUTE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOG = logging.getLogger(__name__)
VERSION = "stowage.version"
"""Where the negotiated version stands in the WSGI environment, as clients write it."""

NO_ROUTE = "-"
RESPONSE_HEADER = "x-openstack-request-id"

Fault = Callable[["WSGIEnvironment"], bytes]
"""Gives the body of a 500, without a word of what went wrong."""


class Edge:
    """Gives a request its id; writes the log line and counts, once it is answered.

    A fault in the layers below that no one caught becomes a 500 here.
    """

    def __init__(
        self, application: WSGIApplication, counts: metrics.Metrics | None, fault: Fault
    ) -> None:
        """Without ``counts`` there is no ``/metrics``."""
        self._application = application
        self._counts = counts
        self._fault = fault

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        if self._counts is not None and environ["PATH_INFO"] == metrics.PATH:
            return self._counts.page(environ, start_response)
        started = perf_counter()
        current = trace.begin(environ)
        answer = _Answer(start_response, current.request_id)
        try:
            return self._application(environ, answer.start)
        except Exception as fault:
            LOG.exception("Unexpected error outside of the API: %s", fault)
            return _fault(answer, self._fault(environ))
        finally:
            self._account(environ, answer, perf_counter() - started)
            trace.end()

    def _account(self, environ: WSGIEnvironment, answer: _Answer, seconds: float) -> None:
        status = answer.status[:3]
        access_log.write(environ, environ.get(VERSION, "-"), status, answer.length, seconds)
        if self._counts is not None:
            route = environ.get(ROUTE, NO_ROUTE)
            self._counts.observe(route, environ["REQUEST_METHOD"], status, seconds)


class _Answer:
    """What the layers below answered, noted on its way out."""

    __slots__ = ("_request_id", "_start_response", "length", "status")

    def __init__(self, start_response: StartResponse, request_id: str) -> None:
        self._start_response = start_response
        self._request_id = request_id
        self.status = "500"
        self.length: str | None = None

    def start(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], object]:
        """WSGI's start_response."""
        self.status = status
        for name, value in headers:
            if len(name) == 14 and name.lower() == "content-length":
                self.length = value
        headers.append((RESPONSE_HEADER, self._request_id))
        if exc_info:
            return self._start_response(status, headers, exc_info)
        return self._start_response(status, headers)


def _fault(answer: _Answer, body: bytes) -> list[bytes]:
    headers = [("content-type", "application/json"), ("content-length", str(len(body)))]
    answer.start("500 Internal Server Error", headers)
    return [body]
