"""The options of Placement: those of upstream, so that an existing placement.conf works unchanged.

What upstream needs and we do not (``pybasedir``, ``optimize_for_wide_provider_trees`` ...) is
registered all the same: its values are checked and shown, and do nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oslo_config import cfg

from stowage import __version__
from stowage.placement.settings import NOBODY
from stowage.wire import config as wire_config

PROJECT = "placement"
DIRECTORY_VARIABLE = "OS_PLACEMENT_CONFIG_DIR"
FILE = "placement.conf"

_API = [
    cfg.StrOpt(
        "auth_strategy",
        default="keystone",
        choices=("keystone", "noauth2"),
        deprecated_group="DEFAULT",
        help="keystone checks tokens; noauth2 believes them, for tests and trials only.",
    ),
]

_DATABASE = [
    cfg.StrOpt("connection", required=True, secret=True, help="SQLAlchemy URL of the database."),
    cfg.StrOpt("connection_parameters", default="", help="Added to the URL, as a=b&c=d."),
    cfg.BoolOpt("sqlite_synchronous", default=True, help="SQLite waits for the disk."),
    cfg.StrOpt("slave_connection", secret=True, help="Accepted, not used."),
    cfg.StrOpt("mysql_sql_mode", default="TRADITIONAL", help="sql_mode of MySQL sessions."),
    cfg.IntOpt("mysql_wsrep_sync_wait", help="wsrep_sync_wait of sessions, for Galera."),
    cfg.IntOpt("connection_recycle_time", default=3600, help="Seconds until reconnecting."),
    cfg.IntOpt("max_pool_size", help="Connections kept open by a worker."),
    cfg.IntOpt("max_retries", default=10, help="Tries to connect at start; -1 for ever."),
    cfg.IntOpt("retry_interval", default=10, help="Seconds between those tries."),
    cfg.IntOpt("max_overflow", help="Connections beyond max_pool_size when busy."),
    cfg.IntOpt("connection_debug", default=0, help="50 logs statements, 100 results too."),
    cfg.BoolOpt("connection_trace", default=False, help="Accepted, not used."),
    cfg.IntOpt("pool_timeout", help="Seconds to wait for a free connection."),
    cfg.BoolOpt("sync_on_startup", default=False, help="Create or upgrade the tables at start."),
]

_PLACEMENT = [
    cfg.BoolOpt(
        "randomize_allocation_candidates",
        default=False,
        help="With a limit, return a random choice of all candidates instead of the first ones.",
    ),
    cfg.StrOpt(
        "incomplete_consumer_project_id",
        default=NOBODY,
        help="The project of allocations written before microversion 1.8.",
    ),
    cfg.StrOpt(
        "incomplete_consumer_user_id",
        default=NOBODY,
        help="The user of allocations written before microversion 1.8.",
    ),
    cfg.IntOpt(
        "allocation_conflict_retry_count",
        default=10,
        help="How often the server itself tries again to write conflicting allocations.",
    ),
    cfg.IntOpt(
        "max_allocation_candidates",
        default=-1,
        help="The most candidates that are generated for one request; -1 for no bound.",
    ),
    cfg.StrOpt(
        "allocation_candidates_generation_strategy",
        default="depth-first",
        choices=("depth-first", "breadth-first"),
        help="All candidates of one tree before the next tree, or one of each tree in turn.",
    ),
]

_WORKAROUNDS = [
    cfg.BoolOpt(
        "optimize_for_wide_provider_trees",
        default=False,
        help="Accepted; wide trees are always fast.",
    ),
]

_DEFAULT = [
    cfg.StrOpt("tempdir", help="Accepted, not used."),
    cfg.StrOpt("pybasedir", default="", help="Accepted, not used."),
    cfg.StrOpt("state_path", default="$pybasedir", help="Accepted, not used."),
    cfg.BoolOpt("log_options", default=True, help="Log all options at start, at DEBUG."),
]

_STOWAGE = [
    cfg.BoolOpt("metrics", default=True, help="Answer /metrics, without a token."),
]

# Every option of the group that concerns connections, in oslo.db's names.
_FOR_DATABASE = (
    "connection_parameters",
    "sqlite_synchronous",
    "mysql_sql_mode",
    "mysql_wsrep_sync_wait",
    "connection_recycle_time",
    "max_pool_size",
    "max_retries",
    "retry_interval",
    "max_overflow",
    "connection_debug",
    "pool_timeout",
)


_GROUPS: dict[str, Sequence[cfg.Opt]] = {
    "DEFAULT": _DEFAULT,
    "api": _API,
    "placement_database": _DATABASE,
    "placement": _PLACEMENT,
    "workarounds": _WORKAROUNDS,
    "stowage": _STOWAGE,
}


def list_opts() -> list[tuple[str, Sequence[cfg.Opt]]]:
    """The options by group, for oslo-config-generator."""
    return list(_GROUPS.items())


def register(conf: cfg.ConfigOpts) -> None:
    """Add the options of Placement to a configuration."""
    for group, options in _GROUPS.items():
        conf.register_opts(options, group=None if group == "DEFAULT" else group)


def load(files: list[str] | None = None, directories: list[str] | None = None) -> cfg.ConfigOpts:
    """The configuration that the environment and the usual places give.

    ``OS_PLACEMENT_CONFIG_DIR`` names the directory of ``placement.conf``; ``files`` overrule it.
    """
    if files is None:
        files = wire_config.files_in(DIRECTORY_VARIABLE, FILE)
    return wire_config.load(
        PROJECT, register, files=files, directories=directories, version=__version__
    )


def database_options(conf: cfg.ConfigOpts) -> dict[str, Any]:
    """What ``ledger.database.Database`` is to be opened with, beside the URL."""
    group = conf.placement_database
    chosen = {name: getattr(group, name) for name in _FOR_DATABASE}
    return {
        "retries": conf.placement.allocation_conflict_retry_count,
        **{name: value for name, value in chosen.items() if value is not None},
    }
