"""Runs the real nova-api of nova 34.0.0 under uwsgi.

Without its authtoken filter it believes ``X-User-Id``, ``X-Project-Id`` and ``X-Roles``.
Flavors need no other service of nova; the tables of its cell database are there because nova-api
writes itself down in them.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from servers.port import free_port
from servers.process import Server, environment, launch
from servers.venvs import program, python

Settings = Mapping[str, Mapping[str, str]]

WITH_AUTHTOKEN = "osprofiler authtoken keystonecontext"
WITHOUT_AUTHTOKEN = "keystonecontext"


def serve(
    folder: Path,
    api_database: str,
    *,
    workers: int = 1,
    settings: Settings | None = None,
    port: int | None = None,
) -> Server:
    """Start nova-api on ``port`` (a free one) of 127.0.0.1; its tables must be there (``sync``).

    ``folder`` takes its configuration, its cell database and its log. ``settings`` are more
    options for nova.conf, by section; with ``keystone_authtoken`` among them Keystone decides
    who asks.
    """
    port = port or free_port()
    _configure(folder, api_database, settings or {})
    command = [
        str(program("nova", "uwsgi")),
        "--http-socket", f"127.0.0.1:{port}",
        "--buffer-size", "65535",
        # It closes after each answer; clients that are not told so would ask on.
        "--add-header", "Connection: close",
        "--master",
        "--die-on-term",
        "--lazy-apps",
        "--enable-threads",
        "--need-app",
        "--processes", str(workers),
        "--virtualenv", str(_environment()),
        "--module", "nova.wsgi.osapi_compute:application",
        "--pyargv", "",
        "--disable-logging",
    ]  # fmt: skip
    env = environment({"OS_NOVA_CONFIG_DIR": str(folder)})
    return launch(command, port, env, folder / "nova-api.log")


def sync(folder: Path, api_database: str) -> None:
    """Create nova's tables in the API database and in a cell database of SQLite in ``folder``."""
    _configure(folder, api_database, {})
    manage(folder, "api_db", "sync")
    manage(folder, "db", "sync", "--local_cell")


def manage(folder: Path, *words: str) -> str:
    """Run ``nova-manage`` with the configuration in ``folder``; what it printed.

    :raises RuntimeError: it failed; with its output.
    """
    done = subprocess.run(
        [str(program("nova", "nova-manage")), "--config-file", str(folder / "nova.conf"), *words],
        env=environment({}),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout


def copy_cell(source: Path, target: Path) -> None:
    """Give the nova-api of ``target`` the cell database made for ``source``."""
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(source / "cell0.sqlite", target / "cell0.sqlite")


def _configure(folder: Path, api_database: str, more: Settings) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    sections: dict[str, dict[str, str]] = {
        "DEFAULT": {
            "host": "nova-host",
            "my_ip": "127.0.0.1",
            "state_path": str(folder),
            "api_paste_config": str(folder / "api-paste.ini"),
            "transport_url": "fake://",
        },
        "api_database": {"connection": api_database},
        "database": {"connection": f"sqlite:///{folder}/cell0.sqlite"},
        "oslo_concurrency": {"lock_path": str(folder)},
    }
    for name, options in more.items():
        sections.setdefault(name, {}).update(options)
    (folder / "nova.conf").write_text(written(sections))
    paste = (_environment() / "etc" / "nova" / "api-paste.ini").read_text()
    # The CORS filter would look for nova.conf in the usual places only.
    project = "oslo_config_project = nova"
    paste = paste.replace(project, f"{project}\noslo_config_file = {folder}/nova.conf")
    if "keystone_authtoken" not in more:
        paste = paste.replace(WITH_AUTHTOKEN, WITHOUT_AUTHTOKEN)
    (folder / "api-paste.ini").write_text(paste)


def written(sections: Settings) -> str:
    """The text of a configuration file with these sections."""
    lines = []
    for name, options in sections.items():
        lines.append(f"[{name}]")
        lines += [f"{option} = {value}" for option, value in options.items()]
    return "\n".join(lines) + "\n"


def _environment() -> Path:
    return python("nova").parents[1]
