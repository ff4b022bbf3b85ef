"""``stowage placement explain``: why a query has the candidates that it has, or none."""

from __future__ import annotations

import argparse
import os
from typing import Any

from stowage.cli.client import Client, sentence
from stowage.cli.failure import Failure

DEFAULT_URL = "http://127.0.0.1:8778"

_DESCRIPTION = """\
Ask a running server why GET /allocation_candidates has the answer that it has: how many providers
each constraint of the query left, the first one that left none, and who missed it by how much.
"""
_EXAMPLE = """\
example:
  stowage placement explain "resources=VCPU:4,MEMORY_MB:8192&required=HW_CPU_X86_AVX2"
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "explain",
        help="why there are no candidates",
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("query", help="the query string of GET /allocation_candidates, in quotes")
    parser.add_argument(
        "--url",
        default=os.environ.get("OS_PLACEMENT_ENDPOINT", DEFAULT_URL),
        help="where the service is (%(default)s, or $OS_PLACEMENT_ENDPOINT)",
    )
    parser.add_argument(
        "--token",
        default=os.environ.get("OS_TOKEN", "admin"),
        help="token to show; under noauth2 the name of the user ($OS_TOKEN, or admin)",
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> None:
    client = Client(arguments.url, arguments.token)
    query = arguments.query.partition("?")[2] or arguments.query
    status, body = client.ask("GET", f"/stowage/explain?{query}", accept="text/plain")
    if status != 200:
        raise Failure(f"the server answered {status}: {sentence(body)}")
    print(body.decode("utf-8", "replace").rstrip())
