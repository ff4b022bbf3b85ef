"""tempest's tests of flavors and of version discovery pass against our service."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from clients.conftest import Cloud
from servers import glance, tempest
from servers.glance import Glance

MODULES = (
    "tempest.api.compute.flavors.test_flavors",
    "tempest.api.compute.flavors.test_flavors_negative",
    "tempest.api.compute.admin.test_flavors",
    "tempest.api.compute.admin.test_flavors_access",
    "tempest.api.compute.admin.test_flavors_access_negative",
    "tempest.api.compute.admin.test_flavors_extra_specs",
    "tempest.api.compute.admin.test_flavors_extra_specs_negative",
    "tempest.api.compute.admin.test_flavors_microversions",
    "tempest.api.compute.test_versions",
)
TESTS = 44


@pytest.fixture(scope="module")
def images(cloud: Cloud, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Glance]:
    """Glance, in the catalogue of the cloud: one of the tests boots from an image of its own."""
    service = glance.serve(tmp_path_factory.mktemp("glance"), cloud.keystone)
    yield service
    service.stop()


@pytest.fixture
def flavors(cloud: Cloud) -> Iterator[None]:
    """The two flavors that tempest.conf names, as long as the test runs."""
    headers = {"X-Auth-Token": cloud.keystone.token()}
    address = f"{cloud.compute_url}/flavors"
    for number in (1, 2):
        size = {"ram": 512 * number, "vcpus": number, "disk": number}
        body = {"flavor": {"name": f"m1.{number}", "id": str(number)} | size}
        requests.post(address, json=body, headers=headers, timeout=30).raise_for_status()
    yield
    for number in (1, 2):
        requests.delete(f"{address}/{number}", headers=headers, timeout=30).raise_for_status()


@pytest.mark.usefixtures("images", "flavors")
def test_tempest_finds_nothing_wrong_with_flavors(cloud: Cloud, tmp_path: Path) -> None:
    """All tests of these modules run, none is skipped, all pass."""
    outcome = tempest.run(tmp_path, cloud.keystone, MODULES)
    assert (outcome.ran, outcome.skipped) == (TESTS, 0)
    assert not outcome.failed, outcome.output[-20000:]
