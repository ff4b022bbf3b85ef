"""The write-ahead log of SQLite."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stowage.storage import wal

WORKERS = 8
FILES = 60


def test_workers_that_open_a_new_file_at_once_all_get_it(tmp_path: Path) -> None:
    """SQLite itself tells some of them that the file is locked, within a few files."""
    together = threading.Barrier(WORKERS)

    def opened(path: Path) -> str:
        connection = sqlite3.connect(path, timeout=60, isolation_level=None)
        together.wait()
        wal.switch_on(connection)
        connection.execute("CREATE TABLE IF NOT EXISTS t (a)")
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        connection.close()
        return str(mode)

    with ThreadPoolExecutor(WORKERS) as pool:
        for number in range(FILES):
            modes = pool.map(opened, [tmp_path / f"{number}.sqlite"] * WORKERS)
            assert list(modes) == ["wal"] * WORKERS
