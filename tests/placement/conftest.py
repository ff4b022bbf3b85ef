"""A placement service for each test, in process, on a database of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from servers import inside
from servers.cloud import Cloud
from servers.wire import Caller


@pytest.fixture
def api(tmp_path: Path) -> Caller:
    """An administrator at the newest microversion, on an empty cloud."""
    return Caller(inside.Inside(inside.service(tmp_path)))


@pytest.fixture
def cloud(api: Caller) -> Cloud:
    """Fills the cloud of ``api``."""
    return Cloud(api)
