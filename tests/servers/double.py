"""A stand-in for another service of OpenStack, in a thread of the test's process."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Answers(BaseHTTPRequestHandler):
    """What it answers: a subclass says it in ``do_GET``."""

    protocol_version = "HTTP/1.1"

    def answer(self, status: int, body: object) -> None:
        """Send one answer in JSON."""
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Double:
    """Runs on a free port of 127.0.0.1 until ``stop``; ``url`` is its base URL."""

    def __init__(self, answers: type[Answers], path: str = "") -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), answers)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}{path}"

    def stop(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
