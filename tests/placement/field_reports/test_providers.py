"""Providers: trees, deletion, names."""

from __future__ import annotations

from placement.steps import at, code, error
from servers.cloud import Cloud, new_uuid
from servers.wire import Caller


def test_a_tree_has_no_loops(api: Caller, cloud: Cloud) -> None:
    """Nobody is its own parent, at no distance. (LP 1779635)"""
    uuid = new_uuid()
    body = {"name": "self", "uuid": uuid, "parent_provider_uuid": uuid}
    assert api.ask("POST", "/resource_providers", body).status == 400
    root = cloud.provider("root")
    child = cloud.provider("child", parent=root)
    grandchild = cloud.provider("grandchild", parent=child)
    for parent in (grandchild, child, root, new_uuid()):
        body = {"name": "root", "parent_provider_uuid": parent}
        assert api.ask("PUT", f"/resource_providers/{root}", body).status == 400


def test_a_parent_must_exist(api: Caller) -> None:
    """A provider is not created below nothing. (LP 1779635)"""
    body = {"name": "orphan", "parent_provider_uuid": new_uuid()}
    assert api.ask("POST", "/resource_providers", body).status == 400


def test_before_1_37_a_provider_keeps_its_parent(api: Caller, cloud: Cloud) -> None:
    """It may get a first parent, but not another or none. (LP 1779635)"""
    root, other = cloud.provider("root"), cloud.provider("other")
    child = cloud.provider("child", parent=root)
    for parent in (other, None):
        body = {"name": "child", "parent_provider_uuid": parent}
        assert at(api, "1.36").ask("PUT", f"/resource_providers/{child}", body).status == 400
        assert at(api, "1.37").ask("PUT", f"/resource_providers/{child}", body).status == 200


def test_a_parent_is_not_deleted(api: Caller, cloud: Cloud) -> None:
    """Its children go first. (LP 1770636, 1778929)"""
    root = cloud.provider()
    cloud.provider(parent=root)
    answer = api.ask("DELETE", f"/resource_providers/{root}")
    assert answer.status == 409
    assert code(answer) == "placement.resource_provider.cannot_delete_parent"


def test_a_provider_in_use_is_not_deleted(api: Caller, cloud: Cloud) -> None:
    """Who holds something of it must let go first. (LP 1739571, 1661258)"""
    host = cloud.provider(inventories={"VCPU": 4})
    cloud.claim(host, {"VCPU": 1})
    answer = api.ask("DELETE", f"/resource_providers/{host}")
    assert (answer.status, code(answer)) == (409, "placement.resource_provider.inuse")


def test_a_provider_goes_with_all_that_it_has(api: Caller, cloud: Cloud) -> None:
    """Traits, aggregates and inventories do not hold it back. (LP 1727719)"""
    host = cloud.provider(
        inventories={"VCPU": 4}, traits=["CUSTOM_A"], aggregates=[new_uuid(), new_uuid()]
    )
    assert api.ask("DELETE", f"/resource_providers/{host}").status == 204
    assert api.ask("GET", f"/resource_providers/{host}").status == 404


def test_a_name_belongs_to_one_provider(api: Caller, cloud: Cloud) -> None:
    """Field and value of the clash are named. (LP 1817833, 1693349, SB 2008750)"""
    host = cloud.provider("host")
    cloud.provider("other")
    same_name = api.ask("POST", "/resource_providers", {"name": "host", "uuid": new_uuid()})
    assert (same_name.status, code(same_name)) == (409, "placement.duplicate_name")
    assert "name: host already exists" in error(same_name)["detail"]
    same_uuid = api.ask("POST", "/resource_providers", {"name": "new", "uuid": host})
    assert (same_uuid.status, code(same_uuid)) == (409, "placement.duplicate_name")
    assert f"uuid: {host}" in error(same_uuid)["detail"]
    renamed = api.ask("PUT", f"/resource_providers/{host}", {"name": "other"})
    assert (renamed.status, code(renamed)) == (409, "placement.duplicate_name")
    assert "Conflicting resource provider other already exists" in error(renamed)["detail"]


def test_a_new_provider_has_a_name(api: Caller) -> None:
    """An empty one is refused, as it always was."""
    answer = api.ask("POST", "/resource_providers", {"name": ""})
    assert answer.status == 400
    assert "name is required" in error(answer)["detail"]
