"""Resource providers: rows, trees and generations."""

from __future__ import annotations

from enum import Enum

from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import Provider


class Keep(Enum):
    """What an update leaves as it is."""

    KEEP = "keep"


KEEP = Keep.KEEP


def get(tx: Tx, uuid: str) -> Provider:
    raise NotImplementedError


def create(tx: Tx, name: str, uuid: str, parent_uuid: str | None = None) -> Provider:
    raise NotImplementedError


def update(
    tx: Tx, uuid: str, name: str, parent: str | None | Keep = KEEP, may_reparent: bool = False
) -> Provider:
    raise NotImplementedError


def delete(tx: Tx, uuid: str) -> None:
    raise NotImplementedError
