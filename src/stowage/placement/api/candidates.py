"""/allocation_candidates, and why there are none: /stowage/explain."""

from __future__ import annotations

import random

import falcon

from stowage.placement.api import answer, candidates_answer, candidates_query, query
from stowage.placement.errors import Invalid
from stowage.placement.search.combine import search
from stowage.placement.search.index import Index
from stowage.placement.search.request import Options, Request
from stowage.placement.service import Service
from stowage.placement.settings import Settings
from stowage.placement.since import Since
from stowage.wire.content import check_accept
from stowage.wire.versions import require

RULE = "placement:allocation_candidates:list"


class Candidates:
    """The ways in which a request for resources can be satisfied."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._options = _options(service.settings)
        self._rng = random.Random()

    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        """List them."""
        require(req.context.minor, Since.CANDIDATES)
        check_accept(req)
        self._service.policy.authorise(req, RULE)
        request = candidates_query.parse(query.read(req.env), req.context.minor)
        with self._service.live.current() as index:
            check_names(index, request)
            result = search(index, request, self._options, self._rng)
            content = candidates_answer.render(index, request, result, req.context.minor)
        answer.encoded(req, resp, content)


def check_names(index: Index, request: Request) -> None:
    """:raises Invalid: the request names a resource class or trait that does not exist."""
    _check_traits(index, request.root_required | request.root_forbidden)
    for group in request.groups:
        classes = index.unknown_classes(group.resources)
        if classes:
            raise Invalid(
                "Invalid resource class in resources parameter: "
                f"No such resource class {classes[0]}."
            )
        _check_traits(index, group.forbidden.union(*group.required))


def _check_traits(index: Index, names: frozenset[str]) -> None:
    unknown = index.unknown_traits(names)
    if unknown:
        raise Invalid(f"No such trait(s): {', '.join(unknown)}.")


def _options(settings: Settings) -> Options:
    return Options(
        strategy=settings.allocation_candidates_generation_strategy,
        maximum=settings.max_allocation_candidates,
        randomize=settings.randomize_allocation_candidates,
    )
