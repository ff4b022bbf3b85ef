"""Bodies, and short words for what the cases ask and expect."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from servers.wire import Answer, Caller

T = TypeVar("T")

CONCURRENT_UPDATE = "placement.concurrent_update"
OWNER = {"project_id": "project", "user_id": "user"}


def holding(
    amounts: Mapping[str, Mapping[str, int]], generation: int | None = None, **changes: Any
) -> dict[str, Any]:
    """What one consumer is to hold, as 1.38 and later write it."""
    body = {
        "allocations": {uuid: {"resources": resources} for uuid, resources in amounts.items()},
        "consumer_generation": generation,
        "consumer_type": "INSTANCE",
        **OWNER,
    }
    return body | changes


def at(api: Caller, version: str) -> Caller:
    """The same client at another microversion."""
    return replace(api, version=version)


def error(answer: Answer) -> dict[str, Any]:
    """The one error of an answer."""
    (found,) = answer.json()["errors"]
    return dict(found)


def code(answer: Answer) -> str:
    """The error code of an answer."""
    return str(error(answer)["code"])


def used(api: Caller, provider: str) -> dict[str, int]:
    """What is used of a provider."""
    return dict(api.must("GET", f"/resource_providers/{provider}/usages").json()["usages"])


def generation(api: Caller, provider: str) -> int:
    """The generation of a provider."""
    return int(api.must("GET", f"/resource_providers/{provider}").json()["generation"])


def held(api: Caller, consumer: str) -> dict[str, Any]:
    """Everything that is known of a consumer's allocations."""
    return dict(api.must("GET", f"/allocations/{consumer}").json())


def requests(api: Caller, query: str) -> list[dict[str, Any]]:
    """The allocation requests of a query for candidates."""
    found = api.must("GET", f"/allocation_candidates?{query}").json()
    return list(found["allocation_requests"])


def providers_of(found: Sequence[Mapping[str, Any]]) -> list[frozenset[str]]:
    """Which providers each allocation request is made of."""
    return [frozenset(one["allocations"]) for one in found]


def at_once(count: int, act: Callable[[int], T]) -> list[T]:
    """Call ``act`` with each number below ``count``, all in the same moment."""
    barrier = threading.Barrier(count)

    def wait_and_act(number: int) -> T:
        barrier.wait()
        return act(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(wait_and_act, range(count)))
