"""The operator's choices that requests need, read once from the configuration."""

from __future__ import annotations

from dataclasses import dataclass

from oslo_config import cfg


@dataclass(frozen=True, slots=True)
class Settings:
    """``max_limit`` bounds the items of one answer; ``link_prefix`` replaces the start of links."""

    max_limit: int = 1000
    link_prefix: str | None = None
    scheme_header: str | None = None
    max_body: int = 114688


def from_conf(conf: cfg.ConfigOpts) -> Settings:
    """The settings that a loaded configuration holds."""
    return Settings(
        max_limit=conf.api.max_limit,
        link_prefix=conf.api.compute_link_prefix or None,
        scheme_header=conf.wsgi.secure_proxy_ssl_header or None,
        max_body=conf.oslo_middleware.max_request_body_size,
    )
