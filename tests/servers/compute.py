"""Runs our own compute service as an operator would: ``stowage compute serve``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from servers.nova_api import Settings, written
from servers.port import free_port
from servers.process import Server, environment, launch

STOWAGE = Path(sys.executable).with_name("stowage")


def serve(
    folder: Path,
    api_database: str,
    *,
    workers: int = 1,
    settings: Settings | None = None,
    options: Sequence[str] = (),
    port: int | None = None,
) -> Server:
    """Start the service on ``port`` (a free one) of 127.0.0.1; its tables must be there.

    ``folder`` takes its configuration and its log. ``settings`` are more options for
    nova.conf, by section; ``options`` more words for the command line.
    """
    port = port or free_port()
    configured = _configure(folder, api_database, settings or {})
    command = [str(STOWAGE), "compute", "serve", "--config-file", str(configured)]
    command += ["--host", "127.0.0.1", "--port", str(port), "--workers", str(workers), *options]
    return launch(command, port, environment({}), folder / "ours.log")


def database(folder: Path, api_database: str, *words: str, settings: Settings | None = None) -> str:
    """Run ``stowage compute db <words>``; what it printed.

    :raises RuntimeError: the command failed; with its output.
    """
    configured = _configure(folder, api_database, settings or {})
    done = subprocess.run(
        [str(STOWAGE), "compute", "db", *words, "--config-file", str(configured)],
        env=environment({}),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout


def _configure(folder: Path, api_database: str, more: Settings) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    sections: dict[str, dict[str, str]] = {
        "DEFAULT": {"host": "nova-host", "state_path": str(folder)},
        "api": {"auth_strategy": "noauth2"},
        "api_database": {"connection": api_database},
        "oslo_concurrency": {"lock_path": str(folder)},
    }
    for name, options in more.items():
        sections.setdefault(name, {}).update(options)
    path = folder / "nova.conf"
    path.write_text(written(sections))
    return path
