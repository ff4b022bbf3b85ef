"""Bodies that create and change flavors: keys too many, keys too few, descriptions (B56, B75)."""

from __future__ import annotations

from typing import Any

import pytest

from compute.cloud import Cloud


@pytest.mark.parametrize("key", ["OS-FLV-DISABLED:disabled", "public", "extra_specs", "foo"])
def test_an_unknown_key_is_refused_by_name(cloud: Cloud, key: str) -> None:
    """Nothing is silently left out."""
    answer = cloud.make("f", **{key: True})
    assert answer.status == 400
    assert f"('{key}' was unexpected)" in cloud.message(answer)


def test_a_missing_key_is_named(cloud: Cloud) -> None:
    """vcpus has no default."""
    answer = cloud.make("f", vcpus=...)
    assert answer.status == 400
    assert "'vcpus' is a required property" in cloud.message(answer)


@pytest.mark.parametrize("body", [{}, [], "", b"{", b"", b"\xff", b"[" * 100_000])
def test_a_body_that_is_no_flavor_is_refused(cloud: Cloud, body: Any) -> None:
    """Of another shape, broken, empty, no text at all."""
    assert cloud.ask("POST", "/flavors", body).status == 400


def test_a_description_exists_from_2_55(cloud: Cloud) -> None:
    """Before, the key is unknown; then it may be empty or null, and has 65,535 characters."""
    assert cloud.make("a", version="2.54", description="x").status == 400
    assert cloud.make("a", version="2.55", description="x" * 65536).status == 400
    assert cloud.must_make("a", version="2.55", description="")["description"] == ""
    assert cloud.must_make("b", version="2.55", description=None)["description"] is None


def test_only_the_description_can_be_changed(any_cloud: Cloud) -> None:
    """And that from 2.55; anything else in the body is refused."""
    any_cloud.must_make("x", description="first")
    change = {"flavor": {"description": None}}
    assert any_cloud.ask("PUT", "/flavors/x", change, version="2.54").status == 404
    for body in ({}, {"name": "z"}, {"description": "d", "name": "z"}):
        assert any_cloud.ask("PUT", "/flavors/x", {"flavor": body}).status == 400
    assert any_cloud.ask("PUT", "/flavors/unknown", change).status == 404
    assert any_cloud.ask("PUT", "/flavors/x", change).json()["flavor"]["description"] is None
    assert any_cloud.ask("GET", "/flavors/x").json()["flavor"]["description"] is None


def test_odd_characters_survive_every_database(any_cloud: Cloud) -> None:
    """Quotes, backslashes, letters of all alphabets in a description."""
    text = "\"quoted\" \\ 'single' % é ж 漢 ½ \t".rstrip()
    any_cloud.must_make("f", name="ünï 'cödé' \\ \"x\"", description=text)
    shown = any_cloud.ask("GET", "/flavors/f").json()["flavor"]
    assert (shown["name"], shown["description"]) == ("ünï 'cödé' \\ \"x\"", text)


def test_a_description_in_other_characters_is_refused(cloud: Cloud) -> None:
    """Control characters and emoji, as in nova; the pattern is named."""
    for text in ("bell\x07", "line\nbreak", "emoji 🙂"):
        answer = cloud.make("f", description=text)
        assert answer.status == 400
        assert "does not match '^[" in cloud.message(answer)
