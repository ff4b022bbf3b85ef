"""/usages and /resource_providers/{uuid}/usages."""

from __future__ import annotations

from typing import Any

import falcon

from stowage.placement.api import answer, query
from stowage.placement.ledger import usages
from stowage.placement.schemas import usages as schema
from stowage.placement.schemas.validator import canonical
from stowage.placement.service import Service
from stowage.placement.since import Since
from stowage.wire.content import check_accept
from stowage.wire.versions import require


class ProviderUsages:
    """What is used of a provider."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response, uuid: str) -> None:
        """Show the sums by class."""
        check_accept(req)
        self._service.policy.authorise(req, "placement:resource_providers:usages")
        provider, used = self._service.books.read(usages.of_provider, canonical(uuid))
        content = {"resource_provider_generation": provider.generation, "usages": used}
        answer.json(req, resp, content)


class ProjectUsages:
    """What a project uses."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Show the sums by class; from 1.38 for each type of consumer."""
        require(req.context.minor, Since.USAGES)
        check_accept(req)
        asked = query.read(req.env)
        target = {"project_id": asked.last("project_id")}
        self._service.policy.authorise(req, "placement:usages", target)
        asked.check(schema.OF_PROJECT[req.context.minor])
        answer.json(req, resp, {"usages": self._sums(asked, req.context.minor)})

    def _sums(self, asked: query.Query, minor: int) -> dict[str, Any]:
        project_id, user_id = asked.last("project_id"), asked.last("user_id")
        assert project_id is not None
        if minor < Since.CONSUMER_TYPES:
            return self._service.books.read(usages.of_project, project_id, user_id)
        by_type = self._service.books.read(
            usages.of_project_by_type, project_id, user_id, asked.last("consumer_type")
        )
        return {
            name: {**usage.resources, "consumer_count": usage.consumer_count}
            for name, usage in by_type.items()
        }
