"""A small service to test the edge with, and a caller that sends exactly what it is told to."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import falcon
import pytest
from oslo_config import cfg

from stowage.wire import config, content
from stowage.wire.app import Dialect, assemble
from stowage.wire.errors import HttpError, openstack_detail
from stowage.wire.metrics import Metrics
from stowage.wire.versions import Versions

VERSIONS = Versions("store", major=1, lowest=0, highest=9)


@dataclass(frozen=True)
class Answer:
    """What an application answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Caller:
    """Calls a WSGI application, without a client that would tidy up what it sends."""

    def __init__(self, application: Any) -> None:
        self.application = application

    def __call__(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        **environ: Any,
    ) -> Answer:
        path, _, query = path.partition("?")
        sent: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "192.0.2.7",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
        }
        if body:
            sent["CONTENT_LENGTH"] = str(len(body))
        for name, value in (headers or {}).items():
            key = name.upper().replace("-", "_")
            sent[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
        sent.update(environ)
        noted: dict[str, Any] = {}

        def start_response(status: str, headers: list[tuple[str, str]], exc: Any = None) -> None:
            noted["status"] = int(status[:3])
            noted["headers"] = {name.lower(): value for name, value in headers}

        content = b"".join(self.application(sent, start_response))
        return Answer(noted["status"], noted["headers"], content)


class Things:
    """A collection."""

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        content.check_accept(req)
        sender = req.context.actor
        resp.content_type = content.JSON
        resp.data = json.dumps(
            {
                "minor": req.context.minor,
                "user": sender.user_id,
                "project": sender.project_id,
                "roles": sender.roles,
                "scope": sender.system_scope,
                "root": req.root_path,
                "scheme": req.scheme,
                "host": req.host,
            }
        ).encode()

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        content.require_json(req)
        resp.content_type = content.JSON
        resp.data = json.dumps(content.body_of(req).decode()).encode()


class Thing:
    """One of it."""

    def on_get(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        if name == "refused":
            raise LookupError("there is no such thing")
        if name == "broken":
            raise RuntimeError("SELECT secret FROM vault")
        resp.content_type = content.JSON
        resp.data = json.dumps({"name": name}).encode()

    def on_delete(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        resp.status = 204


def render(error: HttpError, req: falcon.Request) -> bytes:
    """An error form of this service alone."""
    return json.dumps(
        {
            "status": error.status,
            "title": error.title,
            "detail": openstack_detail(error, req),
            "id": req.context.request_id,
        }
    ).encode()


DIALECT = Dialect(
    name="Store",
    major=1,
    render=render,
    negotiate=VERSIONS.negotiate,
    version_headers=VERSIONS.headers,
    refusals={LookupError: lambda refusal: HttpError(404, str(refusal))},
)
ROUTES = [("/", Things()), ("/things", Things()), ("/things/{name}", Thing())]


def _register(conf: cfg.ConfigOpts) -> None:
    conf.register_opts([cfg.StrOpt("auth_strategy", default="noauth2")], group="api")


@pytest.fixture
def make_conf(tmp_path: Any) -> Callable[..., cfg.ConfigOpts]:
    """Load a configuration from the text of its file."""

    def make(text: str = "") -> cfg.ConfigOpts:
        path = tmp_path / "store.conf"
        path.write_text(text)
        return config.load("store", _register, files=[str(path)], directories=[])

    return make


@pytest.fixture
def make_service(make_conf: Callable[..., cfg.ConfigOpts]) -> Callable[..., Caller]:
    """Put the small service together, with the configuration of a text."""

    def make(text: str = "", counts: Metrics | None = None) -> Caller:
        return Caller(assemble(make_conf(text), DIALECT, ROUTES, counts))

    return make


@pytest.fixture
def service(make_service: Callable[..., Caller]) -> Caller:
    """The small service as it is by default."""
    return make_service()


@pytest.fixture
def plain_logging() -> Iterator[None]:
    """Put logging back as it was before the test."""
    root = logging.root
    before, level = list(root.handlers), root.level
    yield
    for handler in list(root.handlers):
        if handler not in before:
            root.removeHandler(handler)
            handler.close()
    for handler in before:
        if handler not in root.handlers:
            root.addHandler(handler)
    root.setLevel(level)
    logging.captureWarnings(False)
