"""Constraints in words: as lines of a table, and as what somebody lacks."""

from __future__ import annotations

_LABELS = {
    "inventory": "inventory of {}",
    "capacity": "{} free",
    "units": "{} at once (min_unit, max_unit, step_size)",
    "required": "trait {}",
    "forbidden": "forbidden trait {}",
    "member_of": "in aggregate {}",
    "not member_of": "not in aggregate {}",
    "in_tree": "in the tree of {}",
    "resourceless": "resources, required or member_of",
    "sharing": "sharing, {}",
    "root_required": "root_required={}",
    "total": "{}, in trees of one",
    "group_policy": "more than one provider, for group_policy={}",
}
# Rules between parts; some have the name of a constraint on one.
_RULES = {
    "group_policy": "group_policy={}",
    "same_subtree": "same_subtree={}",
    "capacity": "room for {}",
}

# For one, and for several.
_PROVIDERS = {
    "capacity": ("lacks {gap}", "lack {gap}"),
    "units": ("has {} free, but its {gap}", "have {} free, but their {gap}"),
    "required": ("lacks trait {}", "lack trait {}"),
    "forbidden": ("has the forbidden trait {}", "have the forbidden trait {}"),
    "member_of": ("is outside aggregate {}", "are outside aggregate {}"),
    "not member_of": ("is inside aggregate {}", "are inside aggregate {}"),
    "in_tree": ("is outside the tree of {}", "are outside the tree of {}"),
    "sharing": ("may not share: {}", "may not share: {}"),
}
_TREES = {
    "tree": ("has all but {}", "have all but {}"),
    "required": ("lacks trait {}", "lack trait {}"),
    "total": ("cannot give {}", "cannot give {}"),
}


def label(constraint: str, subject: str) -> str:
    """A constraint, as a line of a table has it."""
    return _LABELS.get(constraint, "{}").format(subject)


def rule(name: str, subject: str) -> str:
    """A rule between parts, as a line of a table has it."""
    return _RULES.get(name, "{}").format(subject)


def of_providers(count: int, constraint: str, subject: str, gap: str) -> str:
    """What some providers fail, ``gap`` being what is in the way in figures."""
    forms = _PROVIDERS.get(constraint)
    if forms is None:
        return _counted(count, "provider", _failing(label(constraint, subject)))
    if constraint == "units":
        gap = gap.replace(" ", " is ")
    return _counted(count, "provider", tuple(form.format(subject, gap=gap) for form in forms))


def of_trees(count: int, constraint: str, subject: str) -> str:
    """What some trees fail."""
    forms = _TREES.get(constraint)
    if forms is None:
        return _counted(count, "tree", _failing(label(constraint, subject)))
    return _counted(count, "tree", tuple(form.format(subject) for form in forms))


def against_rule(count: int, name: str, subject: str) -> str:
    """Which rule some trees fail."""
    return _counted(count, "tree", _failing(rule(name, subject)))


def _failing(text: str) -> tuple[str, str]:
    return f"fails only {text}", f"fail only {text}"


def _counted(count: int, noun: str, forms: tuple[str, ...]) -> str:
    one, several = forms
    return f"1 {noun} {one}" if count == 1 else f"{count} {noun}s {several}"
