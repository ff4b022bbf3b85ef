"""The table of the benchmark, on the screen and in RESULTS.md."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from bench.growth import Point
from bench.overcommit import CAPACITY, CLAIMS, Outcome

FLOORS = Path(__file__).with_name("floors.toml")


@dataclass(frozen=True, slots=True)
class Figure:
    """One workload measured: how both did, in words, and their figure divided by ours."""

    key: str
    upstream: str
    ours: str
    ratio: float
    note: str = ""
    at_least: bool = False


@dataclass(slots=True)
class Report:
    """What has been measured so far."""

    mode: str
    outcomes: dict[str, list[Outcome]] = field(default_factory=dict)
    figures: list[Figure] = field(default_factory=list)
    extremes: list[tuple[str, str]] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The whole report as Markdown."""
        parts = [self._head(), self._overcommit(), self._ratios(), self._extremes(), self._growth()]
        if self.notes:
            parts.append("## How it was measured\n\n" + "\n".join(f"- {n}" for n in self.notes))
        return "\n\n".join(part for part in parts if part) + "\n"

    def _head(self) -> str:
        now = datetime.datetime.now(datetime.UTC)
        return (
            "# Placement: Stowage and upstream, side by side\n\n"
            f"Measured on {now:%Y-%m-%d %H:%M} UTC by `make bench`{self.mode}, both services in"
            f" one run on one machine: {os.cpu_count()} cores ({_processor()}), Python"
            f" {platform.python_version()}, {_mariadb()}, openstack-placement 16.0.0 under uwsgi,"
            f" Stowage {version('openstowage')} under Granian {version('granian')},"
            " two workers each."
        )

    def _overcommit(self) -> str:
        lines = [
            f"## {CLAIMS} parallel claims on a capacity of {CAPACITY}",
            "",
            "MariaDB with its default isolation.",
            "",
            "| service | granted in each round | used in the books | other than 204 or 409 |",
            "| --- | --- | --- | --- |",
        ]
        for name, rounds in self.outcomes.items():
            granted = ", ".join(str(each.granted) for each in rounds)
            used = ", ".join(str(each.used) for each in rounds)
            other = sum(each.other for each in rounds)
            lines.append(f"| {name} | {granted} | {used} | {other} |")
        return "\n".join(lines)

    def _ratios(self) -> str:
        if not self.figures:
            return ""
        lines = [
            "## Speed",
            "",
            "| workload | upstream | ours | ratio | to reach | reached |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        floors = {entry["key"]: entry for entry in tomllib.loads(FLOORS.read_text())["floor"]}
        for figure in self.figures:
            floor = floors[figure.key]
            reached = "yes" if figure.ratio >= floor["ratio"] else "**no**"
            more = "more than " if figure.at_least else ""
            note = f" ({figure.note})" if figure.note else ""
            lines.append(
                f"| {floor['workload']}{note} | {figure.upstream} | {figure.ours} |"
                f" {more}{_round(figure.ratio)}x | {floor['ratio']}x | {reached} |"
            )
        return "\n".join(lines)

    def _extremes(self) -> str:
        if not self.extremes:
            return ""
        rows = "\n".join(f"| {what} | {took} |" for what, took in self.extremes)
        return f"## What upstream cannot answer\n\n| request | ours |\n| --- | --- |\n{rows}"

    def _growth(self) -> str:
        if not self.points:
            return ""
        lines = [
            "## How ours grows (`limit=10`)",
            "",
            "The floor is a Granian server that answers the same bytes ready-made. Memory is that"
            " of one worker: resident, and proportional (shared pages divided).",
            "",
            "| hosts | first request | median | floor | times the floor | RSS | PSS |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        lines += [
            f"| {point.hosts:,} | {milliseconds(point.first)} | {milliseconds(point.median)} |"
            f" {milliseconds(point.floor)} | {point.median / point.floor:.1f} |"
            f" {point.resident:.0f} MB | {point.proportional:.0f} MB |"
            for point in self.points
        ]
        return "\n".join(lines)


def milliseconds(seconds: float) -> str:
    """A time in words, with a sensible number of digits."""
    value = seconds * 1000
    return f"{value:,.0f} ms" if value >= 100 else f"{value:.2f} ms"


def first_missing(figures: Sequence[Figure]) -> list[str]:
    """Keys of the floors that these figures do not reach."""
    floors = {e["key"]: e["ratio"] for e in tomllib.loads(FLOORS.read_text())["floor"]}
    return [figure.key for figure in figures if figure.ratio < floors[figure.key]]


def _round(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 20 else f"{ratio:.1f}"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _mariadb() -> str:
    said = subprocess.run(
        ["mariadbd", "--version"], capture_output=True, text=True, check=False
    ).stdout
    return next((f"MariaDB {word.split('-')[0]}" for word in said.split() if "MariaDB" in word), "")
