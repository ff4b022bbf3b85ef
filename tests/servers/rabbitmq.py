"""A private RabbitMQ broker, started from Debian's package in a temporary folder.

The Erlang node has its own name, its own name server (epmd) and its own ports, all on
127.0.0.1, so that it meets no other broker of the machine.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from servers.port import free_port

PROGRAMS = Path("/usr/lib/rabbitmq/bin")


class RabbitMQ:
    """One broker; it keeps its port and its durable queues over ``stop`` and ``start``."""

    def __init__(self) -> None:
        if not PROGRAMS.exists():
            raise RuntimeError("RabbitMQ is not installed (Debian package rabbitmq-server)")
        self._folder = Path(tempfile.mkdtemp(prefix="stowage-rabbitmq-"))
        self.port = free_port()
        self._epmd_port = free_port()
        self._env = self._environment()
        self._epmd = self._start_epmd()
        self._broker: subprocess.Popen[bytes] | None = None
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> str:
        """The ``transport_url`` for oslo.messaging."""
        return f"rabbit://guest:guest@127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Start the broker and wait until it answers.

        :raises RuntimeError: it ended, or was not ready in two minutes; with its output.
        """
        log = (self._folder / "broker.log").open("ab")
        self._broker = subprocess.Popen(
            [str(PROGRAMS / "rabbitmq-server")],
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        deadline = time.monotonic() + 120
        while not self._answers():
            if self._broker.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self._folder / "broker.log").read_text()[-4000:])
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop the broker; what its durable queues hold stays."""
        if self._broker is None:
            return
        # The shell script waits for Erlang in the same session, which holds nothing else.
        os.killpg(self._broker.pid, signal.SIGTERM)
        try:
            self._broker.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(self._broker.pid, signal.SIGKILL)
            self._broker.wait()
        self._broker = None

    def close(self) -> None:
        """Stop it for good and remove its folder."""
        self.stop()
        self._epmd.terminate()
        self._epmd.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _start_epmd(self) -> subprocess.Popen[bytes]:
        path = shutil.which("epmd")
        if path is None:
            raise RuntimeError("epmd is not installed (Debian package erlang-base)")
        words = [path, "-port", str(self._epmd_port), "-address", "127.0.0.1"]
        return subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def _environment(self) -> dict[str, str]:
        home = self._folder / "home"
        home.mkdir()
        cookie = home / ".erlang.cookie"
        cookie.write_text(secrets.token_hex(16))
        cookie.chmod(0o400)
        (self._folder / "rabbitmq.conf").write_text(
            f"listeners.tcp.1 = 127.0.0.1:{self.port}\nheartbeat = 0\n"
            "vm_memory_high_watermark.relative = 0.2\ndisk_free_limit.absolute = 10MB\n"
        )
        (self._folder / "enabled_plugins").write_text("[].\n")
        local = "-kernel inet_dist_use_interface {127,0,0,1}"
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "ERL_EPMD_PORT": str(self._epmd_port),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODENAME": f"stowage{self.port}@localhost",
            "RABBITMQ_DIST_PORT": str(free_port()),
            "RABBITMQ_CONFIG_FILE": str(self._folder / "rabbitmq.conf"),
            "RABBITMQ_CONF_ENV_FILE": str(self._folder / "no-such-file"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self._folder / "enabled_plugins"),
            "RABBITMQ_MNESIA_BASE": str(self._folder / "mnesia"),
            "RABBITMQ_LOG_BASE": str(self._folder / "log"),
            "RABBITMQ_PID_FILE": str(self._folder / "pid"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": local,
        }

    def _answers(self) -> bool:
        """Whether it speaks AMQP: it greets a client that names a version it does not have."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 2) as probe:
                probe.settimeout(2)
                probe.sendall(b"AMQP\x00\x00\x09\x09")
                return probe.recv(8).startswith(b"AMQP")
        except OSError:
            return False
