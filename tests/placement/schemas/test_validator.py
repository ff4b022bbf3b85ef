"""Which values a schema takes, and what it says about the others."""

from __future__ import annotations

import orjson
import pytest

from stowage.placement.schemas import (
    allocations,
    candidates,
    inventories,
    providers,
    reshaper,
    resource_classes,
    traits,
    usages,
)
from stowage.placement.schemas.validator import canonical, is_dashed_uuid, is_uuid_like
from stowage.placement.since import MAX_MINOR, Since

UUID = "4e8e5957-649f-477b-9e5b-f1f75b21c03c"


@pytest.mark.parametrize(
    "text",
    [UUID, UUID.upper(), UUID.replace("-", ""), f"{{{UUID}}}", f"urn:uuid:{UUID}"],
)
def test_every_usual_spelling_of_a_uuid_is_one(text: str) -> None:
    """Bodies may spell a UUID as oslo.utils' is_uuid_like allows; we keep one form."""
    assert is_uuid_like(text)
    assert canonical(text) == UUID


@pytest.mark.parametrize("text", ["", "x", UUID[:-1], UUID + "0", UUID.replace("-", "_"), "é" * 36])
def test_anything_else_is_no_uuid(text: str) -> None:
    """What is no UUID stays as it is."""
    assert not is_uuid_like(text)
    assert canonical(text) == text


def test_a_query_wants_the_dashes_of_a_uuid() -> None:
    """Query strings are checked by the stricter rule of Python's jsonschema."""
    assert is_dashed_uuid(UUID.upper())
    assert not is_dashed_uuid(UUID.replace("-", ""))
    assert providers.LIST[39].problem({"uuid": UUID}) is None
    assert providers.LIST[39].problem({"uuid": UUID.replace("-", "")}) is not None


@pytest.mark.parametrize(("number", "good"), [("16", True), ("16.0", True), ("16.5", False)])
def test_a_whole_number_may_be_written_as_a_float(number: str, good: bool) -> None:
    """JSON knows one kind of number: 16.0 is an integer."""
    content = orjson.loads(f'{{"total": {number}, "resource_provider_generation": 1}}')
    assert (inventories.UPDATE.problem(content) is None) == good


@pytest.mark.parametrize("total", [0, -1, 2147483648, 10**30, True, "4", None, [4]])
def test_a_total_has_its_bounds(total: object) -> None:
    """A total is an integer from 1 to the largest that a column holds, and no boolean."""
    content = {"total": total, "resource_provider_generation": 1}
    assert inventories.UPDATE.problem(content) is not None


@pytest.mark.parametrize("name", ["CUSTOM_", "CUSTOM_a", "CUSTOM_ß", "CUSTOM_A\n", "HW_X", ""])
def test_a_pattern_holds_for_the_whole_name(name: str) -> None:
    """No line break at the end and no letter of another alphabet slips through."""
    assert traits.CUSTOM.problem(name) is not None
    assert resource_classes.NAMED.problem({"name": name}) is not None


def test_an_error_names_the_keyword_and_its_place() -> None:
    """Clients match on "Failed validating" and on the place in the schema."""
    problem = inventories.UPDATE.problem({"total": 0, "resource_provider_generation": 1})
    assert problem is not None
    assert problem.startswith("0 is less than the minimum of 1\n")
    assert "Failed validating 'minimum' in schema['properties']['total']" in problem
    assert "On instance['total']" in problem


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (providers.CREATE[39].problem({}), "'name' is a required property"),
        (providers.CREATE[39].problem([]), "[] is not of type 'object'"),
        (providers.CREATE[39].problem({"name": "n" * 201}), "is too long"),
        (providers.CREATE[39].problem({"name": "n", "uuid": "x"}), "'x' is not a 'uuid'"),
        (
            providers.CREATE[39].problem({"name": "n", "a": 1, "b": 2}),
            "Additional properties are not allowed ('a', 'b' were unexpected)",
        ),
        (
            candidates.LIST[39].problem({"foo": "1"}),
            "'foo' does not match any of the regexes: '^in_tree([",
        ),
        (
            candidates.LIST[39].problem({"group_policy": "x"}),
            "'x' is not one of ['none', 'isolate']",
        ),
        (
            allocations.REPLACE[12].problem({"allocations": {}, "project_id": "p", "user_id": "u"}),
            "{} should be non-empty",
        ),
        (
            usages.OF_PROJECT[38].problem({"project_id": "p", "consumer_type": "a"}),
            "'a' does not match",
        ),
    ],
)
def test_an_error_is_a_sentence(problem: str | None, sentence: str) -> None:
    """Each kind of error has the words that clients of the reference know."""
    assert problem is not None
    assert sentence in problem


def test_an_error_does_not_repeat_a_huge_body() -> None:
    """The instance is cut, so that an answer is never as long as the request."""
    problem = providers.CREATE[39].problem({"name": "n" * 1_000_000})
    assert problem is not None
    assert len(problem) < 20_000


@pytest.mark.parametrize("depth", [50, 300, 500, 900, 1000])
def test_an_error_survives_a_deeply_nested_body(depth: int) -> None:
    """JSON may be nested deeper than any library likes to look at."""
    content = orjson.loads("[" * depth + "]" * depth)
    problem = providers.CREATE[39].problem({"name": content})
    assert problem is not None
    assert "is not of type 'string'" in problem or "nested too deeply" in problem


@pytest.mark.parametrize(
    ("minor", "key"),
    [
        (Since.ALLOCATION_OWNER, "project_id"),
        (Since.CONSUMER_GENERATION, "consumer_generation"),
        (Since.CONSUMER_TYPES, "consumer_type"),
    ],
)
def test_a_key_is_required_from_its_version_on_and_unknown_before(minor: int, key: str) -> None:
    """A body of one version is refused by the version before, and the other way round."""
    body = _claim(minor)
    assert allocations.REPLACE[minor].problem(body) is None
    assert allocations.REPLACE[minor - 1].problem(body) is not None
    del body[key]
    assert allocations.REPLACE[minor].problem(body) is not None


def test_mappings_may_come_along_from_their_version_on() -> None:
    """Nobody reads them, but a body may carry what the candidates had."""
    body = _claim(39) | {"mappings": {"": "anything", "_A": [UUID]}}
    assert allocations.REPLACE[39].problem(body) is None
    assert allocations.REPLACE[39].problem(body | {"mappings": {"_A": ["x"]}}) is not None
    assert allocations.REPLACE[33].problem(_claim(33) | {"mappings": {"_A": [UUID]}}) is not None


def test_a_reshape_needs_inventories_but_no_allocations() -> None:
    """Nothing may be allocated yet of what moves."""
    inventory = {"resource_provider_generation": 1, "inventories": {}}
    body = {"inventories": {UUID: inventory}, "allocations": {}}
    assert reshaper.RESHAPE[39].problem(body) is None
    assert reshaper.RESHAPE[39].problem(body | {"inventories": {}}) is not None


def test_a_version_before_the_first_has_no_schema() -> None:
    """Handlers refuse such requests before they look at a body."""
    with pytest.raises(KeyError):
        reshaper.RESHAPE[Since.RESHAPER - 1]
    assert reshaper.RESHAPE[MAX_MINOR]


def _claim(minor: int) -> dict[str, object]:
    body: dict[str, object] = {}
    if minor < Since.ALLOCATIONS_AS_DICT:
        body["allocations"] = [{"resource_provider": {"uuid": UUID}, "resources": {"VCPU": 1}}]
    else:
        body["allocations"] = {UUID: {"resources": {"VCPU": 1}}}
    if minor >= Since.ALLOCATION_OWNER:
        body |= {"project_id": "p", "user_id": "u"}
    if minor >= Since.CONSUMER_GENERATION:
        body["consumer_generation"] = None
    if minor >= Since.CONSUMER_TYPES:
        body["consumer_type"] = "INSTANCE"
    return body
