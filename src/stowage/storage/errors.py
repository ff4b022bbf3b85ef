"""What can go wrong with a database that is not its fault."""

from __future__ import annotations


class Unstorable(Exception):
    """A value that the database cannot hold or compare: too long, out of range, bad characters."""


class Unavailable(Exception):
    """The database cannot be reached, or all connections to it are busy."""


class Contended(Exception):
    """A transaction that met others each time it was tried; ``attempts`` says how often."""

    def __init__(self, attempts: int) -> None:
        super().__init__(f"gave up after {attempts} attempts")
        self.attempts = attempts
