"""Measure flavors: ``python -m bench.compute [--quick]``.

nova-api (uwsgi, two processes) and our compute service (two workers) on one MariaDB server, a
database each with the same 500 flavors, asked in turn in one run. Prints the table of ratios and
writes ``bench/RESULTS-compute.md``.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.crew import NotDone, rate
from servers import compute, nova_api
from servers.mariadb import MariaDB
from servers.process import Server
from servers.wire import Wire

FLOORS = Path(__file__).with_name("compute-floors.toml")
RESULTS = Path(__file__).with_name("RESULTS-compute.md")
# As MariaDB is installed: every commit is on the disk before it is acknowledged.
DURABLE = ("--innodb-flush-log-at-trx-commit=1",)
MICROVERSION = "2.61"
NOVA, OURS = "nova-api", "Stowage"

Work = Callable[[Wire], object]


@dataclass(frozen=True, slots=True)
class Size:
    """How many flavors there are and how long is measured."""

    flavors: int
    rounds: int
    lists: int
    shows: int
    creates: int
    seconds: float


FULL = Size(flavors=500, rounds=5, lists=8, shows=60, creates=40, seconds=6)
QUICK = Size(flavors=20, rounds=1, lists=2, shows=5, creates=3, seconds=0.5)


@dataclass(frozen=True, slots=True)
class Side:
    """One running service."""

    name: str
    server: Server

    def wire(self) -> Wire:
        """A connection: uwsgi's own HTTP socket closes after each answer, ours stays open."""
        return self.server.wire(keep_alive=self.name == OURS)


@dataclass(frozen=True, slots=True)
class Figure:
    """One workload: what it is, both figures in words, and theirs divided by ours."""

    key: str
    nova: str
    ours: str
    ratio: float


def main() -> int:
    """Run the whole benchmark; 0 when every floor was reached (or in quick mode)."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="see that it runs, measure nothing")
    quick = parser.parse_args().quick
    folder = Path(tempfile.mkdtemp(prefix="stowage-bench-"))
    mariadb = MariaDB(*DURABLE)
    try:
        figures = run(mariadb, folder, QUICK if quick else FULL)
    finally:
        mariadb.stop()
        shutil.rmtree(folder, ignore_errors=True)
    report = text(figures)
    print(report)
    if quick:
        return 0
    RESULTS.write_text(report)
    missing = [figure.key for figure in figures if figure.ratio < floors()[figure.key]["ratio"]]
    if missing:
        print("not reached:", ", ".join(missing))
    return 1 if missing else 0


def run(mariadb: MariaDB, folder: Path, size: Size) -> list[Figure]:
    """Start both services, fill both alike, measure everything."""
    theirs, ours = mariadb.new_database("utf8mb3"), mariadb.new_database()
    nova_api.sync(folder / "nova", theirs)
    compute.database(folder / "ours", ours, "sync")
    with (
        nova_api.serve(folder / "nova", theirs, workers=2) as nova,
        compute.serve(folder / "ours", ours, workers=2) as stowage,
    ):
        sides = (Side(NOVA, nova), Side(OURS, stowage))
        for side in sides:
            fill(side, size.flavors)
        # Creates come last: they make the lists longer.
        return [*reads(sides, size), *creates(sides, size)]


def reads(sides: Sequence[Side], size: Size) -> list[Figure]:
    """Lists and shows, by one client (the middle of the times) and by four."""
    lists, shows = read("/flavors/detail"), read("/flavors/f-7")
    return [
        in_milliseconds("list", timed(sides, size.rounds, size.lists, lists)),
        in_milliseconds("show", timed(sides, size.rounds, size.shows, shows)),
        in_rates("list-4", at_once(sides, lists, size.seconds)),
        in_rates("show-4", at_once(sides, shows, size.seconds)),
    ]


def creates(sides: Sequence[Side], size: Size) -> list[Figure]:
    """Creates, by one client and by four."""
    times = timed(sides, size.rounds, size.creates, create)
    one = {name: 1 / seconds for name, seconds in times.items()}
    four = at_once(sides, create, size.seconds)
    return [in_rates("create", one), in_rates("create-4", four)]


NUMBERS = itertools.count()


def fill(side: Side, count: int) -> None:
    """Make the flavors of both sides, half of them with two extra specs."""
    wire = side.wire()
    for number in range(count):
        make(wire, f"f-{number}")
        if number % 2:
            specs = {"hw:cpu_policy": "dedicated", "hw:mem_page_size": "large"}
            ask(wire, "POST", f"/flavors/f-{number}/os-extra_specs", {"extra_specs": specs})
    wire.close()


def timed(sides: Sequence[Side], rounds: int, times: int, work: Work) -> dict[str, float]:
    """The middle of the seconds that the work takes on each side; the sides take turns."""
    wires = {side.name: side.wire() for side in sides}
    taken: dict[str, list[float]] = {name: [] for name in wires}
    for wire in wires.values():
        work(wire)
    for _ in range(rounds):
        for name, wire in wires.items():
            for _ in range(times):
                start = time.perf_counter()
                work(wire)
                taken[name].append(time.perf_counter() - start)
    for wire in wires.values():
        wire.close()
    return {name: statistics.median(each) for name, each in taken.items()}


def at_once(sides: Sequence[Side], work: Work, seconds: float) -> dict[str, float]:
    """How often in a second four clients do the work on each side; the sides take turns."""
    rates: dict[str, list[float]] = {side.name: [] for side in sides}
    for side in (*sides, *sides):
        rates[side.name].append(rate(side.wire, work, clients=4, seconds=seconds))
    return {name: statistics.mean(each) for name, each in rates.items()}


def read(path: str) -> Work:
    """A GET."""
    return lambda wire: ask(wire, "GET", path)


def create(wire: Wire) -> None:
    """A POST of a flavor with a name of its own."""
    make(wire, f"c-{os.getpid()}-{next(NUMBERS)}")


def make(wire: Wire, name: str) -> None:
    """Create a flavor."""
    sizes = {"ram": 2048, "vcpus": 2, "disk": 20}
    ask(wire, "POST", "/flavors", {"flavor": {"name": name, "id": name} | sizes})


def ask(wire: Wire, method: str, path: str, body: Any = None) -> None:
    """Send a request as an administrator, whichever side it is; raises unless it succeeds."""
    headers = {
        "X-Auth-Token": "admin:ad0",
        "X-User-Id": "admin",
        "X-Project-Id": "ad0",
        "X-Roles": "admin",
        "OpenStack-API-Version": f"compute {MICROVERSION}",
        "Content-Type": "application/json",
    }
    data = None if body is None else json.dumps(body).encode()
    answer = wire.ask(method, f"/v2.1{path}", data, headers)
    if answer.status >= 500:
        raise NotDone(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
    if answer.status != 200:
        raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")


def in_milliseconds(key: str, seconds: Mapping[str, float]) -> Figure:
    """Times: the smaller the better."""
    nova, ours = seconds[NOVA], seconds[OURS]
    return Figure(key, f"{nova * 1000:.1f} ms", f"{ours * 1000:.2f} ms", nova / ours)


def in_rates(key: str, rates: Mapping[str, float]) -> Figure:
    """Rates: the larger the better."""
    nova, ours = rates[NOVA], rates[OURS]
    return Figure(key, f"{nova:.1f} a second", f"{ours:,.0f} a second", ours / nova)


def text(figures: Sequence[Figure]) -> str:
    """The report as Markdown."""
    now = datetime.datetime.now(datetime.UTC)
    lines = [
        "# Flavors: Stowage and nova-api, side by side",
        "",
        f"Measured on {now:%Y-%m-%d %H:%M} UTC by `make bench`, both services in one run on one"
        f" machine with {os.cpu_count()} cores and one MariaDB: nova-api 34.0.0 under uwsgi with"
        f" two processes, Stowage {version('openstowage')} under Granian {version('granian')} with"
        f" two workers. Microversion {MICROVERSION}, half of the flavors with two extra specs.",
        "",
        "| workload | nova-api | Stowage | ratio | to reach | reached |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for figure in figures:
        floor = floors()[figure.key]
        reached = "yes" if figure.ratio >= floor["ratio"] else "**no**"
        lines.append(
            f"| {floor['workload']} | {figure.nova} | {figure.ours} | {figure.ratio:.1f}x |"
            f" {floor['ratio']}x | {reached} |"
        )
    return "\n".join(lines) + "\n"


def floors() -> dict[str, dict[str, Any]]:
    """What is to be reached, by workload."""
    return {entry["key"]: entry for entry in tomllib.loads(FLOORS.read_text())["floor"]}


if __name__ == "__main__":
    sys.exit(main())
