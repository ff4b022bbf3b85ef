"""The Placement service put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oslo_config import cfg

from stowage.placement import api, policies, settings
from stowage.placement.discovery import Discovery
from stowage.placement.faults import REFUSALS, VERSIONS, render
from stowage.placement.ledger.database import Database
from stowage.placement.ledger.live import LiveIndex
from stowage.placement.service import Service
from stowage.wire.app import Dialect, falcon_app
from stowage.wire.policy import Policy

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

DIALECT = Dialect(
    name="Placement",
    render=render,
    negotiate=VERSIONS.negotiate,
    version_headers=VERSIONS.headers,
    refusals=REFUSALS,
)


def build(conf: cfg.ConfigOpts) -> WSGIApplication:
    """The WSGI application for a loaded configuration.

    ``placement.api.routes(service)`` gives the resources: pairs of a path template and an object
    with ``on_get``, ``on_put`` and so on.
    """
    service = service_of(conf)
    return falcon_app(DIALECT, [("/", Discovery()), *api.routes(service)])


def service_of(conf: cfg.ConfigOpts) -> Service:
    """The service value that the handlers share."""
    books = Database(conf.placement_database.connection)
    return Service(
        settings=settings.from_conf(conf),
        books=books,
        live=LiveIndex(books),
        policy=Policy(conf, policies.rules()),
    )
