"""Runs our own Placement service as an operator would: ``stowage placement serve``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from servers.port import free_port
from servers.process import Server, environment, launch

STOWAGE = Path(sys.executable).with_name("stowage")


def serve(
    url: str,
    folder: Path,
    *,
    workers: int = 1,
    settings: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
) -> Server:
    """Start the service on a free port of 127.0.0.1; it creates its tables itself.

    ``folder`` takes its configuration and its log. ``settings`` are more ``OS_*`` variables,
    ``options`` more words for the command line.
    """
    port = free_port()
    command = [str(STOWAGE), "placement", "serve", "--workers", str(workers)]
    command += ["--host", "127.0.0.1", "--port", str(port), *options]
    return launch(command, port, _settings(url, folder, settings or {}), folder / "ours.log")


def database(words: Sequence[str], url: str, folder: Path) -> str:
    """Run ``stowage placement db <words>`` on the database ``url``; its output.

    :raises RuntimeError: the command failed; with its output.
    """
    done = subprocess.run(
        [str(STOWAGE), "placement", "db", *words],
        env=_settings(url, folder, {}),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout


def _settings(url: str, folder: Path, more: Mapping[str, str]) -> dict[str, str]:
    place = folder / "ours-conf"
    place.mkdir(parents=True, exist_ok=True)
    (place / "placement.conf").touch()
    return environment(
        {
            "OS_PLACEMENT_CONFIG_DIR": str(place),
            "OS_PLACEMENT_DATABASE__CONNECTION": url,
            "OS_PLACEMENT_DATABASE__SYNC_ON_STARTUP": "true",
            "OS_API__AUTH_STRATEGY": "noauth2",
            **more,
        }
    )
