"""Runs inside the upstream interpreter: answers questions about clouds, a line of JSON each.

The cloud is written straight into the tables, the questions go to upstream's own search.
"""

import json
import os
import sys

import sqlalchemy as sa
from oslo_config import cfg
from placement.db.sqlalchemy import migration, models
from placement.objects import allocation_candidate

from placement import conf as placement_conf
from placement import context, db_api, deploy, lib


def started():
    """An empty database in memory, with the standard names in it."""
    os.environ["OS_PLACEMENT_DATABASE__CONNECTION"] = "sqlite://"
    config = cfg.ConfigOpts()
    placement_conf.register_opts(config)
    config([], default_config_files=[], default_config_dirs=[])
    db_api.configure(config)
    engine = db_api.placement_context_manager.writer.get_engine()
    migration.create_schema(engine)
    deploy.update_database(config)
    return config, engine


class Tables:
    """Upstream's tables, filled with one cloud at a time."""

    def __init__(self, engine):
        self._engine = engine
        self._ids = {}

    def load(self, cloud):
        with self._engine.begin() as connection:
            for table in (
                "resource_provider_traits",
                "resource_provider_aggregates",
                "placement_aggregates",
                "inventories",
                "allocations",
                "resource_providers",
            ):
                connection.execute(models.BASE.metadata.tables[table].delete())
            for provider in sorted(cloud, key=lambda provider: provider["id"]):
                self._provider(connection, provider)
            self._aggregates(connection, cloud)

    def _provider(self, connection, provider):
        at = provider["id"]
        connection.execute(
            models.ResourceProvider.__table__.insert().values(
                id=at,
                uuid=provider["uuid"],
                name=provider["name"],
                generation=0,
                root_provider_id=provider["root"],
                parent_provider_id=provider["parent"],
            )
        )
        for name, inventory in provider["inventories"].items():
            connection.execute(
                models.Inventory.__table__.insert().values(
                    resource_provider_id=at,
                    resource_class_id=self._class(connection, name),
                    **inventory,
                )
            )
        for name, used in provider["used"].items():
            connection.execute(
                models.Allocation.__table__.insert().values(
                    resource_provider_id=at,
                    resource_class_id=self._class(connection, name),
                    consumer_id="c",
                    used=used,
                )
            )
        for name in provider["traits"]:
            connection.execute(
                models.ResourceProviderTrait.__table__.insert().values(
                    resource_provider_id=at, trait_id=self._trait(connection, name)
                )
            )

    def _aggregates(self, connection, cloud):
        uuids = sorted({uuid for provider in cloud for uuid in provider["aggregates"]})
        for number, uuid in enumerate(uuids, start=1):
            connection.execute(
                models.PlacementAggregate.__table__.insert().values(id=number, uuid=uuid)
            )
        for provider in cloud:
            for uuid in provider["aggregates"]:
                connection.execute(
                    models.ResourceProviderAggregate.__table__.insert().values(
                        resource_provider_id=provider["id"], aggregate_id=uuids.index(uuid) + 1
                    )
                )

    def _class(self, connection, name):
        return self._named(connection, models.ResourceClass.__table__, name)

    def _trait(self, connection, name):
        return self._named(connection, models.Trait.__table__, name)

    def _named(self, connection, table, name):
        key = (table.name, name)
        if key not in self._ids:
            found = connection.execute(sa.select(table.c.id).where(table.c.name == name)).fetchone()
            self._ids[key] = (
                found[0]
                if found
                else connection.execute(table.insert().values(name=name)).inserted_primary_key[0]
            )
        return self._ids[key]

    def vocabulary(self, classes, traits):
        with self._engine.begin() as connection:
            for name in classes:
                self._class(connection, name)
            for name in traits:
                self._trait(connection, name)


def answer(config, question):
    config.set_override(
        "allocation_candidates_generation_strategy", question["strategy"], "placement"
    )
    config.set_override("max_allocation_candidates", question["maximum"], "placement")
    groups = {
        group["suffix"]: lib.RequestGroup(
            use_same_provider=bool(group["suffix"]),
            resources=group["resources"],
            required_traits=[set(names) for names in group["required"]],
            forbidden_traits=set(group["forbidden"]),
            member_of=group["member_of"],
            forbidden_aggs=set(group["not_member_of"]),
            in_tree=group["in_tree"],
        )
        for group in question["groups"]
    }
    wide = lib.RequestWideParams(
        limit=question["limit"],
        group_policy=question["group_policy"],
        anchor_required_traits=set(question["root_required"]),
        anchor_forbidden_traits=set(question["root_forbidden"]),
        same_subtrees=[set(suffixes) for suffixes in question["same_subtree"]],
    )
    asked = context.RequestContext(config=config)
    found = allocation_candidate.AllocationCandidates.get_by_requests(
        asked, groups, wide, nested_aware=question["nested"]
    )
    return {
        "candidates": [_candidate(one) for one in found.allocation_requests],
        "summaries": {
            summary.resource_provider.uuid: _summary(summary)
            for summary in found.provider_summaries
        },
    }


def _candidate(found):
    allocations = {}
    for request in found.resource_requests:
        of_provider = allocations.setdefault(request.resource_provider.uuid, {})
        of_provider[request.resource_class] = request.amount
    mappings = {suffix: sorted(uuids) for suffix, uuids in found.mappings.items()}
    return {"allocations": allocations, "mappings": mappings}


def _summary(summary):
    return {
        "resources": {
            resource.resource_class: {"capacity": resource.capacity, "used": resource.used}
            for resource in summary.resources
        },
        "traits": sorted(summary.traits),
        "parent_provider_uuid": summary.resource_provider.parent_provider_uuid,
        "root_provider_uuid": summary.resource_provider.root_provider_uuid,
    }


def main():
    config, engine = started()
    tables = Tables(engine)
    for line in sys.stdin:
        question = json.loads(line)
        if "vocabulary" in question:
            reply = tables.vocabulary(*question["vocabulary"])
        elif "cloud" in question:
            reply = tables.load(question["cloud"])
        else:
            try:
                reply = answer(config, question)
            except Exception as error:  # it goes to the test, which knows what to make of it
                reply = {"error": type(error).__name__}
        print(json.dumps(reply), flush=True)


main()
