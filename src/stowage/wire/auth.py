"""Who is asking: Keystone's middleware, or whoever they say they are (development only)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from oslo_config import cfg

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_IDENTITY_HEADERS = ("HTTP_X_USER_ID", "HTTP_X_USER")


class NoAuth:
    """Believes the token: ``user`` or ``user:project``; the user ``admin`` has the role admin.

    ``X-Roles`` gives other roles, ``OpenStack-System-Scope`` takes the project away. It leaves the
    same headers behind as Keystone's middleware. For tests and trials only.
    """

    def __init__(self, application: WSGIApplication) -> None:
        """Wrap an application that reads the identity headers."""
        self._application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Pass a request on, as whoever it says it is from."""
        token = environ.get("HTTP_X_AUTH_TOKEN")
        if token is None:
            for header in _IDENTITY_HEADERS:
                environ.pop(header, None)
        else:
            _identify(environ, token)
        return self._application(environ, start_response)


class Keystone:
    """Keystone's auth_token, passed by for the paths that need no token."""

    def __init__(
        self, application: WSGIApplication, conf: cfg.ConfigOpts, public: Callable[[str], bool]
    ) -> None:
        """``conf`` holds ``[keystone_authtoken]``."""
        from keystonemiddleware import auth_token

        self._application = application
        self._public = public
        self._checked: WSGIApplication = auth_token.AuthProtocol(
            application, {"oslo_config_config": conf}
        )

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Pass a request on if its token is valid, or its path public."""
        if self._public(environ["PATH_INFO"]):
            return self._application(environ, start_response)
        return self._checked(environ, start_response)


def _identify(environ: dict[str, Any], token: str) -> None:
    user, _, project = token.partition(":")
    environ["HTTP_X_USER_ID"] = user
    if not environ.get("HTTP_OPENSTACK_SYSTEM_SCOPE"):
        environ["HTTP_X_TENANT_ID"] = project or user
    if "HTTP_X_ROLES" not in environ:
        environ["HTTP_X_ROLES"] = "admin" if user == "admin" else ""
