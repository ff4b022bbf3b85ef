"""How the Compute API speaks at its edge."""

from __future__ import annotations

from functools import partial

from stowage.compute.api.discovery import elsewhere
from stowage.compute.api.door import check_size
from stowage.compute.api.paths import is_public
from stowage.compute.api.versions import MAJOR
from stowage.compute.faults import REFUSALS, form, render
from stowage.compute.settings import Settings
from stowage.compute.since import Since
from stowage.wire.app import Dialect


def dialect(settings: Settings) -> Dialect:
    """The dialect under an operator's settings.

    Versions are negotiated behind the door of a path (``api.door``), not before: an unknown path is
    404 whatever version is asked for.
    """
    unknown = partial(elsewhere, settings.link_prefix)
    return Dialect(
        name="Compute",
        major=MAJOR,
        render=render,
        other_form=form,
        negotiate=lambda environ: Since.FIRST,
        version_headers=lambda minor: (),
        check=partial(check_size, settings.max_body),
        public=is_public,
        refusals=REFUSALS,
        unknown_path=unknown,
        wrong_method=lambda req, allowed: unknown(req),
    )
