"""Both services on a database file each, filled with the same cloud."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from differential import cloud
from differential.pair import Pair
from servers import ours, upstream


@pytest.fixture(scope="session")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Upstream and ours, both holding the cloud of ``cloud.build``."""
    folder: Path = tmp_path_factory.mktemp("differential")
    upstream.sync(f"sqlite:///{folder}/theirs.db", folder)
    with (
        upstream.serve(f"sqlite:///{folder}/theirs.db", folder) as theirs,
        ours.serve(f"sqlite:///{folder}/ours.db", folder) as mine,
    ):
        both = Pair(theirs.wire(keep_alive=False), mine.wire())
        for step in cloud.build():
            for answer in both.ask(step):
                assert answer.status in (200, 201, 204), (step, answer)
        yield both
