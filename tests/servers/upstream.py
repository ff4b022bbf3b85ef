"""Runs openstack-placement 16.0.0 under uwsgi, beside our own service."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from servers import upstream_venv
from servers.port import free_port
from servers.process import Server, environment, launch


def sync(url: str, folder: Path) -> None:
    """Create upstream's tables in the database ``url`` (``placement-manage db sync``).

    :raises RuntimeError: the tool failed; with its output.
    """
    tool = upstream_venv.python().with_name("placement-manage")
    done = subprocess.run(
        [str(tool), "--config-dir", str(_config(folder)), "db", "sync"],
        env=_settings(url, folder, {}),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)


def serve(
    url: str,
    folder: Path,
    *,
    workers: int = 1,
    threads: int = 1,
    settings: Mapping[str, str] | None = None,
) -> Server:
    """Start the service on a free port of 127.0.0.1, its tables being there already.

    ``folder`` takes its configuration and its log. ``settings`` are more ``OS_*`` variables.
    Each process loads the application itself: forked ones would share a database connection.
    """
    port = free_port()
    python = upstream_venv.python()
    command = [
        str(python.with_name("uwsgi")),
        "--http-socket", f"127.0.0.1:{port}",
        "--buffer-size", "65535",
        "--master",
        "--die-on-term",
        "--lazy-apps",
        "--enable-threads",
        "--processes", str(workers),
        "--threads", str(threads),
        "--virtualenv", str(python.parent.parent),
        "--module", "placement.wsgi.api:application",
        "--disable-logging",
    ]  # fmt: skip
    env = _settings(url, folder, settings or {})
    return launch(command, port, env, folder / "upstream.log")


def _settings(url: str, folder: Path, more: Mapping[str, str]) -> dict[str, str]:
    return environment(
        {
            "OS_PLACEMENT_CONFIG_DIR": str(_config(folder)),
            "OS_PLACEMENT_DATABASE__CONNECTION": url,
            "OS_API__AUTH_STRATEGY": "noauth2",
            **more,
        }
    )


def _config(folder: Path) -> Path:
    place = folder / "upstream-conf"
    place.mkdir(parents=True, exist_ok=True)
    (place / "placement.conf").touch()
    return place
