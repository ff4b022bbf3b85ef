"""Who may do what: every rule, at the path that it guards, with overrides and while they change."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from servers import inside
from servers.wire import Caller
from stowage.placement import app, policies
from stowage.wire.actor import Actor
from stowage.wire.policy import Policy

SOMETHING = str(uuid.uuid4())
ONE = f"/resource_providers/{SOMETHING}"
BODY: dict[str, Any] = {}

#: Each rule and the requests that it guards. None of them finds what it asks for: whoever is let
#: in is told so, and whoever is not reads 403.
GUARDED: list[tuple[str, str, str]] = [
    ("resource_providers:list", "GET", "/resource_providers"),
    ("resource_providers:create", "POST", "/resource_providers"),
    ("resource_providers:show", "GET", ONE),
    ("resource_providers:update", "PUT", ONE),
    ("resource_providers:delete", "DELETE", ONE),
    ("resource_classes:list", "GET", "/resource_classes"),
    ("resource_classes:create", "POST", "/resource_classes"),
    ("resource_classes:show", "GET", "/resource_classes/CUSTOM_NONE"),
    ("resource_classes:update", "PUT", "/resource_classes/not-a-name"),
    ("resource_classes:delete", "DELETE", "/resource_classes/CUSTOM_NONE"),
    ("resource_providers:inventories:list", "GET", f"{ONE}/inventories"),
    ("resource_providers:inventories:create", "POST", f"{ONE}/inventories"),
    ("resource_providers:inventories:show", "GET", f"{ONE}/inventories/VCPU"),
    ("resource_providers:inventories:update", "PUT", f"{ONE}/inventories"),
    ("resource_providers:inventories:update", "PUT", f"{ONE}/inventories/VCPU"),
    ("resource_providers:inventories:delete", "DELETE", f"{ONE}/inventories"),
    ("resource_providers:inventories:delete", "DELETE", f"{ONE}/inventories/VCPU"),
    ("resource_providers:aggregates:list", "GET", f"{ONE}/aggregates"),
    ("resource_providers:aggregates:update", "PUT", f"{ONE}/aggregates"),
    ("resource_providers:usages", "GET", f"{ONE}/usages"),
    ("traits:list", "GET", "/traits"),
    ("traits:show", "GET", "/traits/CUSTOM_NONE"),
    ("traits:update", "PUT", "/traits/not-a-name"),
    ("traits:delete", "DELETE", "/traits/CUSTOM_NONE"),
    ("resource_providers:traits:list", "GET", f"{ONE}/traits"),
    ("resource_providers:traits:update", "PUT", f"{ONE}/traits"),
    ("resource_providers:traits:delete", "DELETE", f"{ONE}/traits"),
    ("allocations:manage", "POST", "/allocations"),
    ("allocations:list", "GET", f"/allocations/{SOMETHING}"),
    ("allocations:update", "PUT", f"/allocations/{SOMETHING}"),
    ("allocations:delete", "DELETE", f"/allocations/{SOMETHING}"),
    ("resource_providers:allocations:list", "GET", f"{ONE}/allocations"),
    ("allocation_candidates:list", "GET", "/allocation_candidates"),
    ("allocation_candidates:list", "GET", "/stowage/explain"),
    ("usages", "GET", "/usages?project_id=blue"),
    ("reshaper:reshape", "POST", "/reshaper"),
]


class Guarded:
    """A service with a policy file that can be rewritten."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "policy.yaml"
        self._file.write_text("{}\n")
        self._inside = inside.Inside(inside.service(folder))

    def override(self, text: str) -> None:
        self._file.write_text(text)

    def ask(self, method: str, path: str, token: str = "bob", roles: str = "") -> Any:
        caller = Caller(self._inside, token=token, roles=roles)
        return caller.ask(method, path, BODY if method in ("POST", "PUT") else None)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Guarded:
    """One service for all; every test writes the overrides that it needs."""
    return Guarded(tmp_path_factory.mktemp("guarded"))


@pytest.fixture(autouse=True)
def no_overrides(guarded: Guarded) -> None:
    """Start from the defaults."""
    guarded.override("{}\n")


def test_every_rule_guards_something() -> None:
    """The table of this test is complete."""
    guarding = {f"placement:{rule}" for rule, _, _ in GUARDED}
    assert guarding == {rule.name for rule in policies.rules() if ":" in rule.name}


@pytest.mark.parametrize(("rule", "method", "path"), GUARDED)
def test_no_one_is_let_in_without_a_role(
    guarded: Guarded, rule: str, method: str, path: str
) -> None:
    """403, and the sentence names the rule."""
    answer = guarded.ask(method, path)
    assert answer.status == 403
    assert answer.json()["errors"][0]["detail"] == (
        "Access was denied to this resource.\n\n"
        f" Policy does not allow placement:{rule} to be performed.  "
    )


@pytest.mark.parametrize(("rule", "method", "path"), GUARDED)
def test_an_administrator_may_do_all_but_reshape(
    guarded: Guarded, rule: str, method: str, path: str
) -> None:
    """That is for services alone."""
    answer = guarded.ask(method, path, roles="admin,member,reader")
    assert (answer.status == 403) is (rule == "reshaper:reshape")


@pytest.mark.parametrize(("rule", "method", "path"), GUARDED)
def test_a_service_may_do_all(guarded: Guarded, rule: str, method: str, path: str) -> None:
    """nova, neutron and the like have the role service."""
    assert guarded.ask(method, path, roles="service").status != 403


@pytest.mark.parametrize(("rule", "method", "path"), GUARDED)
def test_a_reader_sees_the_usages_of_its_own_project_only(
    guarded: Guarded, rule: str, method: str, path: str
) -> None:
    """Everything else is about the cloud, not about a project."""
    own = guarded.ask(method, path, token="bob:blue", roles="reader,member")
    other = guarded.ask(method, path, token="bob:red", roles="reader,member")
    assert (own.status == 403) is (rule != "usages")
    assert other.status == 403


@pytest.mark.parametrize(("rule", "method", "path"), GUARDED)
def test_an_override_counts_at_once(guarded: Guarded, rule: str, method: str, path: str) -> None:
    """Locked for all, open to all, and back, while the service runs; only this rule changes."""
    guarded.override(f'"placement:{rule}": "!"\n')
    assert guarded.ask(method, path, roles="admin,service").status == 403
    guarded.override(f'"placement:{rule}": "@"\n')
    assert guarded.ask(method, path).status != 403
    others = [row for row in GUARDED if row[0] != rule]
    assert guarded.ask(others[0][1], others[0][2]).status == 403
    guarded.override("{}\n")
    assert guarded.ask(method, path).status == 403


def test_a_foundation_can_be_overridden(guarded: Guarded) -> None:
    """Rules that stand on it follow."""
    guarded.override('"admin_or_service_api": "role:operator"\n')
    assert guarded.ask("GET", "/traits", roles="operator").status == 200
    assert guarded.ask("GET", "/traits", roles="admin").status == 403


@pytest.mark.parametrize("scope", ["system_scope", "domain_id"])
def test_tokens_of_the_system_or_of_a_domain_are_refused(scope: str, tmp_path: Path) -> None:
    """Scope is always enforced; every rule at a path is for project tokens."""
    rules = _rules(tmp_path)
    token: dict[str, Any] = {scope: "all"}
    actor = Actor(user_id="a", roles=("admin", "service", "reader"), **token)
    for rule in policies.rules():
        if ":" in rule.name:
            assert not rules(actor, rule.name), rule.name


@pytest.mark.parametrize("new_only", [True, False])
def test_old_defaults_let_an_administrator_reshape(tmp_path: Path, new_only: bool) -> None:
    """``enforce_new_defaults = false`` is how operators upgrade in steps."""
    rules = _rules(tmp_path, new_only)
    admin = Actor(user_id="a", project_id="p", roles=("admin",))
    assert rules(admin, "placement:reshaper:reshape") is not new_only
    assert rules(admin, "placement:usages", {"project_id": "other"})
    assert not rules(Actor(user_id="b", project_id="p"), "placement:traits:list")


def _rules(folder: Path, new_only: bool = True) -> Callable[..., bool]:
    conf = inside.configuration(folder, "sqlite://")
    conf.set_override("enforce_new_defaults", new_only, group="oslo_policy")
    return Policy(conf, policies.rules()).allows


def test_a_policy_file_that_cannot_be_read_is_told_at_start(tmp_path: Path) -> None:
    """Not at the first request."""
    (tmp_path / "policy.yaml").write_text('"placement:traits:list": "role:\n :')
    with pytest.raises(ValueError, match="a policy file cannot be read"):
        app.check(inside.configuration(tmp_path, "sqlite://"))
