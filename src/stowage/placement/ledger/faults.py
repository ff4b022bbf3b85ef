"""What can go wrong below SQL, in our own terms. None of these reaches a client as it is."""

from __future__ import annotations

from stowage.placement.errors import Invalid


class Transient(Exception):
    """Deadlock, lock timeout, failed certification: the whole transaction may be tried again."""


class DuplicateKey(Transient):
    """Another row has this key. ``key`` names it: ``uuid``, ``name`` or the database's words.

    Unless somebody knows better, another transaction was faster: look again.
    """

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Unavailable(Exception):
    """The database cannot be reached, or the connection broke."""


def unstorable() -> Invalid:
    """A value of the request that this database cannot keep (characters, length, range)."""
    return Invalid("The request holds a value that the database cannot store.")
