"""Runs tests of tempest 47.0.0 against a cloud of Keystone, Glance and a compute service."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from servers.keystone import PASSWORD, REGION, Keystone
from servers.nova_api import written
from servers.process import environment
from servers.venvs import python


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many tests ran and were skipped, the names of those that failed, all that was printed."""

    ran: int
    skipped: int
    failed: frozenset[str]
    output: str


def run(folder: Path, keystone: Keystone, modules: Sequence[str]) -> Outcome:
    """Run the test modules, as users that are made once: tempest's own way makes many."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "accounts.yaml").write_text(json.dumps(_accounts(keystone)))
    (folder / "tempest.conf").write_text(written(_settings(folder, keystone)))
    done = subprocess.run(
        [str(python("tempest")), "-m", "unittest", "-v", *modules],
        env=environment(
            {
                "TEMPEST_CONFIG_DIR": str(folder),
                "TEMPEST_CONFIG": "tempest.conf",
                "HOME": str(folder),
            }
        ),
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return _outcome(done.stdout + done.stderr)


def _outcome(output: str) -> Outcome:
    ran = re.search(r"^Ran (\d+) tests?", output, re.MULTILINE)
    if ran is None:
        raise RuntimeError(output[-4000:])
    skipped = re.search(r"skipped=(\d+)", output[ran.start() :])
    failed = re.findall(r"^(?:FAIL|ERROR): (\w+) ", output, re.MULTILINE)
    return Outcome(
        int(ran.group(1)), int(skipped.group(1)) if skipped else 0, frozenset(failed), output
    )


def _accounts(keystone: Keystone) -> list[dict[str, object]]:
    project = keystone.add_project("tempest")
    accounts: list[dict[str, object]] = []
    for user, role in (("tempest-member", "member"), ("tempest-reader", "reader")):
        keystone.add_user(user, project, role)
        accounts.append(_account(user, "tempest", role))
    return [*accounts, _account("admin", "admin", "admin") | {"types": ["admin"]}]


def _account(user: str, project: str, role: str) -> dict[str, object]:
    return {
        "username": user,
        "password": PASSWORD,
        "project_name": project,
        "user_domain_name": "Default",
        "project_domain_name": "Default",
        "roles": [role],
    }


def _settings(folder: Path, keystone: Keystone) -> dict[str, dict[str, str]]:
    absent = ("neutron", "cinder", "swift", "horizon", "placement")
    return {
        "DEFAULT": {"log_file": str(folder / "tempest.log")},
        "oslo_concurrency": {"lock_path": str(folder)},
        "auth": {
            "use_dynamic_credentials": "false",
            "test_accounts_file": str(folder / "accounts.yaml"),
            "admin_username": "admin",
            "admin_password": PASSWORD,
            "admin_project_name": "admin",
            "admin_domain_name": "Default",
            "default_credentials_domain_name": "Default",
        },
        "identity": {
            "uri_v3": keystone.url,
            "auth_version": "v3",
            "region": REGION,
            "default_domain_id": "default",
        },
        "identity-feature-enabled": {"api_v3": "true"},
        "compute": {
            "region": REGION,
            "flavor_ref": "1",
            "flavor_ref_alt": "2",
            "min_microversion": "2.1",
            "max_microversion": "latest",
        },
        "service_available": {"nova": "true", "glance": "true"} | dict.fromkeys(absent, "false"),
        "validation": {"run_validation": "false"},
    }
