"""What a handler of the Compute API is given when it is built."""

from __future__ import annotations

from dataclasses import dataclass

from stowage.clients.glance import Images
from stowage.clients.keystone import Projects
from stowage.compute.flavors.catalog import Catalog
from stowage.compute.settings import Settings
from stowage.wire.policy import Policy


@dataclass(frozen=True, slots=True)
class Service:
    """The flavors, who may do what, which projects and images there are, what is configured."""

    settings: Settings
    catalog: Catalog
    policy: Policy
    projects: Projects
    images: Images
