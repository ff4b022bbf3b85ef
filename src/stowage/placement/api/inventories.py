"""/resource_providers/{uuid}/inventories and /resource_providers/{uuid}/inventories/{class}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import falcon

from stowage.placement.api import answer, body
from stowage.placement.errors import Invalid
from stowage.placement.ledger import inventories
from stowage.placement.model import Inventory, InventoryUpdate, Provider
from stowage.placement.schemas import inventories as schema
from stowage.placement.schemas.validator import canonical
from stowage.placement.service import Service
from stowage.placement.since import Since
from stowage.wire.content import check_accept, require_json
from stowage.wire.versions import require

_COUNTS = ("total", "reserved", "min_unit", "max_unit", "step_size")


class Inventories:
    """All inventories of a provider."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Show them."""
        check_accept(req)
        self._service.policy.authorise(req, "placement:resource_providers:inventories:list")
        stock = self._service.books.read(inventories.list_of, canonical(uuid))
        content = _all(stock.provider, stock.inventories)
        answer.json(req, resp, content, stock.modified or answer.NEVER)

    def on_post(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Add one. The schema lets a generation pass that, like the reference, nobody reads."""
        require_json(req)
        self._service.policy.authorise(req, "placement:resource_providers:inventories:create")
        uuid = canonical(uuid)
        wanted = body.read_for(self._service, uuid, req, schema.CREATE)
        name, inventory = wanted["resource_class"], parse(wanted)
        provider = self._service.books.write(
            inventories.add, uuid, name, inventory, _may_be_total(req)
        )
        answer.located(req, resp, f"/resource_providers/{uuid}/inventories/{name}")
        answer.json(req, resp, _one(provider, inventory), provider.modified)
        resp.status = 201

    def on_put(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Replace them all."""
        require_json(req)
        self._service.policy.authorise(req, "placement:resource_providers:inventories:update")
        uuid = canonical(uuid)
        update = parse_all(uuid, body.read_for(self._service, uuid, req, schema.REPLACE))
        provider = self._service.books.write(inventories.replace, update, _may_be_total(req))
        modified = provider.modified if update.inventories else answer.NEVER
        answer.json(req, resp, _all(provider, update.inventories), modified)

    def on_delete(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Delete them all, from 1.5."""
        require(req.context.minor, Since.DELETE_INVENTORIES, status=405)
        self._service.policy.authorise(req, "placement:resource_providers:inventories:delete")
        self._service.books.write(inventories.delete_all, canonical(uuid))
        answer.empty(resp)


class OneInventory:
    """The inventory of one class of a provider."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(
        self, req: falcon.Request, resp: falcon.Response, uuid: str, resource_class: str
    ) -> None:
        """Show it."""
        check_accept(req)
        self._service.policy.authorise(req, "placement:resource_providers:inventories:show")
        provider, inventory, modified = self._service.books.read(
            inventories.get, canonical(uuid), resource_class
        )
        answer.json(req, resp, _one(provider, inventory), modified)

    def on_put(
        self, req: falcon.Request, resp: falcon.Response, uuid: str, resource_class: str
    ) -> None:
        """Replace it."""
        require_json(req)
        self._service.policy.authorise(req, "placement:resource_providers:inventories:update")
        uuid = canonical(uuid)
        wanted = body.read_for(self._service, uuid, req, schema.UPDATE)
        inventory, generation = parse(wanted), int(wanted["resource_provider_generation"])
        provider = self._service.books.write(
            inventories.update, uuid, resource_class, inventory, generation, _may_be_total(req)
        )
        answer.json(req, resp, _one(provider, inventory), provider.modified)

    def on_delete(
        self, req: falcon.Request, resp: falcon.Response, uuid: str, resource_class: str
    ) -> None:
        """Delete it."""
        self._service.policy.authorise(req, "placement:resource_providers:inventories:delete")
        self._service.books.write(inventories.delete, canonical(uuid), resource_class)
        answer.empty(resp)


def parse(record: Mapping[str, Any]) -> Inventory:
    """An inventory from its checked JSON; JSON's 16.0 is the integer 16.

    :raises Invalid: a ratio below what a column holds; the schema has a bound above only.
    """
    counts = {name: int(record[name]) for name in _COUNTS if name in record}
    if "allocation_ratio" not in record:
        return Inventory(**counts)
    ratio = float(record["allocation_ratio"])
    if ratio < -schema.MAX_RATIO:
        raise Invalid(
            f"JSON does not validate: {ratio} is less than the minimum of {-schema.MAX_RATIO}"
        )
    return Inventory(**counts, allocation_ratio=ratio)


def parse_all(uuid: str, content: Mapping[str, Any]) -> InventoryUpdate:
    """All inventories of a provider from their checked JSON.

    :raises Invalid: as ``parse``.
    """
    return InventoryUpdate(
        provider_uuid=uuid,
        generation=int(content["resource_provider_generation"]),
        inventories={name: parse(record) for name, record in content["inventories"].items()},
    )


def _may_be_total(req: falcon.Request) -> bool:
    return bool(req.context.minor >= Since.RESERVED_CAN_BE_TOTAL)


def _shown(inventory: Inventory) -> dict[str, Any]:
    return {
        "total": inventory.total,
        "reserved": inventory.reserved,
        "min_unit": inventory.min_unit,
        "max_unit": inventory.max_unit,
        "step_size": inventory.step_size,
        "allocation_ratio": inventory.allocation_ratio,
    }


def _one(provider: Provider, inventory: Inventory) -> dict[str, Any]:
    return _shown(inventory) | {"resource_provider_generation": provider.generation}


def _all(provider: Provider, held: Mapping[str, Inventory]) -> dict[str, Any]:
    return {
        "resource_provider_generation": provider.generation,
        "inventories": {name: _shown(inventory) for name, inventory in held.items()},
    }
