"""What a search finds. Rows are numbers of providers in the index that was searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

# Within one result, equal amounts are one and the same mapping, so that a renderer can keep
# its encoded form by ``id()``.
Amounts = Mapping[str, int]


class Candidate(NamedTuple):
    """One way to satisfy the whole request.

    ``allocations``: (row, amounts by class), each row once.
    ``mappings``: (suffix, rows) for each group, in the order of the request's groups.
    """

    root: int
    allocations: tuple[tuple[int, Amounts], ...]
    mappings: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Result:
    """Candidates, and the rows that provider_summaries shows, each once."""

    candidates: Sequence[Candidate]
    summaries: Sequence[int]
