"""/allocations, /allocations/{consumer_uuid} and /resource_providers/{uuid}/allocations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import falcon

from stowage.placement.api import answer, body, claims
from stowage.placement.errors import Invalid
from stowage.placement.ledger import allocations
from stowage.placement.ledger import claims as ledger
from stowage.placement.model import Holding, Provider
from stowage.placement.schemas import allocations as schema
from stowage.placement.schemas.validator import canonical, is_uuid_like
from stowage.placement.service import Service
from stowage.placement.since import Since
from stowage.wire.content import check_accept, require_json
from stowage.wire.versions import require


class Allocations:
    """What many consumers hold."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._defaults = claims.defaults(service.settings)

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Replace what they hold, all at once or not at all."""
        require(req.context.minor, Since.MANY_ALLOCATIONS)
        require_json(req)
        self._service.policy.authorise(req, "placement:allocations:manage")
        wanted = body.read(req, schema.REPLACE_MANY[req.context.minor])
        several = claims.parse_many(wanted, req.context.minor)
        self._service.books.write(ledger.replace, several, self._defaults)
        answer.empty(resp)


class ConsumerAllocations:
    """What one consumer holds."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._defaults = claims.defaults(service.settings)

    def on_get(self, req: falcon.Request, resp: falcon.Response, consumer_uuid: str) -> None:
        """Show it; a consumer that nobody knows holds nothing."""
        check_accept(req)
        self._service.policy.authorise(req, "placement:allocations:list")
        held = self._service.books.read(allocations.of_consumer, canonical(consumer_uuid))
        answer.json(req, resp, _of_consumer(held, req.context.minor), answer.latest(held))

    def on_put(self, req: falcon.Request, resp: falcon.Response, consumer_uuid: str) -> None:
        """Replace it."""
        require_json(req)
        self._service.policy.authorise(req, "placement:allocations:update")
        if not is_uuid_like(consumer_uuid):
            raise Invalid(f"Malformed consumer_uuid: {consumer_uuid}")
        wanted = body.read(req, schema.REPLACE[req.context.minor])
        claim = claims.parse(consumer_uuid, wanted, req.context.minor)
        self._service.books.write(ledger.replace, [claim], self._defaults, single=True)
        answer.empty(resp)

    def on_delete(self, req: falcon.Request, resp: falcon.Response, consumer_uuid: str) -> None:
        """Give all of it back."""
        self._service.policy.authorise(req, "placement:allocations:delete")
        self._service.books.write(ledger.release, canonical(consumer_uuid))
        answer.empty(resp)


class ProviderAllocations:
    """Who holds what of a provider."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Show it by consumer."""
        check_accept(req)
        self._service.policy.authorise(req, "placement:resource_providers:allocations:list")
        provider, held = self._service.books.read(allocations.of_provider, canonical(uuid))
        content = _of_provider(provider, held, req.context.minor)
        answer.json(req, resp, content, answer.latest(held))


def _of_consumer(held: Sequence[Holding], minor: int) -> dict[str, Any]:
    content: dict[str, Any] = {
        "allocations": {
            one.provider_uuid: {
                "resources": one.resources,
                "generation": one.provider_generation,
            }
            for one in held
        }
    }
    if held and minor >= Since.ALLOCATIONS_AS_DICT:
        consumer = held[0].consumer
        content["project_id"] = consumer.project_id
        content["user_id"] = consumer.user_id
        if minor >= Since.CONSUMER_GENERATION:
            content["consumer_generation"] = consumer.generation
        if minor >= Since.CONSUMER_TYPES:
            content["consumer_type"] = consumer.consumer_type
    return content


def _of_provider(provider: Provider, held: Sequence[Holding], minor: int) -> dict[str, Any]:
    by_consumer: dict[str, dict[str, Any]] = {
        one.consumer.uuid: {"resources": one.resources} for one in held
    }
    if minor >= Since.CONSUMER_GENERATION:
        for one in held:
            by_consumer[one.consumer.uuid]["consumer_generation"] = one.consumer.generation
    return {
        "allocations": by_consumer,
        "resource_provider_generation": provider.generation,
    }
