"""``stowage``: the command line of Stowage."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from stowage import __version__
from stowage.cli import compute, explain, flavors, placement, up
from stowage.cli.failure import Failure

_EPILOG = """\
start here:
  stowage up                      Placement on SQLite with a small example cloud, ready to try
  stowage placement serve --help  the same service on your own placement.conf and database

exit codes: 0 done, 1 it could not be done (a sentence says why), 2 wrong command line
"""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    arguments = parser().parse_args(words)
    try:
        return int(arguments.run(arguments) or 0)
    except Failure as failure:
        print(f"stowage: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="stowage",
        description="Where things run in an OpenStack cloud, and the books of what is used.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"stowage {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    up.add_to(commands)
    service = placement.add_to(commands)
    explain.add_to(service)
    compute.add_to(commands)
    flavors.add_to(commands)
    return top


if __name__ == "__main__":
    raise SystemExit(main())
