"""A stand-in for Glance, for answers that a real one gives seldom.

``GET /v2/images/{id}`` answers with the status that the id names (``status-500``), else with an
active image whose ``min_ram`` is the id.
"""

from __future__ import annotations

from servers.double import Answers, Double


class GlanceDouble(Double):
    """Its base URL has no version."""

    def __init__(self) -> None:
        super().__init__(_Images)


class _Images(Answers):
    def do_GET(self) -> None:
        image_id = self.path.removeprefix("/v2/images/")
        if image_id.startswith("status-"):
            return self.answer(int(image_id.removeprefix("status-")), {})
        image = {"id": image_id, "status": "active", "size": 1, "min_disk": 0}
        return self.answer(200, image | {"min_ram": int(image_id)})
