"""``resources`` and ``trait``: what a flavor asks of Placement, by group."""

from __future__ import annotations

import os_resource_classes
import os_traits

from stowage.compute.flavors.registry.entry import ExtraSpec, Text, Whole

GROUP = r"([a-zA-Z0-9_-]{1,64})?"
CUSTOM = r"[A-Z0-9_]+"
WANTED = Text(choices=("required", "forbidden"))

RESOURCES = (
    *(
        ExtraSpec(
            f"resources{{group}}:{name}",
            Whole(),
            f"How much {name} the guest needs, in place of what the flavor says.",
            {"group": GROUP},
        )
        for name in os_resource_classes.STANDARDS
    ),
    ExtraSpec(
        "resources{group}:CUSTOM_{resource}",
        Whole(),
        "How much of a custom resource class the guest needs.",
        {"group": GROUP, "resource": CUSTOM},
    ),
)

TRAITS = (
    *(
        ExtraSpec(
            f"trait{{group}}:{name}",
            WANTED,
            f"Whether hosts must have or must not have {name}.",
            {"group": GROUP},
        )
        for name in os_traits.get_traits()
    ),
    ExtraSpec(
        "trait{group}:CUSTOM_{trait}",
        WANTED,
        "Whether hosts must have or must not have a custom trait.",
        {"group": GROUP, "trait": CUSTOM},
    ),
)

GROUP_POLICY = ExtraSpec(
    "group_policy",
    Text(choices=("isolate", "none")),
    "Whether the numbered request groups of a flavor may share a provider.",
)

SPECS = (*RESOURCES, *TRAITS, GROUP_POLICY)
