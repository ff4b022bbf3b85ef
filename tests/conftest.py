"""What every test can ask for: private database servers, one of each for the whole run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent))

if TYPE_CHECKING:
    from servers.mariadb import MariaDB
    from servers.postgresql import PostgreSQL


@pytest.fixture(scope="session")
def mariadb() -> Iterator[MariaDB]:
    """A running MariaDB; ``mariadb.new_database()`` gives the URL of an empty database."""
    from servers.mariadb import MariaDB

    server = MariaDB()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A running PostgreSQL; ``postgresql.new_database()`` gives the URL of an empty database."""
    from servers.postgresql import PostgreSQL

    server = PostgreSQL()
    yield server
    server.stop()
