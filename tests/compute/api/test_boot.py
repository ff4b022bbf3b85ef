"""What a boot is told of its image."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from compute.cloud import ALICE, Cloud, open_cloud
from servers.glance_double import GlanceDouble
from servers.wire import Answer


@pytest.fixture
def glance() -> Iterator[GlanceDouble]:
    """Where images are looked up."""
    double = GlanceDouble()
    yield double
    double.stop()


@pytest.fixture(params=["", "/v2", "/v2/"])
def stocked(
    glance: GlanceDouble, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Cloud]:
    """A cloud with one flavor of 512 MB; the address of Glance may carry its version."""
    more = f"[glance]\nendpoint_override = {glance.url}{request.param}\n"
    cloud = open_cloud(tmp_path, f"sqlite:///{tmp_path}/compute.sqlite", more)
    cloud.must_make("small")
    yield cloud
    cloud.books.close()


def boot(cloud: Cloud, image: object) -> Answer:
    """Ask for a server of the one flavor."""
    body = {"server": {"name": "s", "flavorRef": "small", "imageRef": image}}
    return cloud.ask("POST", "/servers", body, token=ALICE)


def test_an_image_must_fit_and_be_seen(stocked: Cloud) -> None:
    """400 in nova's words; an image that fits gets as far as we go."""
    assert boot(stocked, "512").status == 501
    assert boot(stocked, "").status == 501
    large = boot(stocked, "513")
    assert (large.status, stocked.message(large)) == (
        400,
        "Flavor's memory is too small for requested image.",
    )
    for image in ("status-404", "status-403"):
        unseen = boot(stocked, image)
        assert (unseen.status, stocked.message(unseen)) == (400, "Can not find requested image")
    assert boot(stocked, 5).status == 400


def test_a_glance_that_is_away_is_503(stocked: Cloud, glance: GlanceDouble) -> None:
    """Nobody knows then whether the image fits."""
    assert boot(stocked, "status-500").status == 503


def test_without_a_glance_images_are_not_looked_up(tmp_path: Path) -> None:
    """noauth2 and no address: a trial without images."""
    cloud = open_cloud(tmp_path, f"sqlite:///{tmp_path}/compute.sqlite")
    cloud.must_make("small")
    assert boot(cloud, "513").status == 501
    cloud.books.close()


def test_a_glance_that_cannot_be_reached_is_503(tmp_path: Path) -> None:
    """The same as one that fails."""
    gone = GlanceDouble()
    gone.stop()
    more = f"[glance]\nendpoint_override = {gone.url}\n"
    cloud = open_cloud(tmp_path, f"sqlite:///{tmp_path}/compute.sqlite", more)
    cloud.must_make("small")
    assert boot(cloud, "512").status == 503
    cloud.books.close()
