"""Paths: discovery, projects in front, and what exists nowhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compute.cloud import ALICE, Cloud, open_cloud
from servers.wire import Answer

TOKEN = {"X-Auth-Token": "admin:ad0"}


def ask(cloud: Cloud, path: str, method: str = "GET", **headers: str) -> Answer:
    """Ask for a path as it is, without a token."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return cloud.inside.ask(method, path, None, named)


def test_the_root_lists_the_versions_for_everybody(cloud: Cloud) -> None:
    """Whatever the method, without a token, without the id of a request."""
    for method in ("GET", "POST", "DELETE", "PUT"):
        answer = ask(cloud, "/", method)
        assert answer.status == 200
        old, current = answer.json()["versions"]
        assert (old["id"], old["status"], old["version"]) == ("v2.0", "DEPRECATED", "")
        assert (current["id"], current["min_version"], current["version"]) == (
            "v2.1",
            "2.1",
            "2.104",
        )
        assert current["links"] == [{"rel": "self", "href": "http://127.0.0.1/v2.1/"}]
        assert "x-openstack-request-id" not in answer.headers


@pytest.mark.parametrize("path", ["/v2.1", "/v2.1/", "/v2", "/v2/"])
def test_a_version_describes_itself(cloud: Cloud, path: str) -> None:
    """With its links and media types, and the id of the request under both names."""
    answer = ask(cloud, path)
    document = answer.json()["version"]
    assert document["id"] == ("v2.1" if "2.1" in path else "v2.0")
    assert document["links"][0]["href"] == f"http://127.0.0.1{path.rstrip('/')}/"
    ids = {answer.headers[f"x-{name}-request-id"] for name in ("openstack", "compute")}
    assert len(ids) == 1


@pytest.mark.parametrize("path", ["/foo", "/v1.1/flavors", "/v2.1x", "/fl%20avors/"])
def test_a_path_outside_of_any_version_is_answered_with_the_choices(
    cloud: Cloud, path: str
) -> None:
    """300, with the same path under each version."""
    answer = ask(cloud, path)
    assert answer.status == 300
    links = [choice["links"][0]["href"] for choice in answer.json()["choices"]]
    assert links == [f"http://127.0.0.1{version}{path.rstrip('/')}" for version in ("/v2", "/v2.1")]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v2.1/nothing"),
        ("GET", "/v2.1/flavors/"),
        ("GET", "/v2.1/flavors/f/x"),
        ("PATCH", "/v2.1/flavors"),
        ("POST", "/v2.1/flavors/detail"),
        ("GET", "/v2.1/not-a-project!/flavors"),
    ],
)
def test_what_does_not_exist_is_404_in_the_form_of_the_framework(
    cloud: Cloud, method: str, path: str
) -> None:
    """A path and a method alike, in JSON, HTML or text."""
    answer = cloud.inside.ask(method, path, None, {**TOKEN, "Accept": "application/json"})
    assert answer.status == 404
    assert answer.json() == {
        "message": "The resource could not be found.<br /><br />\n\n\n",
        "code": "404 Not Found",
        "title": "Not Found",
    }
    html = cloud.inside.ask(method, path, None, {**TOKEN, "Accept": "*/*"})
    assert html.headers["content-type"] == "text/html; charset=UTF-8"
    assert b"<h1>404 Not Found</h1>" in html.body
    text = cloud.inside.ask(method, path, None, TOKEN)
    assert text.headers["content-type"] == "text/plain; charset=UTF-8"


def test_without_a_token_everything_within_a_version_is_401(cloud: Cloud) -> None:
    """Also what does not exist."""
    for path in ("/v2.1/flavors", "/v2.1/nothing", "/v2/flavors"):
        answer = ask(cloud, path, Accept="application/json")
        assert (answer.status, answer.json()["title"]) == (401, "Unauthorized")


def test_a_project_may_stand_in_front(cloud: Cloud) -> None:
    """The own one; links have it, too."""
    cloud.must_make("f")
    answer = cloud.ask("GET", "/ad0/flavors/f")
    assert [link["href"] for link in answer.json()["flavor"]["links"]] == [
        "http://127.0.0.1/v2.1/ad0/flavors/f",
        "http://127.0.0.1/ad0/flavors/f",
    ]
    answer = cloud.ask("GET", "/a11ce/flavors")
    assert answer.status == 400
    assert cloud.message(answer) == (
        "Malformed request URL: URL's project_id 'a11ce' doesn't match Context's project_id 'ad0'"
    )
    assert cloud.ask("GET", "/a11ce/", token=ALICE).json()["version"]["id"] == "v2.1"


def test_doubled_slashes_are_one(cloud: Cloud) -> None:
    """nova forgives them."""
    assert cloud.ask("GET", "//flavors//detail").status == 200


def test_detail_can_be_the_id_of_a_flavor(cloud: Cloud) -> None:
    """Wherever no list is meant."""
    cloud.must_make("detail")
    specs = {"extra_specs": {"zz:a": "1"}}
    assert cloud.ask("POST", "/flavors/detail/os-extra_specs", specs).status == 200
    change = {"flavor": {"description": "x"}}
    assert cloud.ask("PUT", "/flavors/detail", change).json()["flavor"]["id"] == "detail"
    assert cloud.ask("DELETE", "/flavors/detail").status == 202


def test_options_is_answered_by_the_cors_layer(tmp_path: Path) -> None:
    """200 and nothing, and for an allowed origin what it may do."""
    origin = "https://horizon.example.org"
    url = f"sqlite:///{tmp_path}/nova_api.sqlite"
    cloud = open_cloud(tmp_path, url, f"[cors]\nallowed_origin = {origin}\n")
    answer = ask(cloud, "/v2.1/flavors", "OPTIONS")
    assert (answer.status, answer.body) == (200, b"")
    asked = {"Origin": origin, "Access_Control_Request_Method": "GET"}
    answer = ask(cloud, "/v2.1/flavors", "OPTIONS", **asked)
    assert answer.headers["access-control-allow-origin"] == origin
    cloud.books.close()


def test_links_can_begin_with_something_else(tmp_path: Path) -> None:
    """[api] compute_link_prefix replaces scheme and host, for clients behind a proxy."""
    url = f"sqlite:///{tmp_path}/nova_api.sqlite"
    more = "[api]\ncompute_link_prefix = https://cloud.example.org:8774/compute\nmax_limit = 1\n"
    cloud = open_cloud(tmp_path, url, more)
    cloud.must_make("f")
    page = cloud.ask("GET", "/flavors?is_public=none").json()
    base = "https://cloud.example.org:8774/compute"
    assert page["flavors"][0]["links"][0]["href"] == f"{base}/v2.1/flavors/f"
    assert page["flavors"][0]["links"][1]["href"] == f"{base}/flavors/f"
    assert page["flavors_links"] == [
        {"rel": "next", "href": f"{base}/v2.1/flavors?is_public=none&marker=f"}
    ]
    assert ask(cloud, "/v2.1/").json()["version"]["links"][0]["href"] == f"{base}/v2.1/"
    cloud.books.close()


def test_the_registry_of_extra_specs_is_published(cloud: Cloud) -> None:
    """Without a token outside of a version, with one within."""
    open_to_all = ask(cloud, "/stowage/extra-specs").json()["extra_specs"]
    named = {spec["name"]: spec for spec in open_to_all}
    assert named["hw:cpu_policy"]["value"] == {
        "type": "string",
        "enum": ["dedicated", "shared", "mixed"],
    }
    assert cloud.ask("GET", "/stowage/extra-specs").json()["extra_specs"] == open_to_all
    assert ask(cloud, "/v2.1/stowage/extra-specs").status == 401


def test_a_body_that_is_too_large_is_413(cloud: Cloud) -> None:
    """More than [oslo_middleware] max_request_body_size bytes."""
    answer = cloud.ask("POST", "/flavors", json.dumps({"a": "x" * 114688}).encode())
    assert (answer.status, answer.json()["title"]) == (413, "Request Entity Too Large")
