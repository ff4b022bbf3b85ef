"""/traits, /traits/{name} and /resource_providers/{uuid}/traits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import falcon

from stowage.placement.api import answer, body, query
from stowage.placement.api.query import Query
from stowage.placement.errors import Invalid
from stowage.placement.ledger import traits
from stowage.placement.model import Provider, Trait
from stowage.placement.schemas import traits as schema
from stowage.placement.schemas.validator import canonical
from stowage.placement.service import Service
from stowage.placement.since import Since
from stowage.wire.content import check_accept, require_json
from stowage.wire.versions import require

_BAD_NAME = (
    "The trait is invalid. A valid trait must be no longer than 255 characters, start with "
    'the prefix "CUSTOM_" and use following characters: "A"-"Z", "0"-"9" and "_"'
)


class Traits:
    """All traits."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """List the traits that the query filters."""
        require(req.context.minor, Since.TRAITS)
        check_accept(req)
        self._service.policy.authorise(req, "placement:traits:list")
        found = self._service.books.read(traits.list_all, **_filters(query.read(req.env)))
        answer.json(req, resp, {"traits": _names(found)}, answer.latest(found))


class OneTrait:
    """One trait."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        """Say that it is there."""
        require(req.context.minor, Since.TRAITS)
        self._service.policy.authorise(req, "placement:traits:show")
        trait = self._service.books.read(traits.get, name)
        answer.empty(resp)
        answer.dated(req, resp, trait.modified)

    def on_put(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        """Create it unless it is there."""
        require(req.context.minor, Since.TRAITS)
        self._service.policy.authorise(req, "placement:traits:update")
        if schema.CUSTOM.problem(name):
            raise Invalid(_BAD_NAME)
        trait, created = self._service.books.write(traits.create, name)
        answer.empty(resp, 201 if created else 204)
        answer.located(req, resp, f"/traits/{name}")
        answer.dated(req, resp, trait.modified)

    def on_delete(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        """Delete it, if no provider has it."""
        require(req.context.minor, Since.TRAITS)
        self._service.policy.authorise(req, "placement:traits:delete")
        self._service.books.write(traits.delete, name)
        answer.empty(resp)


class ProviderTraits:
    """The traits of a provider."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Show them."""
        require(req.context.minor, Since.TRAITS)
        check_accept(req)
        self._service.policy.authorise(req, "placement:resource_providers:traits:list")
        provider, held = self._service.books.read(traits.list_of, canonical(uuid))
        answer.json(req, resp, _shown(provider, held), answer.latest(held))

    def on_put(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Replace them."""
        require(req.context.minor, Since.TRAITS)
        require_json(req)
        self._service.policy.authorise(req, "placement:resource_providers:traits:update")
        wanted = body.read(req, schema.REPLACE)
        generation, names = int(wanted["resource_provider_generation"]), frozenset(wanted["traits"])
        provider, held = self._service.books.write(
            traits.replace, canonical(uuid), generation, names
        )
        answer.json(req, resp, _shown(provider, held), answer.latest(held))

    def on_delete(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Take all of them away."""
        require(req.context.minor, Since.TRAITS)
        self._service.policy.authorise(req, "placement:resource_providers:traits:delete")
        self._service.books.write(traits.clear, canonical(uuid))
        answer.empty(resp)


def _names(found: Iterable[Trait]) -> list[str]:
    return [trait.name for trait in found]


def _shown(provider: Provider, held: Iterable[Trait]) -> dict[str, Any]:
    return {"traits": _names(held), "resource_provider_generation": provider.generation}


def _filters(asked: Query) -> dict[str, Any]:
    """The keywords of ``ledger.traits.list_all`` for a query.

    :raises Invalid: a key or a value that the reference refuses.
    """
    asked.check(schema.LIST)
    filters: dict[str, Any] = {}
    if (name := asked.last("name")) is not None:
        filters |= _name_filter(name)
    if (associated := asked.last("associated")) is not None:
        filters["associated"] = _boolean(associated)
    return filters


def _name_filter(text: str) -> dict[str, Any]:
    operator, colon, value = text.partition(":")
    if not colon:
        raise Invalid(
            "Badly formatted name parameter. Expected name query string parameter in form: "
            f'?name=[in|startswith]:[name1,name2|prefix]. Got: "{text}"'
        )
    if operator == "in":
        return {"names": frozenset(value.split(","))}
    return {"prefix": value} if operator == "startswith" else {}


def _boolean(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise Invalid('The query parameter "associated" only accepts "true" or "false"')
    return text.lower() == "true"
