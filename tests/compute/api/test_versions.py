"""Microversions: how they are asked for and told."""

from __future__ import annotations

import pytest

from compute.cloud import Cloud


def spoken(cloud: Cloud, headers: dict[str, str]) -> tuple[int, str | None]:
    """The status, and the version that the answer tells."""
    answer = cloud.ask("GET", "/flavors", version=None, headers=headers)
    return answer.status, answer.headers.get("x-openstack-nova-api-version")


@pytest.mark.parametrize(
    ("headers", "version"),
    [
        ({}, "2.1"),
        ({"OpenStack-API-Version": "compute 2.53"}, "2.53"),
        ({"OpenStack-API-Version": "Compute 2.53"}, "2.53"),
        ({"OpenStack-API-Version": "compute latest"}, "2.104"),
        ({"OpenStack-API-Version": "placement 1.2, compute 2.53"}, "2.53"),
        ({"OpenStack-API-Version": "placement 1.2"}, "2.1"),
        ({"OpenStack-API-Version": "compute"}, "2.1"),
        ({"X-OpenStack-Nova-API-Version": "2.53"}, "2.53"),
        ({"X-OpenStack-Nova-API-Version": "2.1, 2.53"}, "2.53"),
        (
            {"OpenStack-API-Version": "compute 2.53", "X-OpenStack-Nova-API-Version": "2.99"},
            "2.53",
        ),
    ],
)
def test_a_version_is_asked_for_in_one_of_two_headers(
    cloud: Cloud, headers: dict[str, str], version: str
) -> None:
    """The newer header wins; without any it is the lowest."""
    assert spoken(cloud, headers) == (200, version)


def test_an_answer_tells_its_version_in_both_headers(cloud: Cloud) -> None:
    """And that it depends on them."""
    headers = cloud.ask("GET", "/flavors", version="2.61").headers
    assert headers["openstack-api-version"] == "compute 2.61"
    assert headers["x-openstack-nova-api-version"] == "2.61"
    assert headers["vary"] == "OpenStack-API-Version, X-OpenStack-Nova-API-Version"


@pytest.mark.parametrize("version", ["2.0", "2.105", "3.1", "1.1"])
def test_a_version_out_of_range_is_406(cloud: Cloud, version: str) -> None:
    """The answer repeats it, as nova does."""
    answer = cloud.ask("GET", "/flavors", version=version)
    assert answer.status == 406
    assert answer.headers["openstack-api-version"] == f"compute {version}"
    assert answer.json() == {
        "computeFault": {
            "code": 406,
            "message": f"Version {version} is not supported by the API. Minimum is 2.1 and"
            " maximum is 2.104.",
        }
    }


@pytest.mark.parametrize("version", ["abc", "2", "2.01", "2.1.1", "02.1", "2.53 2.54"])
def test_a_version_that_cannot_be_read_is_400(cloud: Cloud, version: str) -> None:
    """With what it should look like."""
    answer = cloud.ask("GET", "/flavors", version=version)
    assert answer.status == 400
    assert cloud.message(answer) == (
        f"API Version String {version} is of invalid format. Must be of format MajorNum.MinorNum."
    )


def test_an_unknown_path_is_404_at_any_version(cloud: Cloud) -> None:
    """It is found out first."""
    assert cloud.ask("GET", "/nothing", version="9.9").status == 404


def test_the_frozen_api_knows_no_versions(cloud: Cloud) -> None:
    """/v2 ignores what is asked for, and tells none; unknown keys are left out."""
    headers = {"X-Auth-Token": "admin:ad0", "OpenStack-API-Version": "compute 2.61"}
    body = b'{"flavor": {"name": " f ", "id": "f", "ram": 1, "vcpus": 1, "disk": 1, "more": 1}}'
    answer = cloud.inside.ask("POST", "/v2/flavors", body, headers)
    assert answer.status == 200
    assert answer.json()["flavor"]["name"] == "f"
    assert "description" not in answer.json()["flavor"]
    assert "openstack-api-version" not in answer.headers
    assert answer.json()["flavor"]["links"][0]["href"] == "http://127.0.0.1/v2/flavors/f"
