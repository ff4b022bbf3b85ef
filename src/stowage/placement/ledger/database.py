"""Connections, transactions and their retries: the one place that opens and closes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from stowage.placement.ledger.transaction import Tx

P = ParamSpec("P")
R = TypeVar("R")


class Database:
    """The books: one database, on whatever server it lives."""

    def __init__(self, url: str, *, retries: int = 10, **options: Any) -> None:
        raise NotImplementedError

    def read(self, fn: Callable[Concatenate[Tx, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run ``fn(tx, ...)`` on a connection where each statement sees the latest commit."""
        raise NotImplementedError

    def write(self, fn: Callable[Concatenate[Tx, P], R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run ``fn(tx, ...)`` in one transaction, journalled, and commit; retried on deadlock."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the pooled connections."""
        raise NotImplementedError
