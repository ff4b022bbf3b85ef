"""How ours grows with the cloud: time, memory of a worker, and distance from the floor."""

from __future__ import annotations

import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

from bench import ROOT
from bench.clouds import FLAT_ASK, FLAT_STOCK, FLAT_TRAITS, ZONES
from bench.latency import repeat
from bench.sides import Side, Stage
from servers.port import free_port
from servers.process import Server, environment, launch

PATH = f"/allocation_candidates?{FLAT_ASK}&limit=10"


@dataclass(frozen=True, slots=True)
class Point:
    """One size of cloud: seconds for the first request, the median after it, memory in MB."""

    hosts: int
    first: float
    median: float
    floor: float
    resident: float
    proportional: float


def measure(stage: Stage, hosts: int, times: int) -> Point:
    """Fill a new database with rows, start our service on it, ask it again and again."""
    side = stage.start_ours()
    side.server.stop()
    _fill(stage, side, hosts)
    side = stage.start_ours(side.url)
    with side.server:
        caller = side.caller()
        first = repeat(caller, PATH, 1)[0]
        taken = repeat(caller, PATH, times)
        body = caller.must("GET", PATH).body
        everyone = [side.caller() for _ in range(16)]
        for each in everyone:
            repeat(each, PATH, 4)
        memory = [_memory(pid) for pid in side.server.workers()]
    resident, proportional = max(memory)
    floor = floor_of(stage.folder, body, times)
    return Point(hosts, first, statistics.median(taken), floor, resident, proportional)


def floor_of(folder: Path, body: bytes, times: int) -> float:
    """The median seconds of a Granian server that answers ``body`` ready-made."""
    (folder / "ready-made").write_bytes(body)
    with _ready_made(folder) as server:
        return statistics.median(repeat(Side("ours", server, "").caller(), "/", times))


def _ready_made(folder: Path) -> Server:
    port = free_port()
    command = [str(Path(sys.executable).with_name("granian")), "--interface", "wsgi"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--workers", "2"]
    command += ["--no-access-log", "--working-dir", str(ROOT), "bench.ready_made:application"]
    env = environment({"STOWAGE_BENCH_BYTES": str(folder / "ready-made")})
    return launch(command, port, env, folder / "ready-made.log")


def _fill(stage: Stage, side: Side, hosts: int) -> None:
    database = side.url.rsplit("/", 1)[1].split("?")[0]
    statements = [
        "INSERT INTO resource_providers (id, uuid, name, generation, root_provider_id,"
        " created_at, updated_at) SELECT seq, uuid(), CONCAT('host-', LPAD(seq, 6, '0')), 3, seq,"
        f" NOW(), NOW() FROM seq_1_to_{hosts}"
    ]
    for name, stock in FLAT_STOCK.items():
        statements.append(
            "INSERT INTO inventories (resource_provider_id, resource_class_id, total, reserved,"
            " min_unit, max_unit, step_size, allocation_ratio, created_at, updated_at)"
            f" SELECT seq, resource_classes.id, {stock['total']}, {stock.get('reserved', 0)}, 1,"
            f" {stock['max_unit']}, 1, {stock.get('allocation_ratio', 1.0)}, NOW(), NOW()"
            f" FROM seq_1_to_{hosts} JOIN resource_classes ON resource_classes.name = '{name}'"
        )
    names = ", ".join(f"'{name}'" for name in FLAT_TRAITS)
    statements.append(
        "INSERT INTO resource_provider_traits (resource_provider_id, trait_id, created_at)"
        f" SELECT seq, traits.id, NOW() FROM seq_1_to_{hosts} JOIN traits"
        f" ON traits.name IN ({names})"
    )
    zones = ", ".join(f"('{zone}', NOW())" for zone in ZONES)
    statements.append(f"INSERT INTO placement_aggregates (uuid, created_at) VALUES {zones}")
    statements.append(
        "INSERT INTO resource_provider_aggregates (resource_provider_id, aggregate_id, created_at)"
        f" SELECT seq, placement_aggregates.id, NOW() FROM seq_1_to_{hosts}"
        f" JOIN placement_aggregates ON placement_aggregates.id % {len(ZONES)} ="
        f" seq % {len(ZONES)}"
    )
    stage.run(database, statements)


def _memory(pid: int) -> tuple[float, float]:
    """Resident and proportional set size of a process, in MB."""
    sizes = {}
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]:
        name, size = line.split()[:2]
        sizes[name.rstrip(":")] = int(size) / 1024
    return sizes["Rss"], sizes["Pss"]
