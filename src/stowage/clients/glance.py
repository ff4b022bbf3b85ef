"""Asking Glance for an image."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from keystoneauth1 import exceptions, loading, token_endpoint
from oslo_config import cfg

_VERSION = re.compile(r"(/v2(\.\d+)?)?/*$")


class CannotAsk(Exception):
    """Glance did not answer, or not as a Glance does."""


@dataclass(frozen=True, slots=True)
class Image:
    """What a boot asks of an image: ``min_ram`` in MB, ``min_disk`` in GB, ``size`` in bytes."""

    id: str
    status: str
    min_ram: int
    min_disk: int
    size: int


class Images:
    """The images of the cloud, seen with the right of whoever asks. ``[glance]`` says where."""

    def __init__(self, conf: cfg.ConfigOpts) -> None:
        self._conf = conf
        self._session: Any = None

    def known(self, environ: dict[str, Any]) -> bool:
        """Whether there is a Glance to ask: not with ``noauth2`` and no ``endpoint_override``."""
        return self._auth(environ) is not None

    def find(self, image_id: str, environ: dict[str, Any]) -> Image | None:
        """An image, asked for with the token of the request ``environ``; None if it is not seen.

        Raises CannotAsk.
        """
        try:
            adapter = self._adapter(environ)
            answer = adapter.get(f"{_root(adapter)}/v2/images/{quote(image_id, safe='')}")
        except exceptions.ClientException as fault:
            raise CannotAsk(f"Glance could not be asked for image {image_id}: {fault}") from None
        if answer.status_code in (400, 403, 404):
            return None
        if not answer.ok:
            raise CannotAsk(f"Glance said {answer.status_code} about image {image_id}")
        return _image(answer.json())

    def _auth(self, environ: dict[str, Any]) -> Any:
        endpoint = self._conf.glance.endpoint_override
        if environ.get("keystone.token_auth") or not endpoint:
            return environ.get("keystone.token_auth")
        return token_endpoint.Token(endpoint, environ.get("HTTP_X_AUTH_TOKEN"))

    def _adapter(self, environ: dict[str, Any]) -> Any:
        if self._session is None:
            self._session = loading.load_session_from_conf_options(self._conf, "glance")
        return loading.load_adapter_from_conf_options(
            self._conf,
            "glance",
            session=self._session,
            auth=self._auth(environ),
            raise_exc=False,
        )


def _root(adapter: Any) -> str:
    """Where Glance is, without the version that some catalogs add. Raises EndpointNotFound."""
    endpoint = adapter.get_endpoint()
    if not endpoint:
        raise exceptions.EndpointNotFound("the catalog names no image service")
    return _VERSION.sub("", endpoint)


def _image(told: dict[str, Any]) -> Image:
    return Image(
        id=told["id"],
        status=told["status"],
        min_ram=int(told.get("min_ram") or 0),
        min_disk=int(told.get("min_disk") or 0),
        size=int(told.get("size") or 0),
    )
