"""A cloud of a real Keystone and our compute service, with an administrator and two users."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from servers import compute, keystone
from servers.keystone import Keystone
from servers.port import free_port


@dataclass(frozen=True, slots=True)
class Cloud:
    """Keystone, the URL of the compute service, and the ids of the two projects."""

    keystone: Keystone
    compute_url: str
    project_one: str
    project_two: str


@pytest.fixture(scope="session")
def cloud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cloud]:
    """``admin`` in the project ``admin``, ``alice`` in ``one``, ``bob`` in ``two``."""
    folder = tmp_path_factory.mktemp("cloud")
    identity = keystone.serve(folder / "keystone")
    try:
        yield from _with_compute(identity, folder)
    finally:
        identity.stop()


def _with_compute(identity: Keystone, folder: Path) -> Iterator[Cloud]:
    port = free_port()
    url = f"http://127.0.0.1:{port}/v2.1"
    identity.add_service("compute", "nova", url)
    one, two = identity.add_project("one"), identity.add_project("two")
    identity.add_user("alice", one)
    identity.add_user("bob", two)
    database = f"sqlite:///{folder}/compute.sqlite"
    settings = identity.service_settings()
    compute.database(folder, database, "sync", settings=settings)
    with compute.serve(folder, database, settings=settings, port=port):
        yield Cloud(identity, url, one, two)
