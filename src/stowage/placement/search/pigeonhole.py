"""Whether there are seats enough, known before anybody is seated.

Domains are bits: bit ``n`` of a guest's domain says that seat ``n`` would do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache


# PERF: the same few domains come again and again: 0.06 us for one that is known, 0.5 us to take
# a domain of four bits apart.
@lru_cache(maxsize=16_384)
def bits_of(domain: int) -> tuple[int, ...]:
    """The single bits of a domain, lowest first."""
    bits = []
    while domain:
        bit = domain & -domain
        bits.append(bit)
        domain ^= bit
    return tuple(bits)


def all_seated(domains: Sequence[int], seats: Mapping[int, int] | None = None) -> bool:
    """Whether every guest can have a place at once, ``seats[bit]`` of them at each (else one).

    Kuhn's augmenting paths: a guest without a free place asks those who sit where it could
    sit to move on.
    """
    seated: dict[int, list[int]] = {}
    return all(_seat(guest, domains, seats, seated, [0]) for guest in range(len(domains)))


def _seat(
    guest: int,
    domains: Sequence[int],
    seats: Mapping[int, int] | None,
    seated: dict[int, list[int]],
    asked: list[int],
) -> bool:
    for bit in bits_of(domains[guest] & ~asked[0]):
        room = 1 if seats is None else seats.get(bit, 1)
        if len(seated.setdefault(bit, [])) < room:
            seated[bit].append(guest)
            return True
    for bit in bits_of(domains[guest] & ~asked[0]):
        asked[0] |= bit
        for place, other in enumerate(seated[bit]):
            if _seat(other, domains, seats, seated, asked):
                seated[bit][place] = guest
                return True
    return False
