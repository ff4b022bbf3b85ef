"""Who may do what in Placement, unless the operator says otherwise in policy.yaml.

Names, defaults and scopes are those of upstream, so that an existing policy.yaml keeps its meaning.
"""

from __future__ import annotations

from oslo_config import cfg
from oslo_log import versionutils
from oslo_policy import policy

_PROVIDERS = "/resource_providers"
_PROVIDER = "/resource_providers/{uuid}"
_INVENTORIES = f"{_PROVIDER}/inventories"
_INVENTORY = f"{_INVENTORIES}/{{resource_class}}"
_TRAITS_OF_PROVIDER = f"{_PROVIDER}/traits"
_CLASSES = "/resource_classes"
_CLASS = "/resource_classes/{name}"
_TRAIT = "/traits/{name}"
_CONSUMER = "/allocations/{consumer_uuid}"

_OPERATIONS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("resource_providers:list", "List resource providers.", (f"GET {_PROVIDERS}",)),
    ("resource_providers:create", "Create resource provider.", (f"POST {_PROVIDERS}",)),
    ("resource_providers:show", "Show resource provider.", (f"GET {_PROVIDER}",)),
    ("resource_providers:update", "Update resource provider.", (f"PUT {_PROVIDER}",)),
    ("resource_providers:delete", "Delete resource provider.", (f"DELETE {_PROVIDER}",)),
    ("resource_classes:list", "List resource classes.", (f"GET {_CLASSES}",)),
    ("resource_classes:create", "Create resource class.", (f"POST {_CLASSES}",)),
    ("resource_classes:show", "Show resource class.", (f"GET {_CLASS}",)),
    ("resource_classes:update", "Update resource class.", (f"PUT {_CLASS}",)),
    ("resource_classes:delete", "Delete resource class.", (f"DELETE {_CLASS}",)),
    (
        "resource_providers:inventories:list",
        "List resource provider inventories.",
        (f"GET {_INVENTORIES}",),
    ),
    (
        "resource_providers:inventories:create",
        "Create one resource provider inventory.",
        (f"POST {_INVENTORIES}",),
    ),
    (
        "resource_providers:inventories:show",
        "Show resource provider inventory.",
        (f"GET {_INVENTORY}",),
    ),
    (
        "resource_providers:inventories:update",
        "Update resource provider inventory.",
        (f"PUT {_INVENTORIES}", f"PUT {_INVENTORY}"),
    ),
    (
        "resource_providers:inventories:delete",
        "Delete resource provider inventory.",
        (f"DELETE {_INVENTORIES}", f"DELETE {_INVENTORY}"),
    ),
    (
        "resource_providers:aggregates:list",
        "List resource provider aggregates.",
        (f"GET {_PROVIDER}/aggregates",),
    ),
    (
        "resource_providers:aggregates:update",
        "Update resource provider aggregates.",
        (f"PUT {_PROVIDER}/aggregates",),
    ),
    (
        "resource_providers:usages",
        "List resource provider usages.",
        (f"GET {_PROVIDER}/usages",),
    ),
    ("traits:list", "List traits.", ("GET /traits",)),
    ("traits:show", "Show trait.", (f"GET {_TRAIT}",)),
    ("traits:update", "Update trait.", (f"PUT {_TRAIT}",)),
    ("traits:delete", "Delete trait.", (f"DELETE {_TRAIT}",)),
    (
        "resource_providers:traits:list",
        "List resource provider traits.",
        (f"GET {_TRAITS_OF_PROVIDER}",),
    ),
    (
        "resource_providers:traits:update",
        "Update resource provider traits.",
        (f"PUT {_TRAITS_OF_PROVIDER}",),
    ),
    (
        "resource_providers:traits:delete",
        "Delete resource provider traits.",
        (f"DELETE {_TRAITS_OF_PROVIDER}",),
    ),
    ("allocations:manage", "Manage allocations.", ("POST /allocations",)),
    ("allocations:list", "List allocations.", (f"GET {_CONSUMER}",)),
    ("allocations:update", "Update allocations.", (f"PUT {_CONSUMER}",)),
    ("allocations:delete", "Delete allocations.", (f"DELETE {_CONSUMER}",)),
    (
        "resource_providers:allocations:list",
        "List resource provider allocations.",
        (f"GET {_PROVIDER}/allocations",),
    ),
    (
        "allocation_candidates:list",
        "List allocation candidates.",
        ("GET /allocation_candidates",),
    ),
)


def rules() -> list[policy.RuleDefault]:
    """Every rule with its default."""
    return [
        *_foundations(),
        *(
            _rule(name, "rule:admin_or_service_api", description, operations)
            for name, description, operations in _OPERATIONS
        ),
        _rule(
            "usages",
            "rule:admin_or_project_reader_or_service_api",
            "List total resource usages for a given project.",
            ("GET /usages",),
        ),
        _rule(
            "reshaper:reshape",
            "rule:service_api",
            "Reshape Inventory and Allocations.",
            ("POST /reshaper",),
        ),
    ]


def enforcer() -> policy.Enforcer:
    """An enforcer of these rules and of the configured overrides, for the tools of oslo.policy."""
    cfg.CONF([], project="placement")
    made = policy.Enforcer(cfg.CONF)
    made.register_defaults(rules())
    return made


def _rule(
    name: str, check: str, description: str, operations: tuple[str, ...]
) -> policy.DocumentedRuleDefault:
    return policy.DocumentedRuleDefault(
        name=f"placement:{name}",
        check_str=check,
        description=description,
        operations=[
            {"method": method, "path": path}
            for method, _, path in (operation.partition(" ") for operation in operations)
        ],
        scope_types=["project"],
    )


def _foundations() -> list[policy.RuleDefault]:
    """The rules that other rules stand on; admin alone was the old default of all of them."""
    admin_once = policy.DeprecatedRule(
        name="rule:admin_api",
        check_str="role:admin",
        deprecated_reason="The service role and project scope took the place of admin alone.",
        deprecated_since=versionutils.deprecated.WALLABY,
    )
    return [
        policy.RuleDefault(
            "admin_api",
            "role:admin",
            description="Default rule for most placement APIs.",
            scope_types=["project"],
        ),
        policy.RuleDefault(
            "service_api",
            "role:service",
            description="Default rule for service-to-service placement APIs.",
            scope_types=["project"],
            deprecated_rule=admin_once,
        ),
        policy.RuleDefault(
            "admin_or_service_api",
            "role:admin or role:service",
            description="Default rule for most placement APIs.",
            scope_types=["project"],
            deprecated_rule=admin_once,
        ),
        policy.RuleDefault(
            "project_reader_api",
            "role:reader and project_id:%(project_id)s",
            description="Default rule for Project level reader APIs.",
            deprecated_rule=admin_once,
        ),
        policy.RuleDefault(
            "admin_or_project_reader_or_service_api",
            "role:admin or rule:project_reader_api or role:service",
            description="Default rule for project level reader APIs.",
            scope_types=["project"],
            deprecated_rule=admin_once,
        ),
    ]
