"""Configuration: oslo.config over files and ``OS_<GROUP>__<OPTION>`` environment variables.

Options that no one registered are no error: a file may hold what only the service before us knew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from oslo_config import cfg
from oslo_log import log as oslo_log
from oslo_middleware import cors, http_proxy_to_wsgi
from oslo_policy import opts as policy_opts

_CORS_ALLOWED = [
    "X-Auth-Token",
    "X-Openstack-Request-Id",
    "X-Identity-Status",
    "X-Roles",
    "X-Service-Catalog",
    "X-User-Id",
    "X-Tenant-Id",
    "OpenStack-API-Version",
]
_CORS_EXPOSED = [
    "X-Auth-Token",
    "X-Openstack-Request-Id",
    "X-Subject-Token",
    "X-Service-Token",
    "OpenStack-API-Version",
]
_CORS_METHODS = ["GET", "PUT", "POST", "DELETE", "PATCH"]


def load(
    project: str,
    register: Callable[[cfg.ConfigOpts], None],
    *,
    files: Sequence[str] | None = None,
    directories: Sequence[str] | None = None,
    version: str = "unknown",
) -> cfg.ConfigOpts:
    """The configuration of one service.

    ``register`` adds the options of the service to those of the edge. Without ``files`` the usual
    places are looked at (``~/.project``, ``/etc/project``, with their ``.conf.d``).
    Raises what oslo.config raises: a file that is missing, a value that does not fit.
    """
    conf = cfg.ConfigOpts()
    register_edge(conf)
    register(conf)
    conf(
        [],
        project=project,
        version=version,
        default_config_files=None if files is None else list(files),
        default_config_dirs=None if directories is None else list(directories),
    )
    return conf


def register_edge(conf: cfg.ConfigOpts) -> None:
    """Register what the edge itself reads, with the defaults that OpenStack services share."""
    oslo_log.register_options(conf)
    policy_opts.set_defaults(conf)
    conf.register_opts(cors.CORS_OPTS, "cors")
    conf.register_opts(http_proxy_to_wsgi.OPTS, "oslo_middleware")
    conf.set_default("allow_headers", _CORS_ALLOWED, group="cors")
    conf.set_default("expose_headers", _CORS_EXPOSED, group="cors")
    conf.set_default("allow_methods", _CORS_METHODS, group="cors")


def files_in(variable: str, name: str) -> list[str] | None:
    """The file ``name`` in the directory that an environment variable names, if it is set."""
    directory = os.environ.get(variable, "").strip()
    return [os.path.join(directory, name)] if directory else None
