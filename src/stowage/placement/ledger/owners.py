"""Projects, users and consumer types: names from outside, and the rows that stand for them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from stowage.placement.ledger.known import Bounded
from stowage.placement.ledger.transaction import Tx, marks


def project_ids(tx: Tx, names: Collection[str]) -> dict[str, int]:
    """Row ids of projects, which are made when nobody has named them before."""
    return _ids(tx, "projects", "external_id", tx.known.projects, names)


def user_ids(tx: Tx, names: Collection[str]) -> dict[str, int]:
    """Row ids of users, which are made when nobody has named them before."""
    return _ids(tx, "users", "external_id", tx.known.users, names)


def consumer_type_ids(tx: Tx, names: Collection[str]) -> dict[str, int]:
    """Row ids of consumer types, which are made when nobody has named them before."""
    return _ids(tx, "consumer_types", "name", tx.known.consumer_types, names)


def _ids(
    tx: Tx, table: str, column: str, known: Bounded[int], names: Collection[str]
) -> dict[str, int]:
    ids = {name: row_id for name in names if (row_id := known.get(name)) is not None}
    unknown = sorted(set(names) - ids.keys())
    if not unknown:
        return ids
    rows = tx.rows(
        f"SELECT {column}, id FROM {table} WHERE {column} IN ({marks(unknown)})", unknown
    )
    found = {name: row_id for name, row_id in rows if name in unknown}
    if missing := [name for name in unknown if name not in found]:
        _make(tx, table, column, missing)
        # One by one: on an adopted database, names may be equal that differ to us.
        select = f"SELECT id FROM {table} WHERE {column} = %s"
        made = tx.batch(*((select, (name,)) for name in missing))
        found |= {name: rows[0][0] for name, rows in zip(missing, made, strict=True)}
    tx.after_commit(_remember(known, found))
    return ids | found


def _make(tx: Tx, table: str, column: str, names: list[str]) -> None:
    rows = ", ".join(["(%s, %s)"] * len(names))
    tx.run(
        f"INSERT INTO {table} (created_at, {column}) VALUES {rows} ON CONFLICT DO NOTHING",
        [value for name in names for value in (tx.now, name)],
    )


def _remember(known: Bounded[int], found: dict[str, int]) -> Callable[[], None]:
    def remember() -> None:
        for name, row_id in found.items():
            known.put(name, row_id)

    return remember
