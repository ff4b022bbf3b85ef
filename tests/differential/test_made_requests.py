"""Requests made by Hypothesis get the same answers from both services."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, given, settings

from differential import made
from differential.pair import Pair
from differential.step import Step


# Writes change what later requests meet, so a failure cannot be made smaller by asking again.
@settings(
    max_examples=600,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(step=made.requests())
def test_both_answer_made_requests_alike(pair: Pair, step: Step) -> None:
    """Reads and writes in any order, each answered the same by both."""
    unlike = pair.unlike([step])
    assert not unlike, unlike[0]
