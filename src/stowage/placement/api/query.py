"""The query string of a request, decoded once."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from stowage.placement.errors import Invalid
from stowage.placement.schemas.validator import Validator


class Query:
    """The keys and values of a query string, in the order in which they came."""

    __slots__ = ("_last", "pairs")

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self.pairs = pairs
        self._last = dict(pairs)

    def __contains__(self, key: str) -> bool:
        return key in self._last

    def last(self, key: str) -> str | None:
        """The value of ``key``, of its last appearance; None without any."""
        return self._last.get(key)

    def all(self, key: str) -> list[str]:
        """Every value of ``key``."""
        return [value for name, value in self.pairs if name == key]

    def check(self, validator: Validator) -> None:
        """:raises Invalid: the schema refuses a key or a value."""
        problem = validator.problem(self._last)
        if problem is not None:
            raise Invalid(f"Invalid query string parameters: {problem}")


def read(environ: dict[str, Any]) -> Query:
    """The decoded query string of a WSGI request.

    :raises Invalid: it is not UTF-8.
    """
    text = environ.get("QUERY_STRING", "")
    if not text:
        return Query([])
    try:
        # WSGI hands raw bytes over as Latin-1.
        raw = text if text.isascii() else text.encode("latin-1").decode("utf-8")
        # The reference takes ";" for "&", as HTML 4 recommended.
        pairs = parse_qsl(raw.replace(";", "&"), keep_blank_values=True, errors="strict")
    except ValueError as refusal:
        raise Invalid(f"Invalid query string parameters: {refusal}") from None
    return Query(pairs)
