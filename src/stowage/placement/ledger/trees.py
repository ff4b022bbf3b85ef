"""Moving providers in their trees.

Every move locks the roots of both trees first, in UUID order, so that two moves that could
make a loop together never run at once; a new child holds a shared lock on its parent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stowage.placement.errors import Invalid
from stowage.placement.ledger import providers
from stowage.placement.ledger.faults import Transient
from stowage.placement.ledger.transaction import Tx, marks

if TYPE_CHECKING:
    from stowage.placement.ledger.providers import Stored


def lock_for_move(tx: Tx, uuid: str, parent_uuid: str | None) -> Stored:
    """Lock a provider, its new parent and the roots of both; NotFound without the provider."""
    row = providers.find(tx, uuid)
    wanted = {uuid, row.provider.root_uuid}
    if parent_uuid is not None and (parent := tx.row(providers.BY_UUID, (parent_uuid,))):
        wanted |= {parent_uuid, parent[4]}
    locked = {
        stored.provider.uuid: stored
        for stored in map(providers.stored, tx.rows(*providers.lock_several(sorted(wanted))))
    }
    if uuid not in locked:
        return providers.find(tx, uuid)
    if not {stored.provider.root_uuid for stored in locked.values()} <= locked.keys():
        raise Transient("another move was faster")
    return locked[uuid]


def move(tx: Tx, row: Stored, parent_uuid: str | None, may_reparent: bool) -> None:
    """Give a provider another parent, or make it a root.

    Raises Invalid with upstream's reasons.
    """
    if parent_uuid is None:
        _move_out(tx, row, may_reparent)
        return
    parent_row = tx.row(providers.BY_UUID, (parent_uuid,))
    if parent_row is None:
        raise _refusal(row, "create", "parent provider UUID does not exist.")
    parent = providers.stored(parent_row)
    if row.parent_id not in (None, parent.id) and not may_reparent:
        raise _refusal(row, "update", "re-parenting a provider is not currently allowed.")
    subtree = _subtree(tx, row)
    if parent.id in subtree:
        raise _refusal(row, "update", "creating loop in the provider tree is not allowed.")
    _place(tx, row, parent.id, parent.root_id, subtree)


def _move_out(tx: Tx, row: Stored, may_reparent: bool) -> None:
    if row.parent_id is None:
        return
    if not may_reparent:
        raise _refusal(row, "update", "un-parenting a provider is not currently allowed.")
    _place(tx, row, None, row.id, _subtree(tx, row))


def _place(
    tx: Tx, row: Stored, parent_id: int | None, root_id: int, subtree: frozenset[int]
) -> None:
    tx.run(
        "UPDATE resource_providers SET parent_provider_id = %s WHERE id = %s", (parent_id, row.id)
    )
    if root_id == row.root_id:
        return
    placed: frozenset[int] = frozenset()
    # A child that was born while we waited for its parent's row is found the second time.
    while new := subtree - placed:
        ids = sorted(new)
        tx.run(
            "UPDATE resource_providers SET root_provider_id = %s, updated_at = %s"
            f" WHERE id IN ({marks(ids)})",
            (root_id, tx.now, *ids),
        )
        for provider_id in ids:
            tx.touch(provider_id)
        placed |= new
        subtree = _descendants(tx, placed)


def _subtree(tx: Tx, row: Stored) -> frozenset[int]:
    return _descendants(tx, frozenset({row.id}))


def _descendants(tx: Tx, top: frozenset[int]) -> frozenset[int]:
    """The providers themselves and everything below, level by level."""
    found, level = top, top
    while level:
        ids = sorted(level)
        level = frozenset(_ids(tx, ids)) - found
        found |= level
    return found


def _ids(tx: Tx, parents: Sequence[int]) -> list[int]:
    sql = f"SELECT id FROM resource_providers WHERE parent_provider_id IN ({marks(parents)})"
    return [row[0] for row in tx.rows(sql, parents)]


def _refusal(row: Stored, action: str, reason: str) -> Invalid:
    return Invalid(
        f"Unable to save resource provider {row.provider.uuid}: "
        f"Object action {action} failed because: {reason}"
    )
