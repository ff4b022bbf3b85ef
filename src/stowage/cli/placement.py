"""``stowage placement``: serve the API, look after its database."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stowage.cli import listen
from stowage.cli.failure import Failure

if TYPE_CHECKING:
    from oslo_config import cfg

    from stowage.placement.ledger.database import Database

Commands = Any
"""What ``argparse`` calls a subparsers action; it has no public type."""

PORT = 8778

_SERVE = """\
Serve the Placement API.

The configuration is that of openstack-placement: placement.conf in $OS_PLACEMENT_CONFIG_DIR, or in
/etc/placement, or in the file that --config-file names; any option can also be given as
OS_<GROUP>__<OPTION>, for example

  OS_PLACEMENT_DATABASE__CONNECTION=mysql+pymysql://placement:secret@db/placement

Any WSGI server does as well, with stowage.placement.wsgi:application.
"""


def add_to(commands: Commands) -> Commands:
    """Add ``placement`` and its commands; returns the place for more of them."""
    parser = commands.add_parser(
        "placement",
        help="the Placement service",
        description="The Placement service: who has what, and who holds how much of it.",
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
    _add_step(nested, "sync", "create or upgrade the tables, and the standard names", _sync)
    _add_step(nested, "version", "print the revision of the tables", _version)
    adopt = _add_step(
        nested,
        "adopt",
        "take the database of an existing openstack-placement, in place",
        _adopt,
    )
    watching = adopt.add_mutually_exclusive_group()
    watching.add_argument(
        "--watch",
        dest="watch",
        action="store_true",
        default=True,
        help="let triggers note what nodes of openstack-placement write meanwhile (the default)",
    )
    watching.add_argument(
        "--unwatch",
        dest="watch",
        action="store_false",
        help="take those triggers away, once the last such node is gone",
    )


def _add_step(
    commands: Commands, name: str, what: str, step: Callable[..., str]
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=what, description=f"{what[0].upper()}{what[1:]}."
    )
    _add_configuration(parser)
    parser.set_defaults(run=functools.partial(_with_books, step))
    return parser


def _add_configuration(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config-file",
        action="append",
        metavar="PATH",
        help="read this file instead of placement.conf in the usual places; may be repeated",
    )


def _serve(arguments: argparse.Namespace) -> None:
    serve(arguments, arguments.config_file)


def serve(arguments: argparse.Namespace, files: list[str] | None = None) -> None:
    """Serve the API as the listening options say.

    What has to be done once (tables, standard names) is done before the first worker starts, so
    that workers do not race for it and a wrong configuration is one sentence.
    Raises Failure.
    """
    from stowage.wire.serve import share_metrics

    share_metrics()
    from stowage.placement import app

    with_books(files, app.make_ready, app.check)
    listen.run("placement", functools.partial(_load, files), arguments)


def _load(files: list[str] | None, name: str) -> Any:
    from stowage.placement import app

    return app.from_environment(files)


def _with_books(step: Callable[..., str], arguments: argparse.Namespace) -> None:
    def run(conf: cfg.ConfigOpts, books: Database) -> None:
        print(step(conf, books, arguments))

    with_books(arguments.config_file, run)


def with_books(
    files: list[str] | None,
    step: Callable[[cfg.ConfigOpts, Database], None],
    check: Callable[[cfg.ConfigOpts], None] = lambda conf: None,
) -> None:
    """Run ``step(conf, books)`` on the configured database, and close it.

    ``check(conf)`` looks at the configuration first, and raises ValueError or cfg.Error.

    Raises Failure when the configuration is wrong or the database refuses.
    """
    from oslo_config import cfg
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from stowage.placement import app, config
    from stowage.placement.errors import Refusal
    from stowage.placement.ledger.faults import Unavailable
    from stowage.placement.ledger.migrate import CannotMigrate

    try:
        conf = config.load(files)
        check(conf)
        books = app.open_books(conf)
    except (cfg.Error, ValueError, ArgumentError) as fault:
        raise Failure(f"the configuration is wrong: {' '.join(str(fault).split())}") from None
    try:
        step(conf, books)
    except (CannotMigrate, Refusal) as refusal:
        raise Failure(str(refusal)) from None
    except (SQLAlchemyError, Unavailable) as fault:
        reason = getattr(fault, "orig", None) or fault
        raise Failure(f"the database cannot be used: {reason}") from None
    finally:
        books.close()


def _sync(conf: cfg.ConfigOpts, books: Database, arguments: argparse.Namespace) -> str:
    from stowage.placement.ledger import migrate

    return migrate.sync(books)


def _version(conf: cfg.ConfigOpts, books: Database, arguments: argparse.Namespace) -> str:
    from stowage.placement.ledger import migrate

    return migrate.version(books)


def _adopt(conf: cfg.ConfigOpts, books: Database, arguments: argparse.Namespace) -> str:
    from stowage.placement.ledger import migrate
    from stowage.placement.ledger.consumers import IncompleteConsumer

    if not arguments.watch:
        return migrate.unadopt(books)
    owner = IncompleteConsumer(
        conf.placement.incomplete_consumer_project_id, conf.placement.incomplete_consumer_user_id
    )
    return migrate.adopt(books, defaults=owner)
