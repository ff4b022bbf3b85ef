"""What is asked of the search, as plain values. The API has checked them already.

Source of the terms: the API reference of GET /allocation_candidates and GET /resource_providers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

# "required", read as AND of ORs: one name of each set must be there.
AnyOf = tuple[frozenset[str], ...]

ISOLATE = "isolate"
NONE = "none"


class Strategy(StrEnum):
    """In which order the trees are searched (allocation_candidates_generation_strategy)."""

    DEPTH_FIRST = "depth-first"
    BREADTH_FIRST = "breadth-first"


@dataclass(frozen=True, slots=True)
class Group:
    """One request group. The unsuffixed one ("") may be spread over a tree, others may not."""

    suffix: str
    resources: Mapping[str, int]
    required: AnyOf = ()
    forbidden: frozenset[str] = frozenset()
    member_of: AnyOf = ()
    not_member_of: frozenset[str] = frozenset()
    in_tree: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """All that one GET /allocation_candidates asks for; ``nested`` is false below 1.29."""

    groups: tuple[Group, ...]
    group_policy: str | None = None
    root_required: frozenset[str] = frozenset()
    root_forbidden: frozenset[str] = frozenset()
    same_subtree: tuple[frozenset[str], ...] = ()
    limit: int | None = None
    nested: bool = True


@dataclass(frozen=True, slots=True)
class Options:
    """What the operator configured; ``maximum`` is max_allocation_candidates, -1 for no bound."""

    strategy: str = Strategy.DEPTH_FIRST
    maximum: int = -1
    randomize: bool = False


@dataclass(frozen=True, slots=True)
class ProviderFilter:
    """What GET /resource_providers asks for; what is None or empty does not filter."""

    name: str | None = None
    uuid: str | None = None
    in_tree: str | None = None
    resources: Mapping[str, int] = field(default_factory=dict)
    required: AnyOf = ()
    forbidden: frozenset[str] = frozenset()
    member_of: AnyOf = ()
    not_member_of: frozenset[str] = frozenset()
