"""From the query string of GET /allocation_candidates to a search request."""

from __future__ import annotations

import re
import sys
from urllib.parse import quote

import pytest

from stowage.placement.api.candidates_query import parse
from stowage.placement.api.query import read
from stowage.placement.errors import Invalid
from stowage.placement.search.request import Group, Request

A = "4e8e5957-649f-477b-9e5b-f1f75b21c03c"


def asked(text: str, minor: int = 39) -> Request:
    return parse(read({"QUERY_STRING": text}), minor)


def test_the_unsuffixed_group_stands_alone() -> None:
    """The query that nova sends most."""
    request = asked(
        "resources=VCPU:1,MEMORY_MB:512&required=!COMPUTE_STATUS_DISABLED&limit=1000"
        "&root_required=OWNER_NOVA,!COMPUTE_STATUS_DISABLED"
    )
    assert request == Request(
        groups=(
            Group(
                suffix="",
                resources={"VCPU": 1, "MEMORY_MB": 512},
                forbidden=frozenset(["COMPUTE_STATUS_DISABLED"]),
            ),
        ),
        root_required=frozenset(["OWNER_NOVA"]),
        root_forbidden=frozenset(["COMPUTE_STATUS_DISABLED"]),
        limit=1000,
    )


def test_a_suffix_may_be_any_of_its_characters() -> None:
    """Letters, digits, _ and -, up to 64 of them, each its own group."""
    long = "x" * 64
    request = asked(
        f"resources_A=VCPU:1&resources-b2=VCPU:2&resources{long}=VCPU:3&group_policy=none"
    )
    assert [group.suffix for group in request.groups] == ["_A", "-b2", long]
    with pytest.raises(Invalid, match="does not match any of the regexes"):
        asked("resources" + "x" * 65 + "=VCPU:1")


def test_before_1_33_a_suffix_is_a_number() -> None:
    """And it does not begin with a zero."""
    assert asked("resources1=VCPU:1", 32).groups[0].suffix == "1"
    for key in ("resources_A", "resources0", "resources01"):
        with pytest.raises(Invalid, match="Invalid query string parameters"):
            asked(f"{key}=VCPU:1", 32)


def test_each_key_goes_to_the_group_of_its_suffix() -> None:
    """All that a group may ask for, in any order."""
    request = asked(
        f"required_N=HW_A&in_tree_N={A}&resources_N=VGPU:1&member_of_N=in:{A}&resources=VCPU:1"
    )
    assert request.groups == (
        Group(
            suffix="_N",
            resources={"VGPU": 1},
            required=(frozenset(["HW_A"]),),
            member_of=(frozenset([A]),),
            in_tree=A,
        ),
        Group(suffix="", resources={"VCPU": 1}),
    )


def test_a_group_without_resources_needs_a_subtree() -> None:
    """From 1.36 a group may only name traits, if same_subtree ties it to another."""
    query = "resources=VCPU:1&required_N=HW_NUMA_ROOT&resources_P=VGPU:1&group_policy=none"
    request = asked(query + "&same_subtree=_N,%20_P")
    assert request.same_subtree == (frozenset(["_N", "_P"]),)
    with pytest.raises(Invalid, match=r"bad group\(s\) - \['_N'\]") as refusal:
        asked(query)
    assert refusal.value.code == "placement.query.bad_value"


@pytest.mark.parametrize(
    ("query", "minor", "code", "sentence"),
    [
        ("required_N=HW_A&same_subtree=_N", 39, "missing_value", "There must be at least one"),
        ("", 39, "missing_value", "There must be at least one resources or resources[$S]"),
        ("resources=VCPU:1&same_subtree=_N", 39, "bad_value", "Real suffixes should be specified"),
        ("resources=VCPU:1&same_subtree=", 39, "bad_value", "Empty string (unsuffixed group)"),
        ("resources=VCPU:1&root_required=A&root_required=B", 39, "duplicate_key", "only once"),
        ("resources=VCPU:1&root_required=A,!A", 39, "bad_value", "found in root_required: A"),
        ("resources=VCPU:1&root_required=in:A", 39, None, "only supported since microversion"),
        ("resources=VCPU:1&required=A,!A", 39, None, "traits keys: required: (A)"),
        ("resources=VCPU:1&required1=A", 35, None, "orphaned traits keys: required1"),
        (f"resources=VCPU:1&member_of1={A}", 35, None, "orphaned member_of keys: member_of1"),
        (f"resources=VCPU:1&in_tree1={A}", 35, None, "All request groups must specify resources"),
        ("limit=1", 35, None, "At least one request group"),
        ("resources1=VCPU:1&resources2=VCPU:1", 39, None, 'The "group_policy" parameter'),
        ("resources1=VCPU:1&group_policy=foo", 39, None, "'foo' is not one of"),
        ("resources1=VCPU:1&group_policy=foo&group_policy=none", 39, None, "Invalid query"),
        ("resources=VCPU:1&limit=0", 39, None, "Invalid query string parameters"),
        ("resources=VCPU:1&limit=x&limit=1", 39, None, "Invalid query string parameters"),
        ("resources=VCPU:1&limit=%D9%A1", 39, None, "Invalid query string parameters"),
        ("resources=VCPU:1&foo=1", 39, None, "'foo' does not match any of the regexes"),
        ("resources=VCPU:1&limit=1", 15, None, "('limit' was unexpected)"),
        ("resources1=VCPU:1", 24, None, "'resources' is a required property"),
        ("resources=VCPU:1&in_tree=x", 39, None, "to be a format of uuid"),
        ("resources=VCPU:1&limit=%ff", 39, None, "Invalid query string parameters"),
    ],
)
def test_a_bad_query_is_refused(query: str, minor: int, code: str | None, sentence: str) -> None:
    """With the sentence and the code that clients match on."""
    with pytest.raises(Invalid, match=re.escape(sentence)) as refusal:
        asked(query, minor)
    expected = f"placement.query.{code}" if code else "placement.undefined_code"
    assert refusal.value.code == expected


def test_one_suffixed_group_needs_no_policy() -> None:
    """Nothing has to be isolated from anything."""
    assert asked("resources1=VCPU:1&resources=VCPU:1").group_policy is None


def test_a_huge_limit_is_no_limit() -> None:
    """A number that no counter holds bounds nothing."""
    assert asked("resources=VCPU:1&limit=" + "9" * 5000).limit == sys.maxsize


def test_trees_are_a_matter_of_1_29() -> None:
    """Below, every provider stands for itself."""
    assert asked("resources=VCPU:1", 29).nested
    assert not asked("resources=VCPU:1", 28).nested


def test_text_may_come_as_raw_utf8() -> None:
    """WSGI hands raw bytes over as Latin-1; they mean the same as their percent form."""
    raw = "ÜBER".encode().decode("latin-1")
    for text in (raw, quote("ÜBER")):
        with pytest.raises(Invalid, match="'ÜBER' does not match"):
            asked(f"resources=VCPU:1&{text}=1")
