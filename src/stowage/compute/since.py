"""What each microversion of the Compute API 2.x brought to flavors: the one table that all use.

A handler compares the minor number of the request: ``minor >= Since.DESCRIPTION``.
Source: the REST API version history of nova 34.0.0.
"""

from __future__ import annotations

from enum import IntEnum


class Since(IntEnum):
    """The minor version from which something holds."""

    FIRST = 1
    NO_ACCESS_TO_PUBLIC = 7
    DESCRIPTION = 55
    EXTRA_SPECS_IN_FLAVOR = 61
    SWAP_IS_NUMBER = 75
    STRICT_QUERY_OF_LISTS = 75
    EXTRA_SPECS_CHECKED = 86
    NO_RXTX_NO_DISABLED = 102
    NAME_FILTER = 102
    STRICT_QUERY = 102


MAX_MINOR = 104
LEGACY = 0
"""Stands for the frozen ``/v2`` API: 2.1 with forgiving schemas and without versions."""
