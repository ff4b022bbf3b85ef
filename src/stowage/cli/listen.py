"""The options that say where and how a service listens, for every ``serve``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from stowage.cli.failure import Failure

HIGHEST_PORT = 65535


def add_to(parser: argparse.ArgumentParser, port: int, workers: int = 1) -> None:
    """Add ``--host``, ``--port``, ``--workers``, ``--threads`` and ``--no-keep-alive``."""
    group = parser.add_argument_group("listening")
    group.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for all (%(default)s)"
    )
    group.add_argument("--port", type=_port, default=port, help="port (%(default)s)")
    group.add_argument(
        "--workers",
        type=_positive,
        default=workers,
        help="processes; about one a CPU core (%(default)s)",
    )
    group.add_argument(
        "--threads",
        type=_positive,
        default=4,
        help="requests that one process works on at a time (%(default)s)",
    )
    group.add_argument(
        "--no-keep-alive",
        dest="keep_alive",
        action="store_false",
        help="close each connection after its answer: for clients that share one between"
        " processes, as nova-scheduler and nova-conductor do",
    )


def check(arguments: argparse.Namespace) -> None:
    """Find out whether the port can be had.

    Raises Failure.
    """
    from stowage.wire import serve

    try:
        serve.check_port(arguments.host, arguments.port)
    except serve.CannotServe as reason:
        raise Failure(str(reason)) from None


def run(name: str, load: object, arguments: argparse.Namespace) -> None:
    """Serve as the options say, until told to stop.

    Raises Failure when the server cannot start or go on.
    """
    from stowage.wire import serve

    listen = serve.Listen(
        host=arguments.host,
        port=arguments.port,
        workers=arguments.workers,
        threads=arguments.threads,
        keep_alive=arguments.keep_alive,
    )
    try:
        serve.serve(name, load, listen)  # type: ignore[arg-type]
    except serve.CannotServe as reason:
        raise Failure(str(reason)) from None


def command(service: str, configuration: Path, arguments: argparse.Namespace) -> list[str]:
    """What starts ``stowage SERVICE serve`` in a process of its own, listening the same way."""
    words = [sys.executable, "-m", "stowage.cli.main", service, "serve"]
    words += ["--config-file", str(configuration)]
    words += ["--host", arguments.host, "--port", str(arguments.port)]
    words += ["--workers", str(arguments.workers), "--threads", str(arguments.threads)]
    if not arguments.keep_alive:
        words.append("--no-keep-alive")
    return words


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def _port(text: str) -> int:
    number = int(text)
    if not 1 <= number <= HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"must be between 1 and {HIGHEST_PORT}")
    return number
