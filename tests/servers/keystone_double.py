"""A stand-in for Keystone that knows projects by what their ids say.

Every token is good. ``GET /v3/projects/{id}`` answers with the status that the id names
(``status-403``), 404 for an id that begins with ``unknown``, 200 for any other.
"""

from __future__ import annotations

from servers.double import Answers, Double


class KeystoneDouble(Double):
    """Its base URL has the version."""

    def __init__(self) -> None:
        super().__init__(_Projects, "/v3")


class _Projects(Answers):
    def do_GET(self) -> None:
        if self.path.rstrip("/") == "/v3":
            links = [{"rel": "self", "href": f"http://{self.headers['Host']}/v3/"}]
            version = {"id": "v3.14", "status": "stable", "links": links}
            return self.answer(200, {"version": version})
        project_id = self.path.rsplit("/", 1)[-1]
        if project_id.startswith("status-"):
            return self.answer(int(project_id.removeprefix("status-")), {"error": {}})
        if project_id.startswith("unknown"):
            return self.answer(404, {"error": {"code": 404, "message": "no such project"}})
        return self.answer(200, {"project": {"id": project_id, "name": project_id}})
