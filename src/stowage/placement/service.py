"""What a handler of the Placement API is given when it is built."""

from __future__ import annotations

from dataclasses import dataclass

from stowage.placement.ledger.database import Database
from stowage.placement.ledger.live import LiveIndex
from stowage.placement.settings import Settings
from stowage.wire.policy import Policy


@dataclass(frozen=True, slots=True)
class Service:
    """The books, the index that follows them, who may do what, and the operator's choices."""

    settings: Settings
    books: Database
    live: LiveIndex
    policy: Policy
