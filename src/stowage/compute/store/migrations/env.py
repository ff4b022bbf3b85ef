"""Runs our revisions on the connection that ``store.migrate`` holds."""

from __future__ import annotations

from alembic import context

from stowage.compute.store.tables import OUR_VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"], version_table=OUR_VERSION_TABLE
)
with context.begin_transaction():
    context.run_migrations()
