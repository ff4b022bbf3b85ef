"""The command line: what it teaches and how it fails."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from servers.port import free_port
from servers.process import environment
from stowage.cli.main import main


def run(
    words: list[str], folder: Path, settings: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``stowage`` as a user does, away from the configuration of this machine."""
    return subprocess.run(
        [str(Path(sys.executable).with_name("stowage")), *words],
        env=environment({"HOME": str(folder), **(settings or {})}),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize(
    ("words", "taught"),
    [
        ([], ["stowage up", "exit codes", "placement"]),
        (["up"], ["Ctrl-C", "--dir", "--empty", "--detach", "--port"]),
        (["placement"], ["serve", "db", "explain"]),
        (
            ["placement", "serve"],
            ["placement.conf", "OS_PLACEMENT_DATABASE__CONNECTION", "--workers", "--no-keep-alive"],
        ),
        (["placement", "db"], ["sync", "version", "adopt"]),
        (["placement", "db", "sync"], ["--config-file"]),
        (["placement", "db", "adopt"], ["--watch", "--unwatch"]),
        (["placement", "explain"], ["example:", "resources=VCPU:4", "--url"]),
    ],
)
def test_help_teaches(
    words: list[str], taught: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command says what it does, with its options and an example where it needs one."""
    with pytest.raises(SystemExit) as end:
        main([*words, "--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    for word in taught:
        assert word in shown


def test_help_is_quick(tmp_path: Path) -> None:
    """Nothing of the services is imported for it."""
    started = time.monotonic()
    assert run(["--help"], tmp_path).returncode == 0
    loaded = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import stowage.cli.main"],
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    assert "sqlalchemy" not in loaded
    assert "falcon" not in loaded
    assert time.monotonic() - started < 10


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["nonsense"],
        ["placement"],
        ["placement", "serve", "--port", "0"],
        ["placement", "serve", "--port", "http"],
        ["placement", "serve", "--workers", "0"],
        ["placement", "db", "adopt", "--watch", "--unwatch"],
        ["placement", "explain"],
    ],
)
def test_a_wrong_command_line_is_exit_code_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With the usage of the command."""
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert "usage: stowage" in capsys.readouterr().err


def test_the_version_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """By name and number."""
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("stowage ")


DEAD = "mysql+pymysql://root@127.0.0.1:9/x"


@pytest.mark.parametrize(
    ("words", "settings", "sentence"),
    [
        (["placement", "db", "sync"], {}, "value required for option connection"),
        (
            ["placement", "db", "sync", "--config-file", "missing.conf"],
            {},
            "the configuration is wrong: Failed to find some config files: ",
        ),
        (
            ["placement", "db", "sync"],
            {"OS_PLACEMENT_DATABASE__CONNECTION": "nonsense"},
            "the configuration is wrong: Could not parse",
        ),
        (
            ["placement", "db", "version"],
            {"OS_PLACEMENT_DATABASE__CONNECTION": DEAD},
            "the database cannot be used: ",
        ),
        (
            ["placement", "serve"],
            {
                "OS_PLACEMENT_DATABASE__CONNECTION": DEAD,
                "OS_PLACEMENT_DATABASE__MAX_RETRIES": "1",
            },
            "the database cannot be used: Can't connect",
        ),
        (
            ["placement", "serve"],
            {
                "OS_PLACEMENT_DATABASE__CONNECTION": "sqlite:///x.sqlite",
                "OS_API__AUTH_STRATEGY": "basic",
            },
            "Valid values are [keystone, noauth2], but found 'basic'",
        ),
        (
            ["placement", "db", "adopt"],
            {"OS_PLACEMENT_DATABASE__CONNECTION": "sqlite:///empty.sqlite"},
            "There is nothing to adopt",
        ),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    words: list[str], settings: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    """Exit code 1, and no traceback."""
    done = run(words, tmp_path, settings)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("stowage: ")


def test_a_database_is_made_and_its_version_shown(tmp_path: Path) -> None:
    """``db sync`` twice, ``db version``."""
    settings = {"OS_PLACEMENT_DATABASE__CONNECTION": f"sqlite:///{tmp_path}/books.sqlite"}
    first = run(["placement", "db", "sync"], tmp_path, settings)
    assert (first.returncode, first.stderr) == (0, "")
    assert "Created the tables" in first.stdout
    assert "Nothing to do" in run(["placement", "db", "sync"], tmp_path, settings).stdout
    version = run(["placement", "db", "version"], tmp_path, settings)
    assert version.returncode == 0
    assert "a082b8bb98d0" in version.stdout


def test_asking_a_server_that_is_not_there_fails(tmp_path: Path) -> None:
    """With its address in the sentence."""
    url = f"http://127.0.0.1:{free_port()}"
    done = run(["placement", "explain", "--url", url, "resources=VCPU:1"], tmp_path)
    assert done.returncode == 1
    assert f"no answer from {url}: " in done.stderr
    assert os.linesep.join(done.stderr.splitlines()[:-1]) == ""
