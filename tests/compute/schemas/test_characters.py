"""Which characters names and descriptions may hold."""

from __future__ import annotations

import re

import pytest

from stowage.compute.schemas.characters import DESCRIPTION, LOOSE_NAME, NAME


@pytest.mark.parametrize("name", ["m1.small", "a b", "ü", "漢字", "a\u00a0b"])
def test_a_name_is_printable(name: str) -> None:
    """Letters of all alphabets, blanks within."""
    assert NAME.search(name)
    assert LOOSE_NAME.search(name)


@pytest.mark.parametrize("name", [" a", "a ", "\u00a0a", "a\tb", "a\x00", "\u2028", "🙂", "\uffff"])
def test_a_name_has_no_invisible_ends_and_no_controls(name: str) -> None:
    """Nor what lies beyond the basic plane."""
    assert not NAME.search(name)


def test_a_loose_name_may_have_blanks_at_its_ends() -> None:
    """But has to have something between them."""
    assert LOOSE_NAME.search("  a  ")
    assert not LOOSE_NAME.search("   ")


def test_a_description_may_be_empty() -> None:
    """And begin and end with blanks."""
    assert re.search(DESCRIPTION, "")
    assert re.search(DESCRIPTION, " x ")
    assert not re.search(DESCRIPTION, "a\x07b")
