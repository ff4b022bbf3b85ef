"""A stand-in for Glance, for answers that a real one gives seldom.

``GET /v2/images/{id}`` answers with the status that the id names (``status-500``), else with an
active image whose ``min_ram`` is the id.
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class GlanceDouble:
    """Runs in a thread of this process until ``stop``."""

    def __init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Its base URL, without a version."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def stop(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        image_id = self.path.removeprefix("/v2/images/")
        status, body = 200, {"id": image_id, "status": "active", "size": 1, "min_disk": 0}
        if image_id.startswith("status-"):
            status = int(image_id.removeprefix("status-"))
        else:
            body["min_ram"] = int(image_id)
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
