"""Creating, upgrading and adopting databases."""

from __future__ import annotations

from stowage.placement.ledger.database import Database


def sync(books: Database) -> str:
    """Create or upgrade the tables; standard classes and traits too. Returns what was done."""
    raise NotImplementedError


def version(books: Database) -> str:
    """The revision of the tables, ours and upstream's."""
    raise NotImplementedError


def adopt(books: Database, watch: bool = True) -> str:
    """Take an existing upstream database in place. Returns what was found and done."""
    raise NotImplementedError


def unadopt(books: Database) -> str:
    """Remove the triggers that watch writes of upstream nodes."""
    raise NotImplementedError
