"""``/flavors``, ``/flavors/detail`` and ``/flavors/{flavor_id}``."""

from __future__ import annotations

from collections.abc import Callable

import falcon
import orjson

from stowage.compute import policies
from stowage.compute.api import asking, query, views
from stowage.compute.api.links import Links
from stowage.compute.faults import fault
from stowage.compute.flavors.creation import new_flavor
from stowage.compute.model import Flavor
from stowage.compute.schemas import flavors as schemas
from stowage.compute.service import Service
from stowage.compute.since import Since

Render = Callable[[Flavor, int, Links], views.View]
NOBODYS: dict[str, str] = {}
"""The target of rules about things that belong to no project."""


class Flavors:
    """``/flavors``."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """List flavors in short."""
        resp.data = listing(self._service, req, "flavors", views.brief)

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Create a flavor."""
        minor, body = req.context.minor, req.context.body
        schemas.creation(minor).check(body)
        self._service.policy.authorise(req, policies.CREATE, NOBODYS)
        new = new_flavor(body["flavor"], with_description=minor >= Since.DESCRIPTION)
        resp.data = shown(self._service, req, self._service.catalog.create(new))


class FlavorsInDetail:
    """``/flavors/detail``; with other methods it is the flavor whose id is ``detail``."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._flavor = OneFlavor(service)

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """List flavors with everything about them."""
        with_specs = asking.sees_specs(self._service, req)

        def render(flavor: Flavor, minor: int, links: Links) -> views.View:
            return views.full(flavor, minor, links, with_specs=with_specs)

        resp.data = listing(self._service, req, "flavors/detail", render)

    def on_put(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Change a description."""
        self._flavor.on_put(req, resp, "detail")

    def on_delete(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Delete a flavor."""
        self._flavor.on_delete(req, resp, "detail")


class OneFlavor:
    """``/flavors/{flavor_id}``."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, flavor_id: str) -> None:
        """Show a flavor."""
        query.ignored(req)
        viewer = asking.viewer(self._service, req)
        resp.data = shown(self._service, req, self._service.catalog.find(viewer, flavor_id))

    def on_put(self, req: falcon.Request, resp: falcon.Response, flavor_id: str) -> None:
        """Change the description."""
        if req.context.minor < Since.DESCRIPTION:
            raise fault(404)
        body = req.context.body
        schemas.UPDATE.check(body)
        self._service.policy.authorise(req, policies.UPDATE, NOBODYS)
        asker = asking.asker(self._service, req)
        description = body["flavor"]["description"]
        flavor = self._service.catalog.describe(asker, flavor_id, description)
        resp.data = shown(self._service, req, flavor)

    def on_delete(self, req: falcon.Request, resp: falcon.Response, flavor_id: str) -> None:
        """Delete a flavor."""
        self._service.policy.authorise(req, policies.DELETE, NOBODYS)
        self._service.catalog.delete(asking.asker(self._service, req), flavor_id)
        resp.status = 202


def shown(service: Service, req: falcon.Request, flavor: Flavor) -> bytes:
    """The answer that is one flavor."""
    links = Links.of(req, service.settings.link_prefix)
    with_specs = asking.sees_specs(service, req)
    view = views.full(flavor, req.context.minor, links, with_specs=with_specs)
    return orjson.dumps({"flavor": view})


def listing(service: Service, req: falcon.Request, path: str, render: Render) -> bytes:
    """The answer that is a page of flavors."""
    minor = req.context.minor
    params = query.checked(req, schemas.list_query(minor))
    viewer = asking.viewer(service, req)
    wanted = query.list_query(params, viewer, service.settings.max_limit)
    flavors = service.catalog.listed(viewer, wanted)
    links = Links.of(req, service.settings.link_prefix)
    answer: dict[str, object] = {"flavors": [render(flavor, minor, links) for flavor in flavors]}
    if wanted.limit and len(flavors) == wanted.limit:
        answer["flavors_links"] = links.next_page(path, params, flavors[-1].flavorid)
    return orjson.dumps(answer)
