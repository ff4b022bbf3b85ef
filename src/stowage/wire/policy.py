"""Who may do what: oslo.policy, with its decisions remembered.

A decision depends on the rule, on the actor and on the target, and on the policy files. All of the
first three are the key under which it is remembered; a change of the files forgets everything.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import falcon
from oslo_config import cfg
from oslo_policy import policy as oslo_policy

from stowage.wire.actor import Actor
from stowage.wire.errors import HttpError

MOST_REMEMBERED = 10_000


def _sentence(rule: str) -> str:
    return f"Policy does not allow {rule} to be performed."


class Policy:
    """The rules of one service, with the operator's overrides."""

    def __init__(
        self,
        conf: cfg.ConfigOpts,
        rules: Iterable[oslo_policy.RuleDefault],
        sentence: Callable[[str], str] = _sentence,
    ) -> None:
        """``sentence`` turns the name of a rule into what a refused user reads."""
        self._sentence = sentence
        self._lock = threading.Lock()
        self._decisions: dict[tuple[Any, ...], bool] = {}
        self._enforcer = oslo_policy.Enforcer(conf)
        self._enforcer.suppress_default_change_warnings = True
        self._enforcer.register_defaults(list(rules))
        self._enforcer.load_rules()

    def authorise(
        self, req: falcon.Request, rule: str, target: Mapping[str, Any] | None = None
    ) -> None:
        """Refuse the request unless its actor may do this.

        ``target`` describes whose thing it is; without it, it is the actor's own.
        Raises HttpError 403.
        """
        if not self.allows(req.context.actor, rule, target):
            raise HttpError(403, self._sentence(rule))

    def allows(self, actor: Actor, rule: str, target: Mapping[str, Any] | None = None) -> bool:
        """Whether an actor may do this, as ``authorise`` decides it, without raising."""
        if target is None:
            target = {"project_id": actor.project_id, "user_id": actor.user_id}
        with self._lock:
            try:
                return bool(self._enforcer.authorize(rule, dict(target), actor.credentials()))
            except oslo_policy.InvalidScope:
                return False
