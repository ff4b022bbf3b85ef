"""Bodies and queries are checked, and what is wrong is said in the words that clients know."""

from __future__ import annotations

from typing import Any

import pytest

from stowage.compute.errors import Invalid
from stowage.compute.schemas import extra_specs, flavor_access, flavors
from stowage.compute.since import LEGACY


def flavor(**fields: Any) -> dict[str, Any]:
    """A body that creates a flavor."""
    return {"flavor": {"name": "f", "ram": 1, "vcpus": 1, "disk": 0, **fields}}


def refusal(check: Any, body: Any) -> str:
    """The sentence with which a body is refused."""
    with pytest.raises(Invalid) as caught:
        check.check(body)
    return caught.value.message


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"ram": -1}, "field/attribute ram. Value: -1. -1 is less than the minimum of 1"),
        ({"ram": "0"}, "field/attribute ram. Value: 0. 0 is less than the minimum of 1"),
        (
            {"ram": None},
            "field/attribute ram. Value: None. None is not of type 'integer', 'string'",
        ),
        ({"vcpus": "x"}, "field/attribute vcpus. Value: x. 'x' does not match '^[0-9]+$'"),
        ({"swap": ""}, "field/attribute swap. Value: . '' does not match '^[0-9]+$'"),
        (
            {"disk": 2**31},
            "field/attribute disk. Value: 2147483648. 2147483648 is greater than the maximum of"
            " 2147483647",
        ),
    ],
)
def test_a_wrong_field_is_named_with_its_value(fields: dict[str, Any], sentence: str) -> None:
    """And with what it should have been; a number in a string has the bounds of a number."""
    assert refusal(flavors.creation(1), flavor(**fields)) == f"Invalid input for {sentence}"


@pytest.mark.parametrize("name", [" x", "x ", "a\tb", "emoji 🙂"])
def test_a_bad_name_has_a_sentence_of_its_own(name: str) -> None:
    """Printable characters, visible ones at the ends."""
    assert refusal(flavors.creation(104), flavor(name=name)) == (
        "An invalid 'name' value was provided. The name must be: printable characters. Can not"
        " start or end with whitespace."
    )


def test_unknown_keys_are_refused_or_left_out() -> None:
    """The frozen /v2 API leaves them out, all others refuse them."""
    with_more = flavor(more=1)
    sentence = refusal(flavors.creation(1), with_more)
    assert sentence.endswith("Additional properties are not allowed ('more' was unexpected)")
    flavors.creation(LEGACY).check(with_more)
    assert "more" not in with_more["flavor"]


def test_names_in_v2_may_have_blanks_around_them() -> None:
    """They are cut off later."""
    flavors.creation(LEGACY).check(flavor(name=" x "))


@pytest.mark.parametrize(
    ("minor", "key", "known"),
    [
        (54, "description", False),
        (55, "description", True),
        (101, "rxtx_factor", True),
        (102, "rxtx_factor", False),
    ],
)
def test_keys_come_and_go_with_versions(minor: int, key: str, known: bool) -> None:
    """description from 2.55, no rxtx_factor from 2.102."""
    body = flavor(**{key: "1"})
    if known:
        flavors.creation(minor).check(body)
    else:
        assert f"('{key}' was unexpected)" in refusal(flavors.creation(minor), body)


def test_something_else_than_an_object_is_refused() -> None:
    """Nothing, a list, an object without a flavor."""
    assert refusal(flavors.creation(1), None) == "None is not of type 'object'"
    assert refusal(flavors.creation(1), []) == "[] is not of type 'object'"
    assert refusal(flavors.creation(1), {}) == "'flavor' is a required property"


@pytest.mark.parametrize("spec", [{"é": "1"}, {"a": None}, {"a": True}, {"a": "x" * 256}])
def test_extra_specs_have_plain_keys_and_short_values(spec: dict[str, Any]) -> None:
    """Strings and numbers."""
    assert refusal(extra_specs.CREATE, {"extra_specs": spec})
    assert refusal(extra_specs.UPDATE, spec)


def test_exactly_one_extra_spec_is_updated() -> None:
    """Neither none nor two."""
    assert refusal(extra_specs.UPDATE, {})
    assert refusal(extra_specs.UPDATE, {"a": "1", "b": "2"})
    extra_specs.UPDATE.check({"a": 1.5})


def test_an_action_names_one_project() -> None:
    """As a string that is not empty."""
    flavor_access.ADD.check({"addTenantAccess": {"tenant": "p"}})
    assert "should be non-empty" in refusal(
        flavor_access.REMOVE, {"removeTenantAccess": {"tenant": ""}}
    )


@pytest.mark.parametrize(
    ("minor", "query", "sentence"),
    [
        (1, {"limit": ["-1"]}, "limit. Value: -1. '-1' does not match '^[0-9]*$'"),
        (1, {"limit": [""]}, "limit. Value: . '' should be non-empty"),
        (1, {"sort_dir": ["asc", "up"]}, "sort_dir. Value: up. 'up' is not one of ['asc', 'desc']"),
    ],
)
def test_a_wrong_parameter_is_named(minor: int, query: dict[str, list[str]], sentence: str) -> None:
    """With its value, each of several."""
    found = refusal(flavors.list_query(minor), query)
    assert found == f"Invalid input for query parameters {sentence}"


def test_unknown_parameters_are_refused_from_2_75() -> None:
    """And the filter by name is known from 2.102, when sorting by rxtx_factor ends."""
    flavors.list_query(74).check({"foo": ["1"], "name": ["a"]})
    assert "('name' was unexpected)" in refusal(flavors.list_query(101), {"name": ["a"]})
    flavors.list_query(102).check({"name": ["a"]})
    assert refusal(flavors.list_query(102), {"sort_key": ["rxtx_factor"]})
    flavors.list_query(101).check({"sort_key": ["rxtx_factor"]})


def test_other_queries_are_refused_from_2_102() -> None:
    """Of a single flavor and of what belongs to it."""
    flavors.no_query(101).check({"a": ["b"]})
    assert refusal(flavors.no_query(102), {"a": ["b"]})
