"""Revisions of our own tables, in an alembic history of their own."""
