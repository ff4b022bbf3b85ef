"""Decisions: by default, by override, remembered and forgotten."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from oslo_config import cfg
from oslo_policy import policy as oslo_policy

from stowage.wire import policy
from stowage.wire.actor import Actor
from stowage.wire.errors import HttpError
from stowage.wire.policy import Policy

RULES = [
    oslo_policy.RuleDefault("store:read", "role:reader", scope_types=["project"]),
    oslo_policy.RuleDefault("store:own", "role:reader and project_id:%(project_id)s"),
    oslo_policy.RuleDefault("store:write", "role:admin", scope_types=["project"]),
    oslo_policy.RuleDefault(
        "store:move",
        "role:service",
        deprecated_rule=oslo_policy.DeprecatedRule(
            "store:move", "role:admin", deprecated_reason="x", deprecated_since="y"
        ),
    ),
]

READER = Actor(user_id="u", project_id="p", roles=("reader",))
ADMIN = Actor(user_id="a", project_id="p", roles=("admin", "member", "reader"))


@pytest.fixture
def store(make_conf: Callable[..., cfg.ConfigOpts], tmp_path: Path) -> Callable[..., Policy]:
    """The rules of a store, with overrides."""

    def make(overrides: str | None = None, options: str = "") -> Policy:
        if overrides is not None:
            (tmp_path / "policy.yaml").write_text(overrides)
        return Policy(make_conf(f"[oslo_policy]\n{options}\n"), list(RULES))

    return make


def test_a_role_decides(store: Any) -> None:
    """By default, and for each actor alone."""
    rules = store()
    assert rules.allows(READER, "store:read")
    assert not rules.allows(READER, "store:write")
    assert rules.allows(ADMIN, "store:write")
    assert not rules.allows(Actor(user_id="n"), "store:read")


def test_a_target_decides(store: Any) -> None:
    """Without one it is the actor's own; every project is a decision of its own."""
    rules = store()
    assert rules.allows(READER, "store:own")
    assert rules.allows(READER, "store:own", {"project_id": "p"})
    assert not rules.allows(READER, "store:own", {"project_id": "q"})
    assert rules.allows(READER, "store:own", {"project_id": "p"})


def test_a_target_that_cannot_be_remembered_is_decided_all_the_same(store: Any) -> None:
    """Lists and dictionaries are no keys."""
    rules = store()
    assert rules.allows(READER, "store:own", {"project_id": "p", "tags": ["a"]})
    assert not rules.allows(READER, "store:own", {"project_id": "q", "tags": ["a"]})


@pytest.mark.parametrize(
    "actor",
    [
        Actor(user_id="a", roles=("admin",), system_scope="all"),
        Actor(user_id="a", roles=("admin",), domain_id="d"),
    ],
)
def test_a_token_of_another_scope_is_refused(store: Any, actor: Actor) -> None:
    """Whatever its roles: scope is always enforced."""
    assert not store().allows(actor, "store:write")


def test_a_refusal_names_the_rule(store: Any) -> None:
    """403 with the sentence that clients know, or with that of another service."""
    request: Any = SimpleNamespace(context=SimpleNamespace(actor=READER))
    rules = store()
    with pytest.raises(HttpError) as refusal:
        rules.authorise(request, "store:write")
    assert refusal.value.status == 403
    assert refusal.value.detail == "Policy does not allow store:write to be performed."
    rules.authorise(request, "store:read")


def test_another_service_has_another_sentence(
    make_conf: Callable[..., cfg.ConfigOpts],
) -> None:
    """The sentence is given with the rules."""
    rules = Policy(make_conf(), RULES, lambda rule: f"Policy doesn't allow {rule}.")
    request: Any = SimpleNamespace(context=SimpleNamespace(actor=READER))
    with pytest.raises(HttpError, match=r"Policy doesn't allow store:write\."):
        rules.authorise(request, "store:write")


def test_an_unknown_rule_is_a_fault(store: Any) -> None:
    """A misspelt rule must not let anyone in, nor look like a refusal."""
    with pytest.raises(oslo_policy.PolicyNotRegistered):
        store().allows(ADMIN, "store:raed")


def test_an_operator_overrides_rules(store: Any) -> None:
    """In policy.yaml beside the configuration file; other rules stay as they are."""
    rules = store('"store:write": "user_id:u"\n')
    assert rules.allows(READER, "store:write")
    assert not rules.allows(ADMIN, "store:write")
    assert rules.allows(READER, "store:read")


def test_the_policy_file_may_have_another_name(store: Any, tmp_path: Path) -> None:
    """``[oslo_policy] policy_file``."""
    (tmp_path / "mine.yaml").write_text('"store:write": "@"\n')
    assert store(options="policy_file = mine.yaml").allows(READER, "store:write")


def test_policy_directories_are_read_on_top(store: Any, tmp_path: Path) -> None:
    """``[oslo_policy] policy_dirs``: later files override earlier ones."""
    (tmp_path / "extra").mkdir()
    (tmp_path / "extra" / "a.yaml").write_text('"store:write": "role:reader"\n')
    rules = store('"store:write": "!"\n', options=f"policy_dirs = {tmp_path / 'extra'}")
    assert rules.allows(READER, "store:write")


@pytest.mark.parametrize(("new_only", "allowed"), [("true", False), ("false", True)])
def test_old_defaults_hold_only_where_the_operator_wants_them(
    store: Any, new_only: str, allowed: bool
) -> None:
    """``[oslo_policy] enforce_new_defaults``: false lets the deprecated rule allow, too."""
    rules = store(options=f"enforce_new_defaults = {new_only}")
    assert rules.allows(ADMIN, "store:move") is allowed
    assert rules.allows(Actor(user_id="s", roles=("service",)), "store:move")


class TestReload:
    """Policy files are read again when they change, and decisions forgotten."""

    def test_a_changed_file_counts_from_the_next_request(self, store: Any, tmp_path: Path) -> None:
        """No restart, no wait."""
        rules = store('"store:write": "!"\n')
        assert not rules.allows(ADMIN, "store:write")
        (tmp_path / "policy.yaml").write_text('"store:write": "role:reader"\n')
        assert rules.allows(READER, "store:write")

    def test_an_older_file_moved_in_place_counts_too(self, store: Any, tmp_path: Path) -> None:
        """A backup that is put back has an earlier time than what it replaces."""
        rules = store('"store:write": "!"\n')
        assert not rules.allows(READER, "store:write")
        backup = tmp_path / "backup.yaml"
        backup.write_text('"store:write": "@"\n')
        os.utime(backup, (1, 1))
        backup.rename(tmp_path / "policy.yaml")
        assert rules.allows(READER, "store:write")

    def test_a_file_that_is_taken_away_leaves_the_defaults(
        self, store: Any, tmp_path: Path
    ) -> None:
        """As after a restart."""
        rules = store('"store:write": "@"\n')
        assert rules.allows(READER, "store:write")
        (tmp_path / "policy.yaml").unlink()
        assert not rules.allows(READER, "store:write")

    def test_a_file_that_appears_later_is_found(
        self, store: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Within a second; made shorter here."""
        monkeypatch.setattr(policy, "_LOOK_FOR_NEW_FILES_EVERY", 0.01)
        rules = store()
        assert not rules.allows(READER, "store:write")
        (tmp_path / "policy.yaml").write_text('"store:write": "@"\n')
        time.sleep(0.02)
        assert rules.allows(READER, "store:write")

    def test_a_file_that_cannot_be_read_changes_nothing(
        self, store: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """An editor saves half a line: the old rules stay, the log says so."""
        rules = store('"store:write": "role:reader"\n')
        (tmp_path / "policy.yaml").write_text('"store:write": "role:rea\n  :')
        assert rules.allows(READER, "store:write")
        assert not rules.allows(Actor(user_id="n"), "store:write")
        assert "cannot be read" in caplog.text
        (tmp_path / "policy.yaml").write_text('"store:write": "!"\n')
        assert not rules.allows(READER, "store:write")


class TestMemory:
    """Decisions are made once, unless they depend on someone else."""

    def _count(self, rules: Policy, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        asked: list[str] = []
        enforcer = rules._rules._enforcer
        decide = enforcer.authorize

        def noted(rule: str, *values: Any, **options: Any) -> Any:
            asked.append(rule)
            return decide(rule, *values, **options)

        monkeypatch.setattr(enforcer, "authorize", noted)
        return asked

    def test_the_same_question_is_asked_once(
        self, store: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Refusals are remembered like permissions."""
        rules = store()
        asked = self._count(rules, monkeypatch)
        for _ in range(3):
            assert rules.allows(READER, "store:read")
            assert not rules.allows(READER, "store:write")
        assert asked == ["store:read", "store:write"]

    def test_a_rule_that_asks_a_server_is_never_remembered(
        self, store: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What the server says may change; all rules of such a file are asked each time."""
        rules = store('"store:write": "role:admin and http://127.0.0.1:9/%(name)s"\n')
        asked = self._count(rules, monkeypatch)
        for _ in range(3):
            rules.allows(READER, "store:write")
        assert len(asked) == 3

    def test_memory_has_a_bound(self, store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """A cloud has more projects than a worker should remember."""
        monkeypatch.setattr(policy, "MOST_REMEMBERED", 10)
        rules = store()
        for number in range(50):
            assert not rules.allows(READER, "store:own", {"project_id": f"q{number}"})
        assert len(rules._rules._decisions) <= 10
