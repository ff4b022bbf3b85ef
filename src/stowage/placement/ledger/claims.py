"""Claims: what consumers are to hold, written in one transaction under lock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import Claim


@dataclass(frozen=True, slots=True)
class IncompleteConsumer:
    """Owner of consumers that are claimed for below 1.8, from the configuration."""

    project_id: str = "00000000-0000-0000-0000-000000000000"
    user_id: str = "00000000-0000-0000-0000-000000000000"


def replace(
    tx: Tx,
    claims: Sequence[Claim],
    defaults: IncompleteConsumer = IncompleteConsumer(),  # noqa: B008
    single: bool = False,
) -> None:
    """single: PUT /allocations/{consumer} (its 400 names the consumer; POST's does not)."""
    raise NotImplementedError


def release(tx: Tx, consumer_uuid: str) -> None:
    raise NotImplementedError
