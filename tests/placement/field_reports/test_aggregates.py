"""Aggregates: what is refused."""

from __future__ import annotations

import pytest

from placement.steps import CONCURRENT_UPDATE, code, error
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller


def test_aggregates_must_be_current_and_unique_uuids(api: Caller, cloud: Cloud) -> None:
    """An old generation is a conflict, anything but different UUIDs 400. (LP 1818498, 1789633)"""
    place = f"/resource_providers/{cloud.provider()}/aggregates"
    group = new_uuid()

    def answer(uuids: list[str], generation: int = 0):  # type: ignore[no-untyped-def]
        body = {"aggregates": uuids, "resource_provider_generation": generation}
        return api.ask("PUT", place, body)

    stale = answer([group], generation=7)
    assert (stale.status, code(stale)) == (409, CONCURRENT_UPDATE)
    assert answer(["x"]).status == 400
    assert answer([group, group]).status == 400
    assert answer([group]).status == 200


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/resource_providers?member_of=x", "x"),
        ("/allocation_candidates?resources=VCPU:1&member_of=in:zz", "zz"),
    ],
)
def test_member_of_is_a_uuid(api: Caller, path: str, value: str) -> None:
    """The bad value is named. (LP 1656482)"""
    answer = api.ask("GET", path)
    assert answer.status == 400
    assert f"Got: {value}" in error(answer)["detail"]
