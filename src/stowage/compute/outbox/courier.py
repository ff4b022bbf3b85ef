"""Carrying notifications from the outbox to the bus, in order, once each in the ordinary case.

Every worker process has a courier; one of them at a time holds the office, a row in the database
with an end. It sends the oldest letters, removes each one that was taken, and leaves the
office when the outbox is empty. A broker that is down delays everything behind the letter that it
did not take. A process that dies between sending and removing lets one letter be sent twice, with
the same ``message_id``; nothing is lost.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any, Protocol

from stowage.compute.store import letters
from stowage.storage.database import Database

LOG = logging.getLogger(__name__)

TERM_SECONDS = 15
"""How long the office is held without a sign of life."""

RENEWAL_SECONDS = 5.0
"""After how long it is taken again by who still works."""

PATROL_SECONDS = 1.0
"""How often a courier looks without being woken: for letters that a dead process left."""

BUSY_SECONDS = 0.1
"""When to look again while another process holds the office."""

BATCH = 50
LONGEST_PAUSE = 5.0


class Sender(Protocol):
    """What takes a notification: the bus."""

    def send(self, context: dict[str, Any], message: dict[str, Any]) -> None:
        """Send one; raise when it was not taken."""

    def close(self) -> None:
        """No more will come."""


class Courier:
    """Empties the outbox in a thread of its own."""

    def __init__(self, books: Database, connect: Callable[[], Sender]) -> None:
        """``connect`` is called in the thread, and again after each failure."""
        self._books = books
        self._connect = connect
        self._thread: threading.Thread | None = None
        self._sender: Sender | None = None
        self._start_anew()
        os.register_at_fork(after_in_child=self._after_fork)

    def wake(self) -> None:
        """There is something in the outbox; start the thread if this process has none yet."""
        self.start()
        self._woken.set()

    def start(self) -> None:
        """Start the thread, if it does not run in this process."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="courier", daemon=True)
                self._thread.start()

    def stop(self, seconds: float = 10.0) -> None:
        """End the thread after what it is doing; what is left waits for another process."""
        self._ending.set()
        self._woken.set()
        thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def deliver(self) -> bool:
        """Carry what there is; False when another process is at it.

        Raises what the bus raises.
        """
        if not self._books.read(letters.oldest, 1):
            return True
        if not self._take_office():
            return False
        try:
            while not self._ending.is_set() and (batch := self._books.read(letters.oldest, BATCH)):
                if not self._carry(batch):
                    return False
        finally:
            self._books.write(letters.leave_office, self._name)
        return True

    def _carry(self, batch: list[letters.Letter]) -> bool:
        """Send and remove letters; False when the office was lost meanwhile."""
        arrived: list[int] = []
        try:
            for letter in batch:
                overdue = time.monotonic() - self._taken > RENEWAL_SECONDS
                if overdue and not self._take_office():
                    return False
                self._send(letter)
                arrived.append(letter.id)
        finally:
            if arrived:
                self._books.write(letters.remove, arrived)
        return True

    def _take_office(self) -> bool:
        self._taken = time.monotonic()
        return self._books.write(letters.take_office, self._name, TERM_SECONDS)

    def _send(self, letter: letters.Letter) -> None:
        if self._sender is None:
            self._sender = self._connect()
        content = json.loads(letter.message)
        self._sender.send(content["context"], content["message"])

    def _run(self) -> None:
        failures = 0
        while not self._ending.is_set():
            self._woken.clear()
            try:
                done = self.deliver()
            except Exception as fault:
                failures += 1
                self._lost(fault, failures)
                self._ending.wait(min(failures * PATROL_SECONDS, LONGEST_PAUSE))
            else:
                failures = 0
                self._woken.wait(PATROL_SECONDS if done else BUSY_SECONDS)

    def _lost(self, fault: Exception, failures: int) -> None:
        say = LOG.warning if failures == 1 else LOG.debug
        say("Notifications wait: %s", fault)
        sender, self._sender = self._sender, None
        if sender is not None:
            sender.close()

    def _after_fork(self) -> None:
        """A child of a process with a courier has one, too: for letters that wait already."""
        was_running = self._thread is not None
        self._start_anew()
        if was_running:
            self.start()

    def _start_anew(self) -> None:
        """Threads and connections do not survive a fork; neither does the name."""
        self._name = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"[:64]
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._ending = threading.Event()
        self._thread = None
        self._sender = None
        self._taken = 0.0
