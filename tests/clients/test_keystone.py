"""Asking Keystone for projects."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from servers.keystone_double import KeystoneDouble
from stowage.clients.keystone import Found, Projects
from stowage.compute import config


@pytest.fixture
def double() -> Iterator[KeystoneDouble]:
    """A stand-in for Keystone."""
    running = KeystoneDouble()
    yield running
    running.stop()


def projects(endpoint: str | None) -> Projects:
    """The projects that are found at an endpoint."""
    conf = config.load([], [])
    conf.set_override("endpoint_override", endpoint, group="keystone")
    return Projects(conf)


@pytest.mark.parametrize(
    ("project", "found"),
    [
        ("known", Found.YES),
        ("unknown-1", Found.NO),
        ("status-403", Found.YES),
        ("status-500", Found.YES),
    ],
)
def test_only_a_project_that_is_not_there_is_unknown(
    double: KeystoneDouble, project: str, found: Found
) -> None:
    """No right to look and a fault of Keystone count as known, as in nova."""
    assert projects(double.url).find(project, {"HTTP_X_AUTH_TOKEN": "t"}) is found


def test_without_keystone_every_project_is_known() -> None:
    """For development."""
    assert projects(None).find("any", {}) is Found.YES


def test_a_keystone_that_does_not_answer_is_believed() -> None:
    """Nobody can look now: the flavor is shared all the same."""
    assert projects("http://127.0.0.1:1/v3").find("any", {}) is Found.YES
