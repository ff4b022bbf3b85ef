"""Who sees which flavors, and who may do what (B59, B60, B61, B62, B64)."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from compute.cloud import ALICE, BOB, Cloud, open_cloud
from servers.wire import Answer
from stowage.compute.store.tables import FLAVORS


@pytest.fixture
def stocked(any_cloud: Cloud) -> Cloud:
    """A public flavor, one for Alice's project, one for nobody."""
    any_cloud.must_make("open")
    any_cloud.must_make("hers", is_public=False)
    any_cloud.must_make("nobodys", is_public=False)
    grant = {"addTenantAccess": {"tenant": "a11ce"}}
    assert any_cloud.ask("POST", "/flavors/hers/action", grant).status == 200
    return any_cloud


def names(cloud: Cloud, query: str, token: str) -> list[str]:
    """The names that a list shows."""
    answer = cloud.ask("GET", f"/flavors{query}", token=token)
    assert answer.status == 200, answer.body
    return [flavor["name"] for flavor in answer.json()["flavors"]]


def test_an_administrator_chooses_by_is_public(stocked: Cloud) -> None:
    """Public ones by default; None means all."""
    admin = "admin:ad0"
    for query in ("", "?is_public=true", "?is_public=T", "?is_public=1"):
        assert names(stocked, query, admin) == ["open"]
    for query in ("?is_public=None", "?is_public=none", "?is_public=NONE"):
        assert names(stocked, query, admin) == ["hers", "nobodys", "open"]
    for query in ("?is_public=false", "?is_public=0"):
        assert names(stocked, query, admin) == ["hers", "nobodys"]
    for query in ("?is_public=", "?is_public=maybe"):
        answer = stocked.ask("GET", f"/flavors{query}")
        assert answer.status == 400
        assert "Invalid is_public filter" in stocked.message(answer)


@pytest.mark.parametrize("query", ["", "?is_public=None", "?is_public=false", "?is_public=maybe"])
def test_a_user_sees_what_is_public_or_shared_with_the_project(stocked: Cloud, query: str) -> None:
    """Whatever is_public says."""
    assert names(stocked, query, ALICE) == ["hers", "open"]
    assert names(stocked, query, BOB) == ["open"]


def test_a_flavor_that_is_not_seen_does_not_exist(stocked: Cloud) -> None:
    """By id 404, as a marker 400."""
    assert stocked.ask("GET", "/flavors/hers", token=ALICE).status == 200
    assert stocked.ask("GET", "/flavors/hers", token=BOB).status == 404
    answer = stocked.ask("GET", "/flavors?marker=hers", token=BOB)
    assert (answer.status, stocked.message(answer)) == (400, "marker [hers] not found")


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_an_id_that_no_database_can_hold_is_of_no_flavor(any_cloud: Cloud, method: str) -> None:
    """PostgreSQL refuses a NUL character even in a comparison."""
    assert any_cloud.ask(method, "/flavors/%00").status == 404


def test_the_creators_project_is_not_on_the_access_list(cloud: Cloud) -> None:
    """A private flavor is for nobody at first; a public one has no list."""
    cloud.must_make("p", is_public=False)
    cloud.must_make("q")
    access = cloud.ask("GET", "/flavors/p/os-flavor-access")
    assert access.json() == {"flavor_access": []}
    answer = cloud.ask("GET", "/flavors/q/os-flavor-access")
    assert answer.status == 404
    assert cloud.message(answer) == "Access list not available for public flavors."
    assert cloud.ask("GET", "/flavors/unknown/os-flavor-access").status == 404


def test_a_public_flavor_is_shared_with_nobody_from_2_7(any_cloud: Cloud) -> None:
    """Before that it was possible, and without meaning."""
    any_cloud.must_make("q")
    add, remove = ({f"{verb}TenantAccess": {"tenant": "p1"}} for verb in ("add", "remove"))
    action = "/flavors/q/action"
    assert any_cloud.ask("POST", action, remove, version="2.6").status == 404
    assert any_cloud.ask("POST", action, add, version="2.6").status == 200
    assert any_cloud.ask("POST", action, remove, version="2.6").status == 200
    answer = any_cloud.ask("POST", action, add, version="2.7")
    assert answer.status == 409
    assert any_cloud.message(answer) == "Can not add access to a public flavor."


def test_access_is_given_once_and_taken_once(any_cloud: Cloud) -> None:
    """A second time is 409 and 404, with the internal number of the flavor."""
    any_cloud.must_make("p", is_public=False)
    add, remove = ({f"{verb}TenantAccess": {"tenant": "p1"}} for verb in ("add", "remove"))
    answer = any_cloud.ask("POST", "/flavors/p/action", add)
    assert answer.json() == {"flavor_access": [{"flavor_id": "p", "tenant_id": "p1"}]}
    answer = any_cloud.ask("POST", "/flavors/p/action", add)
    assert answer.status == 409
    assert "Flavor access already exists for flavor" in any_cloud.message(answer)
    answer = any_cloud.ask("POST", "/flavors/p/action", remove)
    assert answer.json() == {"flavor_access": []}
    answer = any_cloud.ask("POST", "/flavors/p/action", remove)
    assert answer.status == 404
    assert "Flavor access not found for" in any_cloud.message(answer)


@pytest.mark.parametrize(
    "body",
    [
        {"addTenantAccess": {}},
        {"addTenantAccess": {"tenant": ""}},
        {"addTenantAccess": {"tenant": 5}},
        {"addTenantAccess": {"tenant": "p", "extra": 1}},
        {"bogus": {}},
        {},
    ],
)
def test_an_action_that_makes_no_sense_is_refused(cloud: Cloud, body: object) -> None:
    """A project is needed, and one known action."""
    cloud.must_make("p", is_public=False)
    answer = cloud.ask("POST", "/flavors/p/action", body)
    assert answer.status == 400
    if "bogus" in str(body):
        assert cloud.message(answer) == "There is no such action: bogus"


def test_a_user_may_not_change_flavors(stocked: Cloud) -> None:
    """The rule that refuses is named."""
    flavor = {"flavor": {"name": "x", "ram": 1, "vcpus": 1, "disk": 1}}
    description = {"flavor": {"description": "x"}}
    grant = {"addTenantAccess": {"tenant": "b0b"}}
    manage, access = "os_compute_api:os-flavor-manage", "os_compute_api:os-flavor-access"
    for method, path, body, rule in (
        ("POST", "", flavor, f"{manage}:create"),
        ("PUT", "/hers", description, f"{manage}:update"),
        ("DELETE", "/hers", None, f"{manage}:delete"),
        ("POST", "/hers/action", grant, f"{access}:add_tenant_access"),
        ("GET", "/hers/os-flavor-access", None, access),
    ):
        answer = stocked.ask(method, f"/flavors{path}", body, token=ALICE)
        assert answer.status == 403
        assert stocked.message(answer) == f"Policy doesn't allow {rule} to be performed."


def test_each_rule_can_be_changed_by_itself(tmp_path: Path) -> None:
    """A policy.yaml that lets members see access lists lets them do nothing else."""
    (tmp_path / "policy.yaml").write_text(
        '"os_compute_api:os-flavor-access": "rule:project_reader_or_admin"\n'
        '"os_compute_api:os-flavor-manage:delete": "role:member"\n'
    )
    cloud = open_cloud(tmp_path, f"sqlite:///{tmp_path}/nova_api.sqlite")
    cloud.must_make("hers", is_public=False)
    cloud.ask("POST", "/flavors/hers/action", {"addTenantAccess": {"tenant": "a11ce"}})
    access = cloud.ask("GET", "/flavors/hers/os-flavor-access", token=ALICE)
    assert access.json()["flavor_access"] == [{"flavor_id": "hers", "tenant_id": "a11ce"}]
    change = {"flavor": {"description": "x"}}
    assert cloud.ask("PUT", "/flavors/hers", change, token=ALICE).status == 403
    assert cloud.ask("DELETE", "/flavors/hers", token=ALICE).status == 202
    cloud.books.close()


def test_a_boot_takes_the_flavors_that_its_project_sees(stocked: Cloud) -> None:
    """Scenario 2: others are not found, and nothing is made here even of those that are (501)."""
    disable = sa.update(FLAVORS).where(FLAVORS.c.name == "open").values(disabled=True)
    stocked.books.write(lambda connection: connection.execute(disable))
    assert boot(stocked, "hers", ALICE).status == 501
    assert boot(stocked, "http://cloud/v2.1/flavors/hers", ALICE).status == 501
    for flavor, token in (("hers", BOB), ("nobodys", ALICE), ("nowhere", ALICE), ("open", BOB)):
        answer = boot(stocked, flavor, token)
        assert (answer.status, stocked.message(answer)) == (
            400,
            f"Flavor {flavor} could not be found.",
        )
    assert boot(stocked, 55, ALICE).status == 400


@pytest.mark.parametrize("flavor", ["", None, [], {}])
def test_a_boot_names_its_flavor(cloud: Cloud, flavor: object) -> None:
    """By an id or a link, nothing else."""
    assert boot(cloud, flavor, ALICE).status == 400


def test_a_boot_without_a_body_is_400_and_without_the_role_403(stocked: Cloud) -> None:
    """As for any other request."""
    for body in ({}, {"server": {}}, []):
        assert stocked.ask("POST", "/servers", body, token=ALICE).status == 400
    headers = {"X-Roles": "reader"}
    body = {"server": {"flavorRef": "hers"}}
    answer = stocked.ask("POST", "/servers", body, token=ALICE, headers=headers)
    assert answer.status == 403
    assert "os_compute_api:servers:create" in stocked.message(answer)


def boot(cloud: Cloud, flavor: object, token: str) -> Answer:
    """Ask for a server."""
    body = {"server": {"name": "s", "imageRef": "i", "networks": "none", "flavorRef": flavor}}
    return cloud.ask("POST", "/servers", body, token=token)
