"""Which flavor is large enough for which image."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stowage.clients.glance import Image
from stowage.compute.errors import Invalid
from stowage.compute.model import Flavor
from stowage.compute.servers import images

GIB = 1024**3
IMAGE = Image("i", "active", min_ram=512, min_disk=1, size=GIB)
FLAVOR = Flavor(1, "f", "f", 512, 1, 1, 0, 0, 1.0, 0, False, True, None)


def test_an_image_that_just_fits_is_taken() -> None:
    """Each bound is part of what is allowed."""
    images.check(FLAVOR, IMAGE)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"status": "queued"}, "Image i is not active."),
        ({"min_ram": 513}, "Flavor's memory is too small for requested image."),
        (
            {"size": GIB + 1},
            "Flavor's disk is too small for requested image. Flavor disk is 1073741824 bytes,"
            " image is 1073741825 bytes.",
        ),
        (
            {"min_disk": 2},
            "Flavor's disk is smaller than the minimum size specified in image metadata."
            " Flavor disk is 1073741824 bytes, minimum size is 2147483648 bytes.",
        ),
    ],
)
def test_an_image_that_asks_for_more_is_refused(change: dict[str, object], sentence: str) -> None:
    """In nova's words."""
    with pytest.raises(Invalid) as refused:
        images.check(FLAVOR, replace(IMAGE, **change))
    assert refused.value.message == sentence


def test_a_flavor_without_a_root_disk_takes_any_size() -> None:
    """0 means: as large as the image."""
    images.check(replace(FLAVOR, root_gb=0), replace(IMAGE, size=50 * GIB, min_disk=40))
