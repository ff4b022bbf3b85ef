"""The query string of a request, decoded once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl

from stowage.placement.errors import Invalid
from stowage.placement.schemas.validator import Validator


class Query:
    """The values of each key of a query string, in the order in which they came."""

    __slots__ = ("values",)

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.values: dict[str, list[str]] = {}
        for key, value in pairs:
            self.values.setdefault(key, []).append(value)

    def last(self, key: str) -> str | None:
        """The value of ``key``, of its last appearance; None without any."""
        values = self.values.get(key)
        return values[-1] if values else None

    def all(self, key: str) -> list[str]:
        """Every value of ``key``."""
        return self.values.get(key, [])

    def check(self, validator: Validator) -> None:
        """:raises Invalid: the schema refuses a key or a value."""
        problem = validator.problem({key: values[-1] for key, values in self.values.items()})
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
