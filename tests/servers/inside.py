"""Our own Placement service inside the test's process, asked like a ``wire.Wire``."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from oslo_config import cfg

from servers.wire import Answer
from stowage.placement import app, config

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


def configuration(folder: Path, url: str) -> cfg.ConfigOpts:
    """The configuration of a service on a database, from a file in ``folder``."""
    file = folder / "placement.conf"
    file.write_text(
        f"[placement_database]\nconnection = {url}\n"
        f"[api]\nauth_strategy = noauth2\n"
        f"[oslo_policy]\npolicy_file = {folder}/policy.yaml\n"
    )
    return config.load(files=[str(file)], directories=[])


def service(folder: Path, url: str | None = None, **options: Any) -> WSGIApplication:
    """A service on a database (its own SQLite); ``options`` are those of ``[placement]``."""
    conf = configuration(folder, url or f"sqlite:///{folder}/books.sqlite")
    conf.set_override("sync_on_startup", True, group="placement_database")
    for name, value in options.items():
        conf.set_override(name, value, group="placement")
    return app.build(conf)


class Inside:
    """Stands where a ``Wire`` stands."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def ask(
        self,
        method: str,
        path: str | bytes,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send one request, read its answer."""
        answered: dict[str, Any] = {}

        def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
            answered["status"] = int(status[:3])
            answered["headers"] = {name.lower(): value for name, value in headers}

        environ = _environ(method, path, body, headers or {})
        chunks = self._application(environ, start_response)
        content = b"".join(chunks)
        if hasattr(chunks, "close"):
            chunks.close()
        return Answer(answered["status"], answered["headers"], content)


def _environ(
    method: str, path: str | bytes, body: bytes | None, headers: Mapping[str, str]
) -> dict[str, Any]:
    raw = path.encode() if isinstance(path, str) else path
    place, _, query = raw.partition(b"?")
    environ = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(place).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body or b""),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if body is not None:
        environ["CONTENT_LENGTH"] = str(len(body))
    for name, value in headers.items():
        key = name.upper().replace("-", "_")
        environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
    return environ
