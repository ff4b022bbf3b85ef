"""Seating guests: impossible is known before anybody sits."""

from __future__ import annotations

from itertools import product
from random import Random

from stowage.placement.search.pigeonhole import all_seated, bits_of


def test_bits_come_one_by_one() -> None:
    """The bits of a domain, lowest first, beyond 64 as well."""
    assert list(bits_of(0b1011)) == [1, 2, 8]
    assert list(bits_of(1 << 100)) == [1 << 100]
    assert list(bits_of(0)) == []


def test_eight_guests_do_not_sit_on_seven_seats() -> None:
    """One too many is one too many, however many ways there are to try."""
    assert all_seated([0b1111111] * 7)
    assert not all_seated([0b1111111] * 8)


def test_a_crowd_on_few_seats_is_seen_behind_a_big_table() -> None:
    """Three guests that insist on two seats do not sit, whatever the others do."""
    assert not all_seated([0b11, 0b11, 0b11, 0b11111100])
    assert all_seated([0b111, 0b011, 0b001])


def test_seats_may_take_several() -> None:
    """A provider with room for two takes two."""
    assert all_seated([1, 1, 2], {1: 2, 2: 1})
    assert not all_seated([1, 1, 1], {1: 2, 2: 5})
    assert not all_seated([1], {1: 0})


def test_agrees_with_trying_everything() -> None:
    """Random tables: the same verdict as all assignments tried."""
    rng = Random(3)
    for _ in range(300):
        domains = [rng.randrange(1, 16) for _ in range(rng.randint(1, 5))]
        seats = {1 << n: rng.randint(0, 2) for n in range(4)}
        ways = product(*(list(bits_of(domain)) for domain in domains))
        possible = any(all(way.count(bit) <= seats[bit] for bit in seats) for way in ways)
        assert all_seated(domains, seats) == possible
