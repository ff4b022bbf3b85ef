"""Candidates in a form that can be compared, whatever their order."""

from __future__ import annotations

from collections.abc import Iterable

from stowage.placement.search.index import Index
from stowage.placement.search.result import Candidate

Found = tuple[frozenset[tuple[str, str, int]], frozenset[tuple[str, str]]]


def found_by(index: Index, candidates: Iterable[Candidate]) -> list[Found]:
    """(provider, class, amount) of each allocation, and (suffix, provider) of each mapping."""
    return [
        (
            frozenset(
                (index.uuid_of(row), name, amount)
                for row, amounts in candidate.allocations
                for name, amount in amounts.items()
            ),
            frozenset(
                (suffix, index.uuid_of(row)) for suffix, rows in candidate.mappings for row in rows
            ),
        )
        for candidate in candidates
    ]
