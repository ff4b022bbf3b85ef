"""What consumers hold: the reads."""

from __future__ import annotations

from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import Holding, Provider


def of_consumer(tx: Tx, consumer_uuid: str) -> list[Holding]:
    raise NotImplementedError


def of_provider(tx: Tx, provider_uuid: str) -> tuple[Provider, list[Holding]]:
    raise NotImplementedError
