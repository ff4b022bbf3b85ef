"""The tables: upstream's, exactly as its models have them at ``UPSTREAM_HEAD``, and ours.

They serve to create and to check databases; statements are written out where they are sent.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Unicode,
    UniqueConstraint,
)

#: Revision of upstream's alembic history that these tables are (openstack-placement 16.0.0).
UPSTREAM_HEAD = "a082b8bb98d0"
#: The revision before: the same columns, some redundant indexes more.
UPSTREAM_USABLE = frozenset({UPSTREAM_HEAD, "422ece571366"})
UPSTREAM_OLDER = frozenset({"b4ed3a175331", "611cd6dffd7b", "b5c396305c25"})
UPSTREAM_VERSION_TABLE = "alembic_version"
OUR_VERSION_TABLE = "stowage_alembic_version"

upstream = MetaData()


def _times() -> tuple[Column[object], Column[object]]:
    return Column("created_at", DateTime), Column("updated_at", DateTime)


resource_classes = Table(
    "resource_classes",
    upstream,
    *_times(),
    Column("id", Integer, primary_key=True),
    Column("name", String(255), nullable=False),
    UniqueConstraint("name", name="uniq_resource_classes0name"),
)

resource_providers = Table(
    "resource_providers",
    upstream,
    *_times(),
    Column("id", Integer, primary_key=True),
    Column("uuid", String(36), nullable=False),
    Column("name", Unicode(200)),
    Column("generation", Integer),
    Column("root_provider_id", Integer, ForeignKey("resource_providers.id")),
    Column("parent_provider_id", Integer, ForeignKey("resource_providers.id")),
    UniqueConstraint("name", name="uniq_resource_providers0name"),
    UniqueConstraint("uuid", name="uniq_resource_providers0uuid"),
    Index("resource_providers_root_provider_id_idx", "root_provider_id"),
    Index("resource_providers_parent_provider_id_idx", "parent_provider_id"),
)

inventories = Table(
    "inventories",
    upstream,
    *_times(),
    Column("id", Integer, primary_key=True),
    Column("resource_provider_id", Integer, nullable=False),
    Column("resource_class_id", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("reserved", Integer, nullable=False),
    Column("min_unit", Integer, nullable=False),
    Column("max_unit", Integer, nullable=False),
    Column("step_size", Integer, nullable=False),
    Column("allocation_ratio", Float, nullable=False),
    UniqueConstraint(
        "resource_provider_id",
        "resource_class_id",
        name="uniq_inventories0resource_provider_resource_class",
    ),
    Index("inventories_resource_class_id_idx", "resource_class_id"),
)

allocations = Table(
    "allocations",
    upstream,
    *_times(),
    Column("id", Integer, primary_key=True),
    Column("resource_provider_id", Integer, nullable=False),
    Column("consumer_id", String(36), nullable=False),
    Column("resource_class_id", Integer, nullable=False),
    Column("used", Integer, nullable=False),
    Index(
        "allocations_resource_provider_class_used_idx",
        "resource_provider_id",
        "resource_class_id",
        "used",
    ),
    Index("allocations_resource_class_id_idx", "resource_class_id"),
    Index("allocations_consumer_id_idx", "consumer_id"),
)

resource_provider_aggregates = Table(
    "resource_provider_aggregates",
    upstream,
    *_times(),
    Column("resource_provider_id", Integer, primary_key=True, autoincrement=False),
    Column("aggregate_id", Integer, primary_key=True, autoincrement=False),
    Index("resource_provider_aggregates_aggregate_id_idx", "aggregate_id"),
)

placement_aggregates = Table(
    "placement_aggregates",
    upstream,
    *_times(),
    Column("id", Integer, primary_key=True),
    Column("uuid", String(36)),
    UniqueConstraint("uuid", name="uniq_placement_aggregates0uuid"),
)

traits = Table(
    "traits",
    upstream,
    *_times(),
    Column("id", Integer, primary_key=True),
    Column("name", Unicode(255), nullable=False),
    UniqueConstraint("name", name="uniq_traits0name"),
)

resource_provider_traits = Table(
    "resource_provider_traits",
    upstream,
    *_times(),
    Column("trait_id", Integer, ForeignKey("traits.id"), primary_key=True, autoincrement=False),
    Column(
        "resource_provider_id",
        Integer,
        ForeignKey("resource_providers.id"),
        primary_key=True,
        autoincrement=False,
    ),
    Index(
        "resource_provider_traits_resource_provider_trait_idx", "resource_provider_id", "trait_id"
    ),
)

projects = Table(
    "projects",
    upstream,
    *_times(),
    Column("id", Integer, primary_key=True),
    Column("external_id", String(255), nullable=False),
    UniqueConstraint("external_id", name="uniq_projects0external_id"),
)

users = Table(
    "users",
    upstream,
    *_times(),
    Column("id", Integer, primary_key=True),
    Column("external_id", String(255), nullable=False),
    UniqueConstraint("external_id", name="uniq_users0external_id"),
)

consumer_types = Table(
    "consumer_types",
    upstream,
    *_times(),
    Column("id", Integer, primary_key=True),
    Column("name", Unicode(255), nullable=False),
    UniqueConstraint("name", name="uniq_consumer_types0name"),
)

consumers = Table(
    "consumers",
    upstream,
    *_times(),
    Column("id", Integer, primary_key=True),
    Column("uuid", String(36), nullable=False),
    Column("project_id", Integer, nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("generation", Integer, nullable=False, server_default="0"),
    Column(
        "consumer_type_id",
        Integer,
        ForeignKey("consumer_types.id", name="consumers_consumer_type_id_fkey"),
    ),
    UniqueConstraint("uuid", name="uniq_consumers0uuid"),
    Index("consumers_project_id_user_id_uuid_idx", "project_id", "user_id", "uuid"),
    Index("consumers_project_id_uuid_idx", "project_id", "uuid"),
    Index("consumers_consumer_type_id_idx", "consumer_type_id"),
)

version = Table(
    UPSTREAM_VERSION_TABLE,
    upstream,
    Column("version_num", String(32), primary_key=True),
)

ours = MetaData()

journal = Table(
    "stowage_journal",
    ours,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("kind", SmallInteger, nullable=False),
    Column("provider_id", Integer),
    Column("created", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)
