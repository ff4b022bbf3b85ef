"""``stowage compute`` and ``stowage flavors``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stowage.cli.main import main


@pytest.fixture
def nova_conf(tmp_path: Path) -> str:
    """A nova.conf with a database that is not there yet."""
    path = tmp_path / "nova.conf"
    path.write_text(f"[api_database]\nconnection = sqlite:///{tmp_path}/nova_api.sqlite\n")
    return str(path)


def test_the_database_is_made_and_told(nova_conf: str, capsys: pytest.CaptureFixture[str]) -> None:
    """sync, version, adopt: each a line."""
    for step in ("sync", "version", "adopt"):
        assert main(["compute", "db", step, "--config-file", nova_conf]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "Created the tables of flavors (ours 0001).",
        "nova None, ours 0001",
        "Adopted 0 flavors (nova None, ours 0001).",
    ]


def test_serving_needs_a_database_that_is_ready(
    nova_conf: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence says what to run."""
    from stowage.cli import compute
    from stowage.cli.failure import Failure
    from stowage.compute.store import migrate

    with pytest.raises(Failure, match="stowage compute db sync"):
        compute.with_books([nova_conf], migrate.must_be_ready)


def test_a_configuration_without_a_database_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says which option is missing."""
    path = tmp_path / "nova.conf"
    path.write_text("")
    assert main(["compute", "db", "sync", "--config-file", str(path)]) == 1
    assert "api_database" in capsys.readouterr().err


def test_extra_specs_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """All or those that begin with something, for people or as JSON."""
    assert main(["flavors", "extra-specs", "hw:cpu_policy"]) == 0
    assert capsys.readouterr().out.startswith("hw:cpu_policy = dedicated | shared | mixed\n")
    assert main(["flavors", "extra-specs", "hw:numa", "--json"]) == 0
    names = [spec["name"] for spec in json.loads(capsys.readouterr().out)]
    assert names == ["hw:numa_cpus.{num}", "hw:numa_mem.{num}", "hw:numa_nodes"]


@pytest.mark.parametrize(
    ("pair", "code", "said"),
    [
        ("hw:cpu_policy=dedicated", 0, "good"),
        ("mine:key=x", 0, "accepted, not one of nova's"),
        ("hw:cpu_policy=x", 1, "'x' is not one of: dedicated, shared, mixed."),
    ],
)
def test_one_extra_spec_can_be_checked(
    pair: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the API would from 2.86."""
    assert main(["flavors", "extra-specs", "--check", pair]) == code
    output = capsys.readouterr()
    assert said in output.out + output.err
