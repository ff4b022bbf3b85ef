"""Builds a cloud through the REST API of one service."""

from __future__ import annotations

import uuid as uuids
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from servers.wire import Caller

Resources = Mapping[str, int | Mapping[str, Any]]

# Aggregates without a generation, so that they do not count up the provider's.
_AGGREGATES_VERSION = "1.18"
# Before consumer types: consumers of an unknown type.
_CLAIM_VERSION = "1.27"


class Cloud:
    """One placement service that is being filled; it follows the generations of its providers."""

    def __init__(self, caller: Caller) -> None:
        self._latest = caller
        self._without_generation = replace(caller, version=_AGGREGATES_VERSION)
        self._without_type = replace(caller, version=_CLAIM_VERSION)
        self._uuids: dict[str, str] = defaultdict(new_uuid)
        self._generations: dict[str, int] = {}
        self._names: set[str] = set()

    def uuid(self, name: str) -> str:
        """The UUID that stands for ``name`` in this cloud."""
        return self._uuids[name]

    def generation(self, uuid: str) -> int:
        """The generation that a provider has by now, if nobody else has written to it."""
        return self._generations[uuid]

    def provider(
        self,
        name: str | None = None,
        *,
        uuid: str | None = None,
        parent: str | None = None,
        aggregates: Iterable[str] = (),
        inventories: Resources | None = None,
        traits: Iterable[str] = (),
    ) -> str:
        """Create a provider with all that it has; its UUID."""
        name = name or new_uuid()
        uuid = uuid or self.uuid(name)
        body = {"name": name, "uuid": uuid, "parent_provider_uuid": parent}
        self._latest.must("POST", "/resource_providers", body)
        self._generations[uuid] = 0
        if aggregates:
            self.put_into(uuid, aggregates)
        if traits:
            self.give(uuid, *traits)
        for resource_class, inventory in (inventories or {}).items():
            self.stock(uuid, resource_class, inventory)
        return uuid

    def stock(self, uuid: str, resource_class: str, inventory: int | Mapping[str, Any]) -> None:
        """Add an inventory; a number is its total, and its max_unit unless said otherwise."""
        fields = {"total": inventory} if isinstance(inventory, int) else dict(inventory)
        self.name("resource_classes", resource_class)
        body = {"resource_class": resource_class, "max_unit": fields["total"], **fields}
        self._latest.must("POST", f"/resource_providers/{uuid}/inventories", body)
        self._generations[uuid] += 1

    def give(self, uuid: str, *traits: str) -> None:
        """Set the traits of a provider."""
        for trait in traits:
            self.name("traits", trait)
        body = {"traits": traits, "resource_provider_generation": self._generations[uuid]}
        self._latest.must("PUT", f"/resource_providers/{uuid}/traits", body)
        self._generations[uuid] += 1

    def put_into(self, uuid: str, aggregates: Iterable[str]) -> None:
        """Set the aggregates of a provider."""
        url = f"/resource_providers/{uuid}/aggregates"
        self._without_generation.must("PUT", url, list(aggregates))

    def claim(
        self, uuid: str, amounts: Mapping[str, int], project: str = "project", user: str = "user"
    ) -> str:
        """Let a new consumer hold ``amounts`` of a provider; its UUID."""
        consumer = new_uuid()
        allocations = {uuid: {"resources": amounts}}
        body = {"allocations": allocations, "project_id": project, "user_id": user}
        self._without_type.must("PUT", f"/allocations/{consumer}", body)
        self._generations[uuid] += 1
        return consumer

    def name(self, kind: str, name: str) -> None:
        """Make sure that a custom trait or resource class exists."""
        if name.startswith("CUSTOM_") and name not in self._names:
            self._latest.must("PUT", f"/{kind}/{name}")
            self._names.add(name)


def new_uuid() -> str:
    """A UUID that nobody has."""
    return str(uuids.uuid4())
