"""Ids and names of flavors: their kinds, duplicates, and use again (B55, B65)."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from compute.cloud import Cloud


@pytest.mark.parametrize("given", [..., None, 0])
def test_a_flavor_without_an_id_gets_a_uuid(cloud: Cloud, given: Any) -> None:
    """No id, null and 0 all ask for one."""
    assert uuid.UUID(cloud.must_make("f", id=given)["id"])


@pytest.mark.parametrize(
    ("given", "kept"), [("auto", "auto"), (77, "77"), ("a b", "a b"), ("x" * 255, "x" * 255)]
)
def test_an_id_is_kept_as_text(cloud: Cloud, given: Any, kept: str) -> None:
    """A number becomes text, ``auto`` is an id like any other."""
    assert cloud.must_make("f", id=given)["id"] == kept


@pytest.mark.parametrize("given", [" a", "", "id/with/slash", "id.é", "x" * 256, 10**300])
def test_an_id_that_cannot_be_one_is_refused(cloud: Cloud, given: Any) -> None:
    """Blanks at the ends, slashes, letters beyond ASCII, more than 255 characters."""
    assert cloud.make("f", id=given).status == 400


def test_a_second_flavor_with_the_same_id_is_refused(any_cloud: Cloud) -> None:
    """The id is named; where the name is taken as well, one of the two."""
    any_cloud.must_make("f", id="x")
    answer = any_cloud.make("g", id="x")
    assert answer.status == 409
    assert any_cloud.message(answer) == "Flavor with ID x already exists."
    answer = any_cloud.make("f", id="x")
    assert answer.status == 409
    assert any_cloud.message(answer).endswith(" already exists.")


def test_a_second_flavor_with_the_same_name_is_refused(any_cloud: Cloud) -> None:
    """The name is named, even one that looks like a column."""
    any_cloud.must_make("flavorid", id="x")
    answer = any_cloud.make("flavorid", id="y")
    assert answer.status == 409
    assert any_cloud.message(answer) == "Flavor with name flavorid already exists."


def test_names_and_ids_that_differ_in_case_are_different(any_cloud: Cloud) -> None:
    """On every database that we create."""
    any_cloud.must_make("small", id="x")
    assert any_cloud.make("Small", id="X").status == 200
    assert any_cloud.ask("GET", "/flavors/X").json()["flavor"]["name"] == "Small"


def test_a_deleted_flavor_is_gone_and_its_id_is_free(any_cloud: Cloud) -> None:
    """DELETE is 202; afterwards 404 everywhere, and the id may be used for something else."""
    any_cloud.must_make("f", ram=512)
    any_cloud.ask("POST", "/flavors/f/os-extra_specs", {"extra_specs": {"zz:a": "1"}})
    answer = any_cloud.ask("DELETE", "/flavors/f")
    assert (answer.status, answer.body) == (202, b"")
    for method, path in (("GET", "/f"), ("GET", "/f/os-extra_specs"), ("DELETE", "/f")):
        assert any_cloud.ask(method, f"/flavors{path}").status == 404
    any_cloud.must_make("f", ram=1024)
    shown = any_cloud.ask("GET", "/flavors/f").json()["flavor"]
    assert (shown["ram"], shown["extra_specs"]) == (1024, {})


def test_an_internal_number_is_never_used_again(any_cloud: Cloud) -> None:
    """What remembers the number of a deleted flavor must not meet another one under it."""

    def number(flavor_id: str) -> int:
        any_cloud.must_make(flavor_id, is_public=False)
        remove = {"removeTenantAccess": {"tenant": "nobody"}}
        refused = any_cloud.ask("POST", f"/flavors/{flavor_id}/action", remove)
        return int(any_cloud.message(refused).split()[5])

    first = number("f")
    any_cloud.ask("DELETE", "/flavors/f")
    assert number("g") > first
