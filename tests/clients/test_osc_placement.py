"""The openstack command with the real Placement plug-in, against a running service."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from servers import osc_venv, ours
from servers.process import Server, environment


class Cli:
    """Runs the command, and remembers which of the plug-in's commands it ran."""

    def __init__(self, server: Server) -> None:
        self.known = osc_venv.commands()
        self.used: set[str] = set()
        self._command = [str(osc_venv.openstack()), "--os-auth-type", "admin_token"]
        self._command += ["--os-token", "admin", "--os-endpoint", f"http://127.0.0.1:{server.port}"]

    def run(self, words: str, version: str = "1.39") -> subprocess.CompletedProcess[str]:
        """Run ``openstack <words>`` at a microversion; a word in quotes may hold blanks."""
        self.used |= {name for name in self.known if f"{words} ".startswith(f"{name} ")}
        command = [*self._command, "--os-placement-api-version", version, *words.split()]
        return subprocess.run(command, capture_output=True, text=True, env=environment({}))

    def does(self, words: str, version: str = "1.39") -> None:
        """Run what prints nothing worth reading; it has to succeed."""
        done = self.run(words, version)
        assert done.returncode == 0, (words, done.stdout, done.stderr)

    def tells(self, words: str, version: str = "1.39") -> Any:
        """Run what prints a table; its content."""
        done = self.run(f"{words} -f json", version)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return json.loads(done.stdout)

    def refuses(self, words: str, because: str) -> None:
        """Run what has to fail, with the service's own words."""
        done = self.run(words)
        assert done.returncode != 0, (words, done.stdout)
        assert because in done.stderr, (words, done.stderr)


@pytest.fixture
def cli(tmp_path: Path) -> Iterator[Cli]:
    """The command, pointed at a service with an empty cloud."""
    with ours.serve(f"sqlite:///{tmp_path}/placement.db", tmp_path) as server:
        yield Cli(server)


def test_every_command_of_the_plug_in_works(cli: Cli) -> None:
    """A cloud is built, used and taken down again with the command alone; none is left out."""
    _names(cli)
    host, child = _providers(cli)
    _inventories(cli, host, child)
    _qualities(cli, host)
    _candidates(cli, host)
    _allocations(cli, host)
    _clean_up(cli, host, child)
    assert cli.used == cli.known


def _names(cli: Cli) -> None:
    cli.does("resource class create CUSTOM_TOY")
    cli.does("resource class set CUSTOM_TOY")
    cli.does("resource class set CUSTOM_BALL")
    assert cli.tells("resource class show CUSTOM_TOY") == {"name": "CUSTOM_TOY"}
    names = {each["name"] for each in cli.tells("resource class list")}
    assert {"VCPU", "CUSTOM_TOY", "CUSTOM_BALL"} <= names
    cli.does("resource class delete CUSTOM_BALL")
    cli.refuses("resource class show CUSTOM_BALL", "No such resource class CUSTOM_BALL")
    cli.does("trait create CUSTOM_NICE")
    cli.does("trait create CUSTOM_NASTY")
    assert cli.tells("trait show CUSTOM_NICE") == {"name": "CUSTOM_NICE"}
    assert cli.tells("trait list --name startswith:CUSTOM_N") == [
        {"name": "CUSTOM_NASTY"},
        {"name": "CUSTOM_NICE"},
    ]
    cli.does("trait delete CUSTOM_NASTY")
    cli.refuses("trait show CUSTOM_NASTY", "No such trait(s): CUSTOM_NASTY")


def _providers(cli: Cli) -> tuple[str, str]:
    host = cli.tells("resource provider create host")["uuid"]
    child = cli.tells(f"resource provider create child --parent-provider {host}")
    assert child["root_provider_uuid"] == child["parent_provider_uuid"] == host
    cli.refuses("resource provider create host", "already exists")
    shown = cli.tells(f"resource provider set {child['uuid']} --name kid")
    assert shown["name"] == "kid"
    shown = cli.tells(f"resource provider show {host} --allocations")
    assert (shown["name"], shown["generation"], shown["allocations"]) == ("host", 0, {})
    listed = cli.tells(f"resource provider list --in-tree {host}")
    assert {each["name"] for each in listed} == {"host", "kid"}
    assert len(cli.tells("resource provider list --name kid", "1.0")) == 1
    return host, child["uuid"]


def _inventories(cli: Cli, host: str, child: str) -> None:
    words = "--resource VCPU=8 --resource VCPU:allocation_ratio=2.0 --resource MEMORY_MB=1024"
    words += " --resource CUSTOM_TOY=1"
    stock = cli.tells(f"resource provider inventory set {host} {words}")
    assert {each["resource_class"] for each in stock} == {"VCPU", "MEMORY_MB", "CUSTOM_TOY"}
    cli.tells(f"resource provider inventory class set {host} CUSTOM_TOY --total 5")
    shown = cli.tells(f"resource provider inventory show {host} VCPU")
    assert (shown["total"], shown["allocation_ratio"]) == (8, 2.0)
    assert len(cli.tells(f"resource provider inventory list {host}")) == 3
    cli.tells(f"resource provider inventory set {child} --resource DISK_GB=10")
    cli.does(f"resource provider inventory delete {child} --resource-class DISK_GB")
    cli.does(f"resource provider inventory delete {child}")
    assert cli.tells(f"resource provider inventory list {child}") == []


def _qualities(cli: Cli, host: str) -> None:
    aggregate = str(uuid4())
    listed = cli.tells(
        f"resource provider trait set {host} --trait CUSTOM_NICE --trait COMPUTE_NODE"
    )
    assert {each["name"] for each in listed} == {"CUSTOM_NICE", "COMPUTE_NODE"}
    assert cli.tells(f"resource provider trait list {host}") == listed
    generation = cli.tells(f"resource provider show {host}")["generation"]
    words = f"--aggregate {aggregate} --generation {generation}"
    assert cli.tells(f"resource provider aggregate set {host} {words}") == [{"uuid": aggregate}]
    assert cli.tells(f"resource provider aggregate list {host}") == [{"uuid": aggregate}]
    words = f"--member-of {aggregate} --required CUSTOM_NICE --resource VCPU=16"
    assert [each["uuid"] for each in cli.tells(f"resource provider list {words}")] == [host]
    words = "--resource CUSTOM_TOY=6 --aggregate --amend"
    cli.does(f"resource provider inventory set {aggregate} {words}")


def _candidates(cli: Cli, host: str) -> None:
    words = "--resource VCPU=2 --resource CUSTOM_TOY=1 --required CUSTOM_NICE --limit 5"
    (found,) = cli.tells(f"allocation candidate list {words}")
    assert found["resource provider"] == host
    words = "--group 1 --resource VCPU=1 --group 2 --resource MEMORY_MB=64 --group-policy none"
    assert len(cli.tells(f"allocation candidate list {words}")) == 1
    assert cli.tells("allocation candidate list --resource VCPU=17") == []


def _allocations(cli: Cli, host: str) -> None:
    server = str(uuid4())
    owner = "--project-id p --user-id u --consumer-type INSTANCE"
    words = f"--allocation rp={host},VCPU=2,MEMORY_MB=64 {owner}"
    (held,) = cli.tells(f"resource provider allocation set {server} {words}")
    assert held["resources"] == {"VCPU": 2, "MEMORY_MB": 64}
    (held,) = cli.tells(f"resource provider allocation show {server}")
    assert (held["resource_provider"], held["consumer_type"]) == (host, "INSTANCE")
    usage = _usage(cli, f"resource provider usage show {host}")
    assert usage == {"VCPU": 2, "MEMORY_MB": 64, "CUSTOM_TOY": 0}
    assert _usage(cli, "resource usage show p", "1.37") == {"VCPU": 2, "MEMORY_MB": 64}
    assert cli.tells("resource usage show p --user-id u") != []
    words = f"--provider {host} --resource-class MEMORY_MB"
    (held,) = cli.tells(f"resource provider allocation unset {server} {words}")
    assert held["resources"] == {"VCPU": 2}
    too_much = f"--allocation rp={host},VCPU=17 {owner}"
    cli.refuses(f"resource provider allocation set {server} {too_much}", "Unable to allocate")
    cli.refuses(f"resource provider delete {host}", "It has child resource providers")
    cli.does(f"resource provider allocation delete {server}")
    assert cli.tells(f"resource provider allocation show {server}") == []


def _usage(cli: Cli, words: str, version: str = "1.39") -> dict[str, int]:
    return {each["resource_class"]: each["usage"] for each in cli.tells(words, version)}


def _clean_up(cli: Cli, host: str, child: str) -> None:
    cli.does(f"resource provider trait delete {host}")
    assert cli.tells(f"resource provider trait list {host}") == []
    cli.does(f"resource provider delete {child}")
    cli.does(f"resource provider delete {host}")
    assert cli.tells("resource provider list") == []
