"""``/flavors/{flavor_id}/os-flavor-access`` and the actions that share a flavor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import falcon
import orjson

from stowage.clients.keystone import Found
from stowage.compute import policies
from stowage.compute.api import asking, query
from stowage.compute.api.door import MALFORMED
from stowage.compute.api.flavors import NOBODYS
from stowage.compute.errors import Invalid
from stowage.compute.faults import fault
from stowage.compute.schemas import flavor_access as schemas
from stowage.compute.service import Service
from stowage.compute.since import LEGACY, Since

NO_ENDPOINT = "Nova was unable to find Keystone service endpoint."


class AccessList:
    """``/flavors/{flavor_id}/os-flavor-access``."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, flavor_id: str) -> None:
        """List the projects that may use a private flavor."""
        query.ignored(req)
        self._service.policy.authorise(req, policies.ACCESS)
        viewer = asking.viewer(self._service, req)
        resp.data = _listing(flavor_id, self._service.catalog.access(viewer, flavor_id))


class Actions:
    """``/flavors/{flavor_id}/action``."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._actions = {"addTenantAccess": self._add, "removeTenantAccess": self._remove}

    def on_post(self, req: falcon.Request, resp: falcon.Response, flavor_id: str) -> None:
        """Do what the only key of the body says."""
        name = _only_key(req.context.body)
        action = self._actions.get(name)
        if action is None:
            raise Invalid(f"There is no such action: {name}")
        resp.data = _listing(flavor_id, action(req, flavor_id))

    def _add(self, req: falcon.Request, flavor_id: str) -> list[str]:
        minor, body = req.context.minor, req.context.body
        (schemas.LEGACY_ADD if minor == LEGACY else schemas.ADD).check(body)
        self._service.policy.authorise(req, policies.ADD_ACCESS, NOBODYS)
        project_id = body["addTenantAccess"]["tenant"]
        self._check_project(req, project_id, must_exist=True)
        asker = asking.asker(self._service, req)
        public_too = minor < Since.NO_ACCESS_TO_PUBLIC
        return self._service.catalog.share(asker, flavor_id, project_id, public_too=public_too)

    def _remove(self, req: falcon.Request, flavor_id: str) -> list[str]:
        minor, body = req.context.minor, req.context.body
        (schemas.LEGACY_REMOVE if minor == LEGACY else schemas.REMOVE).check(body)
        self._service.policy.authorise(req, policies.REMOVE_ACCESS, NOBODYS)
        project_id = body["removeTenantAccess"]["tenant"]
        self._check_project(req, project_id, must_exist=False)
        asker = asking.asker(self._service, req)
        return self._service.catalog.unshare(asker, flavor_id, project_id)

    def _check_project(self, req: falcon.Request, project_id: str, *, must_exist: bool) -> None:
        found = self._service.projects.find(project_id, req.env)
        if found is Found.NO_ENDPOINT:
            raise Invalid(NO_ENDPOINT)
        if found is Found.NO and must_exist:
            raise Invalid(f"Project ID {project_id} is not a valid project.")


def _only_key(body: Any) -> str:
    """The name of the action. nova answers 404 to a body that is one thing but no object."""
    if (isinstance(body, dict | list | str) and len(body) != 1) or body is None:
        raise Invalid(MALFORMED)
    if not isinstance(body, dict):
        raise fault(404)
    return str(next(iter(body)))


def _listing(flavor_id: str, projects: Sequence[str]) -> bytes:
    access = [{"flavor_id": flavor_id, "tenant_id": project} for project in projects]
    return orjson.dumps({"flavor_access": access})
