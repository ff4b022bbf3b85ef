"""The operator's choices that requests need, read once from the configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from oslo_config import cfg

NOBODY = "00000000-0000-0000-0000-000000000000"
Strategy = Literal["depth-first", "breadth-first"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of ``[placement]``.

    ``max_allocation_candidates`` of -1 means no bound.
    """

    randomize_allocation_candidates: bool = False
    max_allocation_candidates: int = -1
    allocation_candidates_generation_strategy: Strategy = "depth-first"
    allocation_conflict_retry_count: int = 10
    incomplete_consumer_project_id: str = NOBODY
    incomplete_consumer_user_id: str = NOBODY


def from_conf(conf: cfg.ConfigOpts) -> Settings:
    """The settings that a loaded configuration holds."""
    options = conf.placement
    return Settings(
        randomize_allocation_candidates=options.randomize_allocation_candidates,
        max_allocation_candidates=options.max_allocation_candidates,
        allocation_candidates_generation_strategy=(
            options.allocation_candidates_generation_strategy
        ),
        allocation_conflict_retry_count=options.allocation_conflict_retry_count,
        incomplete_consumer_project_id=options.incomplete_consumer_project_id,
        incomplete_consumer_user_id=options.incomplete_consumer_user_id,
    )
