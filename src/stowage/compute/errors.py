"""Why a request cannot be done, in the terms of the domain; ``compute.api`` gives it a status."""

from __future__ import annotations


class Refusal(Exception):
    """A request that changes nothing, with the sentence that its sender reads."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NotFound(Refusal):
    """The thing named in the request does not exist, or not for this sender."""


class Invalid(Refusal):
    """The request itself is wrong, whatever is stored."""


class Conflict(Refusal):
    """The request is right, what is stored does not allow it."""
