"""/resource_providers/{uuid}/aggregates."""

from __future__ import annotations

from typing import Any

import falcon

from stowage.placement.api import answer, body
from stowage.placement.ledger import aggregates
from stowage.placement.model import Provider
from stowage.placement.schemas import aggregates as schema
from stowage.placement.schemas.validator import canonical
from stowage.placement.service import Service
from stowage.placement.since import Since
from stowage.wire.content import check_accept, require_json
from stowage.wire.versions import require


class Aggregates:
    """The aggregates that a provider is a member of."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Show them."""
        check_accept(req)
        require(req.context.minor, Since.AGGREGATES)
        self._service.policy.authorise(req, "placement:resource_providers:aggregates:list")
        provider, uuids, _ = self._service.books.read(aggregates.list_of, canonical(uuid))
        answer.json(req, resp, _shown(req, provider, uuids))

    def on_put(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Replace them; from 1.19 only at the given generation."""
        require_json(req)
        require(req.context.minor, Since.AGGREGATES)
        self._service.policy.authorise(req, "placement:resource_providers:aggregates:update")
        uuid = canonical(uuid)
        wanted = body.read_for(self._service, uuid, req, schema.REPLACE[req.context.minor])
        uuids, generation = _parse(wanted)
        provider = self._service.books.write(aggregates.replace, uuid, generation, uuids)
        answer.json(req, resp, _shown(req, provider, uuids))


def _parse(wanted: Any) -> tuple[list[str], int | None]:
    if isinstance(wanted, list):
        return _unique(wanted), None
    return _unique(wanted["aggregates"]), int(wanted["resource_provider_generation"])


def _unique(uuids: list[str]) -> list[str]:
    """Canonical, and each once: two spellings of one UUID are one aggregate."""
    return list(dict.fromkeys(map(canonical, uuids)))


def _shown(req: falcon.Request, provider: Provider, uuids: list[str]) -> dict[str, Any]:
    content: dict[str, Any] = {"aggregates": uuids}
    if req.context.minor >= Since.AGGREGATE_GENERATION:
        content["resource_provider_generation"] = provider.generation
    return content
