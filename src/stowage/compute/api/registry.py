"""``/stowage/extra-specs``: every extra spec that is known, for people and programs."""

from __future__ import annotations

import falcon
import orjson

from stowage.compute.flavors.registry import REGISTRY


class KnownExtraSpecs:
    """The registry as it is; it asks for no version and no token outside of ``/v2.1``."""

    def __init__(self) -> None:
        self._body = orjson.dumps({"extra_specs": [spec.describe() for spec in REGISTRY]})

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Show the registry."""
        resp.content_type = falcon.MEDIA_JSON
        resp.data = self._body
