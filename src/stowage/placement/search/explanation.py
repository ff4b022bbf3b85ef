"""What ``explain`` finds, as values and as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

# What a part asks of resources says already which part it is.
_OF_RESOURCES = ("inventory", "capacity", "units")

# The titles of the chains on whole trees: part by part, and all parts at once.
IN_ONE_TREE = "All in one tree"
TOGETHER = "All together"


@dataclass(frozen=True, slots=True)
class Step:
    """One constraint, and how many were left after it; ``providers`` is None for whole trees."""

    constraint: str
    subject: str
    text: str
    providers: int | None
    trees: int


@dataclass(frozen=True, slots=True)
class Example:
    """A provider; for a tree, its root."""

    name: str
    uuid: str


@dataclass(frozen=True, slots=True)
class NearMiss:
    """Providers, or trees by their roots, that fail one constraint and no other."""

    constraint: str
    subject: str
    count: int
    text: str
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """The constraints of one part of the request, in the order in which they are asked.

    ``group`` is the suffix of its request group, None for what concerns whole trees. It ends
    with the first step that left nobody. Its near misses fail nothing else of this chain.
    """

    title: str
    group: str | None
    steps: tuple[Step, ...]
    near_misses: tuple[NearMiss, ...] = ()


@dataclass(frozen=True, slots=True)
class Blocker:
    """The first constraint that left nobody, and the title of its chain."""

    chain: str
    constraint: str
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """The whole answer, the JSON of GET /stowage/explain member by member.

    ``providers`` and ``trees`` count the cloud, ``trees_left`` the trees that have candidates.
    ``blocker`` is None exactly when there are some. ``near_misses`` fail one constraint and
    nothing else of the whole request; those of a chain are nearest for that chain alone::

        {"providers": 2, "trees": 2, "trees_left": 0,
         "blocker": {"chain": "4 VCPU", "constraint": "capacity", "subject": "4 VCPU",
                     "text": "4 VCPU free"},
         "near_misses": [{"constraint": "capacity", "subject": "2 VCPU", "count": 1,
                          "text": "1 provider lacks 2 VCPU",
                          "examples": [{"name": "host-1", "uuid": "..."}]}],
         "chains": [{"title": "4 VCPU", "group": "", "near_misses": [...],
                     "steps": [{"constraint": "inventory", "subject": "VCPU",
                                "text": "inventory of VCPU", "providers": 2, "trees": 2}, ...]}]}
    """

    providers: int
    trees: int
    trees_left: int
    blocker: Blocker | None
    near_misses: tuple[NearMiss, ...]
    chains: tuple[Chain, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data, ready to be encoded."""
        return asdict(self)

    def as_text(self) -> str:
        """The same for a terminal: the verdict, who missed by how little, the counts."""
        return "\n".join((_verdict(self), *_misses(self), *_table(self))) + "\n"


def blocker_of(chains: Iterable[Chain]) -> Blocker | None:
    """The first step that left nobody: a chain ends with it."""
    for chain in chains:
        for step in chain.steps[-1:]:
            if not step.trees:
                text = f"{step.text}{_place(chain, step)}"
                return Blocker(chain.title, step.constraint, step.subject, text)
    return None


def _place(chain: Chain, step: Step) -> str:
    if chain.group is None:
        return f", {chain.title.lower()}"
    if chain.group:
        return f", in group {chain.group}"
    return "" if step.constraint in _OF_RESOURCES else f", for {chain.title}"


def _verdict(explanation: Explanation) -> str:
    if explanation.blocker is None:
        return f"There are candidates: in {explanation.trees_left} of {explanation.trees} trees."
    return f"No candidates. First nothing was left after: {explanation.blocker.text}."


def _misses(explanation: Explanation) -> Iterator[str]:
    misses, title = explanation.near_misses, "Nearest misses:"
    # Where only all parts together are too much, each part by itself is no matter.
    if not misses and explanation.blocker and explanation.blocker.chain != TOGETHER:
        misses = _within_chains(explanation.chains)
        title = "No tree misses by one constraint alone. Nearest misses part by part:"
    if misses:
        yield f"\n{title}"
    for miss in misses:
        yield f"  {miss.text} ({_named(miss)})"


def _within_chains(chains: Iterable[Chain]) -> tuple[NearMiss, ...]:
    # What is asked of the whole unsuffixed group is in the chain of each of its classes.
    return tuple(dict.fromkeys(miss for chain in chains for miss in chain.near_misses))


def _named(miss: NearMiss) -> str:
    shown = [f"{example.name} {example.uuid}" for example in miss.examples]
    return ", ".join([*shown, "..."] if miss.count > len(shown) else shown)


def _table(explanation: Explanation) -> Iterator[str]:
    yield "\nproviders  trees"
    yield _row(explanation.providers, explanation.trees, "in all")
    for chain in explanation.chains:
        yield f"\n{chain.title}"
        for step in chain.steps:
            yield _row(step.providers, step.trees, step.text)


def _row(providers: int | None, trees: int, text: str) -> str:
    return f"{'' if providers is None else providers:>9}  {trees:>5}  {text}"
