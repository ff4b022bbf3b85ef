"""A stand-in for Keystone that knows projects by what their ids say.

Every token is good. ``GET /v3/projects/{id}`` answers with the status that the id names
(``status-403``), 404 for an id that begins with ``unknown``, 200 for any other.
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class KeystoneDouble:
    """Runs in a thread of this process until ``stop``."""

    def __init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Its base URL, with the version."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v3"

    def stop(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path.rstrip("/") == "/v3":
            host = self.headers["Host"]
            links = [{"rel": "self", "href": f"http://{host}/v3/"}]
            return self._answer(
                200, {"version": {"id": "v3.14", "status": "stable", "links": links}}
            )
        project_id = self.path.rsplit("/", 1)[-1]
        if project_id.startswith("status-"):
            return self._answer(int(project_id.removeprefix("status-")), {"error": {}})
        if project_id.startswith("unknown"):
            return self._answer(404, {"error": {"code": 404, "message": "no such project"}})
        return self._answer(200, {"project": {"id": project_id, "name": project_id}})

    def _answer(self, status: int, body: object) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
