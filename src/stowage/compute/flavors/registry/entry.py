"""One known extra spec: its name, what its value may be, and what it is for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stowage.compute.errors import Invalid

TRUE = frozenset({"1", "t", "true", "on", "y", "yes"})
FALSE = frozenset({"0", "f", "false", "off", "n", "no"})


@dataclass(frozen=True, slots=True)
class Text:
    """A string: any, one of ``choices``, or one that matches ``pattern`` as a whole."""

    pattern: str | None = None
    choices: tuple[str, ...] = ()

    def check(self, value: str) -> None:
        """Raises Invalid when ``value`` is not such a string."""
        if self.pattern is not None:
            if not re.fullmatch(self.pattern, value):
                raise _failed(f"'{value}' is not of the format '{self.pattern}'.")
        elif self.choices and value not in self.choices:
            raise _failed(f"'{value}' is not one of: {', '.join(self.choices)}.")

    def describe(self) -> dict[str, Any]:
        """The kind of value, for people and programs that read the registry."""
        if self.pattern is not None:
            return {"type": "string", "pattern": self.pattern}
        if self.choices:
            return {"type": "string", "enum": list(self.choices)}
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, within bounds where there are any."""

    minimum: int | None = None
    maximum: int | None = None

    def check(self, value: str) -> None:
        """Raises Invalid when ``value`` is not such a number."""
        try:
            number = int(value)
        except ValueError:
            raise _failed(f"'{value}' is not a valid integer value.") from None
        if self.maximum is not None and number > self.maximum:
            raise _failed(f"'{number}' is greater than the max value of '{self.maximum}'.")
        if self.minimum is not None and number < self.minimum:
            raise _failed(f"'{number}' is less than the min value of '{self.minimum}'.")

    def describe(self) -> dict[str, Any]:
        """The kind of value, for people and programs that read the registry."""
        bounds = {"minimum": self.minimum, "maximum": self.maximum}
        return {"type": "integer"} | {k: v for k, v in bounds.items() if v is not None}


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no, in any of the spellings that operators use."""

    def check(self, value: str) -> None:
        """Raises Invalid when ``value`` says neither."""
        if value.strip().lower() not in TRUE | FALSE:
            raise _failed(f"'{value}' is not a valid boolean-like value.")

    def describe(self) -> dict[str, Any]:
        """The kind of value, for people and programs that read the registry."""
        return {"type": "boolean"}


Value = Text | Whole | Switch


@dataclass(frozen=True, slots=True)
class ExtraSpec:
    """A row of the registry.

    ``name`` may hold ``{placeholders}``; ``parameters`` has a pattern for each. The rest of the
    name is a pattern too, as it is in nova: the dot of ``hw:numa_cpus.{num}`` matches any
    character.
    """

    name: str
    value: Value
    description: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    deprecated: bool = False

    @property
    def pattern(self) -> str:
        """The regular expression of all names that this row stands for."""
        pattern = self.name
        for parameter, accepted in self.parameters.items():
            pattern = pattern.replace(f"{{{parameter}}}", f"(?P<{parameter}>{accepted})")
        return pattern

    @property
    def namespace(self) -> str | None:
        """The pattern of the part before the colon; None for a bare name."""
        head, colon, _ = self.pattern.partition(":")
        return head if colon else None

    def describe(self) -> dict[str, Any]:
        """The row as it is published."""
        return {
            "name": self.name,
            "description": self.description,
            "value": self.value.describe(),
            "parameters": dict(self.parameters),
            "deprecated": self.deprecated,
        }


def _failed(reason: str) -> Invalid:
    return Invalid(f"Validation failed; {reason}")
