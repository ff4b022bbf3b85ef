"""Measure Placement: ``python -m bench.placement [--quick]``.

Shows first that ours never grants more than there is, then measures both services in one run,
prints the table of ratios and writes ``bench/RESULTS.md``.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench import clients, clouds, growth, latency, overcommit
from bench.clients import Count
from bench.latency import Timing
from bench.report import Figure, Report, first_missing, milliseconds
from bench.sides import OURS, UPSTREAM, Side, Stage
from servers.mariadb import MariaDB

# As MariaDB is installed: every commit is on the disk before it is acknowledged.
DURABLE = ("--innodb-flush-log-at-trx-commit=1",)
TURNS = 2
FLAT = f"/allocation_candidates?{clouds.FLAT_ASK}"
TREES = f"/allocation_candidates?{clouds.TREE_ASK}"


@dataclass(frozen=True, slots=True)
class Size:
    """How large the clouds are and how long is measured."""

    few_hosts: int
    many_hosts: int
    trees: int
    consumers: int
    rounds: int
    overcommit_rounds: int
    claim_seconds: float
    long_claim_seconds: float
    timeout: float
    growth: tuple[int, ...]


FULL = Size(1000, 10_000, 1000, 20_000, 7, 8, 12, 40, 60, (1000, 10_000, 100_000))
QUICK = Size(60, 200, 20, 100, 2, 2, 2, 2, 3, (100, 1000))


def main() -> int:
    """Run the whole benchmark; 0 when every floor was reached (or in quick mode)."""
    options = _options()
    size = QUICK if options.quick else FULL
    folder = Path(tempfile.mkdtemp(prefix="stowage-bench-"))
    mariadb = MariaDB(*DURABLE)
    stage = Stage(mariadb, folder)
    try:
        report = run(stage, size, " --quick" if options.quick else "")
    finally:
        stage.stop()
        mariadb.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(report.text())
    if options.results:
        options.results.write_text(report.text())
    missing = [] if options.quick else first_missing(report.figures)
    if missing:
        print("not reached:", ", ".join(missing))
    return 1 if missing else 0


def run(stage: Stage, size: Size, mode: str = "") -> Report:
    """Every measurement, in order."""
    report = Report(mode)
    if mode:
        report.notes.append("Small clouds, few rounds: this shows that it runs, not how fast.")
    for step in (_overcommit, _few_hosts, _many_hosts, _trees, _wide, _extremes, _growth):
        start = time.monotonic()
        step(stage, size, report)
        print(f"{step.__name__.strip('_')}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    report.figures.sort(key=_place_in_table)
    return report


def _overcommit(stage: Stage, size: Size, report: Report) -> None:
    for side in (stage.start_upstream(threads=10), stage.start_ours()):
        with side.server:
            overcommit.demonstrate(side, 1)
            report.outcomes[side.name] = overcommit.demonstrate(side, size.overcommit_rounds)
    report.notes.append(
        "The parallel claims come from twenty connections at once; upstream has ten threads in"
        " each of its two workers here, so that it takes twenty requests at a time, and one thread"
        " a worker (its usual setting) in all that follows. One round before those shown warms up."
    )


def _few_hosts(stage: Stage, size: Size, report: Report) -> None:
    """Loading, side by side in blocks of hosts; then claims on what was loaded."""
    sides = (stage.start_upstream(), stage.start_ours())
    hosts = [clouds.flat_host(number) for number in range(size.few_hosts)]
    block = max(1, size.few_hosts // 4)
    counts: dict[str, list[Count]] = {side.name: [] for side in sides}
    for start in range(0, len(hosts), block):
        for side in sides:
            counts[side.name].append(clients.load(side, hosts[start : start + block]))
    rates = {name: _rate(of_side) for name, of_side in counts.items()}
    _add_rates(report, "loading", rates, "requests")
    query = f"{FLAT}&limit=10"
    claims = _claims(sides, query, 8, size.claim_seconds)
    _add_rates(report, "claims-1000", claims, "claims")
    _stop(sides)
    report.notes.append(
        "The cloud of the workload 'loading' is loaded into each by its own REST API, in turn,"
        " a quarter at a time. The other clouds are loaded into ours by REST and then copied to"
        " upstream's database, row for row: the tables are the same."
    )


def _many_hosts(stage: Stage, size: Size, report: Report) -> None:
    ours = stage.start_ours()
    clients.load(ours, [clouds.flat_host(number) for number in range(size.many_hosts)])
    sides = (stage.start_upstream(like=ours), ours)
    for limit in (10, 1000):
        path = f"{FLAT}&limit={limit}"
        timings = latency.alternate(sides, path, size.rounds, 30)
        _add_times(report, f"flat-limit-{limit}", timings)
    rates = _claims(sides, f"{FLAT}&limit=10", 4, size.long_claim_seconds)
    _add_rates(report, "claims-10000", rates, "claims")
    servers = [[call] for call in clouds.consumers(size.consumers, size.many_hosts)]
    clients.load(ours, servers)
    stage.copy(ours.url, sides[0].url)
    paths = [f"/allocations/{clouds.consumer_id(number)}" for number in range(size.consumers)]
    rates = _in_turn(sides, lambda side: clients.read(side, paths, 4, size.claim_seconds / 3))
    _add_rates(report, "consumer", rates, "reads")
    _stop(sides)


def _trees(stage: Stage, size: Size, report: Report) -> None:
    ours = stage.start_ours()
    caller = ours.caller()
    for physnet in clouds.PHYSNETS:
        caller.must("PUT", f"/traits/{physnet}")
    caller.wire.close()
    clients.load(ours, [clouds.numa_tree(number) for number in range(size.trees)])
    sides = (stage.start_upstream(like=ours), ours)
    _add_times(report, "trees", latency.alternate(sides, TREES, size.rounds, 10))
    _stop(sides)


def _wide(stage: Stage, size: Size, report: Report) -> None:
    ours = stage.start_ours()
    clients.load(ours, [clouds.wide_host(16)])
    sides = (stage.start_upstream(like=ours), ours)
    rounds = min(3, size.rounds)
    timings = latency.alternate(sides, clouds.wide_ask(16, 4), rounds, 20)
    _add_times(report, "wide-4", timings)
    timings = latency.alternate(sides, clouds.wide_ask(16, 5), rounds, 20, size.timeout)
    _add_times(report, "wide-5", timings)
    _stop(sides)


def _extremes(stage: Stage, size: Size, report: Report) -> None:
    """What ends in no answer at all upstream: measured for ours alone."""
    ours = stage.start_ours()
    clients.load(ours, [clouds.wide_host(64), clouds.wide_host(7)])
    for what, devices in (
        ("one host, 64 equal devices, 8 groups, `isolate`, `limit=100`", 64),
        ("one host, 7 equal devices, 8 groups, `isolate`: cannot fit", 7),
    ):
        timing = latency.alternate([ours], clouds.wide_ask(devices, 8), 1, 20)[OURS]
        answer = f"{milliseconds(timing.median)}, {timing.found} candidates"
        report.extremes.append((what, answer))
    ours.server.stop()


def _growth(stage: Stage, size: Size, report: Report) -> None:
    for hosts in size.growth:
        report.points.append(growth.measure(stage, hosts, 200))
    report.notes.append(
        "The clouds of the growth table are written as rows of SQL before our service starts."
    )


def _claims(sides: tuple[Side, ...], query: str, crew: int, seconds: float) -> dict[str, float]:
    def work(side: Side) -> Count:
        spell = seconds if side.name == UPSTREAM else min(seconds, 12)
        return clients.select_and_claim(side, query, crew, spell / TURNS)

    return _in_turn(sides, work)


def _in_turn(sides: tuple[Side, ...], work: Callable[[Side], Count]) -> dict[str, float]:
    """What each side does in a second, a spell for each and then another."""
    counts: dict[str, list[Count]] = {side.name: [] for side in sides}
    for _ in range(TURNS):
        for side in sides:
            counts[side.name].append(work(side))
    return {name: _rate(of_side) for name, of_side in counts.items()}


def _add_times(report: Report, key: str, timings: dict[str, Timing]) -> None:
    theirs, mine = timings[UPSTREAM], timings[OURS]
    if not theirs.gave_up and theirs.found != mine.found:
        raise RuntimeError(f"{key}: {theirs.found} candidates there, {mine.found} here")
    said = f"no answer in {theirs.median:.0f} s" if theirs.gave_up else _spread(theirs)
    ratio = theirs.median / mine.median
    note = f"{mine.found:,} candidates, {mine.size / 1e6:.2f} MB"
    report.figures.append(Figure(key, said, _spread(mine), ratio, note, theirs.gave_up))


def _add_rates(report: Report, key: str, rates: dict[str, float], what: str) -> None:
    theirs, mine = rates[UPSTREAM], rates[OURS]
    words = [f"{rate:,.1f} {what}/s" for rate in (theirs, mine)]
    report.figures.append(Figure(key, words[0], words[1], mine / theirs))


def _rate(counts: list[Count]) -> float:
    return sum(count.done for count in counts) / sum(count.seconds for count in counts)


def _spread(timing: Timing) -> str:
    return milliseconds(timing.median)


def _place_in_table(figure: Figure) -> int:
    order = "flat-limit-10 flat-limit-1000 trees wide-4 wide-5 claims-10000 claims-1000"
    return [*order.split(), "loading", "consumer"].index(figure.key)


def _stop(sides: tuple[Side, ...]) -> None:
    for side in sides:
        side.server.stop()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.placement", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small clouds, under two minutes")
    parser.add_argument("--results", type=Path, help="the file that takes the report")
    options = parser.parse_args()
    if not options.quick and options.results is None:
        options.results = Path(__file__).with_name("RESULTS.md")
    return options


if __name__ == "__main__":
    sys.exit(main())
