"""What is told about a change: nova's versioned notifications of flavors.

Source: FlavorPayload 1.4 of nova 34.0.0, and the context that oslo.messaging sends with it.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from stowage.compute.model import Flavor

PRIORITY = "INFO"
PAYLOAD_VERSION = "1.4"


@dataclass(frozen=True, slots=True)
class Context:
    """On whose behalf something happened, as receivers of notifications get to know it."""

    user_id: str | None = None
    user_name: str | None = None
    project_id: str | None = None
    project_name: str | None = None
    domain_id: str | None = None
    user_domain_id: str | None = None
    project_domain_id: str | None = None
    system_scope: str | None = None
    roles: tuple[str, ...] = ()
    is_admin: bool = False
    is_admin_project: bool = True
    request_id: str | None = None
    global_request_id: str | None = None

    @classmethod
    def of_service(cls) -> Context:
        """The service itself, as an administrator without a name."""
        return cls(is_admin=True, request_id=f"req-{uuid.uuid4()}")

    def as_dict(self) -> dict[str, Any]:
        """The keys that nova sends (without secrets)."""
        return {
            "user": self.user_id,
            "project_id": self.project_id,
            "system_scope": self.system_scope,
            "project": self.project_id,
            "domain": self.domain_id,
            "user_domain": self.user_domain_id,
            "project_domain": self.project_domain_id,
            "is_admin": self.is_admin,
            "read_only": False,
            "show_deleted": False,
            "auth_token": None,
            "request_id": self.request_id,
            "global_request_id": self.global_request_id,
            "resource_uuid": None,
            "roles": list(self.roles),
            "user_identity": self._identity(),
            "is_admin_project": self.is_admin_project,
            "user_id": self.user_id,
            "read_deleted": "no",
            "remote_address": None,
            "timestamp": _now().isoformat(),
            "quota_class": None,
            "user_name": self.user_name,
            "service_catalog": [],
            "project_name": self.project_name,
        }

    def _identity(self) -> str:
        parts = (
            self.user_id,
            self.project_id,
            self.domain_id,
            self.user_domain_id,
            self.project_domain_id,
        )
        return " ".join(part or "-" for part in parts)


def envelope(
    context: Context, publisher_id: str, event_type: str, payload: dict[str, Any]
) -> dict[str, Any]:
    """A notification as it is written down; sent twice, it has the same ``message_id`` twice."""
    return {
        "context": context.as_dict(),
        "message": {
            "message_id": str(uuid.uuid4()),
            "publisher_id": publisher_id,
            "event_type": event_type,
            "priority": PRIORITY,
            "payload": payload,
            "timestamp": str(_now()),
        },
    }


def payload(flavor: Flavor, *, with_specs: bool, projects: Sequence[str] | None) -> dict[str, Any]:
    """The flavor as receivers see it; what is not known at the time of an event is null."""
    return {
        "nova_object.name": "FlavorPayload",
        "nova_object.namespace": "nova",
        "nova_object.version": PAYLOAD_VERSION,
        "nova_object.data": {
            "flavorid": flavor.flavorid,
            "memory_mb": flavor.memory_mb,
            "vcpus": flavor.vcpus,
            "root_gb": flavor.root_gb,
            "ephemeral_gb": flavor.ephemeral_gb,
            "name": flavor.name,
            "swap": flavor.swap,
            "rxtx_factor": flavor.rxtx_factor,
            "vcpu_weight": flavor.vcpu_weight,
            "disabled": flavor.disabled,
            "is_public": flavor.is_public,
            "extra_specs": dict(flavor.extra_specs) if with_specs else None,
            "projects": None if projects is None else list(projects),
            "description": flavor.description,
        },
    }


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)
