"""The reference service, installed once in a virtual environment of its own.

``STOWAGE_UPSTREAM_PYTHON`` names the interpreter of an environment that has it already.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VERSION = "16.0.0"
PACKAGES = (f"openstack-placement=={VERSION}", "PyMySQL", "psycopg2-binary", "uwsgi")
HOME = Path(__file__).resolve().parents[2] / ".cache" / "upstream-placement"


def python() -> Path:
    """The interpreter that can ``import placement``; the first caller installs it."""
    given = os.environ.get("STOWAGE_UPSTREAM_PYTHON")
    if given:
        return Path(given)
    with _locked(HOME.with_suffix(".lock")):
        if not _finished().exists():
            _install()
    return HOME / "bin" / "python"


def _finished() -> Path:
    # Written last, so that an installation that was cut short is done again.
    return HOME / f"installed-{VERSION}"


def _install() -> None:
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(HOME)], check=True)
    pip = [str(HOME / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-input"]
    subprocess.run([*pip, *PACKAGES], check=True)
    _finished().touch()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
