"""Connections go back to the pool (B74)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compute.cloud import Cloud, open_cloud


def test_two_hundred_reads_share_five_connections(database_url: str, tmp_path: Path) -> None:
    """Twenty threads on a pool of five, without overflow: all are answered, all is given back."""
    cloud: Cloud = open_cloud(tmp_path, database_url, "[api_database]\nmax_overflow = 0\n")
    cloud.must_make("f")

    def read(_: int) -> int:
        return cloud.ask("GET", "/flavors/f").status

    with ThreadPoolExecutor(20) as pool:
        assert set(pool.map(read, range(200))) == {200}
    assert cloud.books.idle()
    cloud.books.close()
