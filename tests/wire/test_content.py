"""Media types and bodies."""

from __future__ import annotations

from typing import Any

import pytest

from stowage.wire.content import JSON, acceptable


@pytest.mark.parametrize(
    "header",
    [
        "application/json",
        "Application/JSON",
        "application/*",
        "text/*, */*;q=0.1",
        "text/html, application/json;q=0.5",
        "application/json, text/html",
        "application/json;q=0.001",
        "application/json;q=0.5;ext=1",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "text/html;q=0, */*",
    ],
)
def test_a_header_that_lets_us_answer_json(header: str) -> None:
    """Some range of it matches, with a quality above zero."""
    assert acceptable(header, JSON)


@pytest.mark.parametrize(
    "header",
    [
        "text/html",
        "text/plain",
        "application/xml",
        "application/vnd.x+json",
        "application/json; version=1",
        "application/json;q=0",
        "application/json;q=0, */*",
        "*/*;q=0",
        "text/html;q=1, */*;q=0",
        ",",
    ],
)
def test_a_header_that_does_not(header: str) -> None:
    """No range matches, or the most exact that does has quality zero."""
    assert not acceptable(header, JSON)


@pytest.mark.parametrize("header", ["bogus", "*", "application/json;q=abc", "text/html;q=1.5"])
def test_a_header_that_is_not_one_accepts_anything(header: str) -> None:
    """What does not follow the grammar is as good as absent."""
    assert acceptable(header, JSON)


def test_an_answer_that_is_not_wanted_is_not_given(service: Any) -> None:
    """406, naming what there is and what was asked for."""
    answer = service("GET", "/things", {"X-Auth-Token": "bob", "Accept": "text/html"})
    assert answer.status == 406
    assert answer.json["detail"] == (
        "The resource could not be generated that was acceptable to your browser (content of"
        " type text/html. \n\n Only application/json is provided"
    )


@pytest.mark.parametrize(
    ("content_type", "shown", "said"),
    [
        ("text/plain", "text/plain", "text/plain"),
        ("application/json ;x", "application/json ;x", "application/json "),
        ("text/html<b>", "text/html", "text/html"),
    ],
)
def test_a_body_of_another_type_is_not_read(
    service: Any, content_type: str, shown: str, said: str
) -> None:
    """415, with the type that was sent; markup in it does not come back."""
    headers = {"X-Auth-Token": "bob", "Content-Type": content_type}
    answer = service("POST", "/things", headers, b"{}")
    assert answer.status == 415
    assert answer.json["detail"] == (
        f"The request media type {shown} is not supported by this server. \n\n"
        f" The media type {said} is not supported, use application/json"
    )


@pytest.mark.parametrize("content_type", ["application/json", "application/json; charset=utf-8"])
def test_json_is_read(service: Any, content_type: str) -> None:
    """With and without parameters."""
    headers = {"X-Auth-Token": "bob", "Content-Type": content_type}
    assert service("POST", "/things", headers, b"{}").json == "{}"


def test_a_body_in_chunks_is_read_to_its_end(service: Any) -> None:
    """It has no length; the server says where it ends."""
    import io

    headers = {"X-Auth-Token": "bob", "Content-Type": "application/json"}
    answer = service(
        "POST",
        "/things",
        headers,
        **{"wsgi.input": io.BytesIO(b"[1, 2]"), "wsgi.input_terminated": True},
    )
    assert answer.json == "[1, 2]"


@pytest.mark.parametrize("length", ["hi mom", "3.5", "0x2"])
def test_a_length_that_is_no_number_is_a_bad_request(service: Any, length: str) -> None:
    """It reaches the application and is refused there, on any path."""
    for path in ("/things", "/nowhere"):
        headers = {"X-Auth-Token": "bob", "Content-Length": length}
        answer = service("POST", path, headers, b"{}", CONTENT_LENGTH=length)
        assert answer.status == 400
        assert "content-length header must be an integer" in answer.json["detail"]


def test_a_length_beyond_any_memory_is_refused(service: Any) -> None:
    """No attempt is made to read it."""
    headers = {"X-Auth-Token": "bob", "Content-Length": "9" * 20, "Content-Type": "text/plain"}
    assert service("POST", "/things", headers, b"{}", CONTENT_LENGTH="9" * 20).status == 413


def test_a_body_has_to_say_what_it_is(service: Any) -> None:
    """A length above zero without a type is refused; a length of zero is not."""
    answer = service("POST", "/things", {"X-Auth-Token": "bob"}, b"{}")
    assert answer.status == 400
    assert "content-type header required when content-length > 0" in answer.json["detail"]
    headers = {"X-Auth-Token": "bob", "Content-Length": "0"}
    assert service("GET", "/things", headers).status == 200
