"""The Placement service put together."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from oslo_config import cfg

from stowage import __version__
from stowage.placement import api, config, policies, settings
from stowage.placement.dialect import DIALECT
from stowage.placement.discovery import Discovery
from stowage.placement.ledger import migrate, standard
from stowage.placement.ledger.database import Database
from stowage.placement.ledger.live import LiveIndex
from stowage.placement.service import Service
from stowage.wire import logs
from stowage.wire.app import assemble
from stowage.wire.metrics import Metrics
from stowage.wire.policy import Policy

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

LOG = logging.getLogger(__name__)


def from_environment(files: list[str] | None = None) -> WSGIApplication:
    """The application that the environment and the usual files configure, logging included.

    ``files`` are read in place of the usual ones.
    """
    conf = config.load(files)
    logs.setup(conf, config.PROJECT, __version__)
    if conf.log_options:
        conf.log_opt_values(LOG, logging.DEBUG)
    return build(conf)


def check(conf: cfg.ConfigOpts) -> None:
    """Find out what is wrong with a configuration before a worker trips over it.

    Raises ValueError or cfg.Error, as oslo does for values and for policy files.
    """
    settings.from_conf(conf)
    _ = conf.api.auth_strategy
    try:
        Policy(conf, policies.rules())
    except ValueError as fault:
        raise ValueError(f"a policy file cannot be read: {fault}") from None


def make_ready(conf: cfg.ConfigOpts, books: Database) -> None:
    """What is done once before the first of several workers starts; logging included."""
    logs.setup(conf, config.PROJECT, __version__)
    prepare(conf, books)


def build(conf: cfg.ConfigOpts) -> WSGIApplication:
    """The application for a loaded configuration, on a database that is ready for it.

    ``placement.api.routes(service)`` gives the resources: pairs of a path template and an object
    with ``on_get``, ``on_put`` and so on.
    """
    service = service_of(conf)
    prepare(conf, service.books)
    with service.live.current():
        pass  # A large cloud takes seconds to read: the first request need not wait for it.
    routes = [("/", Discovery()), *api.routes(service)]
    counts = metrics_of(service) if conf.stowage.metrics else None
    return assemble(conf, DIALECT, routes, counts)


def service_of(conf: cfg.ConfigOpts) -> Service:
    """The service value that the handlers share."""
    books = open_books(conf)
    return Service(
        settings=settings.from_conf(conf),
        books=books,
        live=LiveIndex(books),
        policy=Policy(conf, policies.rules()),
    )


def open_books(conf: cfg.ConfigOpts) -> Database:
    """The database that is configured."""
    return Database(conf.placement_database.connection, **config.database_options(conf))


def prepare(conf: cfg.ConfigOpts, books: Database) -> None:
    """Bring tables (if so configured) and standard names up to date, as at every start."""
    books.wait()
    if conf.placement_database.sync_on_startup:
        migrate.sync(books)
    standard.synchronise(books)


def metrics_of(service: Service) -> Metrics:
    """What Placement counts beside its requests."""
    counts, live, books = Metrics("placement"), service.live, service.books
    counts.gauge(
        "index_providers",
        "Resource providers in the index of a worker.",
        lambda: live.stats().providers,
    )
    counts.gauge(
        "journal_lag_seconds",
        "Time since the index of a worker was last brought up to date with the journal;"
        " every read does that first, so an idle worker falls behind without harm.",
        lambda: live.stats().age_seconds,
    )
    counts.gauge(
        "journal_gaps",
        "Journal rows that a worker waits for: of transactions that have not ended.",
        lambda: live.stats().journal_gaps,
    )
    counts.counter(
        "index_reloads",
        "Times that a worker read everything anew.",
        lambda: live.stats().full_loads,
    )
    counts.counter(
        "index_providers_reloaded",
        "Resource providers read anew because the journal named them.",
        lambda: live.stats().providers_reloaded,
    )
    counts.counter(
        "claim_retries",
        "Transactions tried again because another one was in their way.",
        lambda: books.retried,
    )
    return counts
