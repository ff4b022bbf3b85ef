"""Consumers: who holds allocations, and the generation that guards what they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stowage.placement.errors import CONCURRENT_UPDATE, Conflict
from stowage.placement.ledger import owners
from stowage.placement.ledger.backends import Row, Statement
from stowage.placement.ledger.transaction import Tx, insert_rows, marks
from stowage.placement.model import Claim

_LOCK = (
    "SELECT uuid, id, generation, project_id, user_id, consumer_type_id FROM consumers"
    " FORCE INDEX (uniq_consumers0uuid) WHERE uuid IN ({marks}) ORDER BY uuid FOR UPDATE"
)


@dataclass(frozen=True, slots=True)
class IncompleteConsumer:
    """Owner of consumers that are claimed for below 1.8, from the configuration."""

    project_id: str = "00000000-0000-0000-0000-000000000000"
    user_id: str = "00000000-0000-0000-0000-000000000000"


NOBODY = IncompleteConsumer()


@dataclass(frozen=True, slots=True)
class Stored:
    """A consumer as its row has it."""

    id: int
    generation: int
    owner: tuple[int, int, int | None]


def lock(uuids: Sequence[str]) -> Statement:
    """Locks the consumers that exist, in the order of their UUIDs."""
    return _LOCK.format(marks=marks(uuids)), sorted(uuids)


def stored(rows: Sequence[Row]) -> dict[str, Stored]:
    """The rows of ``lock``, by UUID."""
    return {row[0]: Stored(row[1], row[2], (row[3], row[4], row[5])) for row in rows}


def check_generations(claims: Sequence[Claim], there: Mapping[str, Stored]) -> None:
    """Raise Conflict unless each claim has seen its consumer as it is (from 1.28).

    A consumer that does not exist has the generation None.
    """
    for claim in claims:
        if not claim.check_generation:
            continue
        consumer = there.get(claim.consumer_uuid)
        expected = consumer.generation if consumer else None
        if claim.generation != expected:
            raise Conflict(
                "consumer generation conflict - "
                f"expected {'null' if expected is None else expected} but got {claim.generation}",
                CONCURRENT_UPDATE,
            )


def write(
    tx: Tx, claims: Sequence[Claim], there: Mapping[str, Stored], defaults: IncompleteConsumer
) -> None:
    """Make the consumers of claims that hold something, and count up those that exist.

    A consumer that another transaction makes at the same time is a duplicate key: the
    transaction is tried again and finds it.
    """
    owner_of = _owners(tx, claims, there, defaults)
    new = [claim for claim in claims if claim.consumer_uuid not in there]
    if new:
        _insert(tx, [claim.consumer_uuid for claim in new], owner_of)
    for claim in claims:
        consumer = there.get(claim.consumer_uuid)
        if consumer:
            tx.run(
                "UPDATE consumers SET generation = %s, updated_at = %s, project_id = %s,"
                " user_id = %s, consumer_type_id = %s WHERE id = %s",
                (consumer.generation + 1, tx.now, *owner_of[claim.consumer_uuid], consumer.id),
            )


def forget(tx: Tx, there: Sequence[Stored]) -> None:
    """Delete consumers that hold nothing any more."""
    if there:
        ids = sorted(consumer.id for consumer in there)
        tx.run(f"DELETE FROM consumers WHERE id IN ({marks(ids)})", ids)


def _owners(
    tx: Tx, claims: Sequence[Claim], there: Mapping[str, Stored], defaults: IncompleteConsumer
) -> dict[str, tuple[int, int, int | None]]:
    """Project, user and type of each consumer from now on; a type that is not given is kept."""
    named = {claim.consumer_uuid: _named(claim, defaults) for claim in claims}
    projects = owners.project_ids(tx, {project for project, _ in named.values()})
    users = owners.user_ids(tx, {user for _, user in named.values()})
    types = owners.consumer_type_ids(
        tx, {claim.consumer_type for claim in claims if claim.consumer_type is not None}
    )
    owner_of: dict[str, tuple[int, int, int | None]] = {}
    for claim in claims:
        project, user = named[claim.consumer_uuid]
        consumer = there.get(claim.consumer_uuid)
        kept = consumer.owner[2] if consumer else None
        type_id = kept if claim.consumer_type is None else types[claim.consumer_type]
        owner_of[claim.consumer_uuid] = (projects[project], users[user], type_id)
    return owner_of


def _named(claim: Claim, defaults: IncompleteConsumer) -> tuple[str, str]:
    if claim.project_id is None or claim.user_id is None:
        return defaults.project_id, defaults.user_id
    return claim.project_id, claim.user_id


def _insert(
    tx: Tx, uuids: Sequence[str], owner_of: Mapping[str, tuple[int, int, int | None]]
) -> None:
    columns = "created_at, uuid, generation, project_id, user_id, consumer_type_id"
    rows = [(tx.now, uuid, 1, *owner_of[uuid]) for uuid in sorted(uuids)]
    insert_rows(tx, f"consumers ({columns})", rows)
