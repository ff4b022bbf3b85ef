"""The body of POST /reshaper."""

from stowage.placement.schemas import allocations, inventories, patterns
from stowage.placement.schemas.validator import Schema, Versions
from stowage.placement.since import Since


def _body(consumers: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {
            "inventories": {
                "type": "object",
                "patternProperties": {patterns.UUID: inventories.ALL},
                "minProperties": 1,
                "additionalProperties": False,
            },
            "allocations": consumers,
        },
        "required": ["inventories", "allocations"],
        "additionalProperties": False,
    }


# Nothing may be allocated yet of what moves: no consumer at all is fine.
RESHAPE = Versions(
    {
        max(minor, Since.RESHAPER): _body(consumers)
        for minor, consumers in allocations.of_consumers(least=0).items()
    }
)
