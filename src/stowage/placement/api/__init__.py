"""The REST resources of Placement: one module a noun; authorise, parse, call, render, answer."""

from __future__ import annotations

from stowage.placement.api.aggregates import Aggregates
from stowage.placement.api.allocations import (
    Allocations,
    ConsumerAllocations,
    ProviderAllocations,
)
from stowage.placement.api.candidates import Candidates
from stowage.placement.api.explain import Explain
from stowage.placement.api.inventories import Inventories, OneInventory
from stowage.placement.api.providers import OneProvider, Providers
from stowage.placement.api.reshaper import Reshaper
from stowage.placement.api.resource_classes import OneResourceClass, ResourceClasses
from stowage.placement.api.traits import OneTrait, ProviderTraits, Traits
from stowage.placement.api.usages import ProjectUsages, ProviderUsages
from stowage.placement.service import Service

_ONE = "/resource_providers/{uuid}"


def routes(service: Service) -> list[tuple[str, object]]:
    """Every path of the API but ``/``, and what answers for it."""
    return [
        ("/resource_classes", ResourceClasses(service)),
        ("/resource_classes/{name}", OneResourceClass(service)),
        ("/resource_providers", Providers(service)),
        (_ONE, OneProvider(service)),
        (f"{_ONE}/inventories", Inventories(service)),
        (f"{_ONE}/inventories/{{resource_class}}", OneInventory(service)),
        (f"{_ONE}/usages", ProviderUsages(service)),
        (f"{_ONE}/aggregates", Aggregates(service)),
        (f"{_ONE}/traits", ProviderTraits(service)),
        (f"{_ONE}/allocations", ProviderAllocations(service)),
        ("/allocations", Allocations(service)),
        ("/allocations/{consumer_uuid}", ConsumerAllocations(service)),
        ("/allocation_candidates", Candidates(service)),
        ("/traits", Traits(service)),
        ("/traits/{name}", OneTrait(service)),
        ("/usages", ProjectUsages(service)),
        ("/reshaper", Reshaper(service)),
        ("/stowage/explain", Explain(service)),
    ]
