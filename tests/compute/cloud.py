"""The compute service inside the test's process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oslo_config import cfg

from servers.inside import Inside
from servers.wire import Answer
from stowage.compute import app, config
from stowage.compute.store import migrate
from stowage.storage.database import Database

ADMIN = "admin:ad0"
ALICE = "alice:a11ce"
BOB = "bob:b0b"


@dataclass(frozen=True, slots=True)
class Cloud:
    """Asks the service as somebody, at a version; an administrator at the newest by default."""

    inside: Inside
    books: Database
    conf: cfg.ConfigOpts

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        version: str | None = "2.104",
        token: str | None = ADMIN,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send one request below ``/v2.1``; ``body`` as JSON, or as it is when it is bytes."""
        sent: dict[str, str] = {"Accept": "application/json"}
        if token is not None:
            sent["X-Auth-Token"] = token
            if not token.startswith("admin:"):
                sent["X-Roles"] = "member,reader"
        if version is not None:
            sent["OpenStack-API-Version"] = f"compute {version}"
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        if raw is not None:
            sent["Content-Type"] = "application/json"
        return self.inside.ask(method, f"/v2.1{path}", raw, {**sent, **(headers or {})})

    def make(self, called: str, /, *, version: str = "2.75", **fields: Any) -> Answer:
        """Create a flavor, its id its name unless given; a field that is ``...`` is left out."""
        values = {"name": called, "id": called, "ram": 512, "vcpus": 1, "disk": 1, **fields}
        if "is_public" in values:
            values["os-flavor-access:is_public"] = values.pop("is_public")
        body = {"flavor": {key: value for key, value in values.items() if value is not ...}}
        return self.ask("POST", "/flavors", body, version=version)

    def must_make(self, called: str, /, **fields: Any) -> dict[str, Any]:
        """The same; the flavor that was made."""
        answer = self.make(called, **fields)
        assert answer.status == 200, answer.body
        flavor: dict[str, Any] = answer.json()["flavor"]
        return flavor

    def message(self, answer: Answer) -> str:
        """What a refused client reads."""
        (fault,) = answer.json().values()
        return str(fault["message"])


def configuration(folder: Path, url: str, more: str = "") -> cfg.ConfigOpts:
    """A nova.conf in ``folder``, loaded."""
    path = folder / "nova.conf"
    path.write_text(
        f"[DEFAULT]\nhost = here\n[api]\nauth_strategy = noauth2\n"
        f"[api_database]\nconnection = {url}\nmax_pool_size = 5\n"
        f"[oslo_policy]\npolicy_file = {folder}/policy.yaml\n{more}"
    )
    return config.load([str(path)], [])


def open_cloud(folder: Path, url: str, more: str = "") -> Cloud:
    """A cloud on a database that gets its tables here."""
    conf = configuration(folder, url, more)
    books = app.open_books(conf)
    migrate.sync(books)
    return Cloud(Inside(app.build(conf)), books, conf)
