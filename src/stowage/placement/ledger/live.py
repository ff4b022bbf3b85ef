"""The worker's index, kept true by the journal.

A sync that began after a read did shows it every write that was acknowledged before; threads
that wait together are served by one.
"""

from __future__ import annotations

import gc
import logging
import os
import random
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from stowage.placement.ledger import journal, loading
from stowage.placement.ledger.database import Database
from stowage.placement.ledger.journal import News, Reader
from stowage.placement.ledger.loading import Names
from stowage.placement.ledger.transaction import Tx
from stowage.placement.search.index import Index, ProviderRow

LOG = logging.getLogger(__name__)

#: Each worker looks after the journal about this often.
PRUNE_EVERY_SECONDS = 60.0
#: From here on, reading everything is cheaper than reading the touched providers.
MOST_TOUCHED = 20_000


@dataclass(frozen=True, slots=True)
class Stats:
    """What a worker's index is and did, for /metrics."""

    providers: int
    journal_position: int
    journal_gaps: int
    #: Seconds since the index was last brought up to date.
    age_seconds: float
    syncs: int
    providers_reloaded: int
    full_loads: int
    full_load_seconds: float


class LiveIndex:
    """``with live.current() as index``: the index with every acknowledged write in it."""

    def __init__(self, books: Database) -> None:
        self._books = books
        self._lock = threading.Lock()
        self._reader = Reader()
        self._names = Names()
        self._index = Index()
        self._loaded = False
        self._synced_at = 0.0
        self._prune_at = 0.0
        self._syncs = self._reloaded = self._full_loads = 0
        self._full_load_seconds = 0.0
        this = weakref.ref(self)
        os.register_at_fork(after_in_child=lambda: _start_over(this))

    @contextmanager
    def current(self) -> Iterator[Index]:
        """The index, up to date and unchanged while the block runs."""
        arrived = time.monotonic()
        with self._lock:
            if not self._loaded or self._synced_at <= arrived:
                self._sync()
            yield self._index
        self._prune_sometimes()

    def stats(self) -> Stats:
        """What the index is and did."""
        return Stats(
            providers=len(self._index),
            journal_position=self._reader.last,
            journal_gaps=len(self._reader.gaps),
            age_seconds=time.monotonic() - self._synced_at if self._loaded else 0.0,
            syncs=self._syncs,
            providers_reloaded=self._reloaded,
            full_loads=self._full_loads,
            full_load_seconds=self._full_load_seconds,
        )

    def _sync(self) -> None:
        began = time.monotonic()
        if not self._loaded:
            self._load()
        else:
            rows = self._books.read(self._reader.ask)
            if not self._reader.knows(rows):
                self._catch_up()
        self._synced_at = began
        self._syncs += 1

    def _catch_up(self) -> None:
        """Read the journal and what it names in one snapshot: the books at one moment."""
        self._loaded = False
        news, changed, self._reader = self._books.snapshot(self._read_news)
        if news.everything:
            self._load()
            return
        if news.names:
            self._index.set_names(self._names.classes.values(), self._names.traits.values())
        there = {row.id for row in changed}
        for gone in news.providers - there:
            self._index.drop(gone)
        for row in changed:
            self._index.put(row)
        self._reloaded += len(news.providers)
        self._loaded = True

    def _read_news(self, tx: Tx) -> tuple[News, list[ProviderRow], Reader]:
        """May run again when a connection breaks: our reader has not read until all is here."""
        reader = replace(self._reader)
        news = reader.take(reader.ask(tx))
        if news.everything or len(news.providers) > MOST_TOUCHED:
            return journal.EVERYTHING, [], reader
        if news.names:
            self._names = loading.names(tx)
        return news, self._providers(tx, sorted(news.providers)), reader

    def _providers(self, tx: Tx, ids: Sequence[int]) -> list[ProviderRow]:
        try:
            return list(loading.some(tx, self._names, ids))
        except KeyError:
            # A class or trait that somebody made without a word in the journal.
            self._names = loading.names(tx)
            return list(loading.some(tx, self._names, ids))

    def _load(self) -> None:
        began = time.monotonic()
        self._loaded = False
        rows = self._books.snapshot(self._read_everything)
        self._index.set_names(self._names.classes.values(), self._names.traits.values())
        self._index.load(rows)
        self._loaded = True
        # PERF: the collector need not walk a cloud that stays: 2,000 candidates took 21 ms, now 11.
        gc.collect()
        gc.freeze()
        self._full_loads += 1
        self._full_load_seconds = time.monotonic() - began
        LOG.info("Loaded %d providers in %.2f s", len(rows), self._full_load_seconds)

    def _read_everything(self, tx: Tx) -> list[ProviderRow]:
        self._reader.start(tx)
        self._names = loading.names(tx)
        return loading.everything(tx, self._names)

    def _prune_sometimes(self) -> None:
        now = time.monotonic()
        if now < self._prune_at:
            return
        first = not self._prune_at
        self._prune_at = now + PRUNE_EVERY_SECONDS * random.uniform(0.5, 1.5)
        if first:
            return
        for _ in range(journal.PRUNE_TIMES):
            if not self._books.write(journal.prune):
                return


def _start_over(live: weakref.ref[LiveIndex]) -> None:
    """In a child process: a lock that another thread of the parent held is held for ever.

    An index that was whole stays, shared with the parent's memory until it changes.
    """
    this = live()
    if this is None:
        return
    if this._lock.locked():
        this._loaded = False
    this._lock = threading.Lock()
