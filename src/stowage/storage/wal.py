"""SQLite's write-ahead log: readers and one writer at a time do not wait for each other."""

from __future__ import annotations

import sqlite3
import time

LONGEST_SECONDS = 60.0
PAUSE_SECONDS = 0.005


def switch_on(connection: sqlite3.Connection) -> None:
    """Let the file have a write-ahead log, and stay so.

    Processes that do this to a new file at once are told that it is locked without being made to
    wait (SQLite asks no busy handler for this), so we wait. Raises sqlite3.OperationalError.
    """
    give_up = time.monotonic() + LONGEST_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as fault:
            if "locked" not in str(fault) or time.monotonic() > give_up:
                raise
            time.sleep(PAUSE_SECONDS)
