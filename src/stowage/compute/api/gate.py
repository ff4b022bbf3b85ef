"""The outermost step: paths as nova reads them, and the name that it gives to request ids."""

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


class Gate:
    """Forgives doubled slashes; gives answers below a version their request id twice."""

    def __init__(self, application: WSGIApplication, scheme_header: str | None) -> None:
        """``scheme_header`` is the WSGI name of a header that tells the scheme, if one is believed."""
        self._application = application
        self._scheme_header = scheme_header

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Pass a request on."""
        path = environ["PATH_INFO"]
        if "//" in path:
            environ["PATH_INFO"] = path = _SLASHES.sub("/", path)
        if self._scheme_header and environ.get(self._scheme_header):
            environ["wsgi.url_scheme"] = environ[self._scheme_header]
        if version_of(path) is None:
            return self._application(environ, _without_request_id(start_response))
        return self._application(environ, _with_both_request_ids(start_response))


def _with_both_request_ids(start_response: StartResponse) -> Any:
    def start(
        status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], object]:
        ids = [value for name, value in headers if name == RESPONSE_HEADER]
        headers.extend((OLD_RESPONSE_HEADER, value) for value in ids)
        return start_response(status, headers, exc_info)

    return start


def _without_request_id(start_response: StartResponse) -> Any:
    """nova gives none to what is outside of its versions."""

    def start(
        status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], object]:
        kept = [(name, value) for name, value in headers if name != RESPONSE_HEADER]
        return start_response(status, kept, exc_info)

    return start
