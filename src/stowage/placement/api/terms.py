"""The small languages inside query values: resources, required, member_of, in_tree.

Rules and words are those of the reference; both lists (providers, candidates) use them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stowage.placement.errors import Invalid
from stowage.placement.schemas.validator import canonical, is_uuid_like
from stowage.placement.since import Since

_RESOURCES_FORM = (
    "Badly formed resources parameter. Expected resources query string parameter in form: "
    "?resources=VCPU:2,MEMORY_MB:1024. Got: {}."
)
_BAD_QUERY = "Invalid query string parameters: "


@dataclass(frozen=True, slots=True)
class Traits:
    """``required``: of each set at least one; ``forbidden``: none of them."""

    required: tuple[frozenset[str], ...] = ()
    forbidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Aggregates:
    """``required``: a member of at least one of each set; ``forbidden``: of none of them."""

    required: tuple[frozenset[str], ...] = ()
    forbidden: frozenset[str] = frozenset()


def resources(text: str) -> dict[str, int]:
    """Amounts by class from ``VCPU:2,MEMORY_MB:1024``.

    :raises Invalid: another form, or an amount that is no positive integer.
    """
    if not text.strip():
        raise Invalid(_RESOURCES_FORM.format("empty string"))
    return dict(_resource(term) for term in text.split(","))


def _resource(term: str) -> tuple[str, int]:
    name, colon, number = term.partition(":")
    if not colon or ":" in number:
        raise Invalid(_RESOURCES_FORM.format(term))
    try:
        amount = int(number)
    except ValueError:
        raise Invalid(
            f"Requested resource {name} expected positive integer amount. Got: {number}."
        ) from None
    if amount < 1:
        raise Invalid(f"Requested resource {name} requires amount >= 1. Got: {amount}.")
    return name, amount


def required(values: list[str], minor: int) -> Traits:
    """What the values of ``required`` ask for; up to 1.38 only the last of them counts.

    :raises Invalid: an empty trait, or a form that the microversion does not know.
    """
    if minor < Since.ANY_TRAITS:
        values = values[-1:]
    terms = [traits(value, minor) for value in values]
    return Traits(
        required=tuple(any_of for term in terms for any_of in term.required),
        forbidden=frozenset().union(*(term.forbidden for term in terms)),
    )


def traits(text: str, minor: int) -> Traits:
    """One value: ``in:A,B`` or ``A,!B``.

    :raises Invalid: as ``required``.
    """
    if text.startswith("in:"):
        return Traits(required=(_any_trait(text, minor),))
    names = [name.strip() for name in text.split(",")]
    # Any number of "!" counts as one, as it always did.
    forbidden = frozenset(name.lstrip("!") for name in names if name.startswith("!"))
    _refuse_empty(text, names, forbidden, minor)
    if forbidden and minor < Since.FORBIDDEN_TRAITS:
        raise Invalid(
            f"{_BAD_QUERY}Expected 'required' parameter value of the form: "
            f"HW_CPU_X86_VMX,CUSTOM_MAGIC. Got: {text}"
        )
    return Traits(
        required=tuple(frozenset([name]) for name in names if not name.startswith("!")),
        forbidden=forbidden,
    )


def _refuse_empty(text: str, names: list[str], forbidden: Iterable[str], minor: int) -> None:
    if all(names) and all(forbidden):
        return
    mark = "!" if minor >= Since.FORBIDDEN_TRAITS else ""
    raise Invalid(
        f"{_BAD_QUERY}Expected 'required' parameter value of the form: "
        f"HW_CPU_X86_VMX,{mark}CUSTOM_MAGIC. Got an empty trait in: {text}"
    )


def _any_trait(text: str, minor: int) -> frozenset[str]:
    if minor < Since.ANY_TRAITS:
        raise Invalid(
            f"{_BAD_QUERY}The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' only supported "
            f"since microversion 1.39. Got: {text}"
        )
    names = frozenset(name.strip() for name in text[3:].split(","))
    if not all(names):
        raise Invalid(
            f"{_BAD_QUERY}Expected 'required' parameter value of the form: "
            f"in:HW_CPU_X86_VMX,CUSTOM_MAGIC. Got an empty trait in: {text}"
        )
    if any(name.startswith("!") for name in names):
        raise Invalid(
            f"{_BAD_QUERY}The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' does not support "
            f"forbidden traits. Got: {text}"
        )
    return names


def root_required(text: str) -> Traits:
    """The value of ``root_required``: ``A,!B``, never ``in:``.

    :raises Invalid: an empty trait, or ``in:``.
    """
    return traits(text, Since.ANY_TRAITS - 1)


def member_of(values: list[str], minor: int, suffix: str = "") -> Aggregates:
    """What the values of ``member_of`` ask for.

    :raises Invalid: not UUIDs, or a form that the microversion does not know.
    """
    if len(values) > 1 and minor < Since.MEMBER_OF_REPEATED:
        raise Invalid(f"Multiple member_of{suffix} parameters are not supported")
    wanted: list[frozenset[str]] = []
    unwanted: set[str] = set()
    for value in values:
        negated, uuids = _aggregates(value)
        if not negated:
            wanted.append(uuids)
        elif minor < Since.FORBIDDEN_AGGREGATES:
            raise Invalid(
                f"Forbidden member_of{suffix} parameters are not supported "
                "in the specified microversion"
            )
        else:
            unwanted |= uuids
    return Aggregates(required=tuple(wanted), forbidden=frozenset(unwanted))


def _aggregates(text: str) -> tuple[bool, frozenset[str]]:
    negated = text.startswith("!")
    bare = text[1:] if negated else text
    if bare.startswith("in:"):
        uuids = bare[3:].split(",")
    elif "," in text:
        raise Invalid(
            "Multiple values for 'member_of' must be prefixed with the 'in:' or '!in:' "
            f"keyword using the valid microversion. Got: {text}"
        )
    else:
        uuids = [bare]
    for uuid in uuids:
        if not is_uuid_like(uuid):
            raise Invalid(
                f"{_BAD_QUERY}Expected 'member_of' parameter to contain valid UUID(s). Got: {uuid}"
            )
    return negated, frozenset(map(canonical, uuids))


def in_tree(text: str) -> str:
    """The UUID of a provider.

    :raises Invalid: it is none.
    """
    uuid = text.strip()
    if not is_uuid_like(uuid):
        raise Invalid(
            f"{_BAD_QUERY}Expected 'in_tree' parameter to be a format of uuid. Got: {text}"
        )
    return canonical(uuid)
