"""Where upstream 16.0.0 answers otherwise than we do on purpose, and why ours is right.

The comparison accepts what one of these covers, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stowage.placement.search.index import SHARES, ProviderRow
from stowage.placement.search.request import Request

Found = tuple[frozenset[tuple[str, str, int]], frozenset[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Case:
    """One question with both answers."""

    cloud: list[ProviderRow]
    request: Request
    theirs: set[Found] | None  # None: the answer was an error
    ours: set[Found]
    error: str | None


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that upstream does and we do not."""

    title: str
    reason: str
    covers: Callable[[Case], bool]


def _piles_up(case: Case) -> bool:
    plain = {name for group in case.request.groups if not group.suffix for name in group.resources}
    suffixed = {name for group in case.request.groups if group.suffix for name in group.resources}
    return case.request.group_policy != "none" and bool(plain & suffixed)


def _loses_anchors(case: Case) -> bool:
    sharing = {provider.uuid for provider in case.cloud if SHARES in provider.traits}
    return (
        case.theirs is not None
        and len(case.request.groups) > 1
        and case.theirs < case.ours
        and all(_plain_providers(found) <= sharing for found in case.ours - case.theirs)
    )


def _plain_providers(found: Found) -> set[str]:
    return {uuid for suffix, uuid in found[1] if not suffix}


def _breaks_on_nested_sharing(case: Case) -> bool:
    return case.error == "KeyError" and any(
        provider.parent_id is not None and SHARES in provider.traits for provider in case.cloud
    )


DIFFERENCES = (
    Difference(
        "Amounts pile up",
        "Where the unsuffixed group and a suffixed one ask for the same class and group_policy is "
        "isolate or absent, upstream adds the amounts into an object that later combinations use "
        "again. resources=VCPU:4&resources1=VCPU:1 on two providers of 4 offers 5 on one of them "
        "and drops both valid answers. A candidate is to fit, and all that fit are to be there.",
        _piles_up,
    ),
    Difference(
        "Trees lose a borrowed part",
        "What the unsuffixed group takes from sharing providers alone can serve several trees, "
        "but upstream keeps it in a set that does not tell trees apart, so only one of them keeps "
        "it, whichever comes first. The candidates of the other trees are as good.",
        _loses_anchors,
    ),
    Difference(
        "Nested sharing provider",
        "A sharing provider below a root, whose own tree cannot serve the request, makes upstream "
        "fail with a KeyError (500), because it looks for its summary among those of the trees.",
        _breaks_on_nested_sharing,
    ),
)
