"""The standard classes and traits, from os-resource-classes and os-traits."""

from __future__ import annotations

from stowage.placement.ledger.database import Database


def synchronise(books: Database) -> None:
    """Add the standard names that the database lacks (at start of each worker)."""
    raise NotImplementedError
