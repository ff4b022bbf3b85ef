"""Resource classes, standard and custom."""

from __future__ import annotations

from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import ResourceClass


def list_all(tx: Tx) -> list[ResourceClass]:
    raise NotImplementedError


def get(tx: Tx, name: str) -> ResourceClass:
    raise NotImplementedError


def create(tx: Tx, name: str) -> ResourceClass:
    raise NotImplementedError


def ensure(tx: Tx, name: str) -> bool:
    raise NotImplementedError


def rename(tx: Tx, old: str, new: str) -> ResourceClass:
    raise NotImplementedError


def delete(tx: Tx, name: str) -> None:
    raise NotImplementedError
