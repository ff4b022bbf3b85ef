"""Whether a flavor is large enough for an image.

Source: nova's checks of flavor and image at boot, in its words and its order.
"""

from __future__ import annotations

from stowage.clients.glance import Image
from stowage.compute.errors import Invalid
from stowage.compute.model import Flavor

GIB = 1024**3


def check(flavor: Flavor, image: Image) -> None:
    """Raises Invalid when the image is not active, or asks for more than the flavor gives.

    A flavor without a root disk takes its size from the image.
    """
    if image.status != "active":
        raise Invalid(f"Image {image.id} is not active.")
    if image.min_ram > flavor.memory_mb:
        raise Invalid("Flavor's memory is too small for requested image.")
    if flavor.root_gb:
        _check_disk(flavor.root_gb * GIB, image)


def _check_disk(disk: int, image: Image) -> None:
    if image.size > disk:
        raise Invalid(
            "Flavor's disk is too small for requested image. Flavor disk is"
            f" {disk} bytes, image is {image.size} bytes."
        )
    if image.min_disk * GIB > disk:
        raise Invalid(
            "Flavor's disk is smaller than the minimum size specified in image metadata."
            f" Flavor disk is {disk} bytes, minimum size is {image.min_disk * GIB} bytes."
        )
