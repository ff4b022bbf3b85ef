"""The nouns of Placement, as plain values.

They carry names and UUIDs, never row ids: row ids stay inside ``ledger``.
UUIDs are lower-case canonical strings. Times are aware UTC datetimes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

MAX_INT = 0x7FFFFFFF


@dataclass(frozen=True, slots=True)
class Provider:
    """Something that has inventory, or groups things that have."""

    uuid: str
    name: str
    generation: int
    root_uuid: str
    parent_uuid: str | None
    modified: datetime


@dataclass(frozen=True, slots=True)
class Inventory:
    """How much of one resource class a provider has, and how it may be cut."""

    total: int
    reserved: int = 0
    min_unit: int = 1
    max_unit: int = MAX_INT
    step_size: int = 1
    allocation_ratio: float = 1.0

    @property
    def capacity(self) -> int:
        """Units that may be used at once: ``(total - reserved) * allocation_ratio``, cut."""
        return int((self.total - self.reserved) * self.allocation_ratio)

    def admits(self, amount: int) -> bool:
        """Whether one claim of ``amount`` keeps min_unit, max_unit and step_size."""
        return self.min_unit <= amount <= self.max_unit and amount % self.step_size == 0


@dataclass(frozen=True, slots=True)
class Trait:
    """A quality that a provider has or lacks."""

    name: str
    modified: datetime


@dataclass(frozen=True, slots=True)
class ResourceClass:
    """A kind of resource that is counted."""

    name: str
    modified: datetime


@dataclass(frozen=True, slots=True)
class Consumer:
    """Who holds allocations: a server, a migration, a volume ..."""

    uuid: str
    generation: int
    project_id: str
    user_id: str
    consumer_type: str


@dataclass(frozen=True, slots=True)
class Holding:
    """What one consumer holds of one provider, amounts by resource class."""

    provider_uuid: str
    provider_generation: int
    consumer: Consumer
    resources: Mapping[str, int]
    modified: datetime


@dataclass(frozen=True, slots=True)
class Claim:
    """What a consumer is to hold from now on, in place of all that it holds.

    ``amounts`` maps provider UUID to amounts by resource class; empty means nothing any more.
    ``check_generation`` is false below microversion 1.28, where consumers had no generation.
    ``project_id`` and ``user_id`` are None below 1.8, ``consumer_type`` is None below 1.38
    (the type of an existing consumer is then kept).
    """

    consumer_uuid: str
    amounts: Mapping[str, Mapping[str, int]]
    check_generation: bool
    generation: int | None = None
    project_id: str | None = None
    user_id: str | None = None
    consumer_type: str | None = None


@dataclass(frozen=True, slots=True)
class InventoryUpdate:
    """The whole inventory that a provider is to have, if its generation is still this."""

    provider_uuid: str
    generation: int
    inventories: Mapping[str, Inventory] = field(default_factory=dict)
