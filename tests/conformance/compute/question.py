"""What is asked of both services: a request, who sends it, and what to remember of its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

NO_HEADERS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody with a project and roles; both services are told so by headers."""

    user: str
    project: str
    roles: str

    def headers(self) -> dict[str, str]:
        """nova-api without its authtoken filter reads the first two, ours (noauth2) the token."""
        return {
            "X-User-Id": self.user,
            "X-Project-Id": self.project,
            "X-Roles": self.roles,
            "X-Auth-Token": f"{self.user}:{self.project}",
        }


ADMIN = Actor("admin", "ad0", "admin,member,reader")
ALICE = Actor("alice", "a11ce", "member,reader")
BOB = Actor("bob", "b0b", "member,reader")
READER = Actor("rita", "a11ce", "reader")
NOBODY = Actor("nemo", "a11ce", "guest")
MANAGER = Actor("mary", "a11ce", "manager,member,reader")
SERVICE = Actor("sven", "5e4", "service")
ACTORS = (ADMIN, ALICE, BOB, READER, NOBODY, MANAGER, SERVICE)


@dataclass(frozen=True, slots=True)
class Question:
    """One request. ``<name>`` in its path stands for an id that an earlier answer gave.

    ``body`` is sent as JSON, ``raw`` byte for byte. ``keep`` names the id in the answer for
    later questions.
    """

    method: str
    path: str
    body: Any = None
    raw: bytes | None = None
    version: str | None = "2.104"
    actor: Actor | None = ADMIN
    headers: Mapping[str, str] = field(default_factory=dict)
    keep: str | None = None

    def at(self, version: str | None) -> Question:
        """The same at another microversion."""
        return replace(self, version=version)

    def by(self, actor: Actor | None) -> Question:
        """The same from somebody else."""
        return replace(self, actor=actor)

    def all_headers(self) -> dict[str, str]:
        """Every header that is sent."""
        sent = dict(self.actor.headers()) if self.actor else {}
        if self.version is not None:
            sent["OpenStack-API-Version"] = f"compute {self.version}"
        if self.body is not None or self.raw is not None:
            sent["Content-Type"] = "application/json"
        sent.update(self.headers)
        return {name: value for name, value in sent.items() if value != ""}

    def __str__(self) -> str:
        who = self.actor.user if self.actor else "-"
        body = repr(self.raw) if self.raw is not None else repr(self.body)
        extra = f" {dict(self.headers)}" if self.headers else ""
        return f"{self.method} {self.path[:200]} @{self.version} by {who}{extra} {body[:300]}"


def get(path: str, **more: Any) -> Question:
    """A GET below /v2.1."""
    return Question("GET", f"/v2.1{path}", **more)


def post(path: str, body: Any = None, **more: Any) -> Question:
    """A POST below /v2.1."""
    return Question("POST", f"/v2.1{path}", body, **more)


def put(path: str, body: Any = None, **more: Any) -> Question:
    """A PUT below /v2.1."""
    return Question("PUT", f"/v2.1{path}", body, **more)


def delete(path: str, **more: Any) -> Question:
    """A DELETE below /v2.1."""
    return Question("DELETE", f"/v2.1{path}", **more)


def flavor(called: str, flavor_id: Any = None, /, **more: Any) -> dict[str, Any]:
    """The body that creates a small flavor; ``more`` adds and replaces fields.

    The id is the name unless given. ``is_public=False`` makes it private. A field whose value
    is ``...`` is left out.
    """
    fields: dict[str, Any] = {"name": called, "ram": 512, "vcpus": 1, "disk": 10}
    fields["id"] = flavor_id if flavor_id is not None else called
    if "is_public" in more:
        fields["os-flavor-access:is_public"] = more.pop("is_public")
    fields.update(more)
    return {"flavor": {name: value for name, value in fields.items() if value is not ...}}


def escaped(text: str) -> str:
    """``text`` as one segment of a path."""
    return quote(text, safe="")
