"""Clouds for the search, and the reference to compare it with."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from reference import Reference  # noqa: E402


@pytest.fixture(scope="session")
def reference() -> Iterator[Reference]:
    """The upstream package in a process of its own, with an empty database in memory."""
    from servers import upstream_venv

    running = Reference(upstream_venv.python())
    yield running
    running.stop()
