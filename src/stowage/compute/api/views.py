"""Flavors as they stand in answers, for every microversion."""

from __future__ import annotations

from typing import Any

from stowage.compute.api.links import Links
from stowage.compute.model import Flavor
from stowage.compute.since import Since

COLLECTION = "flavors"

View = dict[str, Any]


def brief(flavor: Flavor, minor: int, links: Links) -> View:
    """A flavor in ``GET /flavors``."""
    view: View = {
        "id": flavor.flavorid,
        "name": flavor.name,
        "links": links.to(COLLECTION, flavor.flavorid),
    }
    if minor >= Since.DESCRIPTION:
        view["description"] = flavor.description
    return view


def full(flavor: Flavor, minor: int, links: Links) -> View:
    """A flavor everywhere else, for a reader who may see extra specs."""
    view = without_specs(flavor, minor, links)
    if minor >= Since.EXTRA_SPECS_IN_FLAVOR:
        view["extra_specs"] = flavor.extra_specs
    return view


def without_specs(flavor: Flavor, minor: int, links: Links) -> View:
    """The same for a reader who may not."""
    view: View = {
        "id": flavor.flavorid,
        "name": flavor.name,
        "ram": flavor.memory_mb,
        "disk": flavor.root_gb,
        "swap": flavor.swap or ("" if minor < Since.SWAP_IS_NUMBER else 0),
        "OS-FLV-EXT-DATA:ephemeral": flavor.ephemeral_gb,
        "vcpus": flavor.vcpus,
        "os-flavor-access:is_public": flavor.is_public,
        "links": links.to(COLLECTION, flavor.flavorid),
    }
    if minor < Since.NO_RXTX_NO_DISABLED:
        view["OS-FLV-DISABLED:disabled"] = flavor.disabled
        view["rxtx_factor"] = flavor.rxtx_factor or ""
    if minor >= Since.DESCRIPTION:
        view["description"] = flavor.description
    return view
