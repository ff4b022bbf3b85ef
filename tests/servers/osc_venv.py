"""The openstack command with its Placement plug-in, installed once in an environment of its own."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from pathlib import Path

VERSION = "4.9.1"
PACKAGES = (f"osc-placement=={VERSION}", "python-openstackclient")
HOME = Path(__file__).resolve().parents[2] / ".cache" / "osc"
_COMMANDS = (
    "from importlib.metadata import entry_points\n"
    "for point in entry_points(group='openstack.placement.v1'): print(point.name)"
)


def openstack() -> Path:
    """The command; the first caller installs it."""
    HOME.parent.mkdir(parents=True, exist_ok=True)
    # Written last, so that an installation that was cut short is done again.
    finished = HOME / f"installed-{VERSION}"
    with HOME.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not finished.exists():
            _install()
            finished.touch()
    return HOME / "bin" / "openstack"


def commands() -> frozenset[str]:
    """The names of all commands of the plug-in, in words."""
    python = openstack().with_name("python")
    said = subprocess.run(
        [str(python), "-c", _COMMANDS], capture_output=True, text=True, check=True
    )
    return frozenset(name.replace("_", " ") for name in said.stdout.split())


def _install() -> None:
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(HOME)], check=True)
    pip = [str(HOME / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-input"]
    subprocess.run([*pip, *PACKAGES], check=True)
