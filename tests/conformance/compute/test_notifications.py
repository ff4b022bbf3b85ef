"""Flavor notifications on a real RabbitMQ: what nova sends, none lost, none twice, in order."""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.compute.question import Question, delete, flavor, post, put
from servers import compute, nova_api
from servers.keystone_double import KeystoneDouble
from servers.listener import Listener, Notification
from servers.nova_api import Settings
from servers.process import Server
from servers.rabbitmq import RabbitMQ
from servers.wire import Answer, Wire

STEPS = json.loads(Path(__file__).with_name("notifications.json").read_text())
OWN = ("message_id", "timestamp", "_unique_id", "_context_request_id", "_context_timestamp")

Serve = Callable[[Path, str, RabbitMQ, KeystoneDouble], Server]


@pytest.fixture(scope="module")
def rabbitmq() -> Iterator[RabbitMQ]:
    """A private broker."""
    broker = RabbitMQ()
    yield broker
    broker.close()


def settings(broker: RabbitMQ, double: KeystoneDouble, topic: str) -> Settings:
    """How nova.conf asks for versioned notifications on the broker."""
    return {
        "DEFAULT": {"transport_url": broker.url},
        "keystone": {"endpoint_override": double.url},
        "notifications": {
            "notification_format": "versioned",
            "versioned_notifications_topics": topic,
        },
        "oslo_messaging_notifications": {"driver": "messagingv2"},
    }


def serve_theirs(folder: Path, topic: str, broker: RabbitMQ, double: KeystoneDouble) -> Server:
    """A nova-api of its own."""
    database = f"sqlite:///{folder}/theirs.sqlite"
    nova_api.sync(folder, database)
    return nova_api.serve(folder, database, settings=settings(broker, double, topic))


def serve_ours(folder: Path, topic: str, broker: RabbitMQ, double: KeystoneDouble) -> Server:
    """Our service on the database in ``folder``, which may be there already."""
    database = f"sqlite:///{folder}/ours.sqlite"
    compute.database(folder, database, "sync")
    return compute.serve(folder, database, settings=settings(broker, double, topic))


@pytest.mark.parametrize("serve", [serve_ours, serve_theirs], ids=["ours", "theirs"])
def test_each_step_sends_what_was_recorded(
    rabbitmq: RabbitMQ, keystone_double: KeystoneDouble, tmp_path: Path, serve: Serve
) -> None:
    """21 steps with the notifications that nova sent for each; nova itself is held to them, too."""
    topic = f"recorded-{serve.__name__}"
    listener = Listener(rabbitmq.port, topic)
    with serve(tmp_path, topic, rabbitmq, keystone_double) as server:
        for step in STEPS:
            answer = ask(server.wire(), question_of(step))
            assert answer.status == step["status"], step["step"]
            sent = listener.take(len(step["notifications"]))
            assert [recorded(each) for each in sent] == step["notifications"], step["step"]


def test_messages_are_those_of_nova(
    rabbitmq: RabbitMQ, keystone_double: KeystoneDouble, tmp_path: Path
) -> None:
    """Exchange, routing key, properties, envelope, context and payload of every message agree."""
    messages = {}
    for serve in (serve_theirs, serve_ours):
        topic = f"compared-{serve.__name__}"
        folder = tmp_path / serve.__name__
        with serve(folder, topic, rabbitmq, keystone_double) as server:
            wire = server.wire()
            for step in STEPS:
                ask(wire, question_of(step))
            expected = sum(len(step["notifications"]) for step in STEPS)
            sent = Listener(rabbitmq.port, topic).take(expected)
            messages[serve.__name__] = [plain(each, topic) for each in sent]
    for theirs, ours in zip(messages["serve_theirs"], messages["serve_ours"], strict=True):
        assert ours == theirs


def test_nothing_is_lost_or_doubled_while_the_broker_is_down(
    rabbitmq: RabbitMQ, keystone_double: KeystoneDouble, tmp_path: Path
) -> None:
    """Flavors made without a broker are made known when it is back, once each and in order."""
    with serve_ours(tmp_path, "down", rabbitmq, keystone_double) as server:
        rabbitmq.stop()
        try:
            done = changes(server.wire(), 8)
        finally:
            rabbitmq.start()
        sent = Listener(rabbitmq.port, "down").take(len(done), patience=90, quiet=2)
    assert Counter(events_of(sent)) == Counter(done)
    assert in_order_for_each_flavor(events_of(sent)) == in_order_for_each_flavor(done)


def test_a_killed_server_loses_nothing(
    rabbitmq: RabbitMQ, keystone_double: KeystoneDouble, tmp_path: Path
) -> None:
    """What was answered before a SIGKILL is sent by the next server, in order."""
    server = serve_ours(tmp_path, "killed", rabbitmq, keystone_double)
    rabbitmq.stop()
    try:
        done = changes(server.wire(), 8)
        kill(server)
    finally:
        rabbitmq.start()
    with serve_ours(tmp_path, "killed", rabbitmq, keystone_double):
        sent = Listener(rabbitmq.port, "killed").take(len(done), patience=90, quiet=2)
    assert Counter(events_of(sent)) == Counter(done)
    assert in_order_for_each_flavor(events_of(sent)) == in_order_for_each_flavor(done)


def test_a_server_killed_at_work_loses_nothing(
    rabbitmq: RabbitMQ, keystone_double: KeystoneDouble, tmp_path: Path
) -> None:
    """Killed while it sends: each change that was answered is known at least once."""
    server = serve_ours(tmp_path, "at-work", rabbitmq, keystone_double)
    done = changes(server.wire(), 20)
    kill(server)
    with serve_ours(tmp_path, "at-work", rabbitmq, keystone_double):
        sent = Listener(rabbitmq.port, "at-work").take(len(done), patience=60, quiet=2)
    assert set(events_of(sent)) >= set(done)
    first = list(dict.fromkeys(events_of(sent)))
    assert in_order_for_each_flavor(first) == in_order_for_each_flavor(done)


def changes(wire: Wire, count: int) -> list[tuple[str, str, Any]]:
    """Make ``count`` flavors, describe each, delete every second; the events they should cause."""
    done = []
    for number in range(count):
        name = f"n-{number}"
        told = [(post("/flavors", flavor(name)), "flavor.create", None)]
        for text in ("first", "second"):
            change = put(f"/flavors/{name}", {"flavor": {"description": text}})
            told.append((change, "flavor.update", text))
        if number % 2:
            told.append((delete(f"/flavors/{name}"), "flavor.delete", "second"))
        for question, event, description in told:
            assert ask(wire, question).status < 300
            done.append((name, event, description))
    return done


def events_of(sent: list[Notification]) -> list[tuple[str, str, Any]]:
    """The same of what was sent."""
    return [(each.data["flavorid"], each.event, each.data["description"]) for each in sent]


def in_order_for_each_flavor(events: list[tuple[str, str, Any]]) -> dict[str, list[Any]]:
    """The events of each flavor in their order."""
    by_flavor: dict[str, list[Any]] = {}
    for name, *event in events:
        by_flavor.setdefault(name, []).append(tuple(event))
    return by_flavor


def kill(server: Server) -> None:
    """SIGKILL to the server and to its workers, at once."""
    everyone = [server.process.pid, *server.workers()]
    for pid in everyone:
        os.kill(pid, signal.SIGKILL)
    server.process.wait()


def question_of(step: dict[str, Any]) -> Question:
    """The recorded request."""
    return Question(step["method"], f"/v2.1{step['path']}", step["body"], version=step["version"])


def ask(wire: Wire, question: Question) -> Answer:
    """Send it."""
    body = None if question.body is None else json.dumps(question.body).encode()
    return wire.ask(question.method, question.path, body, question.all_headers())


def recorded(sent: Notification) -> dict[str, Any]:
    """A message as the record holds it."""
    message = {
        name: value
        for name, value in sent.message.items()
        if not name.startswith("_") and name not in OWN
    }
    return message | {"publisher_id": message["publisher_id"].split(":")[0]}


def plain(sent: Notification, topic: str) -> dict[str, Any]:
    """A message without what is never the same twice."""
    message = {name: value for name, value in sent.message.items() if name not in OWN}
    return {
        "exchange": sent.exchange,
        "routing_key": sent.routing_key.replace(topic, "TOPIC"),
        "properties": sent.properties,
        "envelope": sent.envelope,
        "names": sorted(sent.message),
        "message": message,
    }
