"""Row ids that never change, remembered by a process.

Standard classes and traits are never renamed or deleted; owners and consumer types are only
ever added. Custom classes and traits can be deleted and must be looked up in the transaction.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from stowage.placement.model import Trait

V = TypeVar("V")

LIMIT = 20_000


class Bounded(Generic[V]):
    """A dict that starts anew when it is full: simple, and a miss costs one SELECT."""

    def __init__(self) -> None:
        self._values: dict[str, V] = {}

    def get(self, key: str) -> V | None:
        """The value, or None when it was never seen or was forgotten."""
        return self._values.get(key)

    def put(self, key: str, value: V) -> None:
        """Remember one committed value."""
        if len(self._values) >= LIMIT:
            self._values = {}
        self._values[key] = value


@dataclass(frozen=True, slots=True)
class Known:
    """What one ``Database`` remembers."""

    classes: Bounded[int] = field(default_factory=Bounded)
    traits: Bounded[tuple[int, Trait]] = field(default_factory=Bounded)
    projects: Bounded[int] = field(default_factory=Bounded)
    users: Bounded[int] = field(default_factory=Bounded)
    consumer_types: Bounded[int] = field(default_factory=Bounded)
