"""The options of the compute service: those of nova, so that its nova.conf works unchanged."""

from __future__ import annotations

import socket
from collections.abc import Sequence

from keystoneauth1 import loading
from oslo_config import cfg
from oslo_middleware import sizelimit

from stowage import __version__
from stowage.compute.outbox import messaging
from stowage.storage.engines import Pool
from stowage.wire import config as wire_config

PROJECT = "nova"
DIRECTORY_VARIABLE = "OS_NOVA_CONFIG_DIR"
FILE = "nova.conf"

_DEFAULT = [
    cfg.StrOpt("host", default=socket.gethostname(), help="Name of this node in notifications."),
    cfg.StrOpt("state_path", default="", help="Accepted, not used."),
    cfg.BoolOpt("log_options", default=True, help="Log all options at start, at DEBUG."),
]

_API = [
    cfg.StrOpt(
        "auth_strategy",
        default="keystone",
        choices=("keystone", "noauth2"),
        deprecated_group="DEFAULT",
        help="keystone checks tokens; noauth2 believes them, for tests and trials only.",
    ),
    cfg.IntOpt("max_limit", default=1000, min=0, help="The most items of one answer."),
    cfg.StrOpt("compute_link_prefix", help="What links begin with in place of the service's URL."),
]

_WSGI = [
    cfg.StrOpt(
        "secure_proxy_ssl_header",
        deprecated_group="DEFAULT",
        help="WSGI name of a header in which a proxy says how it was reached (http, https).",
    ),
]

_DATABASE = [
    cfg.StrOpt("connection", secret=True, help="SQLAlchemy URL of the API database."),
    cfg.StrOpt("connection_parameters", default="", help="Added to the URL, as a=b&c=d."),
    cfg.StrOpt("slave_connection", secret=True, help="Accepted, not used."),
    cfg.StrOpt("mysql_sql_mode", default="TRADITIONAL", help="sql_mode of MySQL sessions."),
    cfg.IntOpt("connection_recycle_time", default=3600, help="Seconds until reconnecting."),
    cfg.IntOpt("max_pool_size", default=5, help="Connections kept open by a worker."),
    cfg.IntOpt("max_overflow", default=50, help="Connections beyond that when busy."),
    cfg.IntOpt("pool_timeout", default=30, help="Seconds to wait for a free connection."),
]

_NOTIFICATIONS = [
    cfg.StrOpt(
        "notification_format",
        default="unversioned",
        choices=("both", "versioned", "unversioned"),
        deprecated_group="DEFAULT",
        help="Flavors have versioned notifications only: unversioned sends none.",
    ),
    cfg.ListOpt(
        "versioned_notifications_topics",
        default=["versioned_notifications"],
        help="Topics that versioned notifications are sent to.",
    ),
]

_STOWAGE = [
    cfg.BoolOpt("metrics", default=True, help="Answer /metrics, without a token."),
]


_GROUPS: dict[str, Sequence[cfg.Opt]] = {
    "DEFAULT": _DEFAULT,
    "api": _API,
    "api_database": _DATABASE,
    "notifications": _NOTIFICATIONS,
    "stowage": _STOWAGE,
    "wsgi": _WSGI,
}

_VERSION_HEADER = "X-OpenStack-Nova-API-Version"


def list_opts() -> list[tuple[str, Sequence[cfg.Opt]]]:
    """The options by group, for oslo-config-generator."""
    return list(_GROUPS.items())


def register(conf: cfg.ConfigOpts) -> None:
    """Add the options of the compute service to a configuration."""
    for group, options in _GROUPS.items():
        conf.register_opts(options, group=None if group == "DEFAULT" else group)
    conf.register_opts(sizelimit.OPTS, group="oslo_middleware")
    for name in ("allow_headers", "expose_headers"):
        *others, last = conf.cors[name]
        conf.set_default(name, [*others, _VERSION_HEADER, last], group="cors")
    _register_messaging(conf)
    _register_client(conf, "keystone", "identity")
    _register_client(conf, "glance", "image")


def load(files: list[str] | None = None, directories: list[str] | None = None) -> cfg.ConfigOpts:
    """The configuration that the environment and the usual places give.

    ``OS_NOVA_CONFIG_DIR`` names the directory of ``nova.conf``; ``files`` overrule it.
    """
    if files is None:
        files = wire_config.files_in(DIRECTORY_VARIABLE, FILE)
    return wire_config.load(
        PROJECT, register, files=files, directories=directories, version=__version__
    )


def database_url(conf: cfg.ConfigOpts) -> str:
    """The URL of the API database, with the parameters that are configured beside it.

    Raises cfg.RequiredOptError when there is none.
    """
    options = conf.api_database
    if not options.connection:
        raise cfg.RequiredOptError("connection", cfg.OptGroup("api_database"))
    if not options.connection_parameters:
        return str(options.connection)
    joint = "&" if "?" in options.connection else "?"
    return f"{options.connection}{joint}{options.connection_parameters}"


def pool(conf: cfg.ConfigOpts) -> Pool:
    """How many connections a worker may have."""
    options = conf.api_database
    return Pool(
        size=options.max_pool_size,
        overflow=options.max_overflow,
        timeout=options.pool_timeout,
        recycle=options.connection_recycle_time,
        sql_mode=options.mysql_sql_mode,
    )


def _register_messaging(conf: cfg.ConfigOpts) -> None:
    for group, options in messaging.options():
        conf.register_opts(options, group=group)
    conf.set_default("control_exchange", "nova")


def _register_client(conf: cfg.ConfigOpts, group: str, service_type: str) -> None:
    loading.register_session_conf_options(conf, group)
    options = loading.get_adapter_conf_options(include_deprecated=False)
    cfg.set_defaults(options, valid_interfaces=["internal", "public"], service_type=service_type)
    conf.register_opts(options, group=group)
