"""A service small enough to look at the server under it: run with its options as JSON."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from stowage.wire.serve import CannotServe, Listen, serve, share_metrics


def load(name: str) -> Any:
    """The application of one worker, with metrics."""
    from stowage.wire.edge import Edge
    from stowage.wire.metrics import Metrics

    counts = Metrics("small")
    return Edge(answer, counts, lambda environ: b"{}")


def answer(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Say what the server handed over."""
    if environ["PATH_INFO"] == "/slow":
        time.sleep(1.5)
    length = environ.get("CONTENT_LENGTH")
    body = environ["wsgi.input"].read(int(length)) if length else environ["wsgi.input"].read()
    content = json.dumps(
        {
            "pid": os.getpid(),
            "path": environ["PATH_INFO"],
            "query": len(environ["QUERY_STRING"]),
            "body": len(body),
            "address": environ["REMOTE_ADDR"],
        }
    ).encode()
    headers = [("content-type", "application/json"), ("content-length", str(len(content)))]
    start_response("200 OK", headers)
    return [content]


if __name__ == "__main__":
    share_metrics()
    try:
        serve("small", load, Listen(**json.loads(sys.argv[1])))
    except CannotServe as reason:
        sys.exit(str(reason))
