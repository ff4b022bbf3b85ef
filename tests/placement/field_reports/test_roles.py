"""Who may do what, with the rules as they come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from placement.steps import error
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller


def with_roles(api: Caller, roles: str, project: str = "p") -> Caller:
    """Somebody with these roles in a project."""
    return replace(api, token=f"somebody:{project}", roles=roles)


@pytest.mark.parametrize(
    ("method", "path", "rule"),
    [
        ("GET", "/resource_providers", "resource_providers:list"),
        ("GET", "/usages?project_id=p", "usages"),
        ("GET", "/allocation_candidates?resources=VCPU:1", "allocation_candidates:list"),
        ("GET", "/stowage/explain?resources=VCPU:1", "allocation_candidates:list"),
        ("DELETE", "/traits/CUSTOM_X", "traits:delete"),
    ],
)
def test_without_a_role_nothing_is_allowed(api: Caller, method: str, path: str, rule: str) -> None:
    """The rule that refuses is named. (LP 1786498)"""
    answer = with_roles(api, "").ask(method, path)
    assert answer.status == 403
    assert f"Policy does not allow placement:{rule} to be performed." in error(answer)["detail"]


def test_a_reader_sees_the_usages_of_its_own_project_only(api: Caller) -> None:
    """Not those of others, and nothing else."""
    reader = with_roles(api, "reader")
    assert reader.ask("GET", "/usages?project_id=p").status == 200
    assert reader.ask("GET", "/usages?project_id=q").status == 403
    assert reader.ask("GET", "/resource_providers").status == 403


@pytest.mark.parametrize("role", ["admin", "service"])
def test_administrators_and_services_see_everything(api: Caller, role: str) -> None:
    """In whichever project they are."""
    caller = with_roles(api, role)
    for path in ("/usages?project_id=q", "/resource_providers", "/traits", "/resource_classes"):
        assert caller.ask("GET", path).status == 200


def test_reshaping_is_for_services(api: Caller, cloud: Cloud) -> None:
    """An administrator is refused."""
    host = cloud.provider()
    inventory = {"resource_provider_generation": 0, "inventories": {"VCPU": {"total": 1}}}
    body = {"inventories": {host: inventory}, "allocations": {}}
    refused = with_roles(api, "admin").ask("POST", "/reshaper", body)
    assert refused.status == 403
    assert "placement:reshaper:reshape" in error(refused)["detail"]
    assert with_roles(api, "service").ask("POST", "/reshaper", body).status == 204
    unknown = {"inventories": {new_uuid(): inventory}, "allocations": {}}
    assert with_roles(api, "service").ask("POST", "/reshaper", unknown).status == 400
