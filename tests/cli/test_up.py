"""``stowage up``, started for real: what a newcomer does first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from servers.port import free_port
from servers.process import environment
from servers.wire import Caller, Wire
from stowage.cli import example_cloud

STOWAGE = str(Path(sys.executable).with_name("stowage"))
FITTING = "/allocation_candidates?resources=VCPU:4,MEMORY_MB:8192,DISK_GB:20"


class Up:
    """One ``stowage up`` and what it printed."""

    def __init__(self, folder: Path, port: int, *options: str) -> None:
        self.port = port
        self._log = folder / f"up-{time.monotonic_ns()}.log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [STOWAGE, "up", "--dir", str(folder / "var"), "--port", str(port), *options],
                env=environment({"HOME": str(folder)}),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def output(self) -> str:
        return self._log.read_text()

    def wait_for(self, words: str) -> str:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and words not in self.output():
            assert self.process.poll() is None, self.output()
            time.sleep(0.05)
        assert words in self.output()
        return self.output()

    def stop(self, signum: signal.Signals = signal.SIGINT) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signum)
        return self.process.wait(60)

    def caller(self) -> Caller:
        return Caller(Wire(self.port))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where everything is kept."""
    return tmp_path_factory.mktemp("up")


@pytest.fixture(scope="module")
def up(folder: Path) -> Iterator[Up]:
    """Placement running with its example cloud."""
    running = Up(folder, free_port())
    running.wait_for("Ctrl-C stops it.")
    yield running
    running.stop()


def test_it_says_where_it_is_and_what_to_try(up: Up) -> None:
    """A curl, an openstack command with its environment, and how to stop."""
    shown = up.output()
    assert f"Placement is running at http://127.0.0.1:{up.port}" in shown
    assert "11 providers, 3 servers (14 made now)" in shown
    assert "curl -s -H 'X-Auth-Token: admin'" in shown
    assert f"OS_AUTH_TYPE=admin_token OS_ENDPOINT=http://127.0.0.1:{up.port}" in shown
    assert "openstack --os-placement-api-version 1.39" in shown


def test_its_example_cloud_has_room(up: Up) -> None:
    """On the big hosts with shared storage and on the plain ones."""
    answer = up.caller().must("GET", FITTING).json()
    used = {uuid for request in answer["allocation_requests"] for uuid in request["allocations"]}
    assert {example_cloud.uuid_of(name) for name in ("ceph-ssd", "kvm-1_NUMA0", "kvm-3")} <= used


def test_its_servers_hold_what_the_example_says(up: Up) -> None:
    """All three, owned by the demo project."""
    for server in example_cloud.SERVERS:
        path = f"/allocations/{example_cloud.uuid_of(server.name)}"
        held = up.caller().must("GET", path).json()
        assert held["consumer_type"] == "INSTANCE"
        assert {uuid: dict(part["resources"]) for uuid, part in held["allocations"].items()} == {
            example_cloud.uuid_of(name): dict(part) for name, part in server.holds.items()
        }


def test_its_flavors_are_there_for_the_openstack_client(up: Up, folder: Path) -> None:
    """With a clouds.yaml that names both services."""
    shown = up.output()
    assert f"Compute is running at http://127.0.0.1:{up.port - 4}" in shown
    clouds = (folder / "var" / "clouds.yaml").read_text()
    assert f"compute_endpoint_override: http://127.0.0.1:{up.port - 4}/v2.1" in clouds
    assert f"placement_endpoint_override: http://127.0.0.1:{up.port}" in clouds
    answer = Wire(up.port - 4).ask("GET", "/v2.1/flavors", None, {"X-Auth-Token": "admin"})
    names = {flavor["name"] for flavor in answer.json()["flavors"]}
    assert {"m1.small", "c1.pinned"} <= names


def test_a_query_can_be_explained(up: Up) -> None:
    """By the command that it suggests."""
    url = f"http://127.0.0.1:{up.port}"
    done = subprocess.run(
        [STOWAGE, "placement", "explain", "--url", url, "resources=VGPU:3"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("No candidates. First nothing was left after: 3 VGPU at once")
    assert "2 providers have 3 VGPU free, but their max_unit is 2 (kvm-2_GPU0 " in done.stdout


def test_a_query_that_is_wrong_is_told_so(up: Up) -> None:
    """Exit code 1 and the sentence of the server."""
    url = f"http://127.0.0.1:{up.port}"
    done = subprocess.run(
        [STOWAGE, "placement", "explain", "--url", url, "resources=COWS:1"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "COWS" in done.stderr


def test_a_second_one_on_the_same_port_is_told_so(up: Up, folder: Path) -> None:
    """Exit code 1, one sentence; the first one goes on."""
    second = Up(folder, up.port)
    assert second.process.wait(60) == 1
    assert second.output() == (
        f"stowage: cannot listen on 127.0.0.1 port {up.port}: Address already in use\n"
    )
    assert up.caller().must("GET", "/").status == 200


def test_a_second_start_finds_what_the_first_left(tmp_path: Path) -> None:
    """Nothing is made twice, nothing changed is put back; what is missing is made again."""
    first = Up(tmp_path, free_port())
    first.wait_for("Ctrl-C stops it.")
    caller = first.caller()
    server = f"/allocations/{example_cloud.uuid_of('web-1')}"
    caller.must("DELETE", server)
    inventory = f"/resource_providers/{example_cloud.uuid_of('edge-1')}/inventories/VCPU"
    held = caller.must("GET", inventory).json()
    caller.must("PUT", inventory, {**held, "total": 3})
    assert first.stop() == 0
    second = Up(tmp_path, free_port(), "--workers", "2")
    assert "11 providers, 3 servers (1 made now)" in second.wait_for("Ctrl-C stops it.")
    assert second.caller().must("GET", server).json()["allocations"]
    assert second.caller().must("GET", inventory).json()["total"] == 3
    assert second.stop(signal.SIGTERM) in (0, 130)


def test_it_can_start_empty_and_be_left_running(tmp_path: Path) -> None:
    """``--empty --detach``: the command comes back, the service stays until it is stopped."""
    port = free_port()
    left = Up(tmp_path, port, "--empty", "--detach")
    assert left.process.wait(60) == 0
    assert "0 providers, 0 servers" in left.output()
    pid = int((tmp_path / "var" / "placement.pid").read_text())
    assert f"Stop it with: kill {pid}" in left.output()
    assert Caller(Wire(port)).must("GET", "/resource_providers").json() == {
        "resource_providers": []
    }
    os.kill(int((tmp_path / "var" / "compute.pid").read_text()), signal.SIGTERM)
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and Path(f"/proc/{pid}").exists():
        if _is_zombie(pid):
            break
        time.sleep(0.05)
    with pytest.raises(OSError, match="refused"):
        Wire(port).ask("GET", "/")


def _is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_directory_that_cannot_be_written_is_told_so(tmp_path: Path) -> None:
    """A file stands in its way."""
    (tmp_path / "var").write_text("")
    up = Up(tmp_path, free_port())
    assert up.process.wait(60) == 1
    assert up.output().startswith("stowage: cannot write to ")
