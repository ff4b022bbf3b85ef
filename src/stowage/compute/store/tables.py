"""The tables: three of nova's API database as they are, and ours, prefixed ``stowage_``.

On databases that we create, names and keys that differ only in case, accents or trailing blanks
are different, and internal numbers are never given twice.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

NOVAS = sa.MetaData()
OURS = sa.MetaData()


def _times() -> tuple[sa.Column[Any], sa.Column[Any]]:
    return sa.Column("created_at", sa.DateTime), sa.Column("updated_at", sa.DateTime)


FLAVORS = sa.Table(
    "flavors",
    NOVAS,
    *_times(),
    sa.Column("id", sa.Integer, primary_key=True, nullable=False),
    sa.Column("name", sa.String(255), nullable=False),
    sa.Column("memory_mb", sa.Integer, nullable=False),
    sa.Column("vcpus", sa.Integer, nullable=False),
    sa.Column("swap", sa.Integer, nullable=False),
    sa.Column("vcpu_weight", sa.Integer),
    sa.Column("flavorid", sa.String(255), nullable=False),
    sa.Column("rxtx_factor", sa.Float),
    sa.Column("root_gb", sa.Integer),
    sa.Column("ephemeral_gb", sa.Integer),
    sa.Column("disabled", sa.Boolean),
    sa.Column("is_public", sa.Boolean),
    sa.Column("description", sa.Text),
    sa.UniqueConstraint("flavorid", name="uniq_flavors0flavorid"),
    sa.UniqueConstraint("name", name="uniq_flavors0name"),
    sqlite_autoincrement=True,
)

EXTRA_SPECS = sa.Table(
    "flavor_extra_specs",
    NOVAS,
    *_times(),
    sa.Column("id", sa.Integer, primary_key=True, nullable=False),
    sa.Column("flavor_id", sa.Integer, sa.ForeignKey("flavors.id"), nullable=False),
    sa.Column("key", sa.String(255), nullable=False),
    sa.Column("value", sa.String(255)),
    sa.UniqueConstraint("flavor_id", "key", name="uniq_flavor_extra_specs0flavor_id0key"),
    sa.Index("flavor_extra_specs_flavor_id_key_idx", "flavor_id", "key"),
    sqlite_autoincrement=True,
)

PROJECTS = sa.Table(
    "flavor_projects",
    NOVAS,
    *_times(),
    sa.Column("id", sa.Integer, primary_key=True, nullable=False),
    sa.Column("flavor_id", sa.Integer, sa.ForeignKey("flavors.id"), nullable=False),
    sa.Column("project_id", sa.String(255), nullable=False),
    sa.UniqueConstraint(
        "flavor_id", "project_id", name="uniq_flavor_projects0flavor_id0project_id"
    ),
    sqlite_autoincrement=True,
)

OUTBOX = sa.Table(
    "stowage_outbox",
    OURS,
    sa.Column("id", sa.BigInteger, primary_key=True),
    sa.Column("event_type", sa.String(255), nullable=False),
    sa.Column("message", sa.Text, nullable=False),
)
"""Notifications that are written but not yet handed to the bus, in the order of their ids."""

COURIER = sa.Table(
    "stowage_courier",
    OURS,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("holder", sa.String(64), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""One row: which process may empty the outbox, and until when."""

OUR_VERSION_TABLE = "stowage_compute_version"
"""Where the revision of our tables is kept; they are made by ``migrations``."""
