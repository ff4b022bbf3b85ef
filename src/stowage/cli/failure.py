"""How a command fails: with a sentence and an exit code, never with a traceback."""

from __future__ import annotations

FAILED = 1
"""Something outside went wrong: the port is taken, the database does not answer."""

MISUSED = 2
"""The command line cannot be understood."""


class Failure(Exception):
    """What went wrong, as the user is to read it."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code
