"""The nouns of flavors, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MAX_INT = 0x7FFFFFFF
MAX_FLOAT = 3.40282e38
"""The largest number of the single precision column that holds ``rxtx_factor``."""

MAX_TEXT = 255


@dataclass(frozen=True, slots=True)
class NewFlavor:
    """What is to be created. ``flavorid`` is what clients call the id."""

    flavorid: str
    name: str
    memory_mb: int
    vcpus: int
    root_gb: int
    ephemeral_gb: int = 0
    swap: int = 0
    rxtx_factor: float = 1.0
    is_public: bool = True
    description: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Flavor:
    """A flavor as it is stored. ``id`` is the internal number; two messages show it.

    Compared by identity, so that what is worked out for one can be kept under it.
    """

    id: int
    flavorid: str
    name: str
    memory_mb: int
    vcpus: int
    root_gb: int
    ephemeral_gb: int
    swap: int
    rxtx_factor: float | None
    vcpu_weight: int
    disabled: bool
    is_public: bool
    description: str | None
    extra_specs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at flavors: an administrator sees all, a project what is public or shared."""

    project_id: str | None
    is_admin: bool


@dataclass(frozen=True, slots=True)
class ListQuery:
    """Which flavors a list shows and in which order.

    ``is_public`` None means both kinds. ``enabled_only`` hides what an operator has disabled.
    Without ``with_specs`` the flavors come without their extra specs, which is quicker.
    """

    sort_key: str = "flavorid"
    descending: bool = False
    limit: int = 1000
    marker: str | None = None
    is_public: bool | None = True
    enabled_only: bool = False
    min_memory_mb: int | None = None
    min_root_gb: int | None = None
    name: str | None = None
    with_specs: bool = True
