"""The resources of the Compute API: parse, authorise, call, render, answer.

nova checks a body before it checks who sends it, so we do.
"""

from __future__ import annotations

from functools import partial

from stowage.compute.api import boot, extra_specs, flavor_access, flavors, registry
from stowage.compute.api.discovery import Discovery, all_versions, one_version
from stowage.compute.api.door import guarded, named
from stowage.compute.service import Service
from stowage.wire.app import Route

VERSIONS = ("/v2.1", "/v2")


def routes(service: Service) -> list[Route]:
    """Every path and what answers for it; paths of a version also with a project in front."""
    prefix = service.settings.link_prefix
    own: list[Route] = [
        ("/", guarded(Discovery(partial(all_versions, prefix)), versioned=False)),
        ("/stowage/extra-specs", registry.KnownExtraSpecs()),
    ]
    return own + [route for version in VERSIONS for route in _below(version, service)]


def _below(version: str, service: Service) -> list[Route]:
    document = guarded(Discovery(partial(one_version, service.settings.link_prefix)))
    paths: list[Route] = [(version, document), (f"{version}/", document)]
    paths.append((f"{version}/{{project_id}}/", document))
    for path, resource in _resources(service):
        through_door = guarded(resource)
        paths.append((f"{version}{path}", through_door))
        paths.append((f"{version}/{{project_id}}{path}", through_door))
    return paths


def _resources(service: Service) -> list[Route]:
    of_one: list[Route] = [
        ("", flavors.OneFlavor(service)),
        ("/action", flavor_access.Actions(service)),
        ("/os-flavor-access", flavor_access.AccessList(service)),
        ("/os-extra_specs", extra_specs.ExtraSpecs(service)),
        ("/os-extra_specs/{key}", extra_specs.OneExtraSpec(service)),
    ]
    called_detail = [(f"/flavors/detail{path}", named(one, "detail")) for path, one in of_one[1:]]
    return [
        ("/flavors", flavors.Flavors(service)),
        ("/flavors/detail", flavors.FlavorsInDetail(service)),
        *((f"/flavors/{{flavor_id}}{path}", one) for path, one in of_one),
        *called_detail,
        ("/servers", boot.Servers(service)),
        ("/stowage/extra-specs", registry.KnownExtraSpecs()),
    ]
