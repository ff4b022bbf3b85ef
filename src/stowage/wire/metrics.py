"""Numbers for Prometheus, right also when several processes serve one port.

With ``PROMETHEUS_MULTIPROC_DIR`` set (``stowage ... serve`` sets it) every worker writes its
numbers into a file of that directory that it maps into memory, and whichever worker is scraped adds
up all files. A counter outlives the worker that counted; a gauge is gone with it. Without the
variable each process knows its own numbers only, as under any WSGI server of several processes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    exposition,
    multiprocess,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PATH = "/metrics"
Read = Callable[[], float]

_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
_KNOWN_METHODS = frozenset(("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"))
_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_SAMPLE_EVERY = 1.0


class Metrics:
    """What one service counts."""

    def __init__(self, service: str) -> None:
        """``service`` becomes a label of every number, so that two may share a process."""
        self._service = service
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "stowage_requests",
            "Requests answered, by the template of their path.",
            ("service", "route", "method", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "stowage_request_seconds",
            "Time from a request to its answer.",
            ("service", "route", "method"),
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._known: dict[tuple[str, str, str], tuple[Counter, Histogram]] = {}
        self._samplers: list[Callable[[], None]] = []
        self._sampled = 0.0

    def gauge(self, name: str, help_text: str, read: Read) -> None:
        """Show a number as it is now; of several workers the largest."""
        gauge = Gauge(
            f"stowage_{name}",
            help_text,
            ("service",),
            registry=self._registry,
            multiprocess_mode="livemax",
        ).labels(self._service)
        self._samplers.append(lambda: gauge.set(read()))

    def counter(self, name: str, help_text: str, read: Read) -> None:
        """Show a number that only grows, and that this process counts; of several the sum."""
        counter = Counter(
            f"stowage_{name}", help_text, ("service",), registry=self._registry
        ).labels(self._service)
        last = 0.0

        def sample() -> None:
            nonlocal last
            now = read()
            if now > last:
                counter.inc(now - last)
            last = now

        self._samplers.append(sample)

    def observe(self, route: str, method: str, status: str, seconds: float) -> None:
        """Count one answered request."""
        key = (route, method, status)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._children(route, method, status)
        requests, histogram = known
        requests.inc()
        histogram.observe(seconds)
        if self._samplers and time.monotonic() - self._sampled > _SAMPLE_EVERY:
            self.sample()

    def sample(self) -> None:
        """Read the gauges and counters that others keep."""
        self._sampled = time.monotonic()
        for sampler in self._samplers:
            sampler()

    def render(self) -> bytes:
        """The page that Prometheus scrapes, over all processes."""
        self.sample()
        directory = os.environ.get(_DIRECTORY)
        if not directory:
            return exposition.generate_latest(self._registry)
        _forget_dead_workers(Path(directory))
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry, directory)  # type: ignore[no-untyped-call]
        return exposition.generate_latest(registry)

    def page(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a scrape; no token is asked for."""
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            start_response("405 Method Not Allowed", [("allow", "GET"), ("content-length", "0")])
            return []
        body = self.render()
        start_response(
            "200 OK",
            [
                ("content-type", exposition.CONTENT_TYPE_LATEST),
                ("content-length", str(len(body))),
            ],
        )
        return [body] if environ["REQUEST_METHOD"] == "GET" else []

    def _children(self, route: str, method: str, status: str) -> tuple[Counter, Histogram]:
        # APPSEC: any word may be sent as a method; labels must stay few.
        method = method if method in _KNOWN_METHODS else "other"
        return (
            self._requests.labels(self._service, route, method, status),
            self._seconds.labels(self._service, route, method),
        )


def _forget_dead_workers(directory: Path) -> None:
    """Drop the gauges of processes that are no more, however they ended."""
    for path in directory.glob("gauge_live*.db"):
        pid = path.stem.rpartition("_")[2]
        if pid.isdigit() and not Path(f"/proc/{pid}").exists():
            multiprocess.mark_process_dead(int(pid))  # type: ignore[no-untyped-call]
