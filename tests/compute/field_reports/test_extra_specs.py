"""Extra specs: keys, values, and many writers at once (B68, B69, B72)."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from compute.cloud import Cloud

SPECS = "/flavors/f/os-extra_specs"


@pytest.fixture
def flavored(any_cloud: Cloud) -> Cloud:
    """A cloud with a flavor ``f``."""
    any_cloud.must_make("f")
    return any_cloud


def put(cloud: Cloud, specs: Any) -> int:
    """The status of adding extra specs, at a version that takes any key."""
    answer = cloud.ask("POST", SPECS, {"extra_specs": specs}, version="2.85")
    return answer.status


def specs(cloud: Cloud) -> dict[str, str]:
    """The extra specs of ``f``."""
    found: dict[str, str] = cloud.ask("GET", SPECS).json()["extra_specs"]
    return found


@pytest.mark.parametrize("key", ["", "a/b", "é", "a$", "x" * 256])
def test_a_key_in_other_characters_is_refused(cloud: Cloud, key: str) -> None:
    """Letters, digits, blanks and - _ : . are what a path can take."""
    cloud.must_make("f")
    assert put(cloud, {key: "1"}) == 400


@pytest.mark.parametrize("key", ["a b", " a", "a ", "hw:x", "x" * 255, "a.b-c_d:e"])
def test_every_key_that_is_accepted_can_be_removed(flavored: Cloud, key: str) -> None:
    """Blanks and colons too, percent-encoded or not; a second time is 404."""
    assert put(flavored, {key: "1"}) == 200
    assert specs(flavored) == {key: "1"}
    path = f"{SPECS}/{key.replace(' ', '%20')}"
    answer = flavored.ask("DELETE", path)
    assert (answer.status, answer.body) == (200, b"")
    answer = flavored.ask("DELETE", path)
    assert answer.status == 404
    assert flavored.message(answer) == f"Flavor f has no extra specs with key {key}."


def test_one_key_is_set_by_its_own_path(flavored: Cloud) -> None:
    """The body has to hold that key and nothing else."""
    answer = flavored.ask("PUT", f"{SPECS}/a", {"b": "1"})
    assert (answer.status, flavored.message(answer)) == (400, "Request body and URI mismatch")
    assert flavored.ask("PUT", f"{SPECS}/a", {"a": "1", "b": "2"}).status == 400
    assert flavored.ask("PUT", f"{SPECS}/a", {"a": "1"}).json() == {"a": "1"}
    assert flavored.ask("GET", f"{SPECS}/a").json() == {"a": "1"}
    assert flavored.ask("GET", f"{SPECS}/b").status == 404


@pytest.mark.parametrize(
    ("value", "kept"), [(1, "1"), (1.5, "1.5"), ("", ""), ("x" * 255, "x" * 255), ("é 🙂", "é 🙂")]
)
def test_a_value_is_kept_as_text(flavored: Cloud, value: Any, kept: str) -> None:
    """The answer to a POST repeats a number, a later GET gives its text."""
    answer = flavored.ask("POST", SPECS, {"extra_specs": {"a": value}})
    assert (answer.status, answer.json()) == (200, {"extra_specs": {"a": value}})
    assert specs(flavored) == {"a": kept}


@pytest.mark.parametrize(
    "value", ["x" * 256, None, True, ["x"], {"a": "b"}, 10**300, "\ud800", math.nan]
)
def test_a_value_of_another_kind_is_refused(flavored: Cloud, value: Any) -> None:
    """Too long, nothing, a truth, a list, an object, half a character, no number."""
    assert put(flavored, {"a": value}) == 400


@pytest.mark.parametrize(
    ("body", "status"), [({}, 400), ({"extra_specs": {}}, 200), (None, 400), ("s", 400)]
)
def test_the_body_has_to_hold_extra_specs(cloud: Cloud, body: Any, status: int) -> None:
    """An empty object of them is no mistake."""
    cloud.must_make("f")
    assert cloud.ask("POST", SPECS, body).status == status


def test_keys_that_differ_are_different(flavored: Cloud) -> None:
    """In case, in a blank at the end: on every database that we create."""
    wanted = {"a": "1", "A": "2", "a ": "3"}
    assert put(flavored, wanted) == 200
    assert specs(flavored) == wanted
    flavored.ask("DELETE", f"{SPECS}/A")
    assert specs(flavored) == {"a": "1", "a ": "3"}


def test_extra_specs_of_an_unknown_flavor_are_404(cloud: Cloud) -> None:
    """Whatever is done with them."""
    for method, path, body in (
        ("GET", "", None),
        ("POST", "", {"extra_specs": {"a": "1"}}),
        ("GET", "/a", None),
        ("PUT", "/a", {"a": "1"}),
        ("DELETE", "/a", None),
    ):
        assert cloud.ask(method, SPECS + path, body).status == 404


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_sixteen_writers_of_one_new_key_leave_one_value(flavored: Cloud, method: str) -> None:
    """All are answered, none with a fault; the last one wins."""

    def write(number: int) -> int:
        value = {"a": str(number)}
        if method == "PUT":
            return flavored.ask("PUT", f"{SPECS}/a", value).status
        return flavored.ask("POST", SPECS, {"extra_specs": value}).status

    with ThreadPoolExecutor(16) as pool:
        statuses = set(pool.map(write, range(16)))
    assert statuses == {200}
    assert specs(flavored)["a"] in {str(number) for number in range(16)}


def test_writers_of_different_keys_lose_nothing(flavored: Cloud) -> None:
    """Each writes what it was asked to write, and nothing that it read before."""

    def write(number: int) -> int:
        return put(flavored, {f"zz:{number}": str(number)})

    with ThreadPoolExecutor(16) as pool:
        assert set(pool.map(write, range(32))) == {200}
    assert specs(flavored) == {f"zz:{number}": str(number) for number in range(32)}
