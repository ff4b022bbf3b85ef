"""Aggregates: which provider belongs to which group."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import Provider


def list_of(tx: Tx, uuid: str) -> tuple[Provider, list[str], datetime]:
    raise NotImplementedError


def replace(
    tx: Tx, uuid: str, generation: int | None, aggregate_uuids: Iterable[str]
) -> Provider:
    raise NotImplementedError
