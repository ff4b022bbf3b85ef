"""A service put together: from a request on the wire to a handler, and back.

::

    HTTPProxyToWSGI     (when switched on)  who is really calling
    Edge                request id, access log, metrics, last resort against faults
    CORS                (when configured)   browsers
    auth                who is asking       (keystone or noauth2)
    Falcon: Doorway     401, microversion, lengths
            Router      404, 405
            handlers
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import falcon
from oslo_config import cfg
from oslo_middleware.cors import CORS
from oslo_middleware.http_proxy_to_wsgi import HTTPProxyToWSGI

from stowage.wire import actor, auth, content, trace
from stowage.wire.edge import VERSION, Edge
from stowage.wire.errors import HttpError, Renderer
from stowage.wire.metrics import Metrics
from stowage.wire.routes import Router

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

LOG = logging.getLogger(__name__)
Route = tuple[str, object]
"""A path template and the resource (``on_get``, ``on_put`` ...) that answers for it."""


def _json_only(error: HttpError, req: falcon.Request) -> tuple[str, bytes] | None:
    return None


def _unknown_path(req: falcon.Request) -> HttpError:
    return HttpError(404)


def _wrong_method(req: falcon.Request, allowed: tuple[str, ...]) -> HttpError:
    return HttpError(
        405,
        "The method specified is not allowed for this resource.",
        headers={"allow": ", ".join(allowed)},
    )


@dataclass(frozen=True, slots=True)
class Dialect:
    """What is particular to one service at its edge.

    ``negotiate`` reads the minor version out of the WSGI environment or raises HttpError;
    ``version_headers`` are those of every answer after that. ``check`` refuses what the service
    does not even look at. ``public`` says which paths need no token. ``refusals`` turns the
    exceptions of the domain into errors. ``other_form`` gives an error in another media type, and
    its body, where the client wants no JSON.
    """

    name: str
    major: int
    render: Renderer
    negotiate: Callable[[Mapping[str, Any]], int]
    version_headers: Callable[[int], Iterable[tuple[str, str]]]
    check: Callable[[falcon.Request], None] = content.check_length
    public: Callable[[str], bool] = lambda path: path in ("/", "")
    refusals: Mapping[type[Exception], Callable[[Any], HttpError]] = field(default_factory=dict)
    other_form: Callable[[HttpError, falcon.Request], tuple[str, bytes] | None] = _json_only
    unknown_path: Callable[[falcon.Request], HttpError] = _unknown_path
    wrong_method: Callable[[falcon.Request, tuple[str, ...]], HttpError] = _wrong_method


class Doorway:
    """What every request passes before its path is looked up."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._spoken: dict[int, tuple[str, tuple[tuple[str, str], ...]]] = {}

    def process_request(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Fill ``req.context`` (actor, minor, request_id); raises HttpError 401, 400 and 406."""
        context, environ = req.context, req.env
        _not_yet_known(req)
        context.actor = sender = actor.from_environ(environ)
        current = trace.current()
        if current is not None:
            current.actor = sender
        if sender.user_id is None and not self._dialect.public(environ["PATH_INFO"]):
            raise HttpError(401)
        context.minor = minor = self._dialect.negotiate(environ)
        environ[VERSION], headers = self._speak(minor)
        for name, value in headers:
            resp.append_header(name, value)
        self._dialect.check(req)

    def _speak(self, minor: int) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What the log and what the answer say of a version."""
        spoken = self._spoken.get(minor)
        if spoken is None:
            headers = tuple(self._dialect.version_headers(minor))
            spoken = self._spoken[minor] = (f"{self._dialect.major}.{minor}", headers)
        return spoken


class Answers:
    """How exceptions become answers."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def install(self, app: falcon.App[Any, Any]) -> None:
        """Register everything with Falcon, from the general to the particular."""
        app.add_error_handler(Exception, self.fault)
        app.add_error_handler(falcon.HTTPError, self.falcon_error)
        app.add_error_handler(HttpError, self.error)
        for kind, to_error in self._dialect.refusals.items():
            app.add_error_handler(kind, self._refusal(to_error))

    def error(
        self, req: falcon.Request, resp: falcon.Response, error: HttpError, params: dict[str, Any]
    ) -> None:
        """Answer with an error in the form of the service."""
        resp.status = error.status
        resp.content_type, resp.data = self._dialect.other_form(error, req) or (
            content.JSON,
            self._dialect.render(error, req),
        )
        for name, value in error.headers.items():
            resp.set_header(name, value)

    def falcon_error(
        self,
        req: falcon.Request,
        resp: falcon.Response,
        error: falcon.HTTPError,
        params: dict[str, Any],
    ) -> None:
        """An error that Falcon raised by itself; its 404 is the unknown path."""
        if not hasattr(req.context, "minor"):
            _not_yet_known(req)
        if isinstance(error, falcon.HTTPNotFound):
            self.error(req, resp, self._dialect.unknown_path(req), params)
        else:
            self.error(req, resp, HttpError(error.status_code, error.description or ""), params)

    def fault(
        self, req: falcon.Request, resp: falcon.Response, error: Exception, params: dict[str, Any]
    ) -> None:
        """Answer 500 without a word of what went wrong; that is for the log."""
        LOG.exception("%s API unexpected error: %s", self._dialect.name, error)
        self.error(req, resp, HttpError(500), params)

    def _refusal(self, to_error: Callable[[Any], HttpError]) -> Callable[..., None]:
        def answer(
            req: falcon.Request, resp: falcon.Response, refusal: Exception, params: dict[str, Any]
        ) -> None:
            self.error(req, resp, to_error(refusal), params)

        return answer


def assemble(
    conf: cfg.ConfigOpts, dialect: Dialect, routes: Iterable[Route], counts: Metrics | None
) -> WSGIApplication:
    """The whole of a service, for a loaded configuration."""
    application: WSGIApplication = falcon_app(dialect, routes)
    if conf.api.auth_strategy == "noauth2":
        application = auth.NoAuth(application)
    else:
        application = auth.Keystone(application, conf, dialect.public)
    if conf.cors.allowed_origin:
        application = _cors(application, conf)
    application = Edge(application, counts, _fault_body(dialect))
    if conf.oslo_middleware.enable_proxy_headers_parsing:
        application = HTTPProxyToWSGI(application, conf)
    return application


def falcon_app(dialect: Dialect, routes: Iterable[Route]) -> WSGIApplication:
    """The Falcon application of a service, without the layers around it."""

    def refuse(req: falcon.Request, allowed: tuple[str, ...]) -> None:
        raise dialect.wrong_method(req, allowed)

    app: falcon.App[Any, Any] = falcon.App(
        middleware=[Doorway(dialect)],
        router=cast(Any, Router(refuse)),  # Falcon's annotation knows only its own router
    )
    # An answer without a body has no type either; handlers name the type of theirs.
    cast(Any, app.resp_options).default_media_type = None
    Answers(dialect).install(app)
    for path, resource in routes:
        app.add_route(path, resource)
    return app


def _not_yet_known(req: falcon.Request) -> None:
    """What renderers of errors may always ask of a request."""
    req.context.minor = None
    req.context.request_id = req.env.get(trace.REQUEST_ID)


def _cors(application: WSGIApplication, conf: cfg.ConfigOpts) -> WSGIApplication:
    return cast("WSGIApplication", CORS(application, conf))


def _fault_body(dialect: Dialect) -> Callable[[dict[str, Any]], bytes]:
    """The body of a 500 for a fault in the layers around Falcon."""

    def body(environ: dict[str, Any]) -> bytes:
        req = falcon.Request(environ)
        _not_yet_known(req)
        return dialect.render(HttpError(500), req)

    return body
