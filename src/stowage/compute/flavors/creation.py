"""From the words of a request to a flavor that can be stored."""

from __future__ import annotations

import math
import uuid
from collections.abc import Mapping
from typing import Any

from stowage.compute.errors import Invalid
from stowage.compute.flavors.registry.entry import TRUE
from stowage.compute.model import MAX_FLOAT, MAX_INT, MAX_TEXT, NewFlavor

COUNTS = {
    "memory_mb": ("ram", 1),
    "vcpus": ("vcpus", 1),
    "root_gb": ("disk", 0),
    "ephemeral_gb": ("OS-FLV-EXT-DATA:ephemeral", 0),
    "swap": ("swap", 0),
}
"""Each number of a flavor: its key in a request and the least it may be."""


def new_flavor(values: Mapping[str, Any], *, with_description: bool) -> NewFlavor:
    """The flavor that ``values``, the checked body of a request, describes.

    Without an id (missing, null or 0) it gets a UUID. Raises Invalid.
    """
    return NewFlavor(
        flavorid=_flavorid(values.get("id")),
        name=values["name"].strip(),
        **{field: _count(values.get(key, 0), key, least) for field, (key, least) in COUNTS.items()},
        rxtx_factor=_factor(values.get("rxtx_factor", 1.0)),
        is_public=_truth(values.get("os-flavor-access:is_public", True)),
        description=values.get("description") if with_description else None,
    )


def _flavorid(given: Any) -> str:
    flavorid = str(given) if given else str(uuid.uuid4())
    if len(flavorid) > MAX_TEXT:
        raise Invalid(f"Invalid input received: id has more than {MAX_TEXT} characters.")
    return flavorid


def _count(given: Any, key: str, least: int) -> int:
    """A whole number; 512.0 is one, whatever it looks like."""
    name = key.rpartition(":")[2]
    try:
        number = int(given)
    except (ValueError, OverflowError):
        raise Invalid(f"Invalid input received: {name} must be an integer") from None
    if not least <= number <= MAX_INT:
        bound = f">= {least}" if number < least else f"<= {MAX_INT}"
        raise Invalid(f"Invalid input received: {name} must be {bound}")
    return number


def _factor(given: Any) -> float:
    factor = float(given)
    if not (math.isfinite(factor) and 0 < factor <= MAX_FLOAT):
        raise Invalid(
            f"Invalid input received: 'rxtx_factor' argument must be a float between 0 and"
            f" {MAX_FLOAT:g}"
        )
    return factor


def _truth(given: bool | str) -> bool:
    return given if isinstance(given, bool) else given.lower() in TRUE
