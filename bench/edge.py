"""What the edge costs a request that has no work of its own: ``python -m bench.edge``.

Everything of the edge is in it: request id, noauth2, policy, microversion, routing, the access log
at INFO into a file, metrics. The budget is 150 microseconds.
"""

from __future__ import annotations

import io
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import falcon

from stowage.placement import config, policies
from stowage.placement.dialect import DIALECT
from stowage.wire import logs
from stowage.wire.app import assemble
from stowage.wire.metrics import Metrics
from stowage.wire.policy import Policy

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

BUDGET = 150.0
ROUNDS = 15
REQUESTS = 1_000

_CONFIGURATION = """
[DEFAULT]
log_file = {folder}/edge.log
[api]
auth_strategy = noauth2
[placement_database]
connection = sqlite://
"""


class Nothing:
    """A resource that only asks whether it may answer."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def on_get(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Answer an empty document."""
        self._policy.authorise(req, "placement:resource_providers:show")
        resp.content_type = "application/json"
        resp.data = b"{}"


def main() -> int:
    """Measure and print; fails when the budget is exceeded."""
    with tempfile.TemporaryDirectory() as folder:
        times = _measure(_application(Path(folder)))
    median, best = statistics.median(times), min(times)
    print(f"edge: {median:.0f} us a request (best round {best:.0f}, budget {BUDGET:.0f})")
    return 0 if best < BUDGET else 1


def _application(folder: Path) -> WSGIApplication:
    path = folder / "placement.conf"
    path.write_text(_CONFIGURATION.format(folder=folder))
    conf = config.load([str(path)], [])
    logs.setup(conf, config.PROJECT)
    nothing = Nothing(Policy(conf, policies.rules()))
    return assemble(conf, DIALECT, [("/resource_providers/{uuid}", nothing)], Metrics("placement"))


def _measure(application: WSGIApplication) -> list[float]:
    """Microseconds a request, for each round."""
    times = []
    for _ in range(ROUNDS):
        environs = [_environ() for _ in range(REQUESTS)]
        started = time.perf_counter()
        for environ in environs:
            application(environ, _start_response)
        times.append((time.perf_counter() - started) / REQUESTS * 1e6)
    return times


def _start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
    assert status == "200 OK", status


def _environ() -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/resource_providers/6f0d0c58-1d6a-4a4b-8f6e-0d0d5c2a7e1b",
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_X_AUTH_TOKEN": "admin",
        "HTTP_OPENSTACK_API_VERSION": "placement 1.36",
        "HTTP_ACCEPT": "application/json",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
    }


if __name__ == "__main__":
    sys.exit(main())
