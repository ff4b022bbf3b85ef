"""Reshaping: inventories and the allocations of many consumers in one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from stowage.placement.ledger.claims import IncompleteConsumer
from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import Claim, InventoryUpdate


def reshape(
    tx: Tx,
    inventories: Sequence[InventoryUpdate],
    claims: Sequence[Claim],
    defaults: IncompleteConsumer = IncompleteConsumer(),  # noqa: B008
) -> None:
    raise NotImplementedError
