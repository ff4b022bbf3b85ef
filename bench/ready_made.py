"""The WSGI application of the floor: the same bytes for every request, ready-made.

``STOWAGE_BENCH_BYTES`` names the file that holds them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

BODY = Path(os.environ["STOWAGE_BENCH_BYTES"]).read_bytes()
HEADERS = [
    ("content-type", "application/json"),
    ("content-length", str(len(BODY))),
    ("openstack-api-version", "placement 1.39"),
    ("vary", "openstack-api-version"),
    ("cache-control", "no-cache"),
]


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer."""
    start_response("200 OK", HEADERS)
    return [BODY]
