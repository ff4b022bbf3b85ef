"""Paths: which belong to a version, and what answers for those that exist nowhere."""

from __future__ import annotations

import falcon

from stowage.compute.bare import bare
from stowage.wire.errors import HttpError

STRICT, LEGACY = "/v2.1", "/v2"


def version_of(path: str) -> str | None:
    """The version that a path begins with; None outside of any."""
    for version in (STRICT, LEGACY):
        if path == version or path.startswith(f"{version}/"):
            return version
    return None


def is_legacy(path: str) -> bool:
    """Whether a path belongs to the frozen API."""
    return version_of(path) == LEGACY


def is_public(path: str) -> bool:
    """Whether a path needs no token: what tells about versions, and what is outside of any."""
    version = version_of(path)
    return version is None or path in (version, f"{version}/")


def unknown_path(req: falcon.Request) -> HttpError:
    """What answers for a path, or a method, that does not exist within a version."""
    return bare(req, 404)
