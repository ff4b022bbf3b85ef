"""Our service with four workers, on each database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from servers import ours
from servers.process import Server

KINDS = ("sqlite", "mariadb", "postgresql")


@pytest.fixture(params=KINDS)
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A running service on a new database."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/placement.db"
    else:
        url = request.getfixturevalue(request.param).new_database()
    with ours.serve(url, tmp_path, workers=4) as server:
        yield server
