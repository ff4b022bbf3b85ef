"""Who may do what with flavors: nova's rules under nova's names, with nova's defaults."""

from __future__ import annotations

from typing import Any

from oslo_config import cfg
from oslo_policy import policy

ADMIN = "rule:context_is_admin"
READER = "rule:project_reader_or_admin"
MEMBER = "rule:project_member_or_admin"

IS_ADMIN = "context_is_admin"
CREATE = "os_compute_api:os-flavor-manage:create"
UPDATE = "os_compute_api:os-flavor-manage:update"
DELETE = "os_compute_api:os-flavor-manage:delete"
ACCESS = "os_compute_api:os-flavor-access"
ADD_ACCESS = "os_compute_api:os-flavor-access:add_tenant_access"
REMOVE_ACCESS = "os_compute_api:os-flavor-access:remove_tenant_access"
SPECS_INDEX = "os_compute_api:os-flavor-extra-specs:index"
SPECS_SHOW = "os_compute_api:os-flavor-extra-specs:show"
SPECS_CREATE = "os_compute_api:os-flavor-extra-specs:create"
SPECS_UPDATE = "os_compute_api:os-flavor-extra-specs:update"
SPECS_DELETE = "os_compute_api:os-flavor-extra-specs:delete"
BOOT = "os_compute_api:servers:create"

_SINCE = "21.0.0"
_REASON = "Replaced by rules about the roles admin, manager, member and reader."


class IsAdmin(policy.Check):
    """``is_admin:True``, the check of policy files from before the new roles."""

    pure = True
    """It asks nothing but the rules: its decisions may be remembered."""

    def __init__(self, kind: str, match: str) -> None:
        self._expected = match.lower() == "true"
        super().__init__(kind, str(self._expected))

    def __call__(self, target: Any, creds: Any, enforcer: Any, current_rule: Any = None) -> bool:
        """Whether the sender is an administrator, as ``context_is_admin`` decides.

        That rule may itself ask for ``is_admin``: within it nobody is one, as in nova.
        """
        if "is_admin" in creds:
            return bool(creds["is_admin"]) == self._expected
        decide = policy.RuleCheck("rule", IS_ADMIN)
        is_admin = decide(target, {**creds, "is_admin": False}, enforcer, current_rule)
        return bool(is_admin) == self._expected


policy.register("is_admin", IsAdmin)


def _replaces(name: str, check: str) -> policy.DeprecatedRule:
    return policy.DeprecatedRule(
        name=name, check_str=check, deprecated_reason=_REASON, deprecated_since=_SINCE
    )


_OLD_ADMIN = _replaces("rule:admin_api", "is_admin:True")
_OLD_OWNER = _replaces("rule:admin_or_owner", "is_admin:True or project_id:%(project_id)s")

_BASE = (
    (IS_ADMIN, "role:admin", _OLD_ADMIN),
    ("project_manager_api", "role:manager and project_id:%(project_id)s", _OLD_ADMIN),
    ("project_member_api", "role:member and project_id:%(project_id)s", _OLD_OWNER),
    ("project_reader_api", "role:reader and project_id:%(project_id)s", _OLD_OWNER),
    ("service_api", "role:service", _OLD_ADMIN),
    ("project_manager_or_admin", "rule:project_manager_api or rule:context_is_admin", _OLD_ADMIN),
    ("project_member_or_admin", "rule:project_member_api or rule:context_is_admin", _OLD_OWNER),
    ("project_reader_or_admin", "rule:project_reader_api or rule:context_is_admin", _OLD_OWNER),
    ("service_or_admin", "rule:service_api or rule:context_is_admin", _OLD_ADMIN),
)

_REMOVED = (
    ("admin_or_owner", "is_admin:True or project_id:%(project_id)s"),
    ("admin_api", "is_admin:True"),
)

_FLAVORS = (
    (CREATE, ADMIN, "Create a flavor", "POST", "/flavors"),
    (UPDATE, ADMIN, "Change the description of a flavor", "PUT", "/flavors/{flavor_id}"),
    (DELETE, ADMIN, "Delete a flavor", "DELETE", "/flavors/{flavor_id}"),
    (ADD_ACCESS, ADMIN, "Share a private flavor", "POST", "/flavors/{flavor_id}/action"),
    (REMOVE_ACCESS, ADMIN, "Stop sharing a flavor", "POST", "/flavors/{flavor_id}/action"),
    (SPECS_SHOW, READER, "See one extra spec", "GET", "/flavors/{flavor_id}/os-extra_specs/{key}"),
    (SPECS_CREATE, ADMIN, "Add extra specs", "POST", "/flavors/{flavor_id}/os-extra_specs"),
    (SPECS_UPDATE, ADMIN, "Set one extra spec", "PUT", "/flavors/{flavor_id}/os-extra_specs/{key}"),
    (SPECS_DELETE, ADMIN, "Remove one extra spec", "DELETE",
     "/flavors/{flavor_id}/os-extra_specs/{key}"),
    (BOOT, MEMBER, "Boot a server from a flavor", "POST", "/servers"),
    (SPECS_INDEX, READER, "See extra specs, from 2.61 also within flavors", "GET",
     "/flavors/{flavor_id}/os-extra_specs"),
)  # fmt: skip


def rules() -> list[policy.RuleDefault]:
    """All rules, fresh: an enforcer keeps what it is given."""
    base = [
        policy.RuleDefault(name, check, deprecated_rule=old, description="Base rule.")
        for name, check, old in _BASE
    ]
    removed = [
        policy.RuleDefault(
            name,
            check,
            description="Base rule of older policy files.",
            deprecated_for_removal=True,
            deprecated_reason=_REASON,
            deprecated_since=_SINCE,
        )
        for name, check in _REMOVED
    ]
    flavors = [_documented(*rule) for rule in _FLAVORS]
    return [*base, *removed, *flavors, _access_list()]


def enforcer() -> policy.Enforcer:
    """An enforcer of these rules and of the configured overrides, for the tools of oslo.policy."""
    cfg.CONF([], project="nova")
    made = policy.Enforcer(cfg.CONF)
    made.register_defaults(rules())
    return made


def _access_list() -> policy.RuleDefault:
    old = _replaces(ACCESS, "rule:admin_or_owner")
    path = "/flavors/{flavor_id}/os-flavor-access"
    return _documented(ACCESS, ADMIN, "See who may use a private flavor", "GET", path, old)


def _documented(
    name: str,
    check: str,
    description: str,
    method: str,
    path: str,
    old: policy.DeprecatedRule | None = None,
) -> policy.RuleDefault:
    return policy.DocumentedRuleDefault(
        name=name,
        check_str=check,
        description=description,
        operations=[{"method": method, "path": path}],
        scope_types=["project"],
        deprecated_rule=old,
    )
