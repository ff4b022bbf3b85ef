"""Microversions: what is asked for, and what is said back."""

from __future__ import annotations

import pytest

from stowage.wire.errors import HttpError
from stowage.wire.versions import Versions, asked_version, require

STORE = Versions("store", major=1, lowest=0, highest=39)


def negotiate(header: str | None) -> int:
    return STORE.negotiate({} if header is None else {"HTTP_OPENSTACK_API_VERSION": header})


@pytest.mark.parametrize(
    ("header", "minor"),
    [
        (None, 0),
        ("", 0),
        ("store 1.0", 0),
        ("store 1.39", 39),
        ("store latest", 39),
        ("STORE 1.5", 5),
        ("store  1.5", 5),
        ("store\t1.5", 5),
        ("store 1.05", 5),
        ("compute 2.1", 0),
        ("compute 2.1, store 1.7", 7),
        ("store 1.7,compute 2.1", 7),
        ("store 1.3, store 1.9", 9),
        ("compute 2.1,,store 1.7", 7),
        ("store", 0),
        ("1.5", 0),
        (",", 0),
    ],
)
def test_the_version_of_the_header_is_spoken(header: str | None, minor: int) -> None:
    """The last entry for the service counts; without one it is the lowest version."""
    assert negotiate(header) == minor


@pytest.mark.parametrize("version", ["1.40", "0.9", "2.0", "1.-5", "1.99999999999999999999"])
def test_a_version_out_of_range_is_not_acceptable(version: str) -> None:
    """406, with the version that was asked for in the sentence."""
    with pytest.raises(HttpError, match="Unacceptable version header") as refusal:
        negotiate(f"store {version}")
    assert refusal.value.status == 406
    assert refusal.value.detail == f"Invalid microversion: Unacceptable version header: {version}"


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("x", "invalid literal for int() with base 10: 'x'"),
        ("1.x", "invalid literal for int() with base 10: 'x'"),
        ("1.", "invalid literal for int() with base 10: ''"),
        ("1.2.3", "invalid literal for int() with base 10: '2.3'"),
        ("LATEST", "invalid literal for int() with base 10: 'LATEST'"),
        ("1", "Version.__new__() missing 1 required positional argument: 'minor'"),
    ],
)
def test_a_version_that_cannot_be_read_is_a_bad_request(version: str, reason: str) -> None:
    """400, with the words that the library of the reference has for it."""
    with pytest.raises(HttpError) as refusal:
        negotiate(f"store {version}")
    assert refusal.value.status == 400
    assert refusal.value.detail == (
        f"Invalid microversion: invalid version string: {version}; {reason}"
    )


def test_the_answer_names_its_version_and_what_it_varies_with() -> None:
    """Caches have to know that the version header matters."""
    assert STORE.headers(7) == (
        ("openstack-api-version", "store 1.7"),
        ("vary", "openstack-api-version"),
    )


def test_the_range_is_written_as_clients_write_it() -> None:
    """Major and minor with a point between them."""
    assert (STORE.minimum, STORE.maximum) == ("1.0", "1.39")


def test_another_service_is_not_spoken_for() -> None:
    """A header without an entry for the service asks nothing of it."""
    assert asked_version("compute 2.1", "store") is None


def test_what_came_later_is_not_there_before() -> None:
    """404 below the version that brought it, nothing from it on."""
    require(5, since=5)
    with pytest.raises(HttpError) as refusal:
        require(4, since=5)
    assert refusal.value.status == 404
    with pytest.raises(HttpError) as refusal:
        require(4, since=5, status=405)
    assert refusal.value.status == 405
