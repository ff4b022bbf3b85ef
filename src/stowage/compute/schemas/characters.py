"""Which characters names and descriptions may hold.

Clients read the pattern of a description in the error about it, so the pattern is spelled as nova
spells it: every printable character of the basic plane, as ranges. Source:
nova, microversions 2.1 (names) and 2.55 (descriptions).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

LAST = 0xFFFE
"""The last code point that is looked at; emoji lie beyond and are not allowed."""


def is_printable(char: str) -> bool:
    """Neither a control character nor a line or paragraph separator."""
    category = unicodedata.category(char)
    return category[0] != "C" and category not in ("Zl", "Zp")


def is_visible(char: str) -> bool:
    """Printable and not a space."""
    return is_printable(char) and unicodedata.category(char) != "Zs"


def ranges(wanted: Callable[[str], bool]) -> str:
    """The inside of a character class with all characters that are ``wanted``."""
    return "".join(_runs(wanted))


def _runs(wanted: Callable[[str], bool]) -> Iterator[str]:
    start: str | None = None
    for char in map(chr, range(LAST + 2)):
        inside = ord(char) <= LAST and wanted(char)
        if inside and start is None:
            start = char
        elif not inside and start is not None:
            last = chr(ord(char) - 1)
            yield re.escape(start) if last == start else f"{re.escape(start)}-{re.escape(last)}"
            start = None


DESCRIPTION = f"^[{ranges(is_printable)}]*$"

_EDGE = ranges(lambda char: not is_visible(char))
NAME = re.compile(f"^(?![{_EDGE}])[{ranges(is_printable)}]*(?<![{_EDGE}])$")
"""A name: printable, with a visible character at either end."""

_ANY, _VISIBLE = ranges(is_printable), ranges(is_visible)
LOOSE_NAME = re.compile(
    f"^[{_ANY}]*[{_VISIBLE}]+[{_ANY}]*$|^[{_ANY}]*[{_VISIBLE}][{_VISIBLE}{_ANY}]+[{_VISIBLE}][{_ANY}]*$"
)
"""A name of the frozen ``/v2`` API, where blanks at the ends are allowed (and cut off)."""
