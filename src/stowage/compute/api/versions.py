"""Microversions of the Compute API: 2.1 to 2.104, asked for with one of two headers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import falcon

from stowage.compute.api.paths import is_legacy
from stowage.compute.faults import fault
from stowage.compute.since import LEGACY, MAX_MINOR, Since
from stowage.wire.edge import VERSION
from stowage.wire.errors import HttpError

MAJOR = 2
HEADER = "OpenStack-API-Version"
OLD_HEADER = "X-OpenStack-Nova-API-Version"
SERVICE = "compute"
MINIMUM, MAXIMUM = f"{MAJOR}.{int(Since.FIRST)}", f"{MAJOR}.{MAX_MINOR}"

_NUMBERS = re.compile(r"([1-9]\d*)\.([1-9]\d*|0)")


def enter_version(req: falcon.Request, resp: falcon.Response) -> None:
    """Fill ``req.context.minor`` and tell the version in the answer; ``/v2`` has none.

    Raises HttpError: 400 when a version cannot be read, 406 when it is out of range.
    """
    if is_legacy(req.env["PATH_INFO"]):
        req.context.minor = LEGACY
        return
    req.context.minor = minor = negotiate(req.env)
    req.env[VERSION] = version = f"{MAJOR}.{minor}"
    for name, value in headers(version):
        resp.append_header(name, value)


def negotiate(environ: Mapping[str, Any]) -> int:
    """The minor version that a request asks for; the lowest when it asks for none.

    Raises HttpError: 400 when it cannot be read, 406 when it is out of range.
    """
    asked = _asked(environ)
    if asked is None:
        return Since.FIRST
    if asked == "latest":
        return MAX_MINOR
    numbers = _NUMBERS.fullmatch(asked)
    if numbers is None:
        raise fault(
            400,
            f"API Version String {asked} is of invalid format. Must be of format"
            " MajorNum.MinorNum.",
        )
    major, minor = map(int, numbers.groups())
    if major != MAJOR or not Since.FIRST <= minor <= MAX_MINOR:
        raise _out_of_range(asked)
    return minor


def headers(version: str) -> tuple[tuple[str, str], ...]:
    """The headers that tell which version was spoken."""
    return (
        (HEADER, f"{SERVICE} {version}"),
        (OLD_HEADER, version),
        ("Vary", HEADER),
        ("Vary", OLD_HEADER),
    )


def _asked(environ: Mapping[str, Any]) -> str | None:
    for entry in reversed(environ.get("HTTP_OPENSTACK_API_VERSION", "").split(",")):
        words: list[str] = entry.split(None, 1)
        if len(words) == 2 and words[0].lower() == SERVICE:
            return words[1].strip()
    old: str | None = environ.get("HTTP_X_OPENSTACK_NOVA_API_VERSION")
    return None if old is None else old.rpartition(",")[2].strip()


def _out_of_range(asked: str) -> HttpError:
    """nova repeats the version that it does not speak, as if it did."""
    return HttpError(
        406,
        f"Version {asked} is not supported by the API. Minimum is {MINIMUM} and maximum is"
        f" {MAXIMUM}.",
        headers={
            HEADER: f"{SERVICE} {asked}",
            OLD_HEADER: asked,
            "Vary": f"{HEADER}, {OLD_HEADER}",
        },
    )
