"""/resource_providers and /resource_providers/{uuid}."""

from __future__ import annotations

import uuid as uuids
from typing import Any

import falcon

from stowage.placement.api import answer, body, links, providers_list, query
from stowage.placement.ledger import providers
from stowage.placement.ledger.providers import KEEP, Keep
from stowage.placement.model import Provider
from stowage.placement.schemas import providers as schema
from stowage.placement.schemas.validator import canonical
from stowage.placement.service import Service
from stowage.placement.since import Since
from stowage.wire.content import check_accept, require_json


class Providers:
    """All resource providers."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """List the providers that the query filters."""
        check_accept(req)
        self._service.policy.authorise(req, "placement:resource_providers:list")
        wanted = providers_list.parse(query.read(req.env), req.context.minor)
        with self._service.live.current() as index:
            content, modified = providers_list.render(
                index, wanted, req.root_path, req.context.minor
            )
        answer.encoded(req, resp, content, modified)

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create a provider, and show it from 1.20."""
        require_json(req)
        self._service.policy.authorise(req, "placement:resource_providers:create")
        wanted = body.read(req, schema.CREATE[req.context.minor])
        made = self._service.books.write(providers.create, *_new(wanted))
        answer.located(req, resp, f"/resource_providers/{made.uuid}")
        if req.context.minor >= Since.PROVIDER_IN_ANSWER:
            answer.json(req, resp, shown(made, req), made.modified)
        else:
            answer.empty(resp, 201)


class OneProvider:
    """One resource provider."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Show it."""
        check_accept(req)
        self._service.policy.authorise(req, "placement:resource_providers:show")
        provider = self._service.books.read(providers.get, canonical(uuid))
        answer.json(req, resp, shown(provider, req), provider.modified)

    def on_put(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Rename it, or give it another parent."""
        require_json(req)
        self._service.policy.authorise(req, "placement:resource_providers:update")
        uuid, minor = canonical(uuid), req.context.minor
        wanted = body.read_for(self._service, uuid, req, schema.UPDATE[minor])
        provider = self._service.books.write(
            providers.update, uuid, wanted["name"], _parent(wanted), minor >= Since.RE_PARENTING
        )
        answer.json(req, resp, shown(provider, req), provider.modified)

    def on_delete(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Delete it, with its inventories, traits and aggregates."""
        self._service.policy.authorise(req, "placement:resource_providers:delete")
        self._service.books.write(providers.delete, canonical(uuid))
        answer.empty(resp)


def shown(provider: Provider, req: falcon.Request) -> dict[str, Any]:
    """A provider as its clients see it."""
    minor = req.context.minor
    content = {
        "uuid": provider.uuid,
        "name": provider.name,
        "generation": provider.generation,
        "links": links.of_provider(req.root_path, provider.uuid, minor),
    }
    if minor >= Since.TREES:
        content["parent_provider_uuid"] = provider.parent_uuid
        content["root_provider_uuid"] = provider.root_uuid
    return content


def _new(wanted: dict[str, Any]) -> tuple[str, str, str | None]:
    uuid = wanted.get("uuid") or str(uuids.uuid4())
    return wanted["name"], canonical(uuid), _canonical_or_none(wanted.get("parent_provider_uuid"))


def _parent(wanted: dict[str, Any]) -> str | Keep | None:
    if "parent_provider_uuid" not in wanted:
        return KEEP
    return _canonical_or_none(wanted["parent_provider_uuid"])


def _canonical_or_none(uuid: str | None) -> str | None:
    return None if uuid is None else canonical(uuid)
