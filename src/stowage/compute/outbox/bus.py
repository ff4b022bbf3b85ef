"""The way to oslo.messaging.

Its own notifier swallows what goes wrong with a broker, and a notification that was not taken must
stay in the outbox. So drivers that send are used below the notifier, where faults are raised; all
others (``log``, ``test``, ``routing`` ...) are used as they are.
"""

from __future__ import annotations

import logging
from typing import Any

from oslo_config import cfg
from stevedore import named

from stowage.compute.outbox import messaging

LOG = logging.getLogger(__name__)

GROUP = "oslo_messaging_notifications"
NAMESPACE = "oslo.messaging.notify.drivers"
SENDING = {"messaging": 1.0, "messagingv2": 2.0}
"""Drivers that talk to a broker, with the version of their envelope."""

QUIET = frozenset({"", "noop"})


def enabled(conf: cfg.ConfigOpts) -> bool:
    """Whether anybody wants versioned notifications.

    As in nova: a driver has to be chosen, and ``notification_format`` must not be the old one.
    """
    wanted = conf.notifications.notification_format in ("versioned", "both")
    return wanted and any(driver not in QUIET for driver in _drivers(conf))


class Bus:
    """Hands notifications to every driver that is configured."""

    def __init__(self, conf: cfg.ConfigOpts) -> None:
        self._topics = list(conf.notifications.versioned_notifications_topics)
        self._transport = messaging.get_notification_transport(conf)
        chosen = [driver for driver in _drivers(conf) if driver not in QUIET]
        self._versions = [SENDING[driver] for driver in chosen if driver in SENDING]
        others = [driver for driver in chosen if driver not in SENDING]
        self._others = _load(conf, others, self._topics, self._transport)

    def send(self, context: dict[str, Any], message: dict[str, Any]) -> None:
        """Send one notification; returns when the broker has it.

        Raises whatever the transport raises when it has not.
        """
        priority = message["priority"].lower()
        for version in self._versions:
            for topic in self._topics:
                target = messaging.Target(topic=f"{topic}.{priority}")
                self._transport._send_notification(
                    target, context, message, version=version, retry=0
                )
        for driver in self._others:
            driver.notify(context, message, message["priority"], 0)

    def close(self) -> None:
        """Give the connections back."""
        self._transport.cleanup()


def _drivers(conf: cfg.ConfigOpts) -> list[str]:
    return [driver.strip() for driver in conf[GROUP].driver]


def _load(conf: cfg.ConfigOpts, names: list[str], topics: list[str], transport: Any) -> list[Any]:
    if not names:
        return []
    manager: Any = named.NamedExtensionManager(
        NAMESPACE,
        names=names,
        invoke_on_load=True,
        invoke_args=(conf,),
        invoke_kwds={"topics": topics, "transport": transport},
    )
    return [extension.obj for extension in manager.extensions]
