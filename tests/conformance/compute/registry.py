"""The extra specs that nova knows, read out of the nova package itself."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from functools import cache
from typing import Any

from servers.process import environment
from servers.venvs import python

DUMP = """
import json
from nova.api.validation.extra_specs import validators
entries = [
    {
        "name": entry.name,
        "type": entry.value["type"].__name__,
        "pattern": entry.value.get("pattern"),
        "enum": entry.value.get("enum"),
        "min": entry.value.get("min"),
        "max": entry.value.get("max"),
        "parameters": [[each["name"], each["pattern"]] for each in entry.parameters],
    }
    for entry in validators.VALIDATORS.values()
]
print(json.dumps(entries))
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One extra spec: its name with ``{parameters}``, and what its value may be."""

    name: str
    type: str
    pattern: str | None
    enum: tuple[str, ...]
    min: int | None
    max: int | None
    parameters: tuple[tuple[str, str], ...]

    @property
    def namespace(self) -> str:
        """What stands before the first colon, without parameters."""
        return self.name.split(":", 1)[0].split("{", 1)[0] if ":" in self.name else ""


@cache
def entries() -> tuple[Entry, ...]:
    """All of them, in nova's order."""
    done = subprocess.run(
        [str(python("nova")), "-c", DUMP],
        env=environment({}),
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(_entry(each) for each in json.loads(done.stdout))


def _entry(raw: dict[str, Any]) -> Entry:
    return Entry(
        raw["name"],
        raw["type"],
        raw["pattern"],
        tuple(raw["enum"] or ()),
        raw["min"],
        raw["max"],
        tuple((name, pattern) for name, pattern in raw["parameters"]),
    )
