"""Asks both services the same and says where their answers differ."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.compute.question import Question, escaped
from servers.process import Server
from servers.wire import Answer, Wire

COMPARED_HEADERS = (
    "content-type",
    "openstack-api-version",
    "x-openstack-nova-api-version",
    "location",
    "allow",
    "www-authenticate",
    "access-control-allow-origin",
    "access-control-allow-methods",
    "access-control-allow-headers",
    "access-control-expose-headers",
    "access-control-allow-credentials",
    "access-control-max-age",
)
PRESENT_HEADERS = ("x-openstack-request-id", "x-compute-request-id")

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# Messages about access name the number that the database gave the flavor.
INTERNAL_ID = re.compile(r"(for flavor |Flavor access not found for )(\d+)\b")


@dataclass(slots=True)
class Side:
    """One of the two services and what its answers have given so far."""

    wire: Wire
    kept: dict[str, str] = field(default_factory=dict)
    uuids: dict[str, str] = field(default_factory=dict)

    def ask(self, question: Question) -> Answer:
        """Send the question."""
        body = question.raw
        if body is None and question.body is not None:
            body = json.dumps(question.body).encode()
        path = question.path
        for name, value in self.kept.items():
            path = path.replace(f"<{name}>", escaped(value))
        answer = self.wire.ask(question.method, path, body, question.all_headers())
        if question.keep and answer.status < 300:
            self.kept[question.keep] = answer.json()["flavor"]["id"]
        return answer

    def plain(self, answer: Answer) -> dict[str, Any]:
        """The answer without what may differ: host, made-up ids, request ids."""
        headers = {
            name: self._plain_text(answer.headers[name])
            for name in COMPARED_HEADERS
            if name in answer.headers
        }
        headers["vary"] = ", ".join(_vary(answer.headers.get("vary", "")))
        headers["present"] = ", ".join(name for name in PRESENT_HEADERS if name in answer.headers)
        return {"status": answer.status, "headers": headers, "body": self._body(answer)}

    def _body(self, answer: Answer) -> Any:
        text = self._plain_text(answer.body.decode("utf-8", "surrogateescape"))
        try:
            return json.loads(text)
        except ValueError:
            return text

    def _plain_text(self, text: str) -> str:
        text = text.replace(f"127.0.0.1:{self.wire.port}", "HOST")
        text = INTERNAL_ID.sub(r"\1NUMBER", text)
        return UUID.sub(self._number, text)

    def _number(self, match: re.Match[str]) -> str:
        return self.uuids.setdefault(match.group(), f"UUID{len(self.uuids) + 1}")


@dataclass(slots=True)
class Pair:
    """The reference and our service."""

    theirs: Side
    ours: Side
    asked: int = 0

    def ask(self, question: Question) -> tuple[Answer, Answer]:
        """Both answers as they came."""
        self.asked += 1
        return self.theirs.ask(question), self.ours.ask(question)

    def difference(self, question: Question) -> str | None:
        """Ask both; how the answers differ, or None."""
        theirs, ours = self.ask(question)
        return described(question, self.theirs.plain(theirs), self.ours.plain(ours))

    def differences(self, questions: Iterable[Question]) -> list[str]:
        """Ask both every question in turn; every difference."""
        found = (self.difference(question) for question in questions)
        return [text for text in found if text is not None]


def pair_of(theirs: Server, ours: Server) -> Pair:
    """A pair with a connection to each of the servers."""
    return Pair(Side(theirs.wire()), Side(ours.wire()))


def described(question: Question, theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> str | None:
    """The difference between two plain answers in words, or None."""
    lines = []
    for part in ("status", "headers", "body"):
        if theirs[part] != ours[part]:
            lines.append(f"    {part} theirs: {_shown(theirs[part])}")
            lines.append(f"    {part} ours:   {_shown(ours[part])}")
    return "\n".join([str(question), *lines]) if lines else None


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)[:1500]


def _vary(text: str) -> list[str]:
    words = sorted({word.strip().lower() for word in text.split(",") if word.strip()})
    # Where nova's CORS filter adds Origin, it drops one of the two other words.
    return ["origin"] if "origin" in words else words
