"""What the parts of a request ask of each other within one tree.

The search gives part after part to a provider. After each step every rule takes out of the
domains of the parts that are still open what the step has made impossible, and says whether
there is still a way. A domain is bits over the providers in play; that of a part that has been
given is the one bit of its provider.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from stowage.placement.search.columns import Mask
from stowage.placement.search.index import Index
from stowage.placement.search.parts import Part, shared_classes
from stowage.placement.search.pigeonhole import all_seated, bits_of
from stowage.placement.search.request import ISOLATE, Request
from stowage.placement.search.trees import Space


class Rule(Protocol):
    """One constraint between parts."""

    name: str
    subject: str

    def narrow(
        self, space: Space, domains: list[int], given: int | None, rest: Sequence[int]
    ) -> bool:
        """Narrow the domains of ``rest``, now that part ``given`` is given; False: no way.

        Called once with ``given`` None before the first step.
        """


def rules_of(index: Index, request: Request, parts: Sequence[Part]) -> list[Rule]:
    """The rules that a request needs, those first that cut most for least."""
    rules: list[Rule] = []
    # One operation on bits, and it ends the search where there are too few providers.
    suffixed = frozenset(part.number for part in parts if part.group.suffix)
    if request.group_policy == ISOLATE and len(suffixed) > 1:
        rules.append(Isolate(suffixed))
    # Below 1.29 a candidate takes one provider of a tree at most.
    if not request.nested and index.trees.nested:
        rules.append(OneOfTree())
    # Cuts a tree down to a branch.
    for suffixes in request.same_subtree:
        numbers = tuple(part.number for part in parts if part.group.suffix in suffixes)
        if len(numbers) > 1:
            rules.append(SameSubtree(suffixes, numbers))
    # Has to look amounts up.
    for name in shared_classes(list(parts)):
        rules.append(Room(index, name, parts))
    # Rarely decides anything: the tree was found to have the traits.
    spread = tuple(part for part in parts if not part.group.suffix)
    if len(spread) > 0 and spread[0].group.required:
        rules.append(CollectiveTraits(index, spread))
    return rules


class Isolate:
    """group_policy=isolate: no provider for two suffixed groups."""

    name = "group_policy"
    subject = ISOLATE

    def __init__(self, suffixed: frozenset[int]) -> None:
        self._suffixed = suffixed

    def narrow(
        self, space: Space, domains: list[int], given: int | None, rest: Sequence[int]
    ) -> bool:
        if given is not None and given not in self._suffixed:
            return True
        waiting = [part for part in rest if part in self._suffixed]
        if given is not None:
            taken = domains[given]
            for part in waiting:
                domains[part] &= ~taken
        return len(waiting) < 2 or all_seated([domains[part] for part in waiting])


class OneOfTree:
    """Not more than one provider of any tree."""

    name = "nested"
    subject = "one provider of a tree, below 1.29"

    def narrow(
        self, space: Space, domains: list[int], given: int | None, rest: Sequence[int]
    ) -> bool:
        if given is None:
            return True
        taken = domains[given]
        others = space.kin[taken.bit_length() - 1] & ~taken
        for part in rest:
            domains[part] &= ~others
        return True


class SameSubtree:
    """One of the providers of these groups is above all the others, or the same."""

    name = "same_subtree"

    def __init__(self, suffixes: frozenset[str], parts: tuple[int, ...]) -> None:
        self.subject = ",".join(sorted(suffixes))
        self._parts = parts

    def narrow(
        self, space: Space, domains: list[int], given: int | None, rest: Sequence[int]
    ) -> bool:
        if given not in self._parts:
            return True
        waiting = [part for part in self._parts if part in rest]
        common, taken = -1, 0
        for part in self._parts:
            if part not in waiting:
                common &= space.above[domains[part].bit_length() - 1]
                taken |= domains[part]
        for part in waiting:
            tops = taken
            for other in waiting:
                if other != part:
                    tops |= domains[other]
            # Either it is above all that are taken, or below one that is above all.
            allowed = common
            for top in bits_of(tops & common):
                allowed |= space.below[top.bit_length() - 1]
            domains[part] &= allowed
        return True


class Room:
    """A class that several parts ask for: what falls on one provider fits there together.

    min_unit and step_size hold for each part alone, and are known to.
    """

    name = "capacity"

    def __init__(self, index: Index, resource_class: str, parts: Sequence[Part]) -> None:
        self.subject = f"{resource_class} of several groups"
        self._index = index
        self._class = resource_class
        self._amounts = {
            part.number: part.amounts[resource_class]
            for part in parts
            if resource_class in part.amounts
        }
        self._room: dict[int, int] = {}

    def narrow(
        self, space: Space, domains: list[int], given: int | None, rest: Sequence[int]
    ) -> bool:
        if given is None:
            return self._seats_enough(space, domains, rest)
        if given not in self._amounts:
            return True
        taken = domains[given]
        room = self._room_on(space, domains, taken, rest)
        waiting = False
        for part in rest:
            if part in self._amounts and domains[part] & taken and self._amounts[part] > room:
                domains[part] &= ~taken
                waiting = True
        return not waiting or self._seats_enough(space, domains, rest)

    def _room_on(self, space: Space, domains: list[int], bit: int, rest: Sequence[int]) -> int:
        """How much of the class is left on a provider."""
        room = self._room_of(space.rows[bit.bit_length() - 1])
        for part, amount in self._amounts.items():
            if domains[part] == bit and part not in rest:
                room -= amount
        return room

    def _room_of(self, row: int) -> int:
        room = self._room.get(row)
        if room is None:
            provider = self._index.provider(row)
            inventory = provider.inventories[self._class]
            room = inventory.capacity - provider.used.get(self._class, 0)
            room = self._room[row] = min(room, inventory.max_unit)
        return room

    def _seats_enough(self, space: Space, domains: list[int], rest: Sequence[int]) -> bool:
        waiting = [part for part in rest if part in self._amounts]
        if len(waiting) < 2:
            return True
        least = sorted(self._amounts[part] for part in waiting)
        everywhere = 0
        for part in waiting:
            everywhere |= domains[part]
        seats = {
            bit: _how_many(least, self._room_on(space, domains, bit, rest))
            for bit in bits_of(everywhere)
        }
        return all_seated([domains[part] for part in waiting], seats)


class CollectiveTraits:
    """The providers of the unsuffixed group have its required traits between them."""

    name = "required"

    def __init__(self, index: Index, spread: Sequence[Part]) -> None:
        self.subject = "traits of the unsuffixed group's providers together"
        self._parts = tuple(part.number for part in spread)
        self._having: list[Mask] = [
            index.having_any_trait(names) for names in spread[0].group.required
        ]

    def narrow(
        self, space: Space, domains: list[int], given: int | None, rest: Sequence[int]
    ) -> bool:
        if given is not None and given not in self._parts:
            return True
        for having in self._having:
            givers = [part for part in self._parts if self._can(space, domains[part], having)]
            if not givers:
                return False
            if len(givers) == 1 and givers[0] in rest:
                domains[givers[0]] = self._can(space, domains[givers[0]], having)
        return True

    def _can(self, space: Space, domain: int, having: Mask) -> int:
        can = 0
        for bit in bits_of(domain):
            if having[space.rows[bit.bit_length() - 1]]:
                can |= bit
        return can


def _how_many(least: Sequence[int], room: int) -> int:
    for number, amount in enumerate(least):
        room -= amount
        if room < 0:
            return number
    return len(least)
