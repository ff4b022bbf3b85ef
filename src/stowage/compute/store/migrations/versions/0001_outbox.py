"""The outbox of notifications, and the office of who carries them."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.mysql import LONGTEXT

revision = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Create stowage_outbox and stowage_courier, the office vacant."""
    op.create_table(
        "stowage_outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("event_type", sa.String(255), nullable=False),
        sa.Column("message", sa.Text().with_variant(LONGTEXT(), "mysql"), nullable=False),
        sqlite_autoincrement=True,
        mysql_engine="InnoDB",
        mysql_charset="utf8mb4",
    )
    courier = op.create_table(
        "stowage_courier",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        mysql_engine="InnoDB",
        mysql_charset="utf8mb4",
    )
    op.bulk_insert(courier, [{"id": 1, "holder": "", "until": 0}])


def downgrade() -> None:
    """Drop them; notifications that wait are lost."""
    op.drop_table("stowage_courier")
    op.drop_table("stowage_outbox")
