"""Which versions there are: at ``/``, at ``/v2.1/``, and as an answer to paths outside of both."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import falcon

from stowage.compute.api.links import quoted, replaced, root_url
from stowage.compute.api.paths import LEGACY, STRICT, is_legacy, unknown_path, version_of
from stowage.compute.api.versions import MAXIMUM, MINIMUM
from stowage.compute.bare import Ready
from stowage.wire.content import JSON
from stowage.wire.errors import HttpError

Document = dict[str, Any]


def _version(name: str, path: str, status: str, updated: str, *, versions: bool) -> Document:
    return {
        "id": name,
        "path": path,
        "status": status,
        "version": MAXIMUM if versions else "",
        "min_version": MINIMUM if versions else "",
        "updated": updated,
        "media-types": [
            {
                "base": JSON,
                "type": f"application/vnd.openstack.compute+json;version={path.removeprefix('/v')}",
            }
        ],
    }


OLD = _version("v2.0", LEGACY, "DEPRECATED", "2025-07-04T12:00:00Z", versions=False)
CURRENT = _version("v2.1", STRICT, "CURRENT", "2013-07-23T11:33:21Z", versions=True)
_TOLD = ("id", "status", "version", "min_version", "updated")


class Discovery:
    """Answers with a document, whatever the method."""

    def __init__(self, document: Callable[[falcon.Request], Document]) -> None:
        self._document = document

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Answer."""
        resp.data = json.dumps(self._document(req)).encode()

    on_post = on_put = on_delete = on_patch = on_head = on_options = on_get


def all_versions(prefix: str | None, req: falcon.Request) -> Document:
    """What ``/`` shows."""
    base = replaced(root_url(req), prefix)
    return {
        "versions": [
            {
                **{key: version[key] for key in _TOLD},
                "links": [{"rel": "self", "href": f"{base}{version['path']}/"}],
            }
            for version in (OLD, CURRENT)
        ]
    }


def one_version(prefix: str | None, req: falcon.Request) -> Document:
    """What ``/v2.1/`` and ``/v2/`` show."""
    version = OLD if is_legacy(req.env["PATH_INFO"]) else CURRENT
    base = replaced(root_url(req), prefix)
    links = [
        {"rel": "self", "href": f"{base}{version['path']}/"},
        {"rel": "describedby", "type": "text/html", "href": "http://docs.openstack.org/"},
    ]
    told = {key: version[key] for key in _TOLD}
    return {"version": {**told, "links": links, "media-types": version["media-types"]}}


def elsewhere(prefix: str | None, req: falcon.Request) -> HttpError:
    """What answers for a path that no route has: 404 within a version, the choices outside."""
    if version_of(req.env["PATH_INFO"]) is not None:
        return unknown_path(req)
    base = replaced(root_url(req), prefix)
    path = quoted(req.env["PATH_INFO"]).strip("/")
    choices = [
        {
            "id": version["id"],
            "status": version["status"],
            "links": [{"rel": "self", "href": f"{base}{version['path']}/{path}"}],
            "media-types": version["media-types"],
        }
        for version in (OLD, CURRENT)
    ]
    return Ready(300, json.dumps({"choices": choices}), JSON)
