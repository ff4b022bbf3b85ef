"""Runs the real ``openstack`` command as one user of a cloud."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import Any

from servers import osc_venv
from servers.keystone import Keystone
from servers.process import environment


@dataclass(frozen=True, slots=True)
class OpenStack:
    """The command line of a user in a project."""

    keystone: Keystone
    user: str
    project: str

    def does(self, *words: str) -> str:
        """Run it; what it printed. Raises ``AssertionError`` when it fails."""
        done = self._run(words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def shows(self, *words: str) -> Any:
        """Run it; what it printed as JSON."""
        return json.loads(self.does(*words, "-f", "json"))

    def fails(self, *words: str) -> str:
        """Run it; what it complains of. Raises ``AssertionError`` when it succeeds."""
        done = self._run(words)
        assert done.returncode != 0, done.stdout
        return done.stderr

    def names(self, *words: str) -> list[str]:
        """The names that ``flavor list`` shows, sorted."""
        return sorted(row["Name"] for row in self.shows("flavor", "list", *words))

    def _run(self, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(osc_venv.openstack()), *words],
            env=environment(self.keystone.settings(self.user, self.project)),
            capture_output=True,
            text=True,
        )
