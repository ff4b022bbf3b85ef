"""/stowage/explain: why a request has the candidates that it has, or none."""

from __future__ import annotations

import falcon
import orjson

from stowage.placement.api import answer, candidates_query, query
from stowage.placement.api.candidates import RULE, check_names
from stowage.placement.search.explain import explain
from stowage.placement.search.explanation import Explanation
from stowage.placement.service import Service
from stowage.placement.since import Since
from stowage.wire.content import JSON, check_accept
from stowage.wire.versions import require

TEXT = "text/plain"


class Explain:
    """Takes any query of /allocation_candidates, and refuses what that refuses."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """Count who is left after each constraint: as JSON, or with Accept: text/plain as text."""
        require(req.context.minor, Since.CANDIDATES)
        media_type = _preferred(req)
        self._service.policy.authorise(req, RULE)
        request = candidates_query.parse(query.read(req.env), req.context.minor)
        with self._service.live.current() as index:
            check_names(index, request)
            explanation = explain(index, request)
        answer.encoded(req, resp, _rendered(explanation, media_type))
        resp.content_type = media_type


def _preferred(req: falcon.Request) -> str:
    preferred = req.client_prefers((JSON, TEXT))
    if preferred is None:
        check_accept(req)
    return preferred or JSON


def _rendered(explanation: Explanation, media_type: str) -> bytes:
    if media_type == TEXT:
        return explanation.as_text().encode()
    return orjson.dumps(explanation.as_dict())
