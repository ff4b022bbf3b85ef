"""The benchmark runs from its first service to the last line of its report."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_quick_run_measures_every_workload(tmp_path: Path) -> None:
    """On small clouds: never over-committed, each floor has its line, as has each size of cloud."""
    results = tmp_path / "results.md"
    command = [sys.executable, "-m", "bench.placement", "--quick", "--results", str(results)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    report = results.read_text()
    assert "| ours | 5, 5 | 5, 5 | 0 |" in report
    floors = tomllib.loads((ROOT / "bench" / "floors.toml").read_text())["floor"]
    assert [floor["key"] for floor in floors if floor["workload"] not in report] == []
    for hosts in ("100", "1,000"):
        assert f"\n| {hosts} | " in report
