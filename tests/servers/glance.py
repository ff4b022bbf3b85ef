"""Runs the real Glance (33.0.0) under uwsgi on SQLite, with its images in files."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from servers.keystone import Keystone
from servers.nova_api import written
from servers.port import free_port
from servers.process import Server, environment, launch
from servers.venvs import program, python


@dataclass(frozen=True, slots=True)
class Glance:
    """A running Glance, with its own policies: a member may create private images."""

    server: Server
    url: str

    def stop(self) -> None:
        """End it."""
        self.server.stop()


def serve(folder: Path, keystone: Keystone) -> Glance:
    """Start a Glance on a free port of 127.0.0.1 and put it in the catalogue of ``keystone``.

    ``folder`` takes all that it writes.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    _configure(folder, keystone)
    _manage(folder, "db_sync")
    command = [
        str(program("glance", "uwsgi")),
        "--http-socket", f"127.0.0.1:{port}",
        "--buffer-size", "65535",
        # It closes after each answer; clients that are not told so would ask on.
        "--add-header", "Connection: close",
        "--master",
        "--die-on-term",
        "--lazy-apps",
        "--need-app",
        "--enable-threads",
        "--threads", "4",
        "--virtualenv", str(_environment()),
        "--module", "glance.wsgi.api:application",
        "--pyargv", "",
        "--disable-logging",
    ]  # fmt: skip
    env = environment({"OS_GLANCE_CONFIG_DIR": str(folder)})
    keystone.add_service("image", "glance", url)
    return Glance(launch(command, port, env, folder / "glance-uwsgi.log"), url)


def _configure(folder: Path, keystone: Keystone) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    paste = _environment() / "etc" / "glance" / "glance-api-paste.ini"
    sections = {
        "DEFAULT": {"log_file": str(folder / "glance.log"), "enabled_backends": "images:file"},
        "database": {"connection": f"sqlite:///{folder}/glance.sqlite"},
        "glance_store": {"default_backend": "images"},
        "keystone_authtoken": keystone.service_settings()["keystone_authtoken"],
        "oslo_concurrency": {"lock_path": str(folder)},
        "paste_deploy": {"flavor": "keystone", "config_file": str(paste)},
    }
    # Glance has two stores of its own beside that of the images.
    for store in ("images", "os_glance_staging_store", "os_glance_tasks_store"):
        (folder / store).mkdir(exist_ok=True)
        sections[store] = {"filesystem_store_datadir": str(folder / store)}
    (folder / "glance-api.conf").write_text(written(sections))


def _manage(folder: Path, *words: str) -> None:
    tool = str(program("glance", "glance-manage"))
    done = subprocess.run(
        [tool, "--config-file", str(folder / "glance-api.conf"), *words],
        env=environment({}),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)


def _environment() -> Path:
    return python("glance").parents[1]
