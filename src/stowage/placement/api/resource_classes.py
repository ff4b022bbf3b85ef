"""/resource_classes and /resource_classes/{name}."""

from __future__ import annotations

from typing import Any

import falcon

from stowage.placement.api import answer, body, links
from stowage.placement.errors import Invalid
from stowage.placement.ledger import resource_classes
from stowage.placement.model import ResourceClass
from stowage.placement.schemas import resource_classes as schema
from stowage.placement.service import Service
from stowage.placement.since import Since
from stowage.wire.content import check_accept, require_json
from stowage.wire.versions import require


class ResourceClasses:
    """All resource classes."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """List them."""
        require(req.context.minor, Since.RESOURCE_CLASSES)
        check_accept(req)
        self._service.policy.authorise(req, "placement:resource_classes:list")
        found = self._service.books.read(resource_classes.list_all)
        content = {"resource_classes": [_shown(req, one) for one in found]}
        answer.json(req, resp, content, answer.latest(found))

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create one."""
        require(req.context.minor, Since.RESOURCE_CLASSES)
        require_json(req)
        self._service.policy.authorise(req, "placement:resource_classes:create")
        made = self._service.books.write(
            resource_classes.create, body.read(req, schema.NAMED)["name"]
        )
        answer.located(req, resp, f"/resource_classes/{made.name}")
        answer.empty(resp, 201)


class OneResourceClass:
    """One resource class."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        """Show it."""
        require(req.context.minor, Since.RESOURCE_CLASSES)
        check_accept(req)
        self._service.policy.authorise(req, "placement:resource_classes:show")
        found = self._service.books.read(resource_classes.get, name)
        answer.json(req, resp, _shown(req, found), found.modified)

    def on_put(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        """Create it unless it is there; up to 1.6 give it another name."""
        require(req.context.minor, Since.RESOURCE_CLASSES)
        if req.context.minor < Since.IDEMPOTENT_RESOURCE_CLASS:
            self._rename(req, resp, name)
        else:
            self._ensure(req, resp, name)

    def on_delete(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        """Delete it, if nothing has inventory of it."""
        require(req.context.minor, Since.RESOURCE_CLASSES)
        self._service.policy.authorise(req, "placement:resource_classes:delete")
        self._service.books.write(resource_classes.delete, name)
        answer.empty(resp)

    def _rename(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        require_json(req)
        self._service.policy.authorise(req, "placement:resource_classes:update")
        wanted = body.read(req, schema.NAMED)["name"]
        renamed = self._service.books.write(resource_classes.rename, name, wanted)
        answer.json(req, resp, _shown(req, renamed), renamed.modified)

    def _ensure(self, req: falcon.Request, resp: falcon.Response, name: str) -> None:
        self._service.policy.authorise(req, "placement:resource_classes:update")
        problem = schema.NAMED.problem({"name": name})
        if problem is not None:
            raise Invalid(f"JSON does not validate: {problem}")
        created = self._service.books.write(resource_classes.ensure, name)
        answer.empty(resp, 201 if created else 204)
        answer.located(req, resp, f"/resource_classes/{name}")


def _shown(req: falcon.Request, one: ResourceClass) -> dict[str, Any]:
    return {"name": one.name, "links": links.of_resource_class(req.root_path, one.name)}
