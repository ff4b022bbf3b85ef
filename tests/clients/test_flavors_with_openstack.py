"""The scenarios of flavors, played with the real ``openstack`` command and a real Keystone."""

from __future__ import annotations

import pytest

from clients.conftest import Cloud
from clients.openstack import OpenStack


@pytest.fixture
def admin(cloud: Cloud) -> OpenStack:
    """The administrator's command line."""
    return OpenStack(cloud.keystone, "admin", "admin")


@pytest.fixture
def alice(cloud: Cloud) -> OpenStack:
    """A user of project one."""
    return OpenStack(cloud.keystone, "alice", "one")


@pytest.fixture
def bob(cloud: Cloud) -> OpenStack:
    """A user of project two."""
    return OpenStack(cloud.keystone, "bob", "two")


SIZES = ("--ram", "2048", "--vcpus", "2", "--disk", "20")


def test_an_administrator_publishes_a_private_flavor(
    cloud: Cloud, admin: OpenStack, alice: OpenStack, bob: OpenStack
) -> None:
    """Scenario 1: private, with extra specs, shared with a project, seen by its users only."""
    words = ("--private", "--id", "private-1", "--swap", "64", "--ephemeral", "5")
    made = admin.shows("flavor", "create", "gold", *SIZES, *words, "--description", "for one")
    assert made["id"] == "private-1"
    assert made["os-flavor-access:is_public"] is False
    assert (made["swap"], made["OS-FLV-EXT-DATA:ephemeral"]) == (64, 5)
    assert made["description"] == "for one"

    admin.does("flavor", "set", "gold", "--property", "hw:cpu_policy=dedicated")
    admin.does("flavor", "set", "gold", "--project", "one")

    shown = admin.shows("flavor", "show", "gold")
    assert shown["properties"] == {"hw:cpu_policy": "dedicated"}
    assert shown["access_project_ids"] == [cloud.project_one]

    assert "gold" in alice.names()
    assert alice.shows("flavor", "show", "gold")["properties"] == {"hw:cpu_policy": "dedicated"}
    assert "gold" not in bob.names()
    assert "No Flavor found for gold" in bob.fails("flavor", "show", "gold")
    assert "No Flavor found for private-1" in bob.fails("flavor", "show", "private-1")
    assert "gold" not in admin.names()
    assert "gold" in admin.names("--all")
    assert "gold" in admin.names("--private")

    admin.does("flavor", "unset", "gold", "--project", "one")
    assert "gold" not in alice.names()
    admin.does("flavor", "unset", "gold", "--property", "hw:cpu_policy")
    assert admin.shows("flavor", "show", "gold")["properties"] == {}
    admin.does("flavor", "delete", "gold")


def test_names_and_ids_are_taken_once(admin: OpenStack) -> None:
    """Scenario 1: a second flavor of the same name or id is a conflict, in nova's words."""
    admin.does("flavor", "create", "twin", *SIZES, "--id", "twin-id")
    again = admin.fails("flavor", "create", "twin", *SIZES, "--id", "other-id")
    assert "409" in again
    assert "Flavor with name twin already exists." in again
    again = admin.fails("flavor", "create", "other", *SIZES, "--id", "twin-id")
    assert "Flavor with ID twin-id already exists." in again
    admin.does("flavor", "delete", "twin")


def test_extra_specs_are_checked(admin: OpenStack) -> None:
    """Scenario 1: from 2.86 a bad value and an unknown key of nova's namespaces are refused."""
    admin.does("flavor", "create", "checked", *SIZES)
    at = ("--os-compute-api-version", "2.86", "flavor", "set", "checked", "--property")
    assert "Validation failed" in admin.fails(*at, "hw:cpu_policy=sometimes")
    assert "Validation failed" in admin.fails(*at, "hw:no_such_thing=1")
    admin.does(*at, "hw:cpu_policy=shared")
    admin.does(*at, "our:own=anything")
    admin.does("flavor", "set", "checked", "--property", "hw:no_such_thing=1")
    shown = admin.shows("flavor", "show", "checked")["properties"]
    assert shown == {"hw:cpu_policy": "shared", "our:own": "anything", "hw:no_such_thing": "1"}
    admin.does("flavor", "delete", "checked")


def test_access_is_given_to_projects_that_exist(admin: OpenStack, cloud: Cloud) -> None:
    """Scenario 1: an unknown project, a second grant and a public flavor are refused."""
    admin.does("flavor", "create", "shared", *SIZES, "--private")
    unknown = admin.fails("flavor", "set", "shared", "--project", "no-such-project")
    assert "Failed to set flavor access to project" in unknown
    admin.does("flavor", "set", "shared", "--project", "two")
    again = admin.fails("flavor", "set", "shared", "--project", "two")
    assert "HTTP 409" in again or "Failed" in again
    assert admin.shows("flavor", "show", "shared")["access_project_ids"] == [cloud.project_two]
    admin.does("flavor", "delete", "shared")
    refused = admin.fails("flavor", "create", "public", *SIZES, "--public", "--project", "one")
    assert "--project is only allowed with --private" in refused


def test_a_user_changes_nothing(admin: OpenStack, alice: OpenStack) -> None:
    """Scenario 1: a user who is no administrator gets 403 for each change."""
    admin.does("flavor", "create", "fixed", *SIZES, "--id", "fixed-id")
    refused = (
        alice.fails("flavor", "create", "mine", *SIZES),
        alice.fails("flavor", "delete", "fixed"),
        alice.fails("flavor", "set", "fixed", "--property", "a=b"),
        alice.fails("flavor", "set", "fixed", "--description", "mine"),
    )
    for text in refused:
        assert "403" in text or "Failed" in text or "failed" in text
    assert "Policy doesn't allow os_compute_api:os-flavor-manage:create" in refused[0]
    shown = alice.shows("flavor", "show", "fixed")
    assert (shown["description"], shown["properties"]) == (None, {})
    admin.does("flavor", "delete", "fixed")


def test_a_deleted_flavor_is_gone(admin: OpenStack, alice: OpenStack) -> None:
    """Scenario 4, the part of flavors: after a delete nobody finds it, its id can be used again."""
    admin.does("flavor", "create", "brief", *SIZES, "--id", "brief-id")
    assert alice.shows("flavor", "show", "brief")["ram"] == 2048
    admin.does("flavor", "delete", "brief")
    assert "brief" not in alice.names()
    assert "No Flavor found for brief" in admin.fails("flavor", "show", "brief")
    assert "No Flavor found for brief-id" in alice.fails("flavor", "show", "brief-id")
    assert "No Flavor found for brief" in admin.fails("flavor", "delete", "brief")
    admin.does("flavor", "create", "brief", "--ram", "64", "--id", "brief-id")
    assert alice.shows("flavor", "show", "brief-id")["ram"] == 64
    admin.does("flavor", "delete", "brief")


def test_lists_are_paged_and_filtered(admin: OpenStack, alice: OpenStack) -> None:
    """What ``flavor list`` offers: limit, marker, minimum sizes, the long form."""
    for number in range(1, 6):
        size = ("--ram", str(1000 * number), "--disk", str(number))
        admin.does("flavor", "create", f"page-{number}", *size, "--id", f"page-{number}")
    everything = [f"page-{number}" for number in range(1, 6)]
    assert alice.names("--min-ram", "3000") == everything[2:]
    assert alice.names("--min-disk", "4") == everything[3:]
    assert alice.names("--limit", "2") == everything[:2]
    assert alice.names("--limit", "2", "--marker", "page-2") == everything[2:4]
    rows = alice.shows("flavor", "list", "--long")
    assert [row["Properties"] for row in rows] == [{}] * 5
    for number in range(1, 6):
        admin.does("flavor", "delete", f"page-{number}")
