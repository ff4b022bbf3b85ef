"""Inventories: how much of each class a provider has."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import Inventory, InventoryUpdate, Provider


class Stock(NamedTuple):
    """The inventories of one provider, by class name; ``modified`` is None when there are none."""

    provider: Provider
    inventories: dict[str, Inventory]
    modified: datetime | None


def list_of(tx: Tx, uuid: str) -> Stock:
    """All inventories of a provider."""
    raise NotImplementedError


def get(tx: Tx, uuid: str, resource_class: str) -> tuple[Provider, Inventory, datetime]:
    raise NotImplementedError


def replace(tx: Tx, update: InventoryUpdate, reserved_may_be_total: bool = True) -> Provider:
    """reserved_may_be_total: from 1.26; the 400 about reserved is raised here, in upstream's order."""
    raise NotImplementedError


def add(
    tx: Tx,
    uuid: str,
    resource_class: str,
    inventory: Inventory,
    generation: int | None = None,
    reserved_may_be_total: bool = True,
) -> Provider:
    raise NotImplementedError


def update(
    tx: Tx,
    uuid: str,
    resource_class: str,
    inventory: Inventory,
    generation: int,
    reserved_may_be_total: bool = True,
) -> Provider:
    raise NotImplementedError


def delete(tx: Tx, uuid: str, resource_class: str) -> None:
    raise NotImplementedError


def delete_all(tx: Tx, uuid: str) -> None:
    raise NotImplementedError
