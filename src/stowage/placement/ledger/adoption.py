"""Living beside upstream on one database: triggers that journal what others write."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from stowage.placement.ledger import owners
from stowage.placement.ledger.consumers import IncompleteConsumer
from stowage.placement.ledger.transaction import Kind, Tx

#: Tables whose rows say something about one provider, and the column that names it.
_OF_PROVIDERS = {
    "resource_providers": "id",
    "inventories": "resource_provider_id",
    "allocations": "resource_provider_id",
    "resource_provider_traits": "resource_provider_id",
    "resource_provider_aggregates": "resource_provider_id",
}
_OF_NAMES = ("traits", "resource_classes")
_EVENTS = ("insert", "update", "delete")

_MARIADB = """
CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW
BEGIN
  IF @stowage IS NULL THEN
    {notes}
  END IF;
END
"""
_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('stowage.journals', true) = 'on' THEN
    RETURN NULL;
  END IF;
  {notes}
  RETURN NULL;
END $$
"""
_POSTGRESQL = (
    "CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
)
_SQLITE = "CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW BEGIN {notes} END"

_CLOCKS = {
    "mysql": "UNIX_TIMESTAMP()",
    "postgresql": "CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS bigint)",
    "sqlite": "CAST(strftime('%s', 'now') AS INTEGER)",
}


def watch(connection: sa.Connection) -> None:
    """Put the triggers on upstream's tables; raises what the database says when it refuses."""
    kind = connection.dialect.name
    for name, event, table, notes in _triggers(_CLOCKS[kind]):
        parts = {"name": name, "event": event.upper(), "table": table, "notes": notes}
        if kind == "postgresql":
            connection.exec_driver_sql(_POSTGRESQL_FUNCTION.format(**parts))
            connection.exec_driver_sql(_POSTGRESQL.format(**parts))
        else:
            template = _MARIADB if kind == "mysql" else _SQLITE
            connection.exec_driver_sql(template.format(**parts))


def unwatch(connection: sa.Connection) -> None:
    """Take the triggers away, as far as they are there."""
    for name, _, table, _ in _triggers(""):
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name} ON {table}")
            connection.exec_driver_sql(f"DROP FUNCTION IF EXISTS {name}()")
        else:
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")


def complete(tx: Tx, defaults: IncompleteConsumer) -> str:
    """Give ancient rows what is missing: a root, and consumers of allocations that have none.

    Returns what was completed. Every worker reads everything anew.
    """
    roots = tx.change(
        "UPDATE resource_providers SET root_provider_id = id"
        " WHERE root_provider_id IS NULL AND parent_provider_id IS NULL",
        (),
    )
    orphans = [
        row[0]
        for row in tx.rows(
            "SELECT DISTINCT a.consumer_id FROM allocations a"
            " LEFT JOIN consumers c ON c.uuid = a.consumer_id WHERE c.id IS NULL"
        )
    ]
    project = owners.project_ids(tx, [defaults.project_id])[defaults.project_id] if orphans else 0
    user = owners.user_ids(tx, [defaults.user_id])[defaults.user_id] if orphans else 0
    for uuid in orphans:
        tx.run(
            "INSERT INTO consumers (created_at, uuid, generation, project_id, user_id)"
            " VALUES (%s, %s, 0, %s, %s)",
            (tx.now, uuid, project, user),
        )
    tx.touch_all()
    return f"{roots} providers given a root, {len(orphans)} consumers given a row"


def _triggers(clock: str) -> Iterator[tuple[str, str, str, str]]:
    """Name, event, table and what is written down."""
    for table, column in _OF_PROVIDERS.items():
        for event in _EVENTS:
            rows = {"insert": ("NEW",), "update": ("NEW", "OLD"), "delete": ("OLD",)}[event]
            if table == "resource_providers":
                rows = rows[:1]
            notes = " ".join(_note(Kind.PROVIDER, f"{row}.{column}", clock) for row in rows)
            yield f"stowage_{table}_{event}", event, table, notes
    for table in _OF_NAMES:
        for event in _EVENTS:
            kind = Kind.EVERYTHING if event == "update" else Kind.NAMES
            yield f"stowage_{table}_{event}", event, table, _note(kind, "NULL", clock)


def _note(kind: Kind, provider: str, clock: str) -> str:
    return (
        "INSERT INTO stowage_journal (kind, provider_id, created) "
        f"VALUES ({int(kind)}, {provider}, {clock});"
    )
