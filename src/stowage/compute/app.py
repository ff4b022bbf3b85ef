"""The compute service put together."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from oslo_config import cfg

from stowage import __version__
from stowage.clients.glance import Images
from stowage.clients.keystone import Projects
from stowage.compute import api, config, policies, settings
from stowage.compute.api.gate import Gate
from stowage.compute.dialect import dialect
from stowage.compute.flavors.catalog import Catalog
from stowage.compute.outbox import bus
from stowage.compute.outbox.courier import Courier
from stowage.compute.outbox.outbox import Outbox
from stowage.compute.service import Service
from stowage.storage.database import Database
from stowage.wire import logs
from stowage.wire.app import assemble
from stowage.wire.metrics import Metrics
from stowage.wire.policy import Policy

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

LOG = logging.getLogger(__name__)


def from_environment(files: list[str] | None = None) -> WSGIApplication:
    """The application that the environment and the usual files configure, logging included."""
    conf = config.load(files)
    logs.setup(conf, config.PROJECT, __version__)
    if conf.log_options:
        conf.log_opt_values(LOG, logging.DEBUG)
    return build(conf)


def build(conf: cfg.ConfigOpts) -> WSGIApplication:
    """The application for a loaded configuration, on a database that is ready for it."""
    service = service_of(conf)
    counts = Metrics("compute") if conf.stowage.metrics else None
    application = assemble(conf, dialect(service.settings), api.routes(service), counts)
    return Gate(application, service.settings.scheme_header)


def service_of(conf: cfg.ConfigOpts) -> Service:
    """The service value that the handlers share."""
    books = open_books(conf)
    return Service(
        settings=settings.from_conf(conf),
        catalog=Catalog(books, outbox_of(conf, books)),
        policy=Policy(conf, policies.rules(), _refused),
        projects=Projects(conf),
        images=Images(conf),
    )


def open_books(conf: cfg.ConfigOpts) -> Database:
    """The database that is configured."""
    return Database(config.database_url(conf), config.pool(conf))


def outbox_of(conf: cfg.ConfigOpts, books: Database) -> Outbox:
    """Where notifications are written, with a courier that carries them; none when unwanted."""
    if not bus.enabled(conf):
        return Outbox()
    courier = Courier(books, lambda: bus.Bus(conf))
    courier.start()
    return Outbox(f"nova-api:{conf.host}", courier.wake)


def _refused(rule: str) -> str:
    return f"Policy doesn't allow {rule} to be performed."
