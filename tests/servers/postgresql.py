"""A private PostgreSQL server, started from the installed binaries in a temporary folder.

PostgreSQL refuses to run as root: root runs it as the user ``postgres`` of the Debian package.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from servers.port import free_port


class PostgreSQL:
    """One server; every call of ``new_database`` gives an empty database of its own."""

    def __init__(self, *options: str) -> None:
        self._user = "postgres" if os.geteuid() == 0 else None
        self._folder = Path(tempfile.mkdtemp(prefix="stowage-postgresql-"))
        self._numbers = itertools.count(1)
        self.port = free_port()
        try:
            self._install()
            self._process = self._start(options)
            self._wait_until_ready()
        except BaseException:
            self.stop()
            raise

    _process: subprocess.Popen[bytes] | None = None

    def new_database(self) -> str:
        """Create an empty database; the URL names psycopg 3, as our service wants it."""
        name = f"stowage_{os.getpid()}_{next(self._numbers)}"
        with self._connect() as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql+psycopg://stowage@127.0.0.1:{self.port}/{name}"

    @staticmethod
    def for_upstream(url: str) -> str:
        """The same database as an operator's placement.conf of upstream names it."""
        return url.replace("postgresql+psycopg://", "postgresql+psycopg2://")

    def stop(self) -> None:
        """End the server by its own process (closing its clients) and remove its folder."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(timeout=30)
            self._process = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def _install(self) -> None:
        if self._user is not None:
            account = pwd.getpwnam(self._user)
            os.chown(self._folder, account.pw_uid, account.pw_gid)
        subprocess.run(
            [
                _binary("initdb"),
                f"--pgdata={self._folder}/data",
                "--username=stowage",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",
            ],
            check=True,
            capture_output=True,
            cwd="/",
            user=self._user,
        )

    def _start(self, options: tuple[str, ...]) -> subprocess.Popen[bytes]:
        settings = (
            f"port={self.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self._folder}",
            "max_connections=300",
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            *options,
        )
        log = (self._folder / "server.log").open("wb")
        return subprocess.Popen(
            [
                _binary("postgres"),
                "-D",
                f"{self._folder}/data",
                *(word for setting in settings for word in ("-c", setting)),
            ],
            stdout=log,
            stderr=log,
            cwd="/",
            user=self._user,
        )

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + 60
        while True:
            try:
                self._connect().close()
                return
            except psycopg.OperationalError:
                assert self._process is not None
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self._folder / "server.log").read_text()) from None
                time.sleep(0.05)

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            f"host=127.0.0.1 port={self.port} user=stowage dbname=postgres", autocommit=True
        )


def _binary(name: str) -> str:
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = shutil.which(name, path=":".join([*map(str, places), os.environ.get("PATH", "")]))
    if path is None:
        raise RuntimeError(f"{name} is not installed (Debian package postgresql)")
    return path
