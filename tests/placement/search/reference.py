"""Asks the upstream package for the candidates of a cloud, by way of a process of its own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from stowage.placement.search.index import ProviderRow
from stowage.placement.search.request import Group, Options, Request

DRIVER = Path(__file__).with_name("reference_driver.py")


class Reference:
    """A running driver; one line of JSON for each question, one for each answer."""

    def __init__(self, python: Path) -> None:
        self._process = subprocess.Popen(
            [str(python), str(DRIVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def know(self, classes: Iterable[str], traits: Iterable[str]) -> None:
        """Create these names, where they are not there."""
        self._ask({"vocabulary": [list(classes), list(traits)]})

    def load(self, cloud: Iterable[ProviderRow]) -> None:
        """Put this cloud in place of the one before."""
        self._ask({"cloud": [_provider(row) for row in cloud]})

    def candidates(self, request: Request, options: Options) -> dict[str, Any]:
        """The answer: ``candidates`` and ``summaries``, or the ``error`` that it ran into."""
        return self._ask(
            {
                "groups": [_group(group) for group in request.groups],
                "limit": request.limit,
                "group_policy": request.group_policy,
                "root_required": sorted(request.root_required),
                "root_forbidden": sorted(request.root_forbidden),
                "same_subtree": [sorted(suffixes) for suffixes in request.same_subtree],
                "nested": request.nested,
                "strategy": str(options.strategy),
                "maximum": options.maximum,
            }
        )

    def stop(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=10)

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def _provider(row: ProviderRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "uuid": row.uuid,
        "name": row.name,
        "root": row.root_id,
        "parent": row.parent_id,
        "inventories": {name: asdict(inventory) for name, inventory in row.inventories.items()},
        "used": dict(row.used),
        "traits": sorted(row.traits),
        "aggregates": sorted(row.aggregates),
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "suffix": group.suffix,
        "resources": dict(group.resources),
        "required": [sorted(names) for names in group.required],
        "forbidden": sorted(group.forbidden),
        "member_of": [sorted(uuids) for uuids in group.member_of],
        "not_member_of": sorted(group.not_member_of),
        "in_tree": group.in_tree,
    }
