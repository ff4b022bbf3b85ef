"""The standard classes and traits, from os-resource-classes and os-traits."""

from __future__ import annotations

import os_resource_classes
import os_traits

from stowage.placement.ledger.database import Database
from stowage.placement.ledger.transaction import Tx, insert_rows


def synchronise(books: Database) -> None:
    """Add the standard names that the database lacks (at the start of each worker).

    The id of a standard class is its place in the library's list, as upstream has it.
    """
    missing_classes, missing_traits = books.read(_missing)
    if missing_classes or missing_traits:
        books.write(_add)


def _missing(tx: Tx) -> tuple[list[tuple[int, str]], list[str]]:
    classes, traits = tx.batch(
        ("SELECT name FROM resource_classes", ()), ("SELECT name FROM traits", ())
    )
    known = {row[0] for row in classes}
    have = {row[0] for row in traits}
    return (
        [item for item in enumerate(os_resource_classes.STANDARDS) if item[1] not in known],
        sorted(set(os_traits.get_traits()) - have),
    )


def _add(tx: Tx) -> None:
    """A name that another worker adds at the same time is a duplicate: we look again then."""
    classes, traits = _missing(tx)
    insert_rows(
        tx,
        "resource_classes (created_at, id, name)",
        [(tx.now, class_id, name) for class_id, name in classes],
    )
    insert_rows(tx, "traits (created_at, name)", [(tx.now, name) for name in traits])
    tx.touch_names()
