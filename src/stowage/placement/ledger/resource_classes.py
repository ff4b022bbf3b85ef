"""Resource classes, standard and custom."""

from __future__ import annotations

from collections.abc import Iterable

import os_resource_classes

from stowage.placement.errors import Conflict, Invalid, NotFound
from stowage.placement.ledger.backends import Row
from stowage.placement.ledger.faults import DuplicateKey
from stowage.placement.ledger.transaction import Tx, marks, when
from stowage.placement.model import ResourceClass

#: Custom classes have ids from here on; clients of the database rely on it.
FIRST_CUSTOM_ID = 10_000

STANDARDS = frozenset(os_resource_classes.STANDARDS)

_SELECT = "SELECT id, name, COALESCE(updated_at, created_at) FROM resource_classes"


def list_all(tx: Tx) -> list[ResourceClass]:
    """Every class, in the order of the ids."""
    return [_resource_class(row) for row in tx.rows(f"{_SELECT} ORDER BY id")]


def get(tx: Tx, name: str) -> ResourceClass:
    """The class; NotFound when there is none."""
    return _resource_class(_find(tx, name))


def create(tx: Tx, name: str) -> ResourceClass:
    """A new custom class; Conflict when it is there."""
    if not ensure(tx, name):
        raise Conflict(f"Conflicting resource class already exists: {name}")
    return ResourceClass(name=name, modified=when(tx.moment))


def ensure(tx: Tx, name: str) -> bool:
    """Create a custom class unless it is there; whether it was created."""
    if _exists(tx, name):
        return False
    # The first class stands for the counter of ids: creators take turns on it.
    tx.rows("SELECT id FROM resource_classes ORDER BY id LIMIT 1 FOR UPDATE")
    if _exists(tx, name):
        return False
    row = tx.row("SELECT MAX(id) FROM resource_classes")
    highest = row[0] if row and row[0] is not None else 0
    tx.run(
        "INSERT INTO resource_classes (created_at, id, name) VALUES (%s, %s, %s)",
        (tx.now, max(highest + 1, FIRST_CUSTOM_ID), name),
    )
    tx.touch_names()
    return True


def rename(tx: Tx, old: str, new: str) -> ResourceClass:
    """Rename a custom class (possible until 1.6).

    Raises NotFound, Invalid (standard class), Conflict (the new name is taken).
    """
    row = _find(tx, old, " FOR UPDATE")
    if row[0] < FIRST_CUSTOM_ID:
        raise Invalid(f"Cannot update standard resource class {old}")
    try:
        tx.change(
            "UPDATE resource_classes SET name = %s, updated_at = %s WHERE id = %s",
            (new, tx.now, row[0]),
        )
    except DuplicateKey as duplicate:
        raise Conflict(f"Resource class already exists: {new}") from duplicate
    tx.touch_all()
    return ResourceClass(name=new, modified=when(tx.moment))


def delete(tx: Tx, name: str) -> None:
    """Delete a custom class.

    Raises NotFound, Invalid (standard class), Conflict (some provider has inventory of it).
    """
    row = _find(tx, name, " FOR UPDATE")
    prefix = "Error in delete resource class:"
    if row[0] < FIRST_CUSTOM_ID:
        raise Invalid(f"{prefix} Cannot delete standard resource class {name}.")
    if tx.rows("SELECT id FROM inventories WHERE resource_class_id = %s LIMIT 1", (row[0],)):
        raise Conflict(
            f"{prefix} Cannot delete resource class {name}. Class is in use in inventory."
        )
    tx.run("DELETE FROM resource_classes WHERE id = %s", (row[0],))
    tx.touch_names()


def not_found(name: str) -> str:
    """The sentence about a class that does not exist."""
    return f"No such resource class {name}."


def ids_of(tx: Tx, names: Iterable[str]) -> dict[str, int]:
    """Ids of the classes that exist, which stay as they are until we commit."""
    ids: dict[str, int] = {}
    unknown: list[str] = []
    for name in dict.fromkeys(names):
        known = tx.known.classes.get(name)
        if known is None:
            unknown.append(name)
        else:
            ids[name] = known
    if unknown:
        ids.update(_look_up(tx, sorted(unknown)))
    return ids


def _look_up(tx: Tx, names: list[str]) -> dict[str, int]:
    """A shared lock, so that no class is deleted before our inventory of it is seen."""
    found: dict[str, int] = {}
    sql = f"SELECT id, name FROM resource_classes WHERE name IN ({marks(names)}) FOR SHARE"
    for class_id, name in tx.rows(sql, names):
        found[name] = class_id
        if name in STANDARDS:
            tx.known.classes.put(name, class_id)
    return found


def _exists(tx: Tx, name: str) -> bool:
    return bool(tx.rows("SELECT id FROM resource_classes WHERE name = %s", (name,)))


def _find(tx: Tx, name: str, lock: str = "") -> Row:
    row = tx.row(f"{_SELECT} WHERE name = %s{lock}", (name,))
    if row is None:
        raise NotFound(not_found(name))
    return row


def _resource_class(row: Row) -> ResourceClass:
    return ResourceClass(name=row[1], modified=when(row[2]))
