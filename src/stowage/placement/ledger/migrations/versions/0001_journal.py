"""The journal, with a first row that every worker can stand on."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

EVERYTHING = 3


def upgrade() -> None:
    """Create stowage_journal."""
    journal = op.create_table(
        "stowage_journal",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("kind", sa.SmallInteger(), nullable=False),
        sa.Column("provider_id", sa.Integer()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sqlite_autoincrement=True,
        mysql_engine="InnoDB",
    )
    op.bulk_insert(journal, [{"kind": EVERYTHING, "provider_id": None, "created": 0}])


def downgrade() -> None:
    """Drop it; every worker must be stopped."""
    op.drop_table("stowage_journal")
