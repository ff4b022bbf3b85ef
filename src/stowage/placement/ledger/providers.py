"""Resource providers: rows, trees and generations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from stowage.placement.errors import (
    DUPLICATE_NAME,
    PROVIDER_CANNOT_DELETE_PARENT,
    PROVIDER_IN_USE,
    Conflict,
    Invalid,
    NotFound,
)
from stowage.placement.ledger import trees
from stowage.placement.ledger.backends import Row, Statement
from stowage.placement.ledger.faults import DuplicateKey
from stowage.placement.ledger.transaction import Tx, marks, when
from stowage.placement.model import Provider


class Keep(Enum):
    """What an update leaves as it is."""

    KEEP = "keep"


KEEP = Keep.KEEP

NOT_FOUND = "No resource provider with uuid {uuid} found"

#: Roots and parents come as subselects: a lock on the row then is a lock on no other.
#: A row without root (of databases before 2018) is its own root.
_SELECT = (
    "SELECT p.id, p.uuid, p.name, COALESCE(p.generation, 0),"
    " COALESCE((SELECT r.uuid FROM resource_providers r WHERE r.id = p.root_provider_id), p.uuid),"
    " (SELECT q.uuid FROM resource_providers q WHERE q.id = p.parent_provider_id),"
    " COALESCE(p.updated_at, p.created_at), COALESCE(p.root_provider_id, p.id),"
    " p.parent_provider_id"
    " FROM resource_providers p"
)
BY_UUID = f"{_SELECT} WHERE p.uuid = %s"
LOCK = f"{BY_UUID} FOR UPDATE OF p"
_LOCK_SEVERAL = (
    _SELECT + " FORCE INDEX (uniq_resource_providers0uuid)"
    " WHERE p.uuid IN ({marks}) ORDER BY p.uuid FOR UPDATE OF p"
)

_LOCK_IDS = (
    "SELECT uuid, id FROM resource_providers FORCE INDEX (uniq_resource_providers0uuid)"
    " WHERE uuid IN ({marks}) ORDER BY uuid FOR UPDATE"
)

_INSERT = (
    "INSERT INTO resource_providers"
    " (created_at, uuid, name, generation, root_provider_id, parent_provider_id)"
    " VALUES (%s, %s, %s, 0, %s, %s)"
)


@dataclass(frozen=True, slots=True)
class Stored:
    """A provider together with its row ids, which never leave the ledger."""

    id: int
    root_id: int
    parent_id: int | None
    provider: Provider

    def check_generation(self, generation: int, message: str, code: str) -> None:
        """Raise Conflict unless the sender has seen the provider as it is."""
        if generation != self.provider.generation:
            raise Conflict(message, code)


def get(tx: Tx, uuid: str) -> Provider:
    """The provider; NotFound when there is none."""
    return find(tx, uuid).provider


def find(tx: Tx, uuid: str, missing: str = NOT_FOUND) -> Stored:
    """The provider with its row ids; NotFound with the sentence ``missing``."""
    return found(tx.rows(BY_UUID, (uuid,)), uuid, missing)


def lock(tx: Tx, uuid: str, missing: str = NOT_FOUND) -> Stored:
    """The same, and nobody else changes the provider until we commit."""
    return found(tx.rows(LOCK, (uuid,)), uuid, missing)


def found(rows: Sequence[Row], uuid: str, missing: str = NOT_FOUND) -> Stored:
    """The provider that ``BY_UUID`` or ``LOCK`` gave; NotFound with the sentence ``missing``."""
    if not rows:
        raise NotFound(missing.format(uuid=uuid))
    return stored(rows[0])


def lock_several(uuids: Sequence[str]) -> Statement:
    """Locks providers in the order of their UUIDs, as everybody does: no deadlock."""
    if len(uuids) == 1:
        return LOCK, uuids
    return _LOCK_SEVERAL.format(marks=marks(uuids)), uuids


def lock_ids(uuids: Sequence[str]) -> Statement:
    """The same for who needs no more than UUID and row id (PyMySQL pays for each column)."""
    return _LOCK_IDS.format(marks=marks(uuids)), uuids


def stored(row: Row) -> Stored:
    """A row of ``lock_several``."""
    provider = Provider(
        uuid=row[1],
        name=row[2],
        generation=row[3],
        root_uuid=row[4],
        parent_uuid=row[5],
        modified=when(row[6]),
    )
    return Stored(id=row[0], root_id=row[7], parent_id=row[8], provider=provider)


def bump(tx: Tx, row: Stored, by: int = 1) -> Provider:
    """Count the generation of a locked provider up; the provider as it is now."""
    tx.run(
        "UPDATE resource_providers SET generation = %s, updated_at = %s WHERE id = %s",
        (row.provider.generation + by, tx.now, row.id),
    )
    tx.touch(row.id)
    return replace(row.provider, generation=row.provider.generation + by, modified=when(tx.moment))


_NOT_CREATED = 'Unable to create resource provider "{}", {}: Object action create failed '


def count_up(tx: Tx, ids: Sequence[int]) -> None:
    """Count the generations of locked providers up by one."""
    if ids:
        tx.run(
            "UPDATE resource_providers SET generation = COALESCE(generation, 0) + 1,"
            f" updated_at = %s WHERE id IN ({marks(ids)})",
            (tx.now, *ids),
        )
    for row_id in ids:
        tx.touch(row_id)


def create(tx: Tx, name: str, uuid: str, parent_uuid: str | None = None) -> Provider:
    """A new provider, a root unless it has a parent.

    Raises Conflict (duplicate name or UUID), Invalid (no name, no such parent, its own parent).
    """
    if not name:
        raise Invalid(f"{_NOT_CREATED.format(name, uuid)}because: name is required")
    parent = None
    if parent_uuid is not None:
        parent = _parent_of_new(tx, name, uuid, parent_uuid)
    try:
        row_id = tx.insert(
            _INSERT,
            (tx.now, uuid, name, *((parent.root_id, parent.id) if parent else (None, None))),
        )
    except DuplicateKey as duplicate:
        taken = f"uuid: {uuid}" if duplicate.key == "uuid" else f"name: {name}"
        raise Conflict(
            f"Conflicting resource provider {taken} already exists.", DUPLICATE_NAME
        ) from duplicate
    if parent is None:
        tx.run("UPDATE resource_providers SET root_provider_id = id WHERE id = %s", (row_id,))
    tx.touch(row_id)
    return Provider(
        uuid=uuid,
        name=name,
        generation=0,
        root_uuid=parent.provider.root_uuid if parent else uuid,
        parent_uuid=parent_uuid,
        modified=when(tx.moment),
    )


def _parent_of_new(tx: Tx, name: str, uuid: str, parent_uuid: str) -> Stored:
    """A shared lock is enough: it keeps the parent in its tree and from being deleted."""
    prefix = _NOT_CREATED.format(name, uuid)
    if parent_uuid == uuid:
        raise Invalid(
            f"{prefix}because: parent provider UUID cannot be same as UUID. "
            "Please set parent provider UUID to None if there is no parent."
        )
    rows = tx.rows(f"{BY_UUID} FOR SHARE OF p", (parent_uuid,))
    if not rows:
        raise Invalid(f"{prefix}because: parent provider UUID does not exist.")
    return stored(rows[0])


def update(
    tx: Tx, uuid: str, name: str, parent: str | Keep | None = KEEP, may_reparent: bool = False
) -> Provider:
    """Rename and, where ``parent`` is given, move in the tree. The generation stays.

    ``may_reparent`` holds from 1.37; before, only a root may be given a parent.
    Raises NotFound, Conflict (duplicate name), Invalid (loops, unknown parent, forbidden moves).
    """
    wanted = None if isinstance(parent, Keep) else parent
    row = trees.lock_for_move(tx, uuid, wanted) if wanted or parent is None else lock(tx, uuid)
    try:
        tx.change(
            "UPDATE resource_providers SET name = %s, updated_at = %s WHERE id = %s",
            (name, tx.now, row.id),
        )
    except DuplicateKey as duplicate:
        raise Conflict(
            f"Conflicting resource provider {name} already exists.", DUPLICATE_NAME
        ) from duplicate
    if not isinstance(parent, Keep):
        trees.move(tx, row, parent, may_reparent)
    tx.touch(row.id)
    return find(tx, uuid).provider


def delete(tx: Tx, uuid: str) -> None:
    """Delete a provider with its inventory, traits and aggregates.

    Raises NotFound, and Conflict when it has children or allocations.
    """
    rows, children, users = tx.batch(
        (LOCK, (uuid,)),
        (
            "SELECT c.id FROM resource_providers c JOIN resource_providers p"
            " ON p.id = c.parent_provider_id WHERE p.uuid = %s LIMIT 1",
            (uuid,),
        ),
        (
            "SELECT a.id FROM allocations a JOIN resource_providers p"
            " ON p.id = a.resource_provider_id WHERE p.uuid = %s LIMIT 1",
            (uuid,),
        ),
    )
    row = found(rows, uuid, f"{NOT_FOUND} for delete")
    if children:
        raise Conflict(
            f"Unable to delete parent resource provider {uuid}: It has child resource providers.",
            PROVIDER_CANNOT_DELETE_PARENT,
        )
    if users:
        raise Conflict(
            f"Unable to delete resource provider {uuid}: Resource provider has allocations.",
            PROVIDER_IN_USE,
        )
    _delete_row(tx, row.id)


def _delete_row(tx: Tx, row_id: int) -> None:
    for table in ("inventories", "resource_provider_aggregates", "resource_provider_traits"):
        tx.run(f"DELETE FROM {table} WHERE resource_provider_id = %s", (row_id,))
    # A row that points at itself cannot be deleted on MariaDB.
    tx.run("UPDATE resource_providers SET root_provider_id = NULL WHERE id = %s", (row_id,))
    tx.run("DELETE FROM resource_providers WHERE id = %s", (row_id,))
    tx.touch(row_id)
