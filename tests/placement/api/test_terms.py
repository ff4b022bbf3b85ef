"""The small languages inside query values."""

from __future__ import annotations

import re

import pytest

from stowage.placement.api import terms
from stowage.placement.errors import Invalid

A = "4e8e5957-649f-477b-9e5b-f1f75b21c03c"
B = "6f3c7e24-5ab7-4fd6-9a0b-0f4bde2b0a11"


def test_resources_are_amounts_by_class() -> None:
    """VCPU:2,MEMORY_MB:1024 is two amounts; the last of a repeated class counts."""
    assert terms.resources("VCPU:2,MEMORY_MB:1024") == {"VCPU": 2, "MEMORY_MB": 1024}
    assert terms.resources("VCPU:2,VCPU:3") == {"VCPU": 3}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Got: empty string."),
        ("  ", "Got: empty string."),
        ("VCPU", "Badly formed resources parameter"),
        ("VCPU:1:2", "Badly formed resources parameter"),
        ("VCPU:1,", "Badly formed resources parameter"),
        ("VCPU:a", "Requested resource VCPU expected positive integer amount. Got: a."),
        ("VCPU:", "Requested resource VCPU expected positive integer amount."),
        ("VCPU:1.5", "expected positive integer amount"),
        ("VCPU:" + "9" * 5000, "expected positive integer amount"),
        ("VCPU:0", "Requested resource VCPU requires amount >= 1. Got: 0."),
        ("VCPU:-1", "requires amount >= 1"),
    ],
)
def test_bad_resources_say_what_is_wrong(text: str, sentence: str) -> None:
    """Each way to get it wrong has its sentence."""
    with pytest.raises(Invalid, match=re.escape(sentence)):
        terms.resources(text)


def test_required_is_and_of_ors() -> None:
    """Plain traits are all required, in: one of several, ! none; values add up from 1.39."""
    found = terms.required(["A, B,!C", "in:D,E"], 39)
    assert set(found.required) == {frozenset("A"), frozenset("B"), frozenset("DE")}
    assert found.forbidden == {"C"}


def test_up_to_1_38_the_last_required_counts() -> None:
    """Repetition was silently ignored, and stays so for old clients."""
    assert terms.required(["A", "B"], 38).required == (frozenset("B"),)


def test_any_number_of_exclamation_marks_is_one() -> None:
    """A quirk of the reference that clients may lean on."""
    assert terms.required(["!!!A"], 39).forbidden == {"A"}


@pytest.mark.parametrize(
    ("text", "minor", "sentence"),
    [
        ("", 21, "form: HW_CPU_X86_VMX,CUSTOM_MAGIC. Got an empty trait in:"),
        ("A,,B", 22, "form: HW_CPU_X86_VMX,!CUSTOM_MAGIC. Got an empty trait in: A,,B"),
        ("!", 22, "Got an empty trait"),
        ("!A", 21, "form: HW_CPU_X86_VMX,CUSTOM_MAGIC. Got: !A"),
        ("in:A", 38, "only supported since microversion 1.39. Got: in:A"),
        ("in:A,", 39, "form: in:HW_CPU_X86_VMX,CUSTOM_MAGIC. Got an empty trait"),
        ("in:A,!B", 39, "does not support forbidden traits. Got: in:A,!B"),
    ],
)
def test_bad_traits_say_what_is_wrong(text: str, minor: int, sentence: str) -> None:
    """Each way to get it wrong has its sentence, and each version its forms."""
    with pytest.raises(Invalid, match=re.escape(sentence)):
        terms.required([text], minor)


def test_member_of_is_and_of_ors() -> None:
    """Values add up; in: means one of several, ! none; any case of a UUID is one UUID."""
    found = terms.member_of([A.upper(), f"in:{A},{B}", f"!{B}", f"!in:{A},{B}"], 39)
    assert found.required == (frozenset([A]), frozenset([A, B]))
    assert found.forbidden == {A, B}


@pytest.mark.parametrize(
    ("values", "minor", "sentence"),
    [
        ([A, B], 23, "Multiple member_of1 parameters are not supported"),
        ([f"!{A}"], 31, "Forbidden member_of1 parameters are not supported"),
        ([f"{A},{B}"], 39, "must be prefixed with the 'in:' or '!in:' keyword"),
        (["x"], 39, "to contain valid UUID(s). Got: x"),
        ([""], 39, "to contain valid UUID(s)"),
        (["in:"], 39, "to contain valid UUID(s)"),
        (["!"], 39, "to contain valid UUID(s)"),
        ([f"in:{A},zz"], 39, "Got: zz"),
        ([f"!!{A}"], 39, "to contain valid UUID(s)"),
    ],
)
def test_bad_aggregates_say_what_is_wrong(values: list[str], minor: int, sentence: str) -> None:
    """Each way to get it wrong has its sentence, with the suffix of the group."""
    with pytest.raises(Invalid, match=re.escape(sentence)):
        terms.member_of(values, minor, "1")


def test_in_tree_is_a_uuid() -> None:
    """Blanks around it do not matter, anything else does."""
    assert terms.in_tree(f" {A} ") == A
    with pytest.raises(Invalid, match=r"to be a format of uuid\. Got: x"):
        terms.in_tree("x")
