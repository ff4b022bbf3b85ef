"""From the JSON of allocations to claims, in every form that it ever had."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stowage.placement.api.body import by_uuid
from stowage.placement.ledger.claims import IncompleteConsumer
from stowage.placement.model import Claim
from stowage.placement.schemas.validator import canonical
from stowage.placement.settings import Settings
from stowage.placement.since import Since


def parse(consumer_uuid: str, content: Mapping[str, Any], minor: int) -> Claim:
    """What the checked JSON of one consumer claims.

    :raises Invalid: a UUID is there twice, in different spellings.
    """
    generation = content.get("consumer_generation")
    return Claim(
        consumer_uuid=canonical(consumer_uuid),
        amounts=_amounts(content["allocations"]),
        check_generation=minor >= Since.CONSUMER_GENERATION,
        generation=None if generation is None else int(generation),
        project_id=content.get("project_id"),
        user_id=content.get("user_id"),
        consumer_type=content.get("consumer_type"),
    )


def parse_many(consumers: Mapping[str, Any], minor: int) -> list[Claim]:
    """What the checked JSON of many consumers claims.

    :raises Invalid: as ``parse``.
    """
    return [parse(uuid, content, minor) for uuid, content in by_uuid(consumers).items()]


def defaults(settings: Settings) -> IncompleteConsumer:
    """Who owns what is claimed for nobody, below 1.8."""
    return IncompleteConsumer(
        project_id=settings.incomplete_consumer_project_id,
        user_id=settings.incomplete_consumer_user_id,
    )


def _amounts(allocations: Any) -> dict[str, dict[str, int]]:
    if isinstance(allocations, list):
        # Up to 1.11: the last entry of a provider counts.
        held = {canonical(one["resource_provider"]["uuid"]): one for one in allocations}
    else:
        held = by_uuid(allocations)
    return {
        uuid: {name: int(amount) for name, amount in one["resources"].items()}
        for uuid, one in held.items()
    }
