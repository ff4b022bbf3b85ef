"""Serving: Granian, with as many worker processes as wanted, on one port.

What Granian was found to do (2.8, HTTP/1): request lines up to 64 KiB, then 414; up to 100 headers
and 400 KiB of them, then 431; a length that is no number is 400 before it reaches us. On SIGTERM
and SIGINT requests in flight are finished, new ones refused. A worker that dies is started again;
one that dies again within 5.5 seconds ends the server, since it would die for ever.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

METRICS_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
SECONDS_TO_FINISH = 30
_QUEUE = 2048


class CannotServe(Exception):
    """Why the server does not start or did not go on, in a sentence for its operator."""


@dataclass(frozen=True, slots=True)
class Listen:
    """Where and how to serve."""

    host: str = "127.0.0.1"
    port: int = 8778
    workers: int = 1
    threads: int = 4
    keep_alive: bool = True


def share_metrics() -> None:
    """Let all processes started from here add up their metrics.

    To be called before anything imports prometheus_client, which decides once how it counts.
    """
    given = os.environ.get(METRICS_DIRECTORY)
    if given:
        _empty(Path(given))
        return
    if "prometheus_client" in sys.modules:
        raise RuntimeError("share_metrics comes too late: prometheus_client is imported already")
    directory = tempfile.mkdtemp(prefix="stowage-metrics-")
    os.environ[METRICS_DIRECTORY] = directory
    atexit.register(_remove_once, directory, os.getpid())


def serve(name: str, load: Callable[[str], Any], listen: Listen) -> None:
    """Serve until SIGTERM or SIGINT. ``load(name)`` gives the application, in each worker.

    Raises CannotServe when the port cannot be had, or when workers keep dying.
    """
    check_port(listen.host, listen.port)
    server = Granian(
        name,
        address=listen.host,
        port=listen.port,
        interface=Interfaces.WSGI,
        workers=listen.workers,
        blocking_threads=listen.threads,
        backlog=_QUEUE,
        backpressure=_QUEUE,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(keep_alive=listen.keep_alive),
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_FINISH,
        log_level=LogLevels.warning,
        log_dictconfig=_granian_logs(),
    )
    try:
        server.serve(target_loader=load)
    except SystemExit as end:
        if end.code:
            raise CannotServe("its workers keep dying; the log above says why") from None


def check_port(host: str, port: int) -> None:
    """Find out whether a port can be had.

    Granian's workers share the port, so that it would not notice another server on it.
    Raises CannotServe.
    """
    family, kind, proto, _, address = _resolve(host, port)
    with socket.socket(family, kind, proto) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
            probe.listen(1)
        except OSError as fault:
            raise CannotServe(f"cannot listen on {host} port {port}: {fault.strerror}") from None


def _resolve(host: str, port: int) -> tuple[Any, Any, int, str, Any]:
    try:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, OverflowError) as fault:
        raise CannotServe(f"cannot listen on {host} port {port}: {fault}") from None


def _granian_logs() -> dict[str, Any]:
    """Granian's own lines go where all others go."""
    return {"loggers": {"_granian": {"level": logging.WARNING, "propagate": True}}}


def _remove_once(directory: str, owner: int) -> None:
    """Remove the directory when the process that made it ends, not when a worker does."""
    if os.getpid() == owner:
        shutil.rmtree(directory, ignore_errors=True)


def _empty(directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for left_over in directory.glob("*.db"):
        left_over.unlink()
