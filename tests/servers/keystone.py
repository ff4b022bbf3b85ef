"""Runs the real Keystone (30.0.0) under uwsgi on SQLite."""

from __future__ import annotations

import getpass
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

from servers.nova_api import written
from servers.port import free_port
from servers.process import Server, environment, launch
from servers.venvs import program, python

PASSWORD = "secret"
REGION = "RegionOne"


@dataclass(frozen=True, slots=True)
class Keystone:
    """A running Keystone with the user ``admin`` of the project ``admin``, role admin."""

    server: Server
    url: str

    def settings(self, user: str, project: str) -> dict[str, str]:
        """The ``OS_*`` variables with which the clients act as ``user`` in ``project``."""
        return {
            "OS_AUTH_URL": self.url,
            "OS_USERNAME": user,
            "OS_PASSWORD": PASSWORD,
            "OS_PROJECT_NAME": project,
            "OS_USER_DOMAIN_ID": "default",
            "OS_PROJECT_DOMAIN_ID": "default",
            "OS_IDENTITY_API_VERSION": "3",
            "OS_REGION_NAME": REGION,
        }

    def service_settings(self) -> dict[str, dict[str, str]]:
        """What nova.conf needs for a compute service that asks this Keystone."""
        access = {
            "auth_type": "password",
            "auth_url": self.url,
            "username": "admin",
            "password": PASSWORD,
            "project_name": "admin",
            "user_domain_id": "default",
            "project_domain_id": "default",
        }
        more = {"www_authenticate_uri": self.url, "service_token_roles_required": "true"}
        return {
            "api": {"auth_strategy": "keystone"},
            "keystone_authtoken": access | more,
            "keystone": {"region_name": REGION},
        }

    def token(self, user: str = "admin", project: str = "admin") -> str:
        """A token for ``user`` in ``project``."""
        domain = {"id": "default"}
        password = {"user": {"name": user, "domain": domain, "password": PASSWORD}}
        identity = {"methods": ["password"], "password": password}
        scope = {"project": {"name": project, "domain": domain}}
        body = {"auth": {"identity": identity, "scope": scope}}
        answer = requests.post(f"{self.url}/auth/tokens", json=body, timeout=30)
        answer.raise_for_status()
        return answer.headers["X-Subject-Token"]

    def add_project(self, name: str) -> str:
        """Create a project; its id."""
        return self._create("project", {"name": name, "domain_id": "default"})

    def add_user(self, name: str, project_id: str, role: str = "member") -> str:
        """Create a user who has ``role`` in the project; its id."""
        user = {"name": name, "password": PASSWORD, "domain_id": "default"}
        user_id = self._create("user", user)
        roles = self.ask("GET", f"/roles?name={role}")["roles"]
        self.ask("PUT", f"/projects/{project_id}/users/{user_id}/roles/{roles[0]['id']}")
        return user_id

    def add_service(self, kind: str, name: str, url: str) -> None:
        """Put a service with its endpoints (public, internal, admin) in the catalogue."""
        service_id = self._create("service", {"type": kind, "name": name})
        for interface in ("public", "internal", "admin"):
            endpoint = {"service_id": service_id, "interface": interface, "url": url}
            self._create("endpoint", endpoint | {"region_id": REGION})

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request as the administrator; the answer's JSON (None when it has no body)."""
        headers = {"X-Auth-Token": self.token()}
        answer = requests.request(method, self.url + path, json=body, headers=headers, timeout=30)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def stop(self) -> None:
        """End it."""
        self.server.stop()

    def _create(self, noun: str, body: Mapping[str, Any]) -> str:
        made = self.ask("POST", f"/{noun}s", {noun: dict(body)})
        identity: str = made[noun]["id"]
        return identity


def serve(folder: Path) -> Keystone:
    """Start a Keystone on a free port of 127.0.0.1; ``folder`` takes all that it writes."""
    port = free_port()
    url = f"http://127.0.0.1:{port}/v3"
    _configure(folder)
    _manage(folder, "db_sync")
    owner = ("--keystone-user", getpass.getuser(), "--keystone-group", getpass.getuser())
    _manage(folder, "fernet_setup", *owner)
    urls = [(f"--bootstrap-{kind}-url", url) for kind in ("admin", "internal", "public")]
    words = [word for pair in urls for word in pair]
    _manage(
        folder,
        "bootstrap",
        "--bootstrap-password",
        PASSWORD,
        "--bootstrap-region-id",
        REGION,
        *words,
    )
    command = [
        str(program("keystone", "uwsgi")),
        "--http-socket", f"127.0.0.1:{port}",
        "--buffer-size", "65535",
        # It closes after each answer; clients that are not told so would ask on.
        "--add-header", "Connection: close",
        "--master",
        "--die-on-term",
        "--need-app",
        "--enable-threads",
        "--threads", "4",
        "--virtualenv", str(python("keystone").parents[1]),
        "--module", "keystone.wsgi.api:application",
        "--pyargv", "",
        "--disable-logging",
    ]  # fmt: skip
    env = environment({"OS_KEYSTONE_CONFIG_DIR": str(folder)})
    server = launch(command, port, env, folder / "keystone-uwsgi.log")
    return Keystone(server, url)


def _configure(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    sections = {
        "DEFAULT": {"log_file": str(folder / "keystone.log")},
        "database": {"connection": f"sqlite:///{folder}/keystone.sqlite"},
        "fernet_tokens": {"key_repository": str(folder / "fernet")},
        "credential": {"key_repository": str(folder / "credential")},
        # The least that bcrypt takes: the tests log in often.
        "identity": {"password_hash_rounds": "4"},
        "cache": {"enabled": "false"},
    }
    (folder / "keystone.conf").write_text(written(sections))


def _manage(folder: Path, *words: str) -> None:
    tool = str(program("keystone", "keystone-manage"))
    done = subprocess.run(
        [tool, "--config-file", str(folder / "keystone.conf"), *words],
        env=environment({}),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
