"""Asking Keystone whether a project exists."""

from __future__ import annotations

import logging
from enum import Enum
from typing import Any

from keystoneauth1 import exceptions, loading, token_endpoint
from oslo_config import cfg

LOG = logging.getLogger(__name__)


class Found(Enum):
    """What Keystone said of a project."""

    YES = "yes"
    """It exists, or we may not know: no right to look, or Keystone could not be asked."""

    NO = "no"
    NO_ENDPOINT = "no endpoint"
    """The catalog names no Identity API v3: somebody has to repair the configuration."""


class Projects:
    """The projects of the cloud, seen with the right of whoever asks. ``[keystone]`` says where."""

    def __init__(self, conf: cfg.ConfigOpts) -> None:
        self._conf = conf
        self._session: Any = None

    def find(self, project_id: str, environ: dict[str, Any]) -> Found:
        """Whether a project exists, asked with the token of the request ``environ``.

        Without Keystone (``noauth2`` and no ``endpoint_override``) every project does.
        Source: nova, ``verify_project_id``.
        """
        auth = environ.get("keystone.token_auth") or self._bare_token(environ)
        if auth is None:
            return Found.YES
        try:
            answer = self._adapter(auth).get(f"/projects/{project_id}")
        except exceptions.EndpointNotFound:
            LOG.error("Keystone's Identity API v3 was not found; is the catalog in order?")
            return Found.NO_ENDPOINT
        except exceptions.ClientException as fault:
            LOG.info("Keystone could not be asked about project %s: %s", project_id, fault)
            return Found.YES
        if answer.status_code == 404:
            return Found.NO
        if not answer.ok:
            LOG.info("Keystone said %s about project %s", answer.status_code, project_id)
        return Found.YES

    def _bare_token(self, environ: dict[str, Any]) -> Any:
        endpoint = self._conf.keystone.endpoint_override
        if not endpoint:
            return None
        return token_endpoint.Token(endpoint, environ.get("HTTP_X_AUTH_TOKEN"))

    def _adapter(self, auth: Any) -> Any:
        if self._session is None:
            self._session = loading.load_session_from_conf_options(self._conf, "keystone")
        return loading.load_adapter_from_conf_options(
            self._conf,
            "keystone",
            session=self._session,
            auth=auth,
            min_version=(3, 0),
            max_version=(3, "latest"),
            raise_exc=False,
        )
