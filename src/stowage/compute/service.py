"""What a handler of the Compute API is given when it is built."""

from __future__ import annotations

from dataclasses import dataclass

from stowage.clients.keystone import Projects
from stowage.compute.flavors.catalog import Catalog
from stowage.compute.settings import Settings
from stowage.wire.policy import Policy


@dataclass(frozen=True, slots=True)
class Service:
    """The flavors, who may do what, which projects there are, and the operator's choices."""

    settings: Settings
    catalog: Catalog
    policy: Policy
    projects: Projects
