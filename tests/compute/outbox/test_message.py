"""What notifications say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compute.cloud import Cloud, open_cloud
from stowage.compute.outbox import bus
from stowage.compute.store import letters

VERSIONED = (
    "[notifications]\nnotification_format = versioned\n"
    "[oslo_messaging_notifications]\ndriver = log\n"
)


@pytest.fixture
def telling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cloud]:
    """A cloud whose notifications stay where they are written."""
    monkeypatch.setattr("stowage.compute.outbox.courier.Courier.start", lambda self: None)
    cloud = open_cloud(tmp_path, f"sqlite:///{tmp_path}/nova_api.sqlite", VERSIONED)
    yield cloud
    cloud.books.close()


def told(cloud: Cloud) -> list[dict[str, Any]]:
    """All notifications so far, and forget them."""
    waiting = cloud.books.read(letters.oldest, 100)
    cloud.books.write(letters.remove, [letter.id for letter in waiting])
    return [json.loads(letter.message) for letter in waiting]


def payload(notification: dict[str, Any]) -> dict[str, Any]:
    """The flavor in a notification."""
    data: dict[str, Any] = notification["message"]["payload"]["nova_object.data"]
    return data


def test_a_creation_is_told_in_the_name_of_the_service(telling: Cloud) -> None:
    """Without extra specs (null), without projects (none yet)."""
    telling.must_make("f", is_public=False, rxtx_factor=1.5, swap=64, description="d")
    (notification,) = told(telling)
    message = notification["message"]
    assert message["publisher_id"] == "nova-api:here"
    assert message["event_type"] == "flavor.create"
    assert message["priority"] == "INFO"
    assert message["payload"]["nova_object.name"] == "FlavorPayload"
    assert message["payload"]["nova_object.version"] == "1.4"
    assert payload(notification) == {
        "flavorid": "f",
        "memory_mb": 512,
        "vcpus": 1,
        "root_gb": 1,
        "ephemeral_gb": 0,
        "name": "f",
        "swap": 64,
        "rxtx_factor": 1.5,
        "vcpu_weight": 0,
        "disabled": False,
        "is_public": False,
        "extra_specs": None,
        "projects": [],
        "description": "d",
    }
    context = notification["context"]
    assert (context["is_admin"], context["user_id"], context["roles"]) == (True, None, [])
    assert context["user_identity"] == "- - - - -"


def test_a_change_is_told_in_the_name_of_its_author(telling: Cloud) -> None:
    """With the id of the request."""
    telling.must_make("f")
    told(telling)
    answer = telling.ask("PUT", "/flavors/f", {"flavor": {"description": "new"}})
    (notification,) = told(telling)
    context = notification["context"]
    assert notification["message"]["event_type"] == "flavor.update"
    assert payload(notification)["description"] == "new"
    assert (context["user_id"], context["project_id"]) == ("admin", "ad0")
    assert context["request_id"] == answer.headers["x-openstack-request-id"]
    assert context["auth_token"] is None


def test_extra_specs_and_access_are_told_as_updates(telling: Cloud) -> None:
    """Each with all that the flavor has then."""
    telling.must_make("f", is_public=False)
    told(telling)
    telling.ask("POST", "/flavors/f/os-extra_specs", {"extra_specs": {"zz:a": 1}})
    telling.ask("POST", "/flavors/f/action", {"addTenantAccess": {"tenant": "p"}})
    telling.ask("DELETE", "/flavors/f/os-extra_specs/zz:a")
    telling.ask("POST", "/flavors/f/action", {"removeTenantAccess": {"tenant": "p"}})
    seen = [(payload(each)["extra_specs"], payload(each)["projects"]) for each in told(telling)]
    assert seen == [({"zz:a": "1"}, []), ({"zz:a": "1"}, ["p"]), ({}, ["p"]), ({}, [])]


def test_a_deletion_says_what_was_deleted(telling: Cloud) -> None:
    """Its projects and extra specs are gone: null, not empty (B73)."""
    telling.must_make("f", is_public=False)
    telling.ask("POST", "/flavors/f/action", {"addTenantAccess": {"tenant": "p"}})
    told(telling)
    telling.ask("DELETE", "/flavors/f")
    (notification,) = told(telling)
    assert notification["message"]["event_type"] == "flavor.delete"
    assert (payload(notification)["projects"], payload(notification)["extra_specs"]) == (None, None)


def test_what_is_refused_is_not_told(telling: Cloud) -> None:
    """Duplicates, unknown flavors, keys that are not there."""
    telling.must_make("f")
    told(telling)
    telling.make("f")
    telling.ask("DELETE", "/flavors/unknown")
    telling.ask("DELETE", "/flavors/f/os-extra_specs/zz:a")
    assert told(telling) == []


def test_an_update_that_changes_nothing_is_told(telling: Cloud) -> None:
    """nova does so; no extra specs on a flavor without any is no update."""
    telling.must_make("f", description="d")
    told(telling)
    telling.ask("PUT", "/flavors/f", {"flavor": {"description": "d"}})
    telling.ask("POST", "/flavors/f/os-extra_specs", {"extra_specs": {}})
    assert len(told(telling)) == 1


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        (VERSIONED, True),
        (VERSIONED.replace("versioned", "both"), True),
        (VERSIONED.replace("= versioned", "= unversioned"), False),
        (VERSIONED.replace("log", "noop"), False),
        ("", False),
    ],
)
def test_notifications_are_sent_when_both_options_say_so(
    tmp_path: Path, settings: str, wanted: bool
) -> None:
    """A driver, and a format that flavors have."""
    from compute.cloud import configuration

    assert bus.enabled(configuration(tmp_path, "sqlite://", settings)) is wanted


def test_the_log_driver_writes_the_message(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """For who wants to see notifications without a broker."""
    from compute.cloud import configuration

    conf = configuration(tmp_path, "sqlite://", f"{VERSIONED}[DEFAULT]\ntransport_url = fake://\n")
    with caplog.at_level("INFO"):
        bus.Bus(conf).send({}, {"priority": "INFO", "event_type": "flavor.create", "payload": {}})
    assert "flavor.create" in caplog.text
