"""/reshaper."""

from __future__ import annotations

import falcon

from stowage.placement.api import answer, body, claims
from stowage.placement.api.inventories import parse_all
from stowage.placement.ledger.reshape import reshape
from stowage.placement.schemas import reshaper as schema
from stowage.placement.service import Service
from stowage.placement.since import Since
from stowage.wire.content import require_json
from stowage.wire.versions import require


class Reshaper:
    """Inventories and allocations that change together."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._defaults = claims.defaults(service.settings)

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Replace inventories of providers and allocations of consumers, or nothing."""
        require(req.context.minor, Since.RESHAPER)
        require_json(req)
        self._service.policy.authorise(req, "placement:reshaper:reshape")
        wanted = body.read(req, schema.RESHAPE[req.context.minor])
        inventories = body.by_uuid(wanted["inventories"])
        updates = [parse_all(uuid, one) for uuid, one in inventories.items()]
        several = claims.parse_many(wanted["allocations"], req.context.minor)
        self._service.books.write(reshape, updates, several, self._defaults)
        answer.empty(resp)
