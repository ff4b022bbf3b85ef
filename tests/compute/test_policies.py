"""The rules: nova's names, nova's defaults, older policy files."""

from __future__ import annotations

from pathlib import Path

import pytest

from compute.cloud import configuration
from stowage.compute import policies
from stowage.wire.actor import Actor
from stowage.wire.policy import Policy

ADMIN = Actor("a", "p", ("admin",))
READER = Actor("r", "p", ("reader",))
GUEST = Actor("g", "p", ("guest",))


def policy(folder: Path, overrides: str = "", settings: str = "") -> Policy:
    """The rules with an operator's policy.yaml."""
    (folder / "policy.yaml").write_text(overrides or "{}\n")
    return Policy(configuration(folder, "sqlite://", settings), policies.rules())


def test_administrators_manage_and_readers_read(tmp_path: Path) -> None:
    """By the new defaults."""
    rules = policy(tmp_path)
    assert rules.allows(ADMIN, policies.CREATE, {})
    assert not rules.allows(READER, policies.CREATE, {})
    assert rules.allows(READER, policies.SPECS_INDEX)
    assert not rules.allows(GUEST, policies.SPECS_INDEX)
    assert not rules.allows(READER, policies.SPECS_SHOW, {"project_id": "another"})


def test_the_old_defaults_can_be_had(tmp_path: Path) -> None:
    """[oslo_policy] enforce_new_defaults = false lets owners read, whatever their roles."""
    rules = policy(tmp_path, settings="enforce_new_defaults = false\n")
    assert rules.allows(GUEST, policies.SPECS_INDEX)
    assert rules.allows(ADMIN, policies.CREATE, {})
    assert not rules.allows(GUEST, policies.CREATE, {})


@pytest.mark.parametrize(
    "rule", ["is_admin:True", "rule:admin_api", "rule:admin_or_owner", "rule:context_is_admin"]
)
def test_rules_of_older_policy_files_still_work(tmp_path: Path, rule: str) -> None:
    """``is_admin`` is what context_is_admin decides."""
    rules = policy(tmp_path, f'"{policies.CREATE}": "{rule}"\n')
    assert rules.allows(ADMIN, policies.CREATE)
    assert rules.allows(READER, policies.CREATE) is (rule == "rule:admin_or_owner")


def test_who_is_an_administrator_can_be_changed(tmp_path: Path) -> None:
    """Everything that asks for one follows."""
    rules = policy(tmp_path, '"context_is_admin": "role:boss"\n')
    assert rules.allows(Actor("b", "p", ("boss",)), policies.DELETE, {})
    assert not rules.allows(ADMIN, policies.DELETE, {})
