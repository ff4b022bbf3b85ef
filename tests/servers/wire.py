"""A raw HTTP/1.1 client on a socket: it sends what it is told to, byte for byte, and is cheap.

The ready-made clients refuse odd paths and headers, which the tests have to send, and cost
more than our service does, which the benchmark has to measure.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

WITHOUT_BODY = frozenset({204, 304})


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; header names are in lower case, repeated ones are joined."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Wire:
    """One connection to a server, opened again when the server has closed it."""

    def __init__(
        self, port: int, *, keep_alive: bool = True, timeout: float = 120.0, again: bool = True
    ) -> None:
        self.port = port
        self.keep_alive = keep_alive
        self.timeout = timeout
        self.again = again
        self._socket: socket.socket | None = None
        self._rest = b""

    def ask(
        self,
        method: str | bytes,
        path: str | bytes,
        body: bytes | None = None,
        headers: Mapping[str, str | bytes] | None = None,
    ) -> Answer:
        """Send one request, read its answer.

        A request that met a kept connection just closed by the server, with no byte of an
        answer, is sent once more (unless ``again`` is false); anything else that goes wrong
        raises ``OSError``.
        """
        method = _raw(method)
        request = self._request(method, _raw(path), body, headers or {})
        tries = 2 if self.again and self._socket is not None else 1
        for _ in range(tries):
            try:
                return self._exchange(request, method)
            except _NothingCame:
                self.close()
        raise ConnectionResetError("the server closed without an answer")

    def throw(self, garbage: bytes, patience: float = 0.5) -> int | None:
        """Send bytes that are no request, on a connection of their own.

        The status of what comes back, if anything does in ``patience`` seconds.
        """
        with socket.create_connection(("127.0.0.1", self.port), patience) as thrower:
            try:
                thrower.sendall(garbage)
                came = thrower.recv(65536)
            except OSError:
                return None
        words = came.split(b" ", 2)
        return int(words[1]) if words[0].startswith(b"HTTP/") else None

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._socket is not None:
            self._socket.close()
        self._socket, self._rest = None, b""

    def _request(
        self, method: bytes, path: bytes, body: bytes | None, headers: Mapping[str, str | bytes]
    ) -> bytes:
        lines = [b"%b %b HTTP/1.1" % (method, path), b"Host: 127.0.0.1:%d" % self.port]
        lines += [b"%b: %b" % (_raw(name), _raw(value)) for name, value in headers.items()]
        if body is not None and not any(name.lower() == "content-length" for name in headers):
            lines.append(b"Content-Length: %d" % len(body))
        if not self.keep_alive:
            lines.append(b"Connection: close")
        return b"\r\n".join(lines) + b"\r\n\r\n" + (body or b"")

    def _exchange(self, request: bytes, method: bytes) -> Answer:
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self.port), self.timeout)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self._socket.sendall(request)
        except (BrokenPipeError, ConnectionResetError):
            # A server may refuse early: its answer can be there although it reads no more.
            pass
        except OSError:
            self.close()
            raise
        try:
            answer = self._answer(method)
        except _NothingCame:
            raise
        except BaseException:
            self.close()
            raise
        closing = answer.headers.get("connection", "").lower() == "close"
        if closing or not self.keep_alive or "\0eof" in answer.headers:
            self.close()
        return answer

    def _answer(self, method: bytes) -> Answer:
        head = self._until(b"\r\n\r\n", first=True)
        first, *lines = head.decode("latin-1").split("\r\n")
        status = int(first.split(" ", 2)[1])
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            name, value = name.lower(), value.strip()
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
        if status == 100:
            return self._answer(method)
        if method == b"HEAD" or status in WITHOUT_BODY:
            return Answer(status, headers, b"")
        return Answer(status, headers, self._body(headers))

    def _body(self, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding", "").lower() == "chunked":
            return self._chunks()
        if "content-length" in headers:
            return self._exactly(int(headers["content-length"]))
        headers["\0eof"] = ""
        return self._to_the_end()

    def _chunks(self) -> bytes:
        parts = []
        while size := int(self._until(b"\r\n").split(b";")[0], 16):
            parts.append(self._exactly(size))
            self._exactly(2)
        self._until(b"\r\n")
        return b"".join(parts)

    def _until(self, mark: bytes, *, first: bool = False) -> bytes:
        while (end := self._rest.find(mark)) < 0:
            self._more(first and not self._rest)
        found, self._rest = self._rest[:end], self._rest[end + len(mark) :]
        return found

    def _exactly(self, size: int) -> bytes:
        if len(self._rest) < size:
            parts, held = [self._rest], len(self._rest)
            while held < size:
                part = self._receive()
                if not part:
                    raise ConnectionResetError("the answer was cut short")
                parts.append(part)
                held += len(part)
            self._rest = b"".join(parts)
        found, self._rest = self._rest[:size], self._rest[size:]
        return found

    def _to_the_end(self) -> bytes:
        parts = [self._rest]
        while part := self._receive():
            parts.append(part)
        self._rest = b""
        return b"".join(parts)

    def _more(self, at_start: bool) -> None:
        try:
            part = self._receive()
        except ConnectionResetError:
            part = b""
        if not part:
            if at_start:
                raise _NothingCame
            raise ConnectionResetError("the answer was cut short")
        self._rest += part

    def _receive(self) -> bytes:
        assert self._socket is not None
        return self._socket.recv(262144)


class _NothingCame(Exception):
    """The connection ended before the first byte of an answer."""


def _raw(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class Caller:
    """A client of the Placement API under ``noauth2``: one wire, one microversion, one token."""

    wire: Wire
    version: str = "1.39"
    token: str = "admin"
    roles: str | None = None

    def ask(self, method: str, path: str, data: Any = None) -> Answer:
        """Send ``data`` as JSON (None: no body)."""
        headers = {
            "X-Auth-Token": self.token,
            "OpenStack-API-Version": f"placement {self.version}",
            "Accept": "application/json",
        }
        if self.roles is not None:
            headers["X-Roles"] = self.roles
        if data is None:
            return self.wire.ask(method, path, None, headers)
        headers["Content-Type"] = "application/json"
        return self.wire.ask(method, path, json.dumps(data).encode(), headers)

    def must(self, method: str, path: str, data: Any = None) -> Answer:
        """Like ``ask``; raises ``RuntimeError`` unless the answer is a success."""
        answer = self.ask(method, path, data)
        if not 200 <= answer.status < 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:500]!r}")
        return answer
