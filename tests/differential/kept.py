"""Differences from the reference that are kept on purpose, each with its reason.

A difference that no entry covers fails the tests; so does an entry that covers nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from differential.step import Step
from servers.wire import Answer


@dataclass(frozen=True, slots=True)
class Kept:
    """Differences (lines of ``compare.differences``) that are meant, and why."""

    name: str
    reason: str
    covers: Callable[[Step, Answer, Answer, str], bool]


KEPT: tuple[Kept, ...] = ()
