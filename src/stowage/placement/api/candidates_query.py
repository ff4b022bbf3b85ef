"""From the query string of GET /allocation_candidates to a search request.

Every 400 of a query is raised here, in the order in which the reference finds them,
but for names that do not exist: only the index knows those.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

from stowage.placement.api import terms
from stowage.placement.api.query import Query
from stowage.placement.errors import (
    QUERY_BAD_VALUE,
    QUERY_DUPLICATE_KEY,
    QUERY_MISSING_VALUE,
    Invalid,
)
from stowage.placement.schemas import candidates as schema
from stowage.placement.schemas.patterns import SUFFIX
from stowage.placement.search.request import ISOLATE, NONE, Group, Request
from stowage.placement.since import Since

_KEY = re.compile(f"(resources|required|member_of|in_tree)({SUFFIX})?")


@dataclass(slots=True)
class _Draft:
    """A group while its keys are being collected."""

    resources: dict[str, int] = field(default_factory=dict)
    traits: terms.Traits = field(default_factory=terms.Traits)
    aggregates: terms.Aggregates = field(default_factory=terms.Aggregates)
    in_tree: str | None = None


def parse(query: Query, minor: int) -> Request:
    """The search request that ``query`` asks for at microversion 1.``minor``.

    :raises Invalid: anything that the reference answers with 400.
    """
    query.check(schema.LIST[minor])
    root = _root_traits(query)
    subtrees = _subtrees(query)
    drafts = _drafts(query, minor)
    _check_groups(drafts, subtrees, minor)
    policy = _group_policy(query, drafts)
    return Request(
        groups=tuple(_group(suffix, draft) for suffix, draft in drafts.items()),
        group_policy=policy,
        root_required=frozenset().union(*root.required),
        root_forbidden=root.forbidden,
        same_subtree=subtrees,
        limit=_limit(query),
        nested=minor >= Since.NESTED_CANDIDATES,
    )


def _group(suffix: str, draft: _Draft) -> Group:
    return Group(
        suffix=suffix,
        resources=draft.resources,
        required=draft.traits.required,
        forbidden=draft.traits.forbidden,
        member_of=draft.aggregates.required,
        not_member_of=draft.aggregates.forbidden,
        in_tree=draft.in_tree,
    )


def _drafts(query: Query, minor: int) -> dict[str, _Draft]:
    drafts: dict[str, _Draft] = {}
    for key, values in query.values.items():
        matched = _KEY.fullmatch(key)
        if not matched:
            continue
        kind, suffix = matched[1], matched[2] or ""
        draft = drafts.setdefault(suffix, _Draft())
        if kind == "resources":
            *_, draft.resources = map(terms.resources, values)
        elif kind == "required":
            draft.traits = terms.required(values, minor)
        elif kind == "member_of":
            draft.aggregates = terms.member_of(values, minor, suffix)
        else:
            *_, draft.in_tree = map(terms.in_tree, values)
    return drafts


def _limit(query: Query) -> int | None:
    values = query.all("limit")
    if not values:
        return None
    # The first of several counts; the schema has looked at the last.
    if not (values[0].isdecimal() and values[0].isascii() and int(values[0][:18]) > 0):
        raise Invalid(
            f"Invalid query string parameters: {values[0]!r} does not match '^[1-9][0-9]*$'"
        )
    return int(values[0]) if len(values[0]) < 19 else sys.maxsize


def _group_policy(query: Query, drafts: dict[str, _Draft]) -> str | None:
    values = query.all("group_policy")
    if values:
        # As with limit, the first of several counts.
        if values[0] not in (NONE, ISOLATE):
            raise Invalid(
                f"Invalid query string parameters: {values[0]!r} is not one of {[NONE, ISOLATE]!r}"
            )
        return values[0]
    if sum(1 for suffix in drafts if suffix) > 1:
        raise Invalid(
            'The "group_policy" parameter is required when specifying '
            'more than one "resources{N}" parameter.'
        )
    return None


def _root_traits(query: Query) -> terms.Traits:
    values = query.all("root_required")
    if not values:
        return terms.Traits()
    if len(values) > 1:
        raise Invalid(
            "Query parameter 'root_required' may be specified only once.", QUERY_DUPLICATE_KEY
        )
    wanted = terms.root_required(values[0])
    conflicts = wanted.forbidden & frozenset().union(*wanted.required)
    if conflicts:
        raise Invalid(
            "Conflicting required and forbidden traits found in root_required: "
            + ", ".join(sorted(conflicts)),
            QUERY_BAD_VALUE,
        )
    return wanted


def _subtrees(query: Query) -> tuple[frozenset[str], ...]:
    subtrees = tuple(
        frozenset(suffix.strip() for suffix in value.split(","))
        for value in query.all("same_subtree")
    )
    if any("" in suffixes for suffixes in subtrees):
        raise Invalid(
            "Empty string (unsuffixed group) can not be specified in `same_subtree` ",
            QUERY_BAD_VALUE,
        )
    return subtrees


def _check_groups(
    drafts: dict[str, _Draft], subtrees: Iterable[frozenset[str]], minor: int
) -> None:
    if minor >= Since.SAME_SUBTREE:
        _check_suffixes(drafts, frozenset().union(*subtrees))
    else:
        _check_orphans(drafts)
    if minor >= Since.FORBIDDEN_TRAITS:
        _check_conflicts(drafts)


def _check_suffixes(drafts: dict[str, _Draft], in_subtrees: frozenset[str]) -> None:
    resourceless = [suffix for suffix, draft in drafts.items() if not draft.resources]
    if len(resourceless) == len(drafts):
        raise Invalid(
            "There must be at least one resources or resources[$S] parameter.",
            QUERY_MISSING_VALUE,
        )
    lonely = [suffix for suffix in resourceless if suffix not in in_subtrees]
    if lonely:
        raise Invalid(
            "Resourceless suffixed group request should be specified in `same_subtree` "
            f"query param: bad group(s) - {lonely}.",
            QUERY_BAD_VALUE,
        )
    unknown = sorted(suffix for suffix in in_subtrees if suffix not in drafts)
    if unknown:
        raise Invalid(
            f"Real suffixes should be specified in `same_subtree`: {unknown} "
            f"not found in {list(drafts)}.",
            QUERY_BAD_VALUE,
        )


def _check_orphans(drafts: dict[str, _Draft]) -> None:
    bare = {suffix: draft for suffix, draft in drafts.items() if not draft.resources}
    orphans = [f"required{suffix}" for suffix, draft in bare.items() if draft.traits.required]
    if orphans:
        raise Invalid(
            "All traits parameters must be associated with resources.  "
            f"Found the following orphaned traits keys: {', '.join(orphans)}"
        )
    orphans = [
        f"member_of{suffix}"
        for suffix, draft in bare.items()
        if draft.aggregates != terms.Aggregates()
    ]
    if orphans:
        raise Invalid(
            "All member_of parameters must be associated with resources. "
            f"Found the following orphaned member_of keys: {', '.join(orphans)}"
        )
    if bare:
        raise Invalid("All request groups must specify resources.")
    if not drafts:
        raise Invalid("At least one request group (`resources` or `resources{$S}`) is required.")


def _check_conflicts(drafts: dict[str, _Draft]) -> None:
    conflicts = [
        f"required{suffix}: ({', '.join(sorted(any_of))})"
        for suffix, draft in drafts.items()
        for any_of in draft.traits.required
        if any_of <= draft.traits.forbidden
    ]
    if conflicts:
        raise Invalid(
            "Conflicting required and forbidden traits found in the following traits keys: "
            + ", ".join(sorted(conflicts))
        )
