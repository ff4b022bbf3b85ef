"""One request of a conversation that is held with both services."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

JSON = "application/json"
VERSIONS = tuple(f"1.{minor}" for minor in range(40))
# The versions at which something about a resource or an answer changes, and their neighbours.
TURNS = ("1.0", "1.1", "1.2", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.12", "1.13")
TURNS += ("1.14", "1.15", "1.18", "1.19", "1.20", "1.22", "1.23", "1.26", "1.27", "1.28", "1.29")
TURNS += ("1.30", "1.33", "1.34", "1.36", "1.37", "1.38", "1.39")


@dataclass(frozen=True, slots=True)
class Step:
    """A request as it goes over the wire."""

    method: str
    path: str | bytes
    body: bytes | None = None
    headers: Mapping[str, str | bytes] = field(default_factory=dict)

    def __str__(self) -> str:
        shown = {k: v for k, v in self.headers.items() if k != "X-Auth-Token" or v != "admin"}
        return f"{self.method} {self.path!r} {(self.body or b'')[:300]!r} {shown}"


def step(
    method: str,
    path: str | bytes,
    data: Any = None,
    version: str | None = "1.39",
    *,
    raw: bytes | None = None,
    token: str | None = "admin",
    **headers: str | bytes | None,
) -> Step:
    """A request with a JSON body (or ``raw`` bytes), and the usual headers.

    More headers are keywords with underscores; None leaves a usual one out.
    """
    body = raw if data is None else json.dumps(data).encode()
    usual: dict[str, str | bytes | None] = {
        "X-Auth-Token": token,
        "OpenStack-API-Version": None if version is None else f"placement {version}",
        "Content-Type": JSON if body is not None else None,
    }
    usual |= {name.replace("_", "-"): value for name, value in headers.items()}
    return Step(method, path, body, {k: v for k, v in usual.items() if v is not None})
