"""Claims against a plain model of the books: whatever is asked, both say the same."""

from __future__ import annotations

from collections import defaultdict
from uuid import UUID

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from stowage.placement.errors import Refusal
from stowage.placement.ledger import allocations, claims, inventories, migrate, providers, usages
from stowage.placement.ledger.database import Database
from stowage.placement.model import Claim, Inventory, InventoryUpdate

HOSTS = [str(UUID(int=number)) for number in range(1, 4)]
CONSUMERS = [str(UUID(int=number)) for number in range(100, 104)]
CLASSES = ["VCPU", "DISK_GB"]

amounts = st.dictionaries(
    st.sampled_from(HOSTS),
    st.dictionaries(st.sampled_from(CLASSES), st.integers(1, 9), min_size=1),
    max_size=3,
)
lines = st.builds(
    Inventory,
    total=st.integers(1, 12),
    min_unit=st.integers(1, 2),
    max_unit=st.integers(4, 12),
    step_size=st.integers(1, 2),
    allocation_ratio=st.sampled_from([1.0, 1.5, 2.0]),
)


class Books(RuleBasedStateMachine):
    """The model: a dict of inventories, a dict of what each consumer holds, and its generation."""

    def __init__(self) -> None:
        super().__init__()
        self.books = Database("sqlite://")
        migrate.sync(self.books)
        self.stock: dict[str, dict[str, Inventory]] = {host: {} for host in HOSTS}
        self.held: dict[str, dict[str, dict[str, int]]] = {}
        self.generations: dict[str, int] = {}
        self.provider_generations = dict.fromkeys(HOSTS, 0)
        for host in HOSTS:
            self.books.write(providers.create, host, host)

    def used(self, host: str, name: str, without: frozenset[str] = frozenset()) -> int:
        return sum(
            held.get(host, {}).get(name, 0)
            for consumer, held in self.held.items()
            if consumer not in without
        )

    @rule(host=st.sampled_from(HOSTS), wanted=st.dictionaries(st.sampled_from(CLASSES), lines))
    def stock_up(self, host, wanted):
        """Replace the inventory of a host; a class in use cannot go."""
        allowed = all(name in wanted or not self.used(host, name) for name in self.stock[host])
        update = InventoryUpdate(host, self.provider_generations[host], wanted)
        assert self._accepted(inventories.replace, update) == allowed
        if allowed:
            self.stock[host] = wanted
            self.provider_generations[host] += 1

    @rule(wanted=st.dictionaries(st.sampled_from(CONSUMERS), amounts, min_size=1, max_size=2))
    def claim(self, wanted):
        """Claim for one or two consumers, with their right generations."""
        asked = [
            Claim(consumer, held, True, self.generations.get(consumer), "p", "u", "T")
            for consumer, held in wanted.items()
        ]
        allowed = self._fits(wanted)
        assert self._accepted(claims.replace, asked) == allowed
        if allowed:
            self._take(wanted)

    @rule(consumer=st.sampled_from(CONSUMERS), generation=st.none() | st.integers(0, 6))
    def claim_with_any_generation(self, consumer, generation):
        """A wrong generation is always refused."""
        if generation == self.generations.get(consumer):
            return
        claim = Claim(consumer, {HOSTS[0]: {"VCPU": 1}}, True, generation, "p", "u", "T")
        assert not self._accepted(claims.replace, [claim])

    @rule(consumer=st.sampled_from(CONSUMERS))
    def release(self, consumer):
        """Release counts no provider up, and needs something to release."""
        assert self._accepted(claims.release, consumer) == (consumer in self.held)
        self.held.pop(consumer, None)
        self.generations.pop(consumer, None)

    @invariant()
    def the_books_agree(self):
        """Generations, holdings and usages are those of the model."""
        for host in HOSTS:
            provider, used = self.books.read(usages.of_provider, host)
            assert provider.generation == self.provider_generations[host]
            assert used == {name: self.used(host, name) for name in self.stock[host]}
        for consumer in CONSUMERS:
            holdings = self.books.read(allocations.of_consumer, consumer)
            assert {h.provider_uuid: dict(h.resources) for h in holdings} == self.held.get(
                consumer, {}
            )
            generation = holdings[0].consumer.generation if holdings else None
            assert generation == self.generations.get(consumer)

    def teardown(self) -> None:
        self.books.close()

    def _accepted(self, fn, *arguments) -> bool:
        try:
            self.books.write(fn, *arguments)
        except Refusal:
            return False
        return True

    def _fits(self, wanted) -> bool:
        claimants = frozenset(wanted)
        asked: dict[tuple[str, str], int] = defaultdict(int)
        for held in wanted.values():
            for host, resources in held.items():
                for name, amount in resources.items():
                    line = self.stock[host].get(name)
                    if line is None or not line.min_unit <= amount <= line.max_unit:
                        return False
                    if amount % line.step_size:
                        return False
                    asked[host, name] += amount
        for (host, name), amount in asked.items():
            needed = self.used(host, name, claimants) + amount
            line = self.stock[host][name]
            if needed > line.total * line.allocation_ratio and needed > self.used(host, name):
                return False
        return True

    def _take(self, wanted) -> None:
        counted = {host for held in wanted.values() for host in held}
        for consumer, held in wanted.items():
            if held:
                self.held[consumer] = held
                self.generations[consumer] = self.generations.get(consumer, 0) + 1
                continue
            counted |= self.held.pop(consumer, {}).keys()
            self.generations.pop(consumer, None)
        for host in counted:
            self.provider_generations[host] += 1


Books.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestBooks = Books.TestCase
