"""Links to things, as they stand in answers."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

import falcon

from stowage.compute.api.paths import version_of

_SAFE = "/~!$&'()*+,;=:@"
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


@dataclass(frozen=True, slots=True)
class Links:
    """Where links of one answer begin: within the version, and without any (bookmarks)."""

    own: str
    bookmark: str

    @classmethod
    def of(cls, req: falcon.Request, prefix: str | None) -> Links:
        """The links for a request; ``prefix`` replaces the start of its URL."""
        root = root_url(req)
        version = version_of(req.env["PATH_INFO"]) or ""
        base = replaced(root, prefix)
        project = _project(req, root)
        return cls(own=f"{base}{version}{project}", bookmark=f"{base}{project}")

    def to(self, collection: str, identifier: str) -> list[dict[str, str]]:
        """The two links of one thing."""
        place = f"/{collection}/{identifier}"
        return [
            {"rel": "self", "href": f"{self.own}{place}"},
            {"rel": "bookmark", "href": f"{self.bookmark}{place}"},
        ]

    def next_page(
        self, path: str, params: list[tuple[str, str]], marker: str
    ) -> list[dict[str, str]]:
        """The link to what follows ``marker``."""
        query = urlencode({**dict(sorted(params)), "marker": marker})
        return [{"rel": "next", "href": f"{self.own}/{path}?{query}"}]


def root_url(req: falcon.Request) -> str:
    """The URL of the service as its client sees it, without a slash at the end."""
    environ = req.env
    scheme = environ["wsgi.url_scheme"]
    host = environ.get("HTTP_HOST") or f"{environ['SERVER_NAME']}:{environ['SERVER_PORT']}"
    host = host.removesuffix(_DEFAULT_PORTS.get(scheme, ""))
    return f"{scheme}://{host}{quoted(environ.get('SCRIPT_NAME', ''))}".rstrip("/")


def replaced(url: str, prefix: str | None) -> str:
    """A URL that begins with ``prefix`` (``[api] compute_link_prefix``) in place of its host."""
    if not prefix:
        return url
    parts = urlsplit(prefix)
    return f"{parts.scheme}://{parts.netloc}{parts.path}{urlsplit(url).path}".rstrip("/")


def _project(req: falcon.Request, root: str) -> str:
    """nova links with the project in the path whenever its id stands anywhere in the URL."""
    project_id: str | None = req.context.actor.project_id
    if not project_id:
        return ""
    query = req.env.get("QUERY_STRING")
    url = f"{root}{quoted(req.env['PATH_INFO'])}{f'?{query}' if query else ''}"
    return f"/{project_id}" if project_id in url else ""


def quoted(path: str) -> str:
    """A path of the WSGI environment as it stands in a URL."""
    return quote(path.encode("latin-1"), safe=_SAFE)
