"""Virtual environments of the packages that we are measured against, each made once.

They live in ``.cache/`` in the repository. A variable can name the Python of a ready one
instead: ``STOWAGE_NOVA_PYTHON``, ``STOWAGE_KEYSTONE_PYTHON``, ``STOWAGE_GLANCE_PYTHON``,
``STOWAGE_TEMPEST_PYTHON``.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

CACHE = Path(__file__).resolve().parents[2] / ".cache"

REQUIREMENTS: Mapping[str, tuple[str, ...]] = {
    "nova": ("nova==34.0.0", "PyMySQL", "psycopg2-binary", "uwsgi"),
    "keystone": ("keystone==30.0.0", "uwsgi"),
    "glance": ("glance==33.0.0", "uwsgi"),
    "tempest": ("tempest==47.0.0",),
}


def program(package: str, name: str) -> Path:
    """The program ``name`` of the virtual environment of ``package``, made when it is missing."""
    return python(package).with_name(name)


def python(package: str) -> Path:
    """The Python of the virtual environment of ``package``, made when it is missing.

    :raises subprocess.CalledProcessError: pip could not install the package.
    """
    given = os.environ.get(f"STOWAGE_{package.upper()}_PYTHON")
    if given:
        return Path(given)
    place = CACHE / package
    with _alone(package):
        if not _is_complete(place, package):
            _make(place, package)
    return place / "bin" / "python"


def _make(place: Path, package: str) -> None:
    shutil.rmtree(place, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
    pip = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, *REQUIREMENTS[package]], check=True)
    _mark(place).write_text(_wanted(package))


def _is_complete(place: Path, package: str) -> bool:
    return _mark(place).exists() and _mark(place).read_text() == _wanted(package)


def _mark(place: Path) -> Path:
    return place / "installed.txt"


def _wanted(package: str) -> str:
    return "\n".join(REQUIREMENTS[package]) + "\n"


@contextmanager
def _alone(package: str) -> Iterator[None]:
    """Let one process at a time make the environment of ``package``."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / f"{package}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
