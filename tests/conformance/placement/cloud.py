"""Builds the clouds of upstream's fixtures through our own REST API, in process."""

from __future__ import annotations

import uuid as uuids
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from falcon import testing

# Aggregates without a generation, so that they do not count up the provider's: as upstream's
# fixtures, which write them past the API.
_AGGREGATES_VERSION = "1.18"
_LATEST = "1.39"
# Before consumer types: the fixtures' consumers have none.
_CLAIM_VERSION = "1.27"

Resources = Mapping[str, int | Mapping[str, Any]]


class Cloud:
    """One placement service that is being filled."""

    def __init__(self, app: Any) -> None:
        self._client = testing.TestClient(app)
        self._uuids: dict[str, str] = defaultdict(lambda: str(uuids.uuid4()))
        self._generations: dict[str, int] = {}
        self._names: set[str] = set()

    def uuid(self, name: str) -> str:
        """The UUID that stands for ``name`` in this cloud."""
        return self._uuids[name]

    def provider(
        self,
        name: str,
        *,
        uuid: str | None = None,
        parent: str | None = None,
        aggregates: Iterable[str] = (),
        inventories: Resources | None = None,
        traits: Iterable[str] = (),
    ) -> str:
        """Create a provider with all that it has; its UUID."""
        uuid = uuid or self.uuid(name)
        body = {"name": name, "uuid": uuid, "parent_provider_uuid": parent}
        self._ask("POST", "/resource_providers", body)
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
        self._name("resource_classes", resource_class)
        body = {"resource_class": resource_class, "max_unit": fields["total"], **fields}
        self._ask("POST", f"/resource_providers/{uuid}/inventories", body)
        self._generations[uuid] += 1

    def give(self, uuid: str, *traits: str) -> None:
        """Set the traits of a provider."""
        for trait in traits:
            self._name("traits", trait)
        body = {"traits": traits, "resource_provider_generation": self._generations[uuid]}
        self._ask("PUT", f"/resource_providers/{uuid}/traits", body)
        self._generations[uuid] += 1

    def put_into(self, uuid: str, aggregates: Iterable[str]) -> None:
        """Set the aggregates of a provider."""
        url = f"/resource_providers/{uuid}/aggregates"
        self._ask("PUT", url, list(aggregates), _AGGREGATES_VERSION)

    def claim(self, uuid: str, amounts: Mapping[str, int], project: str, user: str) -> str:
        """Let a new consumer hold ``amounts`` of a provider; its UUID."""
        consumer = str(uuids.uuid4())
        body = {
            "allocations": {uuid: {"resources": amounts}},
            "project_id": project,
            "user_id": user,
        }
        self._ask("PUT", f"/allocations/{consumer}", body, _CLAIM_VERSION)
        self._generations[uuid] += 1
        return consumer

    def _name(self, kind: str, name: str) -> None:
        if name.startswith("CUSTOM_") and name not in self._names:
            self._ask("PUT", f"/{kind}/{name}")
            self._names.add(name)

    def _ask(self, method: str, path: str, body: Any = None, version: str = _LATEST) -> None:
        headers = {"x-auth-token": "admin", "openstack-api-version": f"placement {version}"}
        answer = self._client.simulate_request(method, path, json=body, headers=headers)
        if answer.status_code >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text}")
