"""The server under a service, started for real."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from servers.port import free_port
from servers.process import Server, environment, launch
from stowage.wire.serve import CannotServe, check_port

SERVICE = Path(__file__).with_name("small_service.py")


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Start the small service with options; all are ended with the module."""
    servers: list[Server] = []

    def start(**options: Any) -> Server:
        port = free_port()
        command = [sys.executable, str(SERVICE), json.dumps({"port": port, **options})]
        log = tmp_path_factory.mktemp("served") / "log"
        server = launch(command, port, environment({}), log)
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def served(start: Callable[..., Server]) -> Server:
    """One service for all tests that do it no harm."""
    return start(workers=2)


def test_a_connection_is_kept(served: Server) -> None:
    """Many requests go over one, to one worker."""
    wire = served.wire()
    pids = {wire.ask("GET", "/a").json()["pid"] for _ in range(5)}
    assert len(pids) == 1
    assert wire.ask("GET", "/a").headers.get("connection") is None
    wire.close()


def test_a_connection_is_closed_when_the_client_asks_for_it(served: Server) -> None:
    """HTTP/1.1's ``Connection: close``."""
    answer = served.wire(keep_alive=False).ask("GET", "/a")
    assert answer.headers["connection"] == "close"


def test_a_connection_is_closed_after_each_answer_when_so_configured(
    start: Callable[..., Server],
) -> None:
    """For clients that share one between processes; and the answer says so."""
    server = start(keep_alive=False)
    with socket.create_connection(("127.0.0.1", server.port), 10) as connection:
        connection.sendall(b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = b""
        while part := connection.recv(65536):
            answer += part
    head = answer.split(b"\r\n\r\n")[0].lower()
    assert head.startswith(b"http/1.1 200")
    assert b"connection: close" in head


@pytest.mark.parametrize("length", [4_096, 8_000, 60_000])
def test_long_queries_are_answered(served: Server, length: int) -> None:
    """More than 1,500 UUIDs fit."""
    assert served.wire().ask("GET", "/a?b=" + "x" * length).json()["query"] == length + 2


def test_a_query_beyond_the_limit_is_refused_cleanly(served: Server) -> None:
    """414, not a reset connection."""
    assert served.wire().ask("GET", "/a?b=" + "x" * 75_000).status == 414


def test_long_headers_are_answered_and_longer_ones_refused(served: Server) -> None:
    """A token of Keystone may be long; 431 far beyond 400 kB."""
    assert served.wire().ask("GET", "/a", headers={"X-A": "x" * 75_000}).status == 200
    assert served.wire().ask("GET", "/a", headers={"X-A": "x" * 5_000_000}).status == 431


def test_a_length_that_is_no_number_is_refused(served: Server) -> None:
    """By the server itself."""
    answer = served.wire().ask("POST", "/a", b"{}", {"Content-Length": "hi mom"})
    assert answer.status == 400


@pytest.mark.parametrize("size", [0, 1, 100_000, 5_000_000])
def test_bodies_arrive_whole(served: Server, size: int) -> None:
    """Of any size."""
    assert served.wire().ask("POST", "/a", b"x" * size).json()["body"] == size


def test_a_body_in_chunks_arrives_whole(served: Server) -> None:
    """Without a length."""
    with socket.create_connection(("127.0.0.1", served.port), 10) as connection:
        connection.sendall(
            b"POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"
        )
        answer = b""
        while part := connection.recv(65536):
            answer += part
    assert b'"body": 7' in answer


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ("/caf%C3%A9", "/caf\u00c3\u00a9"),
        ("/%ff", "/\u00ff"),
        ("/a%2Fb", "/a/b"),
        ("/a%20b", "/a b"),
        ("//a/", "//a/"),
    ],
)
def test_paths_arrive_decoded_as_wsgi_wants_them(served: Server, sent: str, path: str) -> None:
    """Bytes of the path, each as one character of latin-1."""
    assert served.wire().ask("GET", sent).json()["path"] == path


def test_the_address_of_the_client_arrives(served: Server) -> None:
    """Without its port, for the log."""
    assert served.wire().ask("GET", "/a").json()["address"] == "127.0.0.1"


def test_metrics_are_those_of_all_workers(start: Callable[..., Server]) -> None:
    """Whichever worker answers the scrape."""
    server = start(workers=2)
    # One request was asked to find out that the server is there.
    asked = 1 + _ask_until_all_workers_answered(server)
    for _ in range(6):
        page = server.wire(keep_alive=False).ask("GET", "/metrics").body.decode()
        (line,) = [row for row in page.splitlines() if row.startswith("stowage_requests_total")]
        assert float(line.rpartition(" ")[2]) == asked


def _ask_until_all_workers_answered(server: Server) -> int:
    seen, asked, deadline = set(), 0, time.monotonic() + 20
    while seen != set(server.workers()) and time.monotonic() < deadline:
        seen.add(server.wire(keep_alive=False).ask("GET", "/a").json()["pid"])
        asked += 1
    assert len(seen) == len(server.workers())
    return asked


def test_the_log_is_quiet(served: Server) -> None:
    """No banner, no line of the server's own."""
    served.wire().ask("GET", "/a")
    assert "granian" not in served.output().lower()


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_lets_requests_in_flight_finish(
    start: Callable[..., Server], signum: signal.Signals
) -> None:
    """The answer comes, then the server ends without an error."""
    server = start(workers=2)
    answers = []

    def ask() -> None:
        answers.append(server.wire().ask("GET", "/slow").status)

    clients = [threading.Thread(target=ask) for _ in range(4)]
    for client in clients:
        client.start()
    time.sleep(0.5)
    server.process.send_signal(signum)
    for client in clients:
        client.join(20)
    assert answers == [200] * 4
    assert server.process.wait(20) == 0


def test_idle_connections_do_not_hold_up_a_stop(start: Callable[..., Server]) -> None:
    """A client that keeps its connection open is not waited for."""
    server = start()
    wire = server.wire()
    wire.ask("GET", "/a")
    started = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(20) == 0
    assert time.monotonic() - started < 5
    wire.close()


def test_a_worker_that_is_killed_is_started_again(start: Callable[..., Server]) -> None:
    """The other one goes on meanwhile."""
    server = start(workers=2)
    _ask_until_all_workers_answered(server)
    before = server.workers()
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        now = server.workers()
        if len(now) == 2 and before[0] not in now:
            break
        time.sleep(0.05)
    assert len(server.workers()) == 2
    _ask_until_all_workers_answered(server)


def test_a_port_that_is_taken_is_told_in_a_sentence(served: Server) -> None:
    """Workers share a port, so the server would not notice by itself."""
    with pytest.raises(CannotServe, match=rf"127\.0\.0\.1 port {served.port}: Address already"):
        check_port("127.0.0.1", served.port)
    command = [sys.executable, str(SERVICE), json.dumps({"port": served.port})]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "Address already in use" in done.stderr


def test_a_host_that_is_none_is_told_in_a_sentence() -> None:
    """A misspelt name, an address of another machine."""
    for host in ("no-such-host.invalid", "192.0.2.1"):
        with pytest.raises(CannotServe, match="cannot listen on"):
            check_port(host, free_port())
