"""``/flavors``, ``/flavors/detail`` and ``/flavors/{flavor_id}``."""

from __future__ import annotations

from collections.abc import Callable

import falcon
import orjson

from stowage.compute import policies
from stowage.compute.api import asking, query, views
from stowage.compute.api.fragments import Fragments
from stowage.compute.api.links import Links
from stowage.compute.faults import fault
from stowage.compute.flavors.creation import new_flavor
from stowage.compute.model import Flavor
from stowage.compute.schemas import flavors as schemas
from stowage.compute.service import Service
from stowage.compute.since import Since

View = Callable[[Flavor, int, Links], views.View]
NOBODYS: dict[str, str] = {}
"""The target of rules about things that belong to no project."""


class Flavors:
    """``/flavors``."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._pages = Pages(service)

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """List flavors in short."""
        resp.data = self._pages.answer(req, "flavors", views.brief)

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
        self._pages = Pages(service)

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """List flavors with everything about them."""
        with_specs = asking.sees_specs(self._service, req)
        with_specs = with_specs and req.context.minor >= Since.EXTRA_SPECS_IN_FLAVOR
        view = views.full if with_specs else views.without_specs
        resp.data = self._pages.answer(req, "flavors/detail", view)

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
    view = views.full if with_specs else views.without_specs
    return orjson.dumps({"flavor": view(flavor, req.context.minor, links)})


class Pages:
    """The answers that are pages of flavors."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._fragments = Fragments()

    def answer(self, req: falcon.Request, path: str, view: View) -> bytes:
        """The page that a request asks for."""
        minor, settings = req.context.minor, self._service.settings
        params = query.checked(req, schemas.list_query(minor))
        viewer = asking.viewer(self._service, req)
        wanted = query.list_query(params, viewer, settings.max_limit, view is views.full)
        flavors = self._service.catalog.listed(viewer, wanted)
        links = Links.of(req, settings.link_prefix)
        shown = self._fragments.of(
            flavors, (view, minor, links), lambda flavor: view(flavor, minor, links)
        )
        if not wanted.limit or len(flavors) < wanted.limit:
            return b'{"flavors":' + shown + b"}"
        following = orjson.dumps(links.next_page(path, params, flavors[-1].flavorid))
        return b'{"flavors":' + shown + b',"flavors_links":' + following + b"}"
