"""Links between resources: relative to the host, below the mount point of the service."""

from __future__ import annotations

from functools import cache

from stowage.placement.since import Since

Links = list[dict[str, str]]

_OF_PROVIDER = {
    "inventories": 0,
    "usages": 0,
    "aggregates": Since.AGGREGATES,
    "traits": Since.TRAITS,
    "allocations": Since.ALLOCATIONS_LINK,
}


@cache
def relations(minor: int) -> tuple[str, ...]:
    """What a provider links to at a microversion, itself aside."""
    return tuple(name for name, since in _OF_PROVIDER.items() if minor >= since)


def of_provider(root_path: str, uuid: str, minor: int) -> Links:
    """The links of a provider."""
    url = f"{root_path}/resource_providers/{uuid}"
    return [
        {"rel": "self", "href": url},
        *({"rel": name, "href": f"{url}/{name}"} for name in relations(minor)),
    ]


def of_resource_class(root_path: str, name: str) -> Links:
    """The links of a resource class."""
    return [{"rel": "self", "href": f"{root_path}/resource_classes/{name}"}]
