"""A cloud of our compute service, on any of the databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from compute.cloud import Cloud, open_cloud


@pytest.fixture
def cloud(tmp_path: Path) -> Iterator[Cloud]:
    """A cloud on SQLite."""
    opened = open_cloud(tmp_path, f"sqlite:///{tmp_path}/nova_api.sqlite")
    yield opened
    opened.books.close()


@pytest.fixture(params=["sqlite", "mariadb", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/nova_api.sqlite"
    server = request.getfixturevalue(request.param)
    return str(server.new_database())


@pytest.fixture
def any_cloud(database_url: str, tmp_path: Path) -> Iterator[Cloud]:
    """A cloud on each kind of database in turn."""
    opened = open_cloud(tmp_path, database_url)
    yield opened
    opened.books.close()
