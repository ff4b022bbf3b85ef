"""``POST /servers``, as far as flavors go: may this sender boot this image with this flavor?

Servers are made by nova. A request that nova would take is refused with 501, not half done.
"""

from __future__ import annotations

import falcon

from stowage.compute import policies
from stowage.compute.api import asking
from stowage.compute.errors import Invalid
from stowage.compute.faults import fault
from stowage.compute.model import Flavor
from stowage.compute.schemas.boot import BOOT
from stowage.compute.servers import images
from stowage.compute.service import Service

NO_SERVERS = "This service keeps flavors and makes no servers. Flavor {} may be used to boot one."


class Servers:
    """``/servers``."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Check flavor and image of a boot: 400 when they may not be used, else 501."""
        BOOT.check(req.context.body)
        self._service.policy.authorise(req, policies.BOOT)
        server = req.context.body["server"]
        # A reference may also be the link of the flavor.
        flavorid = str(server["flavorRef"]).rpartition("/")[2]
        flavor = self._service.catalog.for_boot(asking.viewer(self._service, req), flavorid)
        self._check_image(req, flavor, server.get("imageRef"))
        raise fault(501, NO_SERVERS.format(flavor.flavorid))

    def _check_image(self, req: falcon.Request, flavor: Flavor, image_id: str | None) -> None:
        """A server from a volume names no image; without Glance there is nobody to ask."""
        if not image_id or not self._service.images.known(req.env):
            return
        image = self._service.images.find(image_id, req.env)
        if image is None:
            raise Invalid("Can not find requested image")
        images.check(flavor, image)
