"""Who may do what: oslo.policy, with its decisions remembered.

A decision depends on the rule, the actor, the target and the policy files. The first three are the
key under which it is remembered; when a file changes, the rules are read anew and all is forgotten.
Rules that ask someone else (``http:``, or a check of the operator's own) are never remembered.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import falcon
from oslo_config import cfg
from oslo_policy import policy as oslo_policy

from stowage.wire.actor import Actor
from stowage.wire.errors import HttpError

LOG = logging.getLogger(__name__)

MOST_REMEMBERED = 10_000
_LOOK_FOR_NEW_FILES_EVERY = 1.0
_PURE_CHECKS = frozenset(
    (
        "AndCheck",
        "FalseCheck",
        "GenericCheck",
        "NotCheck",
        "OrCheck",
        "RoleCheck",
        "RuleCheck",
        "TrueCheck",
    )
)

Stamp = tuple[tuple[str, int, int, int], ...]


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
        """``sentence`` turns the name of a rule into what a refused user reads.

        Raises what oslo.policy raises when a policy file cannot be read.
        """
        self._conf = conf
        self._defaults = list(rules)
        self._sentence = sentence
        self._files = _PolicyFiles(conf)
        self._reloading = threading.Lock()
        self._stamp = self._files.stamp()
        self._rules = _Rules(conf, self._defaults)

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
        """Whether an actor may do this, as ``authorise`` decides it, without raising.

        Raises oslo_policy.policy.PolicyNotRegistered for a rule that no one has defined.
        """
        stamp = self._files.stamp()
        if stamp != self._stamp:
            self._reload(stamp)
        return self._rules.allow(actor, rule, target)

    def _reload(self, stamp: Stamp) -> None:
        """Read the files again; while they cannot be read, the rules stay as they were."""
        with self._reloading:
            if stamp == self._stamp:
                return
            self._stamp = stamp
            try:
                self._rules = _Rules(self._conf, self._defaults)
            except Exception:
                LOG.exception("The changed policy files cannot be read; the old rules stay")
            else:
                LOG.info("The policy files changed and were read again")


class _Rules:
    """The rules as they were read once, and what they have decided."""

    def __init__(self, conf: cfg.ConfigOpts, defaults: Sequence[oslo_policy.RuleDefault]) -> None:
        enforcer = oslo_policy.Enforcer(conf)
        # The defaults of every OpenStack service changed with the new roles: known to all.
        enforcer.suppress_default_change_warnings = True
        enforcer.register_defaults(list(defaults))
        enforcer.load_rules()
        # From here on these rules stay as they are: Policy watches the files.
        enforcer.use_conf = False
        self._enforcer = enforcer
        self._pure = all(_is_pure(check) for check in enforcer.rules.values())
        self._decisions: dict[tuple[Any, ...], bool] = {}

    def allow(self, actor: Actor, rule: str, target: Mapping[str, Any] | None) -> bool:
        try:
            key = (rule, actor, target and tuple(target.items()))
            decision = self._decisions.get(key)
        except TypeError:  # a value of the target cannot be a key
            return self._decide(actor, rule, target)
        if decision is None:
            # PERF: deciding takes 30 to 60 microseconds, remembering 1.
            decision = self._decide(actor, rule, target)
            if self._pure:
                self._remember(key, decision)
        return decision

    def _decide(self, actor: Actor, rule: str, target: Mapping[str, Any] | None) -> bool:
        if target is None:
            target = {"project_id": actor.project_id, "user_id": actor.user_id}
        credentials = actor.credentials()
        return bool(self._enforcer.authorize(rule, dict(target), credentials, do_raise=False))

    def _remember(self, key: tuple[Any, ...], decision: bool) -> None:
        if len(self._decisions) >= MOST_REMEMBERED:
            self._decisions.clear()
        self._decisions[key] = decision


def _is_pure(check: Any) -> bool:
    """Whether a check depends on nothing but rule, actor and target."""
    if getattr(check, "pure", False):  # a check of the service says so itself
        return True
    if type(check).__name__ not in _PURE_CHECKS:
        return False
    parts = getattr(check, "rules", None) or filter(None, [getattr(check, "rule", None)])
    return all(_is_pure(part) for part in parts)


class _PolicyFiles:
    """The policy file and the files of the policy directories, wherever the configuration looks.

    PERF: files that are there are looked at for each decision (about 2 microseconds), those that
    are not once a second.
    """

    def __init__(self, conf: cfg.ConfigOpts) -> None:
        self._conf = conf
        self._names: list[str] = [conf.oslo_policy.policy_file, *conf.oslo_policy.policy_dirs]
        self._paths: list[str] = []
        self._looked = -_LOOK_FOR_NEW_FILES_EVERY

    def stamp(self) -> Stamp:
        """Changes whenever a file is written, added or removed."""
        now = time.monotonic()
        if now - self._looked >= _LOOK_FOR_NEW_FILES_EVERY:
            self._paths = [path for name in self._names if (path := self._conf.find_file(name))]
            self._looked = now
        return tuple(entry for path in self._paths for entry in _entries(path))


def _entries(path: str) -> Iterable[tuple[str, int, int, int]]:
    try:
        known = os.stat(path)
        yield path, known.st_mtime_ns, known.st_size, known.st_ino
        if os.path.isdir(path):
            for name in sorted(os.listdir(path)):
                yield from _entries(os.path.join(path, name))
    except FileNotFoundError:
        yield path, 0, 0, 0
