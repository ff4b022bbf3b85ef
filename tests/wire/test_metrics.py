"""Numbers for Prometheus."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stowage.wire.metrics import Metrics

BOB = {"X-Auth-Token": "bob"}


@pytest.fixture
def counted(make_service: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The small service, with metrics."""
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    return make_service("", Metrics("store"))


def scraped(service: Any) -> dict[str, float]:
    """Every sample of the page, by its name and labels."""
    page = service("GET", "/metrics")
    assert page.status == 200
    assert page.headers["content-type"].startswith("text/plain")
    lines = [line for line in page.body.decode().splitlines() if not line.startswith("#")]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_requests_are_counted_by_route_method_and_status(counted: Any) -> None:
    """By the template of the path: ten names are one route."""
    for name in "abc":
        counted("GET", f"/things/{name}", BOB)
    counted("GET", "/things/refused", BOB)
    counted("GET", "/things")
    counted("GET", "/nowhere", BOB)
    counted("PATCH", "/things", BOB)
    numbers = scraped(counted)
    labels = 'stowage_requests_total{{method="{}",route="{}",service="store",status="{}"}}'
    assert numbers[labels.format("GET", "/things/{name}", 200)] == 3
    assert numbers[labels.format("GET", "/things/{name}", 404)] == 1
    assert numbers[labels.format("GET", "-", 401)] == 1
    assert numbers[labels.format("GET", "-", 404)] == 1
    assert numbers[labels.format("PATCH", "/things", 405)] == 1


def test_latency_is_a_histogram(counted: Any) -> None:
    """With its sum, its count and its buckets."""
    counted("GET", "/things", BOB)
    numbers = scraped(counted)
    labels = '{method="GET",route="/things",service="store"}'
    assert numbers[f"stowage_request_seconds_count{labels}"] == 1
    assert 0 < numbers[f"stowage_request_seconds_sum{labels}"] < 1


def test_odd_methods_do_not_make_labels(counted: Any) -> None:
    """Anyone could fill the memory otherwise."""
    for number in range(5):
        counted(f"ODD{number}", "/things", BOB)
    methods = {name for name in scraped(counted) if "ODD" in name}
    assert methods == set()


def test_a_scrape_needs_no_token_and_is_not_counted(counted: Any) -> None:
    """The page counts what clients ask."""
    scraped(counted)
    assert not any("/metrics" in name for name in scraped(counted))
    assert counted("POST", "/metrics").status == 405


def test_without_metrics_there_is_no_page(service: Any) -> None:
    """An operator may switch it off."""
    assert service("GET", "/metrics", BOB).status == 404


def test_numbers_that_others_keep_are_read_when_scraped(make_service: Any) -> None:
    """A gauge as it is, a counter by how much it grew."""
    counts, state = Metrics("store"), {"size": 3.0, "reloads": 2.0}
    counts.gauge("index_providers", "Size.", lambda: state["size"])
    counts.counter("index_reloads", "Reloads.", lambda: state["reloads"])
    service = make_service("", counts)
    first = scraped(service)
    state.update(size=1.0, reloads=7.0)
    second = scraped(service)
    gauge = 'stowage_index_providers{service="store"}'
    counter = 'stowage_index_reloads_total{service="store"}'
    assert (first[gauge], first[counter]) == (3, 2)
    assert (second[gauge], second[counter]) == (1, 7)


SEVERAL = """
import os, sys
from stowage.wire.metrics import Metrics

def worker(size):
    pid = os.fork()
    if pid:
        return pid
    counts = Metrics("store")
    counts.gauge("index_providers", "Size.", lambda: size)
    counts.counter("index_reloads", "Reloads.", lambda: 2)
    for _ in range(size):
        counts.observe("/things", "GET", "200", 0.01)
    counts.sample()
    os._exit(0)

for size in (10, 20):
    os.waitpid(worker(size), 0)
counts = Metrics("store")
counts.gauge("index_providers", "Size.", lambda: 7)
counts.observe("/things", "GET", "200", 0.01)
print(counts.render().decode())
"""


def test_a_scrape_adds_up_all_processes(tmp_path: Path) -> None:
    """Counters of dead workers still count, their gauges do not."""
    done = subprocess.run(
        [sys.executable, "-c", SEVERAL],
        env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    labels = 'method="GET",route="/things",service="store"'
    assert f'stowage_requests_total{{{labels},status="200"}} 31.0' in lines
    assert f"stowage_request_seconds_count{{{labels}}} 31.0" in lines
    assert 'stowage_index_reloads_total{service="store"} 4.0' in lines
    assert 'stowage_index_providers{service="store"} 7.0' in lines
