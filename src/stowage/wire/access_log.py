"""One line for each request, after it was answered."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

LOG = logging.getLogger(__name__)


def write(
    environ: Mapping[str, Any], version: str, status: str, length: str | None, seconds: float
) -> None:
    """Log who asked what, what came of it and how long it took.

    The words up to the microversion are those of Placement's request log, for what reads logs.
    """
    if not LOG.isEnabledFor(logging.INFO):
        return
    LOG.info(
        '%s "%s %s" status: %s len: %s microversion: %s time: %.6f',
        environ.get("REMOTE_ADDR", "-"),
        _printable(environ["REQUEST_METHOD"]),
        _uri(environ),
        status,
        length or "-",
        version,
        seconds,
    )


def _uri(environ: Mapping[str, Any]) -> str:
    path = environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")
    if not path.isascii():
        path = path.encode("latin-1", "replace").decode("utf-8", "replace")
    query = environ.get("QUERY_STRING")
    return _printable(f"{path}?{query}" if query else path)


def _printable(text: str) -> str:
    """APPSEC: a decoded line break in a path must not begin a log line of its own."""
    return text if text.isprintable() else text.encode("unicode_escape").decode("ascii")
