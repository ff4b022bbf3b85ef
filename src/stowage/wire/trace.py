"""The request that this thread is working on, for whoever logs meanwhile."""

from __future__ import annotations

import re
import threading
import uuid
from typing import Any

from oslo_context import context

from stowage.wire.actor import Actor

REQUEST_ID = "openstack.request_id"
GLOBAL_REQUEST_ID = "openstack.global_request_id"
"""Where the two ids stand in the WSGI environment; the names are those of oslo.middleware."""

_ID = re.compile(r"req-[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}\Z")
_thread = threading.local()


class _Context(context.RequestContext):
    """A context that does not stay behind in the thread when its request is over."""

    def update_store(self) -> None:
        """Keep out of the store of the thread."""


class Trace:
    """One request on its way. ``actor`` is known once it is authenticated."""

    __slots__ = ("_oslo", "actor", "environ", "global_request_id", "request_id")

    def __init__(self, environ: dict[str, Any]) -> None:
        """Give the request an id, and keep the one that its sender gave it if it is one."""
        self.environ = environ
        self.actor: Actor | None = None
        self.request_id = f"req-{uuid.uuid4()}"
        self.global_request_id: str | None = None
        inbound = environ.get("HTTP_X_OPENSTACK_REQUEST_ID")
        if inbound and _ID.match(inbound):
            self.global_request_id = environ[GLOBAL_REQUEST_ID] = inbound
        environ[REQUEST_ID] = self.request_id
        self._oslo: context.RequestContext | None = None

    def oslo_context(self) -> context.RequestContext:
        """The same in the form that oslo.log knows; costly, so made only when asked for."""
        if self._oslo is None:
            self._oslo = _Context.from_environ(self.environ)
        return self._oslo


def begin(environ: dict[str, Any]) -> Trace:
    """Start working on a request in this thread."""
    trace = Trace(environ)
    _thread.current = trace
    return trace


def end() -> None:
    """Stop working on it."""
    _thread.current = None


def current() -> Trace | None:
    """The request that this thread is working on."""
    return getattr(_thread, "current", None)
