"""Who is asking."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("token", "user", "project", "roles"),
    [
        ("admin", "admin", "admin", ["admin"]),
        ("bob", "bob", "bob", []),
        ("bob:blue", "bob", "blue", []),
        ("admin:blue", "admin", "blue", ["admin"]),
        ("a:b:c", "a", "b:c", []),
        ("ADMIN", "ADMIN", "ADMIN", []),
    ],
)
def test_noauth2_believes_the_token(
    service: Any, token: str, user: str, project: str, roles: list[str]
) -> None:
    """``user[:project]``; only the user admin has the role admin."""
    answer = service("GET", "/things", {"X-Auth-Token": token}).json
    assert (answer["user"], answer["project"], answer["roles"]) == (user, project, roles)


def test_noauth2_takes_other_roles_from_a_header(service: Any) -> None:
    """They replace the role that the user would have."""
    headers = {"X-Auth-Token": "admin", "X-Roles": "reader, member"}
    assert service("GET", "/things", headers).json["roles"] == ["reader", "member"]
    headers = {"X-Auth-Token": "admin", "X-Roles": ""}
    assert service("GET", "/things", headers).json["roles"] == []


def test_system_scope_takes_the_project_away(service: Any) -> None:
    """A token is of a project or of the system, not of both."""
    headers = {"X-Auth-Token": "admin", "OpenStack-System-Scope": "all"}
    answer = service("GET", "/things", headers).json
    assert (answer["project"], answer["scope"]) == (None, "all")


@pytest.mark.parametrize("headers", [{}, {"X-User-Id": "eve"}, {"X-User": "eve"}])
def test_without_a_token_no_one_is_let_in(service: Any, headers: dict[str, str]) -> None:
    """Identity headers that a client sends by itself do not count."""
    answer = service("GET", "/things", headers)
    assert answer.status == 401
    assert "openstack-api-version" not in answer.headers
    assert "x-openstack-request-id" in answer.headers


@pytest.mark.parametrize("path", ["/", ""])
def test_the_root_is_open_to_all(service: Any, path: str) -> None:
    """Discovery comes before authentication."""
    assert service("GET", path).status == 200


KEYSTONE = """
[api]
auth_strategy = keystone
[keystone_authtoken]
www_authenticate_uri = http://keystone.example:5000
auth_url = http://127.0.0.1:9
auth_type = password
username = store
password = secret
project_name = service
user_domain_name = Default
project_domain_name = Default
service_token_roles_required = true
http_request_max_retries = 0
"""


class TestKeystone:
    """keystonemiddleware in its place; a real Keystone is asked elsewhere."""

    def test_without_a_token_it_says_where_to_get_one(self, make_service: Any) -> None:
        """401 with the address of Keystone."""
        answer = make_service(KEYSTONE)("GET", "/things", {"X-User-Id": "eve"})
        assert answer.status == 401
        assert "keystone.example" in answer.headers["www-authenticate"]
        assert answer.json["error"]["code"] == 401
        assert "x-openstack-request-id" in answer.headers

    def test_the_root_needs_none(self, make_service: Any) -> None:
        """Keystone is not even asked."""
        assert make_service(KEYSTONE)("GET", "/").status == 200

    def test_a_keystone_that_does_not_answer_is_no_fault_of_the_client(
        self, make_service: Any
    ) -> None:
        """503, so that clients try again."""
        answer = make_service(KEYSTONE)("GET", "/things", {"X-Auth-Token": "t"})
        assert answer.status == 503

    def test_what_it_found_out_reaches_the_handler(
        self, make_service: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """User, project and roles of the token."""
        from keystonemiddleware import auth_token

        monkeypatch.setattr(
            auth_token.AuthProtocol, "fetch_token", lambda self, token, **options: TOKEN
        )
        headers = {"X-Auth-Token": "t", "X-Roles": "admin", "X-User-Id": "eve"}
        answer = make_service(KEYSTONE)("GET", "/things", headers)
        assert answer.status == 200
        assert (answer.json["user"], answer.json["project"]) == ("u1", "p1")
        assert answer.json["roles"] == ["reader", "member"]


TOKEN = {
    "token": {
        "user": {"id": "u1", "name": "bob", "domain": {"id": "default", "name": "Default"}},
        "project": {"id": "p1", "name": "blue", "domain": {"id": "default", "name": "Default"}},
        "roles": [{"id": "r1", "name": "reader"}, {"id": "r2", "name": "member"}],
        "expires_at": "2099-01-01T00:00:00.000000Z",
        "issued_at": "2026-01-01T00:00:00.000000Z",
        "methods": ["password"],
        "audit_ids": ["a"],
    }
}
