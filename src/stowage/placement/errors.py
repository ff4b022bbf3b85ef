"""Why a request cannot be done, in the terms of the domain.

``placement.api`` turns each kind into a status. ``code`` is the value of the ``code`` key that
clients match on from microversion 1.23 (API reference, "Errors").
"""

from __future__ import annotations

UNDEFINED = "placement.undefined_code"
INVENTORY_INUSE = "placement.inventory.inuse"
CONCURRENT_UPDATE = "placement.concurrent_update"
DUPLICATE_NAME = "placement.duplicate_name"
PROVIDER_IN_USE = "placement.resource_provider.inuse"
PROVIDER_CANNOT_DELETE_PARENT = "placement.resource_provider.cannot_delete_parent"
PROVIDER_NOT_FOUND = "placement.resource_provider.not_found"
QUERY_DUPLICATE_KEY = "placement.query.duplicate_key"
QUERY_BAD_VALUE = "placement.query.bad_value"
QUERY_MISSING_VALUE = "placement.query.missing_value"


class Refusal(Exception):
    """A request that changes nothing, with the sentence that its sender reads."""

    def __init__(self, message: str, code: str = UNDEFINED) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class NotFound(Refusal):
    """The thing named in the path does not exist."""


class Invalid(Refusal):
    """The request itself is wrong, whatever the state of the books."""


class Conflict(Refusal):
    """The request is right, the state of the books does not allow it."""
