"""``GET /``: which versions of the API there are."""

from __future__ import annotations

from datetime import UTC, datetime

import falcon
import orjson

from stowage.placement.faults import VERSIONS
from stowage.placement.since import Since
from stowage.wire.content import JSON

_DOCUMENT = orjson.dumps(
    {
        "versions": [
            {
                "id": f"v{VERSIONS.minimum}",
                "max_version": VERSIONS.maximum,
                "min_version": VERSIONS.minimum,
                "status": "CURRENT",
                # An empty reference is "this same URL": right behind any proxy.
                "links": [{"rel": "self", "href": ""}],
            }
        ]
    }
)


class Discovery:
    """The one document that needs no token."""

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Show the range of microversions."""
        resp.content_type = JSON
        resp.data = _DOCUMENT
        if req.context.minor >= Since.LAST_MODIFIED:
            resp.set_header("cache-control", "no-cache")
            resp.last_modified = datetime.now(UTC)
