"""The worker's index, kept true by the journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from stowage.placement.ledger.database import Database

if TYPE_CHECKING:
    from stowage.placement.search.index import Index


class LiveIndex:
    """``with live.current() as index``: the index with every acknowledged write in it."""

    def __init__(self, books: Database) -> None:
        raise NotImplementedError

    @contextmanager
    def current(self) -> Iterator[Index]:
        raise NotImplementedError
        yield

    def stats(self) -> dict[str, Any]:
        """Size, lag and reloads, for /metrics."""
        raise NotImplementedError
