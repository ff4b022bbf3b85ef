"""``stowage compute``: serve the Compute API, look after its database."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stowage.cli import listen
from stowage.cli.failure import Failure

if TYPE_CHECKING:
    from stowage.storage.database import Database

Commands = Any
"""What ``argparse`` calls a subparsers action; it has no public type."""

PORT = 8774

_SERVE = """\
Serve the Compute API: flavors, complete.

The configuration is that of nova: nova.conf in $OS_NOVA_CONFIG_DIR, or in /etc/nova, or in the file
that --config-file names; any option can also be given as OS_<GROUP>__<OPTION>, for example

  OS_API_DATABASE__CONNECTION=mysql+pymysql://nova:secret@db/nova_api

Any WSGI server does as well, with stowage.compute.wsgi:application.
"""


def add_to(commands: Commands) -> Commands:
    """Add ``compute`` and its commands; returns the place for more of them."""
    parser = commands.add_parser(
        "compute",
        help="the Compute service",
        description="The Compute service: flavors, their extra specs, and who may use them.",
    )
    nested = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_serve(nested)
    _add_database(nested)
    return nested


def _add_serve(commands: Commands) -> None:
    parser = commands.add_parser(
        "serve",
        help="serve the API",
        description=_SERVE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_configuration(parser)
    listen.add_to(parser, PORT)
    parser.set_defaults(run=_serve)


def _add_database(commands: Commands) -> None:
    parser = commands.add_parser(
        "db", help="look after the database", description="Look after the database."
    )
    nested = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_step(nested, "sync", "create or upgrade the tables", "sync")
    _add_step(nested, "version", "print the revision of the tables", "version")
    _add_step(nested, "adopt", "take the API database of an existing nova, in place", "adopt")


def _add_step(commands: Commands, name: str, what: str, step: str) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=what, description=f"{what[0].upper()}{what[1:]}."
    )
    _add_configuration(parser)
    parser.set_defaults(run=functools.partial(_migrate, step))


def _add_configuration(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config-file",
        action="append",
        metavar="PATH",
        help="read this file instead of nova.conf in the usual places; may be repeated",
    )


def _serve(arguments: argparse.Namespace) -> None:
    serve(arguments, arguments.config_file)


def serve(arguments: argparse.Namespace, files: list[str] | None = None) -> None:
    """Serve the API as the listening options say, on a database that has its tables.

    Raises Failure.
    """
    from stowage.wire.serve import share_metrics

    share_metrics()
    from stowage.compute.store import migrate

    with_books(files, migrate.must_be_ready)
    listen.run("compute", functools.partial(_load, files), arguments)


def _load(files: list[str] | None, name: str) -> Any:
    from stowage.compute import app

    return app.from_environment(files)


def _migrate(step: str, arguments: argparse.Namespace) -> None:
    from stowage.compute.store import migrate

    run: Callable[[Database], str] = getattr(migrate, step)
    with_books(arguments.config_file, lambda books: print(run(books)))


def with_books(files: list[str] | None, step: Callable[[Database], object]) -> None:
    """Run ``step(books)`` on the configured database, and close it.

    Raises Failure when the configuration is wrong or the database refuses.
    """
    from oslo_config import cfg
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from stowage.compute import app, config
    from stowage.compute.store.migrate import CannotMigrate

    try:
        books = app.open_books(config.load(files))
    except (cfg.Error, ValueError, ArgumentError) as fault:
        raise Failure(f"the configuration is wrong: {fault}") from None
    try:
        step(books)
    except CannotMigrate as reason:
        raise Failure(str(reason)) from None
    except SQLAlchemyError as fault:
        raise Failure(f"the database refused: {getattr(fault, 'orig', None) or fault}") from None
    finally:
        books.close()
