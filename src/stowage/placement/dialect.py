"""How Placement speaks at its edge."""

from __future__ import annotations

from stowage.placement.faults import REFUSALS, VERSIONS, other_form, render
from stowage.wire.app import Dialect

DIALECT = Dialect(
    name="Placement",
    major=VERSIONS.major,
    render=render,
    negotiate=VERSIONS.negotiate,
    version_headers=VERSIONS.headers,
    refusals=REFUSALS,
    other_form=other_form,
)
