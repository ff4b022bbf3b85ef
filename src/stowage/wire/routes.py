"""Paths and methods: which function answers.

Falcon's own router answers OPTIONS by itself, forgives doubled slashes and refuses unknown methods
with 400. The services that we replace do not, so this one takes each path and method exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import falcon

ROUTE = "stowage.route"
"""Where the template of the route that matched stands in the WSGI environment."""

Responder = Callable[..., None]
Refuse = Callable[[falcon.Request, tuple[str, ...]], None]

_METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")


class Methods(dict[str, Responder]):
    """The methods of one path; any other is refused with the list of those that are there."""

    def __init__(self, resource: object, refuse: Refuse) -> None:
        super().__init__()
        for method in _METHODS:
            responder = getattr(resource, f"on_{method.lower()}", None)
            if responder is not None:
                self[method] = responder
        self.allowed = tuple(self)
        self._refuse = refuse

    def __missing__(self, method: str) -> Responder:
        return self._refused

    def _refused(self, req: falcon.Request, resp: falcon.Response, **fields: str) -> None:
        self._refuse(req, self.allowed)


@dataclass(slots=True)
class _Node:
    children: dict[str, _Node] = field(default_factory=dict)
    wildcard: _Node | None = None
    name: str = ""
    found: tuple[object, Methods, str] | None = None


class Router:
    """A tree of path segments; ``{name}`` matches any one segment that is not empty."""

    def __init__(self, refuse: Refuse) -> None:
        """``refuse(req, allowed)`` raises what answers a method that a path does not have."""
        self._refuse = refuse
        self._root = _Node()

    def add_route(self, uri_template: str, resource: object, **options: Any) -> None:
        """Let ``resource`` answer for a path."""
        node = self._root
        for segment in _segments(uri_template):
            node = self._child(node, segment)
        node.found = (resource, Methods(resource, self._refuse), uri_template)

    def find(
        self, uri: str, req: falcon.Request | None = None
    ) -> tuple[object, Methods, dict[str, str], str] | None:
        """What answers for a path, in the form that Falcon expects; None when nothing does."""
        node: _Node | None = self._root
        fields: dict[str, str] = {}
        for segment in _segments(uri):
            assert node is not None
            child = node.children.get(segment)
            if child is None and segment:
                child = node.wildcard
                if child is not None:
                    fields[child.name] = segment
            node = child
            if node is None:
                return None
        if node is None or node.found is None:
            return None
        resource, methods, template = node.found
        if req is not None:
            req.env[ROUTE] = template
        return resource, methods, fields, template

    @staticmethod
    def _child(node: _Node, segment: str) -> _Node:
        if not segment.startswith("{"):
            return node.children.setdefault(segment, _Node())
        if node.wildcard is None:
            node.wildcard = _Node(name=segment[1:-1])
        return node.wildcard


def _segments(path: str) -> list[str]:
    return path.removeprefix("/").split("/")
