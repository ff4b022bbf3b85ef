"""Server processes of the tests: ready before use, ended by their process id."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from servers.wire import Wire


@dataclass(frozen=True, slots=True)
class Server:
    """A running service: where it listens, its first process, the file that holds its output."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path

    def wire(self, *, keep_alive: bool = True, timeout: float = 120.0) -> Wire:
        """A new connection to it."""
        return Wire(self.port, keep_alive=keep_alive, timeout=timeout)

    def workers(self) -> list[int]:
        """Process ids of its worker processes (children that are not Python's own trackers)."""
        task = Path(f"/proc/{self.process.pid}/task")
        children = [
            int(pid) for each in task.iterdir() for pid in (each / "children").read_text().split()
        ]
        return sorted(pid for pid in children if not _is_tracker(pid))

    def output(self) -> str:
        """What it has printed so far."""
        return self.log.read_text(errors="replace")

    def stop(self) -> None:
        """Ask it to end, insist after ten seconds."""
        if self.process.poll() is not None:
            return
        left_over = self.workers()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            _kill(left_over)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.stop()


def launch(
    command: Sequence[str], port: int, env: Mapping[str, str], log: Path, patience: float = 90.0
) -> Server:
    """Start ``command`` and wait until it answers ``GET /`` on ``port``.

    :raises RuntimeError: it ended, or was not ready in ``patience`` seconds; with its output.
    """
    with log.open("ab") as output:
        process = subprocess.Popen(
            command, env=dict(env), stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    server = Server(port, process, log)
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline and process.poll() is None:
        if _answers(port):
            return server
        time.sleep(0.05)
    server.stop()
    raise RuntimeError(f"{command[0]} did not start:\n{server.output()[-4000:]}")


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    """This process's environment without its ``OS_*`` settings, plus ``extra``."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("OS_")}
    return plain | dict(extra)


def _answers(port: int) -> bool:
    wire = Wire(port, keep_alive=False, timeout=10.0)
    try:
        return wire.ask("GET", "/").status < 400
    except OSError:
        return False
    finally:
        wire.close()


def _is_tracker(pid: int) -> bool:
    try:
        return b"resource_tracker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _kill(pids: Sequence[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
