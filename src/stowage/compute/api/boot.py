"""``POST /servers``, as far as flavors go: may this sender boot from this flavor?

Servers are made by nova. A request that nova would take is refused with 501, not half done.
"""

from __future__ import annotations

import falcon

from stowage.compute import policies
from stowage.compute.api import asking
from stowage.compute.faults import fault
from stowage.compute.schemas.boot import BOOT
from stowage.compute.service import Service

NO_SERVERS = "This service keeps flavors and makes no servers. Flavor {} may be used to boot one."


class Servers:
    """``/servers``."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Check the flavor of a boot: 400 when it may not be used, else 501."""
        BOOT.check(req.context.body)
        self._service.policy.authorise(req, policies.BOOT)
        # A reference may also be the link of the flavor.
        flavorid = str(req.context.body["server"]["flavorRef"]).rpartition("/")[2]
        flavor = self._service.catalog.for_boot(asking.viewer(self._service, req), flavorid)
        raise fault(501, NO_SERVERS.format(flavor.flavorid))
