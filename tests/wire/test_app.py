"""A request on its way through all layers."""

from __future__ import annotations

import logging
import re
from typing import Any, ClassVar

import pytest

REQUEST_ID = re.compile(r"req-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
BOB = {"X-Auth-Token": "bob"}


def test_a_good_request_is_answered_with_version_and_request_id(service: Any) -> None:
    """The negotiated version comes back, and so does an id for the log."""
    answer = service("GET", "/things", {**BOB, "OpenStack-API-Version": "store 1.3"})
    assert answer.status == 200
    assert answer.json["minor"] == 3
    assert answer.headers["openstack-api-version"] == "store 1.3"
    assert answer.headers["vary"] == "openstack-api-version"
    assert answer.headers["content-type"] == "application/json"
    assert REQUEST_ID.fullmatch(answer.headers["x-openstack-request-id"])


@pytest.mark.parametrize("path", ["/nowhere", "/things/", "//things", "/things/a/b", "/Things"])
def test_an_unknown_path_is_not_found(service: Any, path: str) -> None:
    """Paths are taken exactly: no trailing slash, no doubled one, no other case."""
    answer = service("GET", path, BOB)
    assert answer.status == 404
    assert answer.json["detail"] == "The resource could not be found.\n\n   "
    assert answer.headers["openstack-api-version"] == "store 1.0"


@pytest.mark.parametrize("method", ["PATCH", "OPTIONS", "TRACE", "NONSENSE", "get"])
def test_a_method_that_a_path_lacks_is_refused_with_those_it_has(service: Any, method: str) -> None:
    """405 and Allow, for words that are no method too."""
    answer = service(method, "/things", BOB)
    assert answer.status == 405
    assert answer.headers["allow"] == "GET, POST"
    assert answer.json["detail"] == (
        f"The method {method} is not allowed for this resource. \n\n"
        " The method specified is not allowed for this resource."
    )


def test_the_method_that_falcon_keeps_for_itself_is_a_bad_request(service: Any) -> None:
    """No client sends it, but it must not be a fault."""
    answer = service("WEBSOCKET", "/things", BOB)
    assert answer.status == 400
    assert answer.json["id"] == answer.headers["x-openstack-request-id"]


def test_head_is_refused_without_a_body(service: Any) -> None:
    """The reference knows no HEAD either."""
    answer = service("HEAD", "/things", BOB)
    assert (answer.status, answer.body) == (405, b"")


@pytest.mark.parametrize("version", ["store 1.99", "store x"])
def test_a_bad_version_is_refused_before_the_path_is_looked_at(service: Any, version: str) -> None:
    """And the answer names no version, for none was agreed on."""
    answer = service("GET", "/nowhere", {**BOB, "OpenStack-API-Version": version})
    assert answer.status in (400, 406)
    assert "openstack-api-version" not in answer.headers


def test_a_refusal_of_the_domain_has_the_status_that_the_dialect_gives_it(service: Any) -> None:
    """Handlers let it pass; the table of the service decides."""
    answer = service("GET", "/things/refused", BOB)
    assert answer.status == 404
    assert "there is no such thing" in answer.json["detail"]


def test_a_fault_says_nothing_to_the_client_and_all_to_the_log(
    service: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """500 in the form of the service; the traceback goes to the log."""
    with caplog.at_level(logging.ERROR):
        answer = service("GET", "/things/broken", {**BOB, "OpenStack-API-Version": "store 1.2"})
    assert answer.status == 500
    assert b"secret" not in answer.body
    assert b"Traceback" not in answer.body
    assert answer.json["title"] == "Internal Server Error"
    assert answer.headers["openstack-api-version"] == "store 1.2"
    assert "SELECT secret FROM vault" in caplog.text
    assert "Traceback" in caplog.text


def test_a_fault_outside_of_falcon_is_answered_just_so(
    make_service: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """A layer that fails does not take the connection with it."""
    service = make_service()

    def broken(environ: Any, start_response: Any) -> Any:
        raise RuntimeError("SELECT secret FROM vault")

    service.application._application = broken
    answer = service("GET", "/things", BOB)
    assert answer.status == 500
    assert b"secret" not in answer.body
    assert answer.json["id"] == answer.headers["x-openstack-request-id"]
    assert "SELECT secret" in caplog.text


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/things/caf\xc3\xa9", "caf\u00e9"),
        ("/things/\xff\xfe", "\ufffd\ufffd"),
        ("/things/\xc3(", "\ufffd("),
        ("/things/a b", "a b"),
        ("/things/%zz", "%zz"),
        ("/things/\x00", "\x00"),
    ],
)
def test_paths_are_utf8_and_broken_ones_harmless(service: Any, path: str, name: str) -> None:
    """What is no UTF-8 becomes replacement characters, never a fault."""
    answer = service("GET", path, BOB)
    assert answer.status == 200
    assert answer.json == {"name": name}


def test_a_prefix_is_known_and_not_part_of_the_path(service: Any) -> None:
    """Mounted under /store, / and nothing are both the root."""
    for path in ("/", ""):
        answer = service("GET", path, SCRIPT_NAME="/store")
        assert answer.status == 200
        assert answer.json["root"] == "/store"


@pytest.mark.parametrize("given", ["", "req-1", "REQ-" + "a" * 36, "req-" + "g" * 36])
def test_a_global_request_id_that_is_none_is_dropped(service: Any, given: str) -> None:
    """It would be written to logs; only ids of the known form are."""
    from stowage.wire import trace

    noted = {}

    def note(environ: Any, start_response: Any) -> Any:
        noted.update(environ)
        start_response("200 OK", [])
        return []

    service.application._application = note
    service("GET", "/things", {**BOB, "X-OpenStack-Request-ID": given})
    assert trace.GLOBAL_REQUEST_ID not in noted


class TestProxyHeaders:
    """HTTPProxyToWSGI, which believes proxies only when it is told to."""

    SENT: ClassVar = {
        **BOB,
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "cloud.example",
        "X-Forwarded-Prefix": "/store",
    }

    def test_they_are_ignored_by_default(self, service: Any) -> None:
        """Anyone could send them."""
        answer = service("GET", "/things", self.SENT)
        assert (answer.json["scheme"], answer.json["root"]) == ("http", "")

    def test_they_are_believed_when_switched_on(self, make_service: Any) -> None:
        """Scheme, host and prefix are those that the client sees."""
        service = make_service("[oslo_middleware]\nenable_proxy_headers_parsing = true\n")
        answer = service("GET", "/things", self.SENT).json
        assert (answer["scheme"], answer["host"], answer["root"]) == (
            "https",
            "cloud.example",
            "/store",
        )


class TestCors:
    """Browsers, when an origin is configured."""

    PREFLIGHT: ClassVar = {
        "Origin": "http://valid.example.com",
        "Access-Control-Request-Method": "GET",
    }

    def test_a_preflight_needs_no_token(self, make_service: Any) -> None:
        """It is answered before anyone is asked who they are."""
        service = make_service("[cors]\nallowed_origin = http://valid.example.com\n")
        answer = service("OPTIONS", "/things", self.PREFLIGHT)
        assert answer.status == 200
        assert answer.headers["access-control-allow-origin"] == "http://valid.example.com"
        assert answer.headers["access-control-allow-methods"] == "GET"

    def test_an_answer_names_the_origin(self, make_service: Any) -> None:
        """And keeps its other headers."""
        service = make_service("[cors]\nallowed_origin = http://valid.example.com\n")
        answer = service("GET", "/things", {**BOB, "Origin": "http://valid.example.com"})
        assert answer.status == 200
        assert answer.headers["access-control-allow-origin"] == "http://valid.example.com"
        assert answer.headers["openstack-api-version"] == "store 1.0"
        assert "OpenStack-API-Version" in answer.headers["access-control-expose-headers"]

    def test_without_an_origin_there_is_no_cors(self, service: Any) -> None:
        """A preflight is a method like others, and needs a token."""
        assert service("OPTIONS", "/things", self.PREFLIGHT).status == 401
