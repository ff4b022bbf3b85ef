"""A private MariaDB server, started from the installed binaries in a temporary folder."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pymysql

from servers.port import free_port

DURABILITY_OFF = (
    "--innodb-flush-log-at-trx-commit=0",
    "--innodb-flush-method=nosync",
    "--sync-binlog=0",
    "--skip-log-bin",
)


class MariaDB:
    """One server; every call of ``new_database`` gives an empty database of its own."""

    def __init__(self, *options: str) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="stowage-mariadb-"))
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

    def new_database(self, charset: str = "utf8mb4") -> str:
        """Create an empty database; the URL suits our service and upstream's alike."""
        name = f"stowage_{os.getpid()}_{next(self._numbers)}"
        with self._connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name} CHARACTER SET {charset}")
        return f"mysql+pymysql://root@127.0.0.1:{self.port}/{name}?charset={charset}"

    def stop(self) -> None:
        """End the server by its own process and remove its folder."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=30)
            self._process = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def _install(self) -> None:
        subprocess.run(
            [
                _binary("mariadb-install-db"),
                "--no-defaults",
                f"--datadir={self._folder}/data",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                *_as_own_user(),
            ],
            check=True,
            capture_output=True,
        )

    def _start(self, options: tuple[str, ...]) -> subprocess.Popen[bytes]:
        log = (self._folder / "server.log").open("wb")
        return subprocess.Popen(
            [
                _binary("mariadbd"),
                "--no-defaults",
                f"--datadir={self._folder}/data",
                f"--socket={self._folder}/socket",
                f"--pid-file={self._folder}/pid",
                f"--port={self.port}",
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--max-connections=400",
                "--innodb-buffer-pool-size=256M",
                *DURABILITY_OFF,
                *options,
                *_as_own_user(),
            ],
            stdout=log,
            stderr=log,
        )

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + 60
        while True:
            try:
                self._connect().close()
                return
            except pymysql.err.OperationalError:
                assert self._process is not None
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self._folder / "server.log").read_text()) from None
                time.sleep(0.05)

    def _connect(self) -> pymysql.connections.Connection:  # type: ignore[type-arg]
        return pymysql.connect(host="127.0.0.1", port=self.port, user="root", autocommit=True)


def _binary(name: str) -> str:
    path = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if path is None:
        raise RuntimeError(f"{name} is not installed (Debian package mariadb-server)")
    return path


def _as_own_user() -> list[str]:
    return ["--user=root"] if os.geteuid() == 0 else []
