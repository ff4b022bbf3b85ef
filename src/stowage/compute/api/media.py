"""Media types: which bodies are taken, and in which of its two names JSON is sent."""

from __future__ import annotations

from collections.abc import Iterator

import falcon

from stowage.compute.faults import fault
from stowage.wire.content import JSON

VENDOR = "application/vnd.openstack.compute+json"
_TAKEN = frozenset({"", "text/plain", JSON, VENDOR})


def check_sent(req: falcon.Request) -> None:
    """Refuse a body of another type; none at all is JSON.

    Raises HttpError 415.
    """
    sent = (req.env.get("CONTENT_TYPE") or "").partition(";")[0].strip()
    if sent not in _TAKEN:
        raise fault(415, "Unsupported Content-Type")


def wanted(accept: str | None) -> str:
    """JSON, unless only its other name is asked for, or that one more urgently."""
    if not accept or VENDOR not in accept:
        return JSON
    best, best_quality = JSON, -1.0
    for mask, quality in _masks(accept):
        # Of equal ones the first wins, and plain JSON before its other name.
        if quality > best_quality and mask in (JSON, VENDOR, "application/*", "*/*"):
            best, best_quality = VENDOR if mask == VENDOR else JSON, quality
        elif quality == best_quality and mask == JSON:
            best = JSON
    return best


def _masks(accept: str) -> Iterator[tuple[str, float]]:
    for entry in accept.split(","):
        mask, *parameters = (part.strip() for part in entry.split(";"))
        given = dict(parameter.partition("=")[::2] for parameter in parameters)
        try:
            yield mask, float(given.get("q", 1))
        except ValueError:
            continue
