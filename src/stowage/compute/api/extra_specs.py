"""``/flavors/{flavor_id}/os-extra_specs`` and one key below it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

import falcon
import orjson

from stowage.compute import policies
from stowage.compute.api import asking, query
from stowage.compute.api.flavors import NOBODYS
from stowage.compute.errors import Invalid
from stowage.compute.flavors import registry
from stowage.compute.flavors.catalog import unknown_spec
from stowage.compute.model import MAX_TEXT
from stowage.compute.schemas import extra_specs as schemas
from stowage.compute.service import Service
from stowage.compute.since import LEGACY, Since


class ExtraSpecs:
    """``/flavors/{flavor_id}/os-extra_specs``."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, flavor_id: str) -> None:
        """List the extra specs of a flavor."""
        query.ignored(req)
        self._service.policy.authorise(req, policies.SPECS_INDEX, _own(req))
        viewer = asking.viewer(self._service, req)
        flavor = self._service.catalog.find(viewer, flavor_id)
        resp.data = orjson.dumps({"extra_specs": flavor.extra_specs})

    def on_post(self, req: falcon.Request, resp: falcon.Response, flavor_id: str) -> None:
        """Add and replace extra specs; the answer repeats what was sent."""
        minor, body = req.context.minor, req.context.body
        (schemas.LEGACY_CREATE if minor == LEGACY else schemas.CREATE).check(body)
        self._service.policy.authorise(req, policies.SPECS_CREATE, NOBODYS)
        specs = as_stored(body["extra_specs"], minor)
        self._service.catalog.put_specs(asking.asker(self._service, req), flavor_id, specs)
        resp.data = json.dumps(body).encode()


class OneExtraSpec:
    """``/flavors/{flavor_id}/os-extra_specs/{key}``."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, flavor_id: str, key: str) -> None:
        """Show one extra spec."""
        query.ignored(req)
        self._service.policy.authorise(req, policies.SPECS_SHOW, _own(req))
        viewer = asking.viewer(self._service, req)
        flavor = self._service.catalog.find(viewer, flavor_id)
        if key not in flavor.extra_specs:
            raise unknown_spec(flavor_id, key)
        resp.data = orjson.dumps({key: flavor.extra_specs[key]})

    def on_put(self, req: falcon.Request, resp: falcon.Response, flavor_id: str, key: str) -> None:
        """Set one extra spec; the answer repeats what was sent."""
        minor, body = req.context.minor, req.context.body
        (schemas.LEGACY_UPDATE if minor == LEGACY else schemas.UPDATE).check(body)
        self._service.policy.authorise(req, policies.SPECS_UPDATE, NOBODYS)
        specs = as_stored(body, minor)
        if key not in body:
            raise Invalid("Request body and URI mismatch")
        self._service.catalog.put_specs(asking.asker(self._service, req), flavor_id, specs)
        resp.data = json.dumps(body).encode()

    def on_delete(
        self, req: falcon.Request, resp: falcon.Response, flavor_id: str, key: str
    ) -> None:
        """Remove one extra spec."""
        self._service.policy.authorise(req, policies.SPECS_DELETE, NOBODYS)
        self._service.catalog.drop_spec(asking.asker(self._service, req), flavor_id, key)


def as_stored(specs: Mapping[str, str | int | float], minor: int) -> dict[str, str]:
    """The values as text, checked against the registry where the version has it.

    Raises Invalid.
    """
    stored = {}
    for key, value in specs.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise Invalid(f"extra_specs value {value} is no number of JSON.")
        stored[key] = text = str(value)
        if len(text) > MAX_TEXT:
            raise Invalid(f"extra_specs value has {len(text)} characters, more than {MAX_TEXT}.")
        if minor >= Since.EXTRA_SPECS_CHECKED:
            registry.check(key, text)
    return stored


def _own(req: falcon.Request) -> dict[str, str | None]:
    """Reading belongs to the project that reads."""
    return {"project_id": req.context.actor.project_id}
