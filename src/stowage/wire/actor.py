"""Who asks: what the authentication found out about the sender of a request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Actor:
    """The sender of a request. Hashable, so that decisions about it can be remembered."""

    user_id: str | None = None
    project_id: str | None = None
    roles: tuple[str, ...] = ()
    system_scope: str | None = None
    domain_id: str | None = None
    user_domain_id: str | None = None
    project_domain_id: str | None = None
    is_admin_project: bool = True
    service_user_id: str | None = None
    service_user_domain_id: str | None = None
    service_project_id: str | None = None
    service_project_domain_id: str | None = None
    service_roles: tuple[str, ...] = ()

    def credentials(self) -> dict[str, Any]:
        """The values that policy rules refer to, under the names of oslo.context."""
        return {
            "user_id": self.user_id,
            "user_domain_id": self.user_domain_id,
            "system_scope": self.system_scope,
            "domain_id": self.domain_id,
            "project_id": self.project_id,
            "project_domain_id": self.project_domain_id,
            "roles": list(self.roles),
            "is_admin_project": self.is_admin_project,
            "service_user_id": self.service_user_id,
            "service_user_domain_id": self.service_user_domain_id,
            "service_project_id": self.service_project_id,
            "service_project_domain_id": self.service_project_domain_id,
            "service_roles": list(self.service_roles),
        }


def from_environ(environ: Mapping[str, Any]) -> Actor:
    """The actor described by the headers that keystonemiddleware (or noauth2) left behind.

    Same headers and precedence as ``oslo_context.context.RequestContext.from_environ``.
    """
    get = environ.get
    return Actor(
        user_id=get("HTTP_X_USER_ID", get("HTTP_X_USER")),
        project_id=get("HTTP_X_PROJECT_ID", get("HTTP_X_TENANT_ID", get("HTTP_X_TENANT"))),
        roles=_names(get("HTTP_X_ROLES", get("HTTP_X_ROLE"))),
        system_scope=get("HTTP_OPENSTACK_SYSTEM_SCOPE"),
        domain_id=get("HTTP_X_DOMAIN_ID"),
        user_domain_id=get("HTTP_X_USER_DOMAIN_ID"),
        project_domain_id=get("HTTP_X_PROJECT_DOMAIN_ID"),
        is_admin_project=get("HTTP_X_IS_ADMIN_PROJECT", "true").lower() == "true",
        service_user_id=get("HTTP_X_SERVICE_USER_ID"),
        service_user_domain_id=get("HTTP_X_SERVICE_USER_DOMAIN_ID"),
        service_project_id=get("HTTP_X_SERVICE_PROJECT_ID"),
        service_project_domain_id=get("HTTP_X_SERVICE_PROJECT_DOMAIN_ID"),
        service_roles=_names(get("HTTP_X_SERVICE_ROLES")),
    )


def _names(header: str | None) -> tuple[str, ...]:
    return tuple([name.strip() for name in header.split(",")]) if header else ()
