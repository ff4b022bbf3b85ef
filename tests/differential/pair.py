"""Both services at once, and a conversation that is held with the two of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from differential.compare import differences
from differential.kept import KEPT
from differential.step import Step
from servers.wire import Answer, Wire


@dataclass(slots=True)
class Pair:
    """A connection to upstream, one to ours, and which kept differences have been met."""

    theirs: Wire
    ours: Wire
    met: set[str] = field(default_factory=set)
    asked: int = 0

    def ask(self, step: Step) -> tuple[Answer, Answer]:
        """Put one request to both."""
        self.asked += 1
        words = (step.method, step.path, step.body, step.headers)
        return self.theirs.ask(*words), self.ours.ask(*words)

    def unlike(self, steps: Iterable[Step]) -> list[str]:
        """Hold a conversation; each answer that differs, with its request, in words."""
        found = []
        for step in steps:
            theirs, ours = self.ask(step)
            lines = [
                line
                for line in differences(step, theirs, ours)
                if not self._is_kept(step, theirs, ours, line)
            ]
            if lines:
                found.append("\n    ".join([str(step), *lines]))
        return found

    def _is_kept(self, step: Step, theirs: Answer, ours: Answer, line: str) -> bool:
        for kept in KEPT:
            if kept.covers(step, theirs, ours, line):
                self.met.add(kept.name)
                return True
        return False
