"""Our service and the real nova-api answer the same to a long list of requests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conformance.compute.conftest import Start
from conformance.compute.differences import KEPT, Kept
from conformance.compute.pair import Pair
from conformance.compute.question import Question
from conformance.compute.scenarios import (
    access,
    configured,
    create,
    discovery,
    extra_specs,
    lists,
    policy,
    protocol,
    registry,
    sweep,
    update_delete,
)

SCENARIOS = {
    module.__name__.rsplit(".", 1)[-1]: module.questions
    for module in (
        discovery,
        create,
        lists,
        update_delete,
        access,
        extra_specs,
        registry,
        sweep,
        protocol,
    )
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_both_services_answer_the_same(pair: Pair, scenario: str) -> None:
    """Status, headers and body of every answer agree, ids and hosts aside."""
    differences = pair.differences(SCENARIOS[scenario]())
    assert not differences, report(scenario, differences)


def test_both_services_follow_the_policy_file(pair: Pair, policy_file: Path) -> None:
    """A changed policy.yaml counts from the next request on, in both alike."""
    differences = []
    for rules in policy.policies():
        write(policy_file, rules)
        differences += [f"{rules}\n{text}" for text in pair.differences(policy.questions())]
        write(policy_file, {})
        for name in ("pol", "by-alice", "by-bob", "by-admin"):
            pair.ask(Question("DELETE", f"/v2.1/flavors/{name}"))
    assert not differences, report("policy", differences)


def test_both_services_follow_other_settings(start_pair: Start) -> None:
    """CORS, proxy headers, page limits and link prefixes of nova.conf count in both alike."""
    pair = start_pair(configured.SETTINGS)
    differences = pair.differences(configured.questions())
    assert not differences, report("configured", differences)


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.name)
def test_differences_are_kept_on_purpose(pair: Pair, kept: Kept) -> None:
    """Where we answer otherwise, we answer as the list of differences says, for its reason."""
    for question in kept.before:
        pair.ask(question)
    theirs, ours = pair.ask(kept.question)
    for question in kept.after:
        pair.ask(question)
    assert (theirs.status, ours.status) == (kept.theirs, kept.ours), kept.reason
    assert theirs.body != ours.body, "there is no difference any more"


def write(path: Path, rules: dict[str, str]) -> None:
    """Write a policy file that is seconds newer than the last one, however fast they follow."""
    moment = path.stat().st_mtime + 10
    path.write_text("".join(f'"{name}": "{rule}"\n' for name, rule in rules.items()) or "{}\n")
    os.utime(path, (moment, moment))


def report(scenario: str, differences: list[str]) -> str:
    """The differences, all in the file that STOWAGE_DIFFERENCES names, a few in the message."""
    whole = f"{scenario}: {len(differences)} differences\n\n" + "\n".join(differences)
    place = os.environ.get("STOWAGE_DIFFERENCES")
    if place:
        (Path(place) / f"{scenario}.txt").write_text(whole, errors="backslashreplace")
    return "\n".join([f"{scenario}: {len(differences)} differences", *differences[:20]])
