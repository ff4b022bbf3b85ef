"""What a ledger function works with: statements, and what they touched."""

from __future__ import annotations


class Tx:
    """One transaction (or a sequence of single reads)."""

    def touch(self, provider_row_id: int) -> None:
        """Every worker must read this provider anew."""
        raise NotImplementedError

    def touch_names(self) -> None:
        """Every worker must read the names of classes and traits anew."""
        raise NotImplementedError

    def touch_all(self) -> None:
        """Every worker must read everything anew."""
        raise NotImplementedError
