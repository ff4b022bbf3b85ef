"""Who asks: what they may see, and how notifications speak of them."""

from __future__ import annotations

import falcon

from stowage.compute import policies
from stowage.compute.flavors.catalog import Asker
from stowage.compute.model import Viewer
from stowage.compute.outbox.message import Context
from stowage.compute.service import Service
from stowage.wire import trace


def viewer(service: Service, req: falcon.Request) -> Viewer:
    """Whose eyes flavors are seen with."""
    actor = req.context.actor
    return Viewer(actor.project_id, service.policy.allows(actor, policies.IS_ADMIN))


def asker(service: Service, req: falcon.Request) -> Asker:
    """Who wants a change."""
    actor, environ = req.context.actor, req.env
    seen_by = viewer(service, req)
    return Asker(
        seen_by,
        Context(
            user_id=actor.user_id,
            user_name=environ.get("HTTP_X_USER_NAME"),
            project_id=actor.project_id,
            project_name=environ.get("HTTP_X_PROJECT_NAME", environ.get("HTTP_X_TENANT_NAME")),
            domain_id=actor.domain_id,
            user_domain_id=actor.user_domain_id,
            project_domain_id=actor.project_domain_id,
            system_scope=actor.system_scope,
            roles=actor.roles,
            is_admin=seen_by.is_admin,
            is_admin_project=actor.is_admin_project,
            request_id=req.context.request_id,
            global_request_id=environ.get(trace.GLOBAL_REQUEST_ID),
        ),
    )


def sees_specs(service: Service, req: falcon.Request) -> bool:
    """Whether extra specs are shown within flavors."""
    return service.policy.allows(req.context.actor, policies.SPECS_INDEX)
