"""Reads notifications off a RabbitMQ queue as oslo.messaging puts them there."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

import amqp


@dataclass(frozen=True, slots=True)
class Notification:
    """One message: how it was sent, the outer envelope's version, and what it says."""

    exchange: str
    routing_key: str
    properties: dict[str, Any]
    envelope: str
    message: dict[str, Any]

    @property
    def event(self) -> str:
        """The event type, such as ``flavor.create``."""
        event: str = self.message["event_type"]
        return event

    @property
    def data(self) -> dict[str, Any]:
        """The fields of the payload."""
        fields: dict[str, Any] = self.message["payload"]["nova_object.data"]
        return fields


class Listener:
    """Takes messages about flavors off the queue ``<topic>.info``, which the publisher creates.

    nova-api tells the same queue about itself when it starts; that is left out.
    """

    def __init__(self, port: int, topic: str) -> None:
        self._port = port
        self._queue = f"{topic}.info"

    def take(self, wanted: int, patience: float = 20.0, quiet: float = 0.3) -> list[Notification]:
        """Messages in order: waits for ``wanted`` of them, then a little for any too many."""
        found: list[Notification] = []
        deadline = time.monotonic() + patience
        while len(found) < wanted and time.monotonic() < deadline:
            found += self._drain()
            time.sleep(0.02)
        time.sleep(quiet)
        return found + self._drain()

    def _drain(self) -> list[Notification]:
        found = []
        try:
            with amqp.Connection(f"127.0.0.1:{self._port}", connect_timeout=5) as connection:
                channel = connection.channel()
                while (message := channel.basic_get(self._queue, no_ack=True)) is not None:
                    found.append(_read(message))
        except (OSError, amqp.exceptions.NotFound):
            # The broker is down, or nobody has published to the queue yet.
            pass
        return [each for each in found if each.event.startswith("flavor.")]


def _read(message: Any) -> Notification:
    outer = json.loads(message.body)
    return Notification(
        message.delivery_info["exchange"],
        message.delivery_info["routing_key"],
        {
            name: value
            for name, value in message.properties.items()
            if name != "application_headers"
        },
        outer["oslo.version"],
        json.loads(outer["oslo.message"]),
    )
