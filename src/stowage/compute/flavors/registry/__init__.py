"""Every extra spec that nova 34.0.0 knows, as data, and the check against it.

From microversion 2.86 a key in one of nova's namespaces has to be known and its value has to be of
the right kind. Keys without a namespace and those of other namespaces pass.
"""

from __future__ import annotations

import re
from functools import lru_cache

from stowage.compute.errors import Invalid
from stowage.compute.flavors.registry import hw, others, placement, quota, scheduling
from stowage.compute.flavors.registry.entry import ExtraSpec

REGISTRY: tuple[ExtraSpec, ...] = tuple(
    sorted(
        (*hw.SPECS, *quota.SPECS, *placement.SPECS, *scheduling.SPECS, *others.SPECS),
        key=lambda spec: spec.name,
    )
)
"""The whole registry, in the order of names."""

_BY_NAME = {spec.name: spec for spec in REGISTRY}
_PATTERNS = tuple((re.compile(spec.pattern), spec) for spec in REGISTRY)
_NAMESPACES = tuple(re.compile(found) for found in {spec.namespace for spec in REGISTRY} if found)


@lru_cache(maxsize=4096)
def find(name: str) -> ExtraSpec | None:
    """The row that a name belongs to; None for an unknown one."""
    exact = _BY_NAME.get(name)
    if exact is not None:
        return exact
    return next((spec for pattern, spec in _PATTERNS if pattern.fullmatch(name)), None)


def check(name: str, value: str) -> None:
    """Refuse an unknown key of a known namespace and a value of the wrong kind.

    Raises Invalid. Source: nova, ``Validation failed; ...`` (microversion 2.86).
    """
    spec = find(name)
    if spec is not None:
        _check_as(spec, name, value)
        return
    namespace, colon, _ = name.partition(":")
    if colon and any(known.fullmatch(namespace) for known in _NAMESPACES):
        raise Invalid(
            f"Validation failed; extra spec '{name}' does not appear to be a valid extra spec."
        )


def _check_as(spec: ExtraSpec, name: str, value: str) -> None:
    # A key can be spelled like a row itself, "hw:numa_mem.{num}": that is no name of the row.
    if spec.parameters and not re.fullmatch(spec.pattern, name):
        raise Invalid(
            f"Validation failed; expected a name of format '{spec.name}' but got '{name}'."
        )
    spec.value.check(value)
