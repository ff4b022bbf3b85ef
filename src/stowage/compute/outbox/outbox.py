"""Writing notifications down, in the transaction of the change they tell of."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from stowage.compute.model import Flavor
from stowage.compute.outbox.message import Context, envelope, payload
from stowage.compute.store import letters, reading


@dataclass(frozen=True, slots=True)
class Outbox:
    """Where notifications wait for the courier; ``publisher_id`` is None when none are wanted."""

    publisher_id: str | None = None
    wake: Callable[[], None] = lambda: None

    def created(self, connection: sa.Connection, context: Context, flavor: Flavor) -> None:
        """Tell that a flavor was made; it has no extra specs and no projects yet."""
        self._write(connection, context, "create", payload(flavor, with_specs=False, projects=()))

    def updated(self, connection: sa.Connection, context: Context, flavor: Flavor) -> list[str]:
        """Tell how a flavor is now; returns the projects that it is shared with."""
        projects = reading.projects_of(connection, flavor.id)
        told = payload(flavor, with_specs=True, projects=projects)
        self._write(connection, context, "update", told)
        return projects

    def deleted(self, connection: sa.Connection, context: Context, flavor: Flavor) -> None:
        """Tell that a flavor is gone, and what it was."""
        told = payload(flavor, with_specs=False, projects=None)
        self._write(connection, context, "delete", told)

    def _write(
        self, connection: sa.Connection, context: Context, action: str, told: dict[str, Any]
    ) -> None:
        if self.publisher_id is None:
            return
        event_type = f"flavor.{action}"
        letter = envelope(context, self.publisher_id, event_type, told)
        letters.append(connection, event_type, json.dumps(letter))
