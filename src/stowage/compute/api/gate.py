"""The outermost step: paths as nova reads them, and the names that it gives to request ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from stowage.compute.api.paths import version_of
from stowage.wire.edge import RESPONSE_HEADER

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

OLD_RESPONSE_HEADER = "x-compute-request-id"
_SLASHES = re.compile("/{2,}")
_OF_PREFLIGHT = ("access-control-", "vary")

Headers = list[tuple[str, str]]


class Gate:
    """Forgives doubled slashes; says the id of a request twice below a version, else not at all."""

    def __init__(self, application: WSGIApplication, scheme_header: str | None) -> None:
        """``scheme_header`` is the WSGI name of the header whose scheme is believed, if any."""
        self._application = application
        self._scheme_header = scheme_header

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Pass a request on."""
        path = environ["PATH_INFO"]
        if "//" in path:
            environ["PATH_INFO"] = path = _SLASHES.sub("/", path)
        if self._scheme_header and environ.get(self._scheme_header):
            environ["wsgi.url_scheme"] = environ[self._scheme_header]
        relabel = _without_ids if version_of(path) is None else _with_both_ids
        if environ["REQUEST_METHOD"] == "OPTIONS":
            return self._options(environ, start_response, relabel)

        def start(status: str, headers: Headers, exc_info: Any = None) -> Callable[[bytes], object]:
            return start_response(status, relabel(headers), exc_info)

        return self._application(environ, start)

    def _options(
        self,
        environ: WSGIEnvironment,
        start_response: StartResponse,
        relabel: Callable[[Headers], Headers],
    ) -> Iterable[bytes]:
        """nova's CORS layer stands before all else: it says 200 where nothing answers OPTIONS."""
        answered: list[Any] = []

        def start(status: str, headers: Headers, exc_info: Any = None) -> Callable[[bytes], object]:
            answered[:] = [status, headers]
            return lambda data: None

        body = self._application(environ, start)
        status, headers = answered
        if status.startswith("2") and any(name.lower() == "content-type" for name, _ in headers):
            start_response(status, relabel(headers))
            return body
        preflight = [pair for pair in headers if pair[0].lower().startswith(_OF_PREFLIGHT)]
        start_response("200 OK", [*preflight, ("content-length", "0")])
        return []


def _with_both_ids(headers: Headers) -> Headers:
    ids = [value for name, value in headers if name == RESPONSE_HEADER]
    return headers + [(OLD_RESPONSE_HEADER, value) for value in ids]


def _without_ids(headers: Headers) -> Headers:
    return [pair for pair in headers if pair[0] != RESPONSE_HEADER]
