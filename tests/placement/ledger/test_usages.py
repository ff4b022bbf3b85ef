"""Sums of what is used."""

from __future__ import annotations

from uuid import uuid4

import pytest

from stowage.placement.errors import NotFound
from stowage.placement.ledger import usages
from stowage.placement.ledger.usages import TypeUsage


def _filled(cloud, project):
    host = cloud.host(VCPU=100, DISK_GB=100)
    for number, (user, kind) in enumerate(
        [("u1", "INSTANCE"), ("u1", "MIGRATION"), ("u2", "INSTANCE"), ("u2", None)], 1
    ):
        cloud.claim(
            str(uuid4()),
            {host: {"VCPU": number, "DISK_GB": 10}},
            project_id=project,
            user_id=user,
            consumer_type=kind,
        )


def test_a_project_is_summed_by_class(cloud, uuid):
    """GET /usages from 1.9, with and without a user."""
    _filled(cloud, uuid)
    assert cloud.books.read(usages.of_project, uuid) == {"VCPU": 10, "DISK_GB": 40}
    assert cloud.books.read(usages.of_project, uuid, "u1") == {"VCPU": 3, "DISK_GB": 20}
    assert cloud.books.read(usages.of_project, str(uuid4())) == {}


def test_a_project_is_summed_by_the_type_of_its_consumers(cloud, uuid):
    """GET /usages from 1.38: a consumer with two classes counts once."""
    _filled(cloud, uuid)
    instance = TypeUsage(2, {"VCPU": 4, "DISK_GB": 20})
    migration = TypeUsage(1, {"VCPU": 2, "DISK_GB": 10})
    unknown = TypeUsage(1, {"VCPU": 4, "DISK_GB": 10})

    def by_type(*arguments):
        return cloud.books.read(usages.of_project_by_type, uuid, *arguments)

    assert by_type() == {"INSTANCE": instance, "MIGRATION": migration, "unknown": unknown}
    assert by_type(None, "MIGRATION") == {"MIGRATION": migration}
    assert by_type(None, "unknown") == {"unknown": unknown}
    assert by_type(None, "all") == {"all": TypeUsage(4, {"VCPU": 10, "DISK_GB": 40})}
    assert by_type("u2") == {
        "INSTANCE": TypeUsage(1, {"VCPU": 3, "DISK_GB": 10}),
        "unknown": unknown,
    }
    assert by_type(None, "NO_SUCH") == {}


def test_a_provider_shows_every_class_that_it_has(cloud, uuid):
    """GET /resource_providers/{uuid}/usages: zero where nothing is used, nothing where none is."""
    host = cloud.host(VCPU=4, DISK_GB=4)
    cloud.claim(uuid, {host: {"VCPU": 3}})
    provider, used = cloud.books.read(usages.of_provider, host)
    assert (provider.generation, used) == (2, {"VCPU": 3, "DISK_GB": 0})
    with pytest.raises(NotFound) as refusal:
        cloud.books.read(usages.of_provider, uuid)
    text = f"No resource provider with uuid {uuid} found"
    assert refusal.value.message == f"{text}: {text}"
