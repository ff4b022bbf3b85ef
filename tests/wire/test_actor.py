"""Who asks, as headers say it."""

from __future__ import annotations

from typing import Any

import pytest
from oslo_context.context import RequestContext

from stowage.wire.actor import from_environ


class _NotStored(RequestContext):  # type: ignore[misc]
    def update_store(self) -> None:
        """Leave nothing behind in the thread, where later tests would find it."""


ENVIRONS: list[dict[str, Any]] = [
    {},
    {"HTTP_X_USER_ID": "u", "HTTP_X_PROJECT_ID": "p", "HTTP_X_ROLES": "reader,member"},
    {"HTTP_X_USER": "u", "HTTP_X_TENANT": "p", "HTTP_X_ROLE": "reader"},
    {"HTTP_X_USER_ID": "u", "HTTP_X_TENANT_ID": "t", "HTTP_X_TENANT": "x"},
    {"HTTP_X_USER_ID": "u", "HTTP_X_PROJECT_ID": "p", "HTTP_X_TENANT_ID": "t"},
    {"HTTP_X_USER_ID": "u", "HTTP_X_ROLES": " a , b,,", "HTTP_X_ROLE": "c"},
    {"HTTP_X_USER_ID": "u", "HTTP_X_ROLES": "", "HTTP_OPENSTACK_SYSTEM_SCOPE": "all"},
    {"HTTP_X_USER_ID": "u", "HTTP_X_DOMAIN_ID": "d", "HTTP_X_USER_DOMAIN_ID": "e"},
    {"HTTP_X_USER_ID": "u", "HTTP_X_IS_ADMIN_PROJECT": "False"},
    {
        "HTTP_X_USER_ID": "u",
        "HTTP_X_PROJECT_DOMAIN_ID": "d",
        "HTTP_X_SERVICE_USER_ID": "su",
        "HTTP_X_SERVICE_USER_DOMAIN_ID": "sd",
        "HTTP_X_SERVICE_PROJECT_ID": "sp",
        "HTTP_X_SERVICE_PROJECT_DOMAIN_ID": "spd",
        "HTTP_X_SERVICE_ROLES": "service, admin",
    },
]


@pytest.mark.parametrize("environ", ENVIRONS)
def test_policies_see_what_oslo_context_would_show_them(environ: dict[str, Any]) -> None:
    """Same names, same values, same precedence of headers."""
    theirs = _NotStored.from_environ(environ).to_policy_values()
    ours = from_environ(environ).credentials()
    assert {name: theirs[name] for name in ours} == ours
    assert set(ours) == set(theirs)
