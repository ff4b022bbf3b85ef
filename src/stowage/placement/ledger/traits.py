"""Traits, and which provider has which."""

from __future__ import annotations

from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import Provider, Trait


def list_all(
    tx: Tx,
    names: frozenset[str] | None = None,
    prefix: str | None = None,
    associated: bool | None = None,
) -> list[Trait]:
    raise NotImplementedError


def get(tx: Tx, name: str) -> Trait:
    raise NotImplementedError


def create(tx: Tx, name: str) -> tuple[Trait, bool]:
    raise NotImplementedError


def delete(tx: Tx, name: str) -> None:
    raise NotImplementedError


def list_of(tx: Tx, uuid: str) -> tuple[Provider, list[Trait]]:
    raise NotImplementedError


def replace(
    tx: Tx, uuid: str, generation: int, names: frozenset[str]
) -> tuple[Provider, list[Trait]]:
    """The provider with its new generation, and its traits (name order)."""
    raise NotImplementedError


def clear(tx: Tx, uuid: str) -> None:
    raise NotImplementedError
