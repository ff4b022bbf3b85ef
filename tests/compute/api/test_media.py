"""Media types of bodies and of answers."""

from __future__ import annotations

import pytest

from compute.cloud import Cloud
from stowage.compute.api.media import VENDOR, wanted

JSON = "application/json"


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        (None, JSON),
        ("*/*", JSON),
        ("text/html", JSON),
        (VENDOR, VENDOR),
        (f"{JSON}, {VENDOR}", JSON),
        (f"{VENDOR}, {JSON}", JSON),
        (f"{VENDOR}, {JSON};q=0.5", VENDOR),
        (f"{VENDOR};q=0.5, {JSON}", JSON),
        (f"{VENDOR};q=x", JSON),
    ],
)
def test_json_is_sent_under_the_name_that_is_asked_for(accept: str | None, chosen: str) -> None:
    """Its plain name wherever both would do."""
    assert wanted(accept) == chosen


def test_a_body_of_another_type_is_415(cloud: Cloud) -> None:
    """Also where none is needed; plain text and none at all are JSON."""
    for method, path in (("GET", "/flavors"), ("POST", "/flavors")):
        answer = cloud.ask(method, path, b"{}", headers={"Content-Type": "application/xml"})
        assert (answer.status, cloud.message(answer)) == (415, "Unsupported Content-Type")
    for sent in ("text/plain", "", "application/json; charset=utf-8", VENDOR):
        answer = cloud.ask("POST", "/flavors", b"{}", headers={"Content-Type": sent})
        assert (answer.status, cloud.message(answer)) == (400, "'flavor' is a required property")


def test_answers_say_what_they_are(cloud: Cloud) -> None:
    """Errors with a character set, as nova's do."""
    assert cloud.ask("GET", "/flavors").headers["content-type"] == JSON
    answer = cloud.ask("GET", "/flavors/unknown")
    assert answer.headers["content-type"] == f"{JSON}; charset=UTF-8"
    assert answer.json() == {
        "itemNotFound": {"code": 404, "message": "Flavor unknown could not be found."}
    }
