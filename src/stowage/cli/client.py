"""A client of a running service, small enough for the command line and the example cloud."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from stowage.cli.failure import Failure

LATEST = "placement 1.39"


@dataclass(frozen=True, slots=True)
class Client:
    """One service and who asks it."""

    url: str
    token: str = "admin"
    roles: str | None = None
    timeout: float = 30.0

    def ask(
        self, method: str, path: str, content: Any = None, accept: str = "application/json"
    ) -> tuple[int, bytes]:
        """Status and body of an answer, whatever the status.

        Raises Failure when nothing answers.
        """
        request = urllib.request.Request(
            f"{self.url.rstrip('/')}{path}", method=method, headers=self._headers(accept)
        )
        if content is not None:
            request.data = json.dumps(content).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with _OPENER.open(request, timeout=self.timeout) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read()
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "reason", fault)
            raise Failure(f"no answer from {self.url}: {reason}") from None

    def must(self, method: str, path: str, content: Any = None) -> Any:
        """The JSON of an answer that has to be a success; None when it has no body.

        Raises Failure with what the service said.
        """
        status, body = self.ask(method, path, content)
        if not 200 <= status < 300:
            raise Failure(f"{method} {path} was answered {status}: {sentence(body)}")
        return json.loads(body) if body else None

    def _headers(self, accept: str) -> dict[str, str]:
        headers = {
            "X-Auth-Token": self.token,
            "OpenStack-API-Version": LATEST,
            "Accept": accept,
        }
        if self.roles:
            headers["X-Roles"] = self.roles
        return headers


# Proxies of the environment are for the world outside, not for one's own service.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def sentence(body: bytes) -> str:
    """What an error answer says, without its form."""
    try:
        content = json.loads(body)
    except ValueError:
        return body.decode("utf-8", "replace").strip()
    if isinstance(content, dict) and content.get("errors"):
        return str(content["errors"][0].get("detail", "")).strip().replace("\n", " ")
    if isinstance(content, dict) and "message" in content:
        return str(content["message"])
    return str(content)
