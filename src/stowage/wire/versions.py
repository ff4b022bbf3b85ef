"""Microversions: which one a request asks for, and how the answer says so.

Source: the microversion specification of the API SIG, as microversion_parse reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stowage.wire.errors import HttpError

HEADER = "openstack-api-version"


@dataclass(frozen=True, slots=True)
class Versions:
    """The range ``major.lowest`` to ``major.highest`` that one service speaks."""

    service_type: str
    major: int
    lowest: int
    highest: int

    @property
    def minimum(self) -> str:
        """The lowest version, as clients write it."""
        return f"{self.major}.{self.lowest}"

    @property
    def maximum(self) -> str:
        """The highest version, as clients write it."""
        return f"{self.major}.{self.highest}"

    def negotiate(self, environ: Mapping[str, Any]) -> int:
        """The minor version that a request asks for; the lowest when it asks for none.

        Raises HttpError: 400 when the version cannot be read, 406 when it is out of range.
        """
        asked = asked_version(environ.get("HTTP_OPENSTACK_API_VERSION"), self.service_type)
        if asked is None:
            return self.lowest
        if asked == "latest":
            return self.highest
        major, minor = _numbers(asked)
        if major != self.major or not self.lowest <= minor <= self.highest:
            raise HttpError(406, f"Invalid microversion: Unacceptable version header: {asked}")
        return minor

    def headers(self, minor: int) -> tuple[tuple[str, str], ...]:
        """The headers that tell which version was spoken."""
        return (
            (HEADER, f"{self.service_type} {self.major}.{minor}"),
            ("vary", HEADER),
        )


def asked_version(header: str | None, service_type: str) -> str | None:
    """The version asked of one service; the last entry wins where a header names it twice."""
    if not header:
        return None
    for entry in reversed(header.split(",")):
        words = entry.split(None, 1)
        if len(words) == 2 and words[0].lower() == service_type:
            return words[1].strip()
    return None


def require(minor: int, since: int, status: int = 404) -> None:
    """Refuse a request below the version that brought what it asks for.

    Raises HttpError with ``status`` (404 unless said otherwise).
    """
    if minor < since:
        raise HttpError(status)


def _numbers(version: str) -> tuple[int, int]:
    try:
        major, minor = (int(part) for part in version.split(".", 1))
    except ValueError as fault:
        reason = _reason(version, fault)
        raise HttpError(
            400, f"Invalid microversion: invalid version string: {version}; {reason}"
        ) from None
    return major, minor


def _reason(version: str, fault: ValueError) -> str:
    if "." not in version and version.lstrip("+-").isdigit():
        return "Version.__new__() missing 1 required positional argument: 'minor'"
    return str(fault)
