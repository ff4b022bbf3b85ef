"""Sums of what is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stowage.placement.ledger.transaction import Tx
from stowage.placement.model import Provider


@dataclass(frozen=True, slots=True)
class TypeUsage:
    """What the consumers of one type use (from 1.38)."""

    consumer_count: int
    resources: Mapping[str, int]


def of_provider(tx: Tx, uuid: str) -> tuple[Provider, dict[str, int]]:
    raise NotImplementedError


def of_project(tx: Tx, project_id: str, user_id: str | None = None) -> dict[str, int]:
    """1.9 to 1.37: sums by class."""
    raise NotImplementedError


def of_project_by_type(
    tx: Tx, project_id: str, user_id: str | None = None, consumer_type: str | None = None
) -> dict[str, TypeUsage]:
    """From 1.38: consumer type -> usage; ``consumer_type`` may be a name, "all" or "unknown"."""
    raise NotImplementedError
