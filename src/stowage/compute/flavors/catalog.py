"""What can be done with flavors: each a transaction, each change with its notification in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import sqlalchemy as sa

from stowage.compute.errors import Conflict, Invalid, NotFound
from stowage.compute.model import Flavor, ListQuery, NewFlavor, Viewer
from stowage.compute.outbox.message import Context
from stowage.compute.outbox.outbox import Outbox
from stowage.compute.store import reading, writing
from stowage.storage.database import Database
from stowage.storage.errors import Contended

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Asker:
    """Who wants a change: what they may see, and how notifications speak of them."""

    viewer: Viewer
    context: Context


@dataclass(frozen=True, slots=True)
class Catalog:
    """All flavors of a cloud."""

    books: Database
    outbox: Outbox

    def find(self, viewer: Viewer, flavorid: str) -> Flavor:
        """One flavor. Raises NotFound, also when the viewer may not see it."""
        return self.books.read(reading.find, viewer, flavorid)

    def for_boot(self, viewer: Viewer, flavorid: str) -> Flavor:
        """The flavor that a server is to be made from; the same sentence whyever it cannot be.

        Raises Invalid when it is not there, not the viewer's to see, or disabled.
        """
        try:
            flavor = self.find(viewer, flavorid)
        except NotFound as unseen:
            raise Invalid(unseen.message) from None
        if flavor.disabled:
            raise Invalid(f"Flavor {flavorid} could not be found.")
        return flavor

    def listed(self, viewer: Viewer, query: ListQuery) -> list[Flavor]:
        """A page of flavors. Raises Invalid for a marker that is not there."""
        return self.books.read(reading.listed, viewer, query)

    def create(self, new: NewFlavor) -> Flavor:
        """Add a flavor. Raises Conflict when its id or name is taken.

        nova speaks of creations in the name of the service, not of the administrator.
        """

        def change(connection: sa.Connection) -> Flavor:
            flavor = writing.insert(connection, new)
            self.outbox.created(connection, Context.of_service(), flavor)
            return flavor

        return self._write(change)

    def describe(self, asker: Asker, flavorid: str, description: str | None) -> Flavor:
        """Give a flavor another description. Raises NotFound."""

        def change(connection: sa.Connection) -> Flavor:
            flavor = _held(connection, asker.viewer, flavorid)
            writing.describe(connection, flavor.id, description)
            flavor = replace(flavor, description=description)
            self.outbox.updated(connection, asker.context, flavor)
            return flavor

        return self._write(change)

    def delete(self, asker: Asker, flavorid: str) -> None:
        """Remove a flavor; servers keep the copy that they were made from. Raises NotFound."""

        def change(connection: sa.Connection) -> None:
            writing.lock(connection, flavorid)
            flavor = reading.find(connection, Viewer(None, is_admin=True), flavorid)
            writing.delete(connection, flavor.id)
            self.outbox.deleted(connection, asker.context, flavor)

        self._write(change)

    def put_specs(self, asker: Asker, flavorid: str, specs: Mapping[str, str]) -> None:
        """Add and replace extra specs. Raises NotFound, and Conflict when retries end."""

        def change(connection: sa.Connection) -> None:
            flavor = _held(connection, asker.viewer, flavorid)
            writing.put_specs(connection, flavor.id, specs)
            flavor = replace(flavor, extra_specs={**flavor.extra_specs, **specs})
            if flavor.extra_specs:
                self.outbox.updated(connection, asker.context, flavor)

        try:
            self._write(change)
        except Contended as contended:
            number = self.find(asker.viewer, flavorid).id
            raise Conflict(
                f"Flavor {number} extra spec cannot be updated or created after"
                f" {contended.attempts} retries."
            ) from None

    def drop_spec(self, asker: Asker, flavorid: str, key: str) -> None:
        """Remove an extra spec. Raises NotFound when there is none with this key."""

        def change(connection: sa.Connection) -> None:
            flavor = _held(connection, asker.viewer, flavorid)
            if key not in flavor.extra_specs or not writing.drop_spec(connection, flavor.id, key):
                raise unknown_spec(flavorid, key)
            rest = {name: value for name, value in flavor.extra_specs.items() if name != key}
            self.outbox.updated(connection, asker.context, replace(flavor, extra_specs=rest))

        self._write(change)

    def access(self, viewer: Viewer, flavorid: str) -> list[str]:
        """The projects that a private flavor is shared with. Raises NotFound for a public one."""

        def look(connection: sa.Connection) -> list[str]:
            flavor = reading.find(connection, viewer, flavorid)
            if flavor.is_public:
                raise NotFound("Access list not available for public flavors.")
            return reading.projects_of(connection, flavor.id)

        return self.books.read(look)

    def share(self, asker: Asker, flavorid: str, project_id: str, *, public_too: bool) -> list[str]:
        """Let a project use a flavor; the projects that may now.

        Raises NotFound, and Conflict when the project may already or when the flavor is public
        (unless ``public_too``: nova allowed that below 2.7).
        """

        def change(connection: sa.Connection) -> list[str]:
            flavor = _held(connection, asker.viewer, flavorid)
            if flavor.is_public and not public_too:
                raise Conflict("Can not add access to a public flavor.")
            writing.share(connection, flavor.id, project_id)
            return self.outbox.updated(connection, asker.context, flavor)

        return self._write(change)

    def unshare(self, asker: Asker, flavorid: str, project_id: str) -> list[str]:
        """Take a flavor from a project; the projects that still may use it. Raises NotFound."""

        def change(connection: sa.Connection) -> list[str]:
            flavor = _held(connection, asker.viewer, flavorid)
            writing.unshare(connection, flavor.id, project_id)
            return self.outbox.updated(connection, asker.context, flavor)

        return self._write(change)

    def _write(self, change: Callable[[sa.Connection], R]) -> R:
        result = self.books.write(change)
        self.outbox.wake()
        return result


def unknown_spec(flavorid: str, key: str) -> NotFound:
    """What answers a question for an extra spec that a flavor does not have."""
    return NotFound(f"Flavor {flavorid} has no extra specs with key {key}.")


def _held(connection: sa.Connection, viewer: Viewer, flavorid: str) -> Flavor:
    """A flavor whose row is ours until the end of the transaction."""
    writing.lock(connection, flavorid)
    return reading.find(connection, viewer, flavorid)
