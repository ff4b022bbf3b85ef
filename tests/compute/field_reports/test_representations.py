"""What a flavor looks like at each version (B57)."""

from __future__ import annotations

import pytest

from compute.cloud import Cloud

ALWAYS = {
    "id",
    "name",
    "ram",
    "vcpus",
    "disk",
    "swap",
    "links",
    "OS-FLV-EXT-DATA:ephemeral",
    "os-flavor-access:is_public",
}
OLD = {"OS-FLV-DISABLED:disabled", "rxtx_factor"}
SHAPES = [
    ("2.1", "", ALWAYS | OLD),
    ("2.54", "", ALWAYS | OLD),
    ("2.55", "", ALWAYS | OLD | {"description"}),
    ("2.60", "", ALWAYS | OLD | {"description"}),
    ("2.61", "", ALWAYS | OLD | {"description", "extra_specs"}),
    ("2.74", "", ALWAYS | OLD | {"description", "extra_specs"}),
    ("2.75", 0, ALWAYS | OLD | {"description", "extra_specs"}),
    ("2.101", 0, ALWAYS | OLD | {"description", "extra_specs"}),
    ("2.102", 0, ALWAYS | {"description", "extra_specs"}),
    ("2.104", 0, ALWAYS | {"description", "extra_specs"}),
]


@pytest.mark.parametrize(("version", "swap", "keys"), SHAPES)
def test_each_version_has_its_own_keys(
    cloud: Cloud, version: str, swap: object, keys: set[str]
) -> None:
    """The same in what create, show and list with details answer."""
    made = cloud.must_make("f", version=version)
    shown = cloud.ask("GET", "/flavors/f", version=version).json()["flavor"]
    (listed,) = cloud.ask("GET", "/flavors/detail", version=version).json()["flavors"]
    for flavor in (made, shown, listed):
        assert set(flavor) == keys
        assert flavor["swap"] == swap


@pytest.mark.parametrize(("version", "more"), [("2.54", set()), ("2.55", {"description"})])
def test_the_short_list_has_a_description_from_2_55(
    cloud: Cloud, version: str, more: set[str]
) -> None:
    """Beside id, name and links."""
    cloud.must_make("f")
    (listed,) = cloud.ask("GET", "/flavors", version=version).json()["flavors"]
    assert set(listed) == {"id", "name", "links"} | more


def test_extra_specs_are_shown_to_who_may_see_them(cloud: Cloud) -> None:
    """A user without the role reader gets flavors without the key."""
    cloud.must_make("f")
    guest = {"X-Roles": "guest"}
    for path in ("/flavors/f", "/flavors/detail"):
        answer = cloud.ask("GET", path, token="rita:a11ce", headers=guest)
        assert answer.status == 200
        assert b"extra_specs" not in answer.body


def test_a_list_follows_every_change(any_cloud: Cloud) -> None:
    """What is kept from one list to the next never hides a change."""

    def listed() -> dict[str, object]:
        (flavor,) = any_cloud.ask("GET", "/flavors/detail").json()["flavors"]
        return {key: flavor[key] for key in ("description", "extra_specs")}

    any_cloud.must_make("f", description="one")
    assert listed() == {"description": "one", "extra_specs": {}}
    any_cloud.ask("PUT", "/flavors/f", {"flavor": {"description": "two"}})
    assert listed()["description"] == "two"
    any_cloud.ask("POST", "/flavors/f/os-extra_specs", {"extra_specs": {"zz:a": "1"}})
    assert listed()["extra_specs"] == {"zz:a": "1"}
    any_cloud.ask("PUT", "/flavors/f/os-extra_specs/zz:a", {"zz:a": "2"})
    assert listed()["extra_specs"] == {"zz:a": "2"}
    any_cloud.ask("DELETE", "/flavors/f/os-extra_specs/zz:a")
    assert listed()["extra_specs"] == {}
