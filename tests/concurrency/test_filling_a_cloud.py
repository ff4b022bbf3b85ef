"""Many clients fill a cloud: it is never too full, and the books add up."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter

from concurrency import crowd
from concurrency.crowd import CAPACITY, Diary
from servers.process import Server
from servers.wire import Caller

HOSTS = 120


class Watch(threading.Thread):
    """Looks at usages while clients write; the fullest that a host ever was."""

    def __init__(self, server: Server, hosts: list[str]) -> None:
        super().__init__()
        self.fullest = self.looks = 0
        self._caller, self._hosts, self._over = Caller(server.wire()), hosts, threading.Event()

    def run(self) -> None:
        """Look until told to stop."""
        while not self._over.is_set():
            path = f"/resource_providers/{random.choice(self._hosts)}/usages"
            try:
                used = self._caller.must("GET", path).json()["usages"]["VCPU"]
            except OSError:
                self._caller.wire.close()
                continue
            self.fullest, self.looks = max(self.fullest, used), self.looks + 1
            time.sleep(0.002)

    def stop(self) -> None:
        """Look no more."""
        self._over.set()
        self.join()


def _used_by_the_crowd(caller: Caller) -> int:
    usages = caller.must("GET", "/usages?project_id=crowd").json()["usages"]
    return int(usages.get("INSTANCE", {}).get("VCPU", 0))


def _check_books(server: Server, hosts: list[str], diaries: list[Diary]) -> None:
    used, held = crowd.books(Caller(server.wire()), hosts)
    acknowledged = {consumer: n for diary in diaries for consumer, n in diary.held.items()}
    unknown = set().union(*(diary.unknown for diary in diaries))
    assert max(used.values()) <= CAPACITY
    assert sum(used.values()) == sum(held.values())
    missing = acknowledged.keys() - held.keys()
    assert not missing, f"{len(missing)} acknowledged claims are lost"
    assert held.keys() - acknowledged.keys() <= unknown
    assert all(held[consumer] == amount for consumer, amount in acknowledged.items())


def test_32_clients_never_claim_a_unit_too_many(service: Server) -> None:
    """At every moment no host is over capacity, refusals are 409, and all of the cloud is used."""
    hosts = crowd.build(Caller(service.wire()), HOSTS)
    watch = Watch(service, hosts)
    watch.start()
    diaries = crowd.crowd(service, crowd.claim_until_full)
    watch.stop()
    statuses = sum((diary.statuses for diary in diaries), Counter())
    assert set(statuses) <= {200, 204, 409}
    assert sum(diary.lost for diary in diaries) == 0
    assert watch.looks > 20
    assert watch.fullest <= CAPACITY
    _check_books(service, hosts, diaries)
    used, _ = crowd.books(Caller(service.wire()), hosts)
    assert set(used.values()) == {CAPACITY}


def test_a_killed_worker_loses_nothing_that_was_acknowledged(service: Server) -> None:
    """SIGKILL in the middle of the load: every acknowledged claim is in the books, and no other."""
    hosts = crowd.build(Caller(service.wire()), HOSTS)

    def kill() -> None:
        caller = Caller(service.wire())
        while _used_by_the_crowd(caller) < HOSTS * CAPACITY // 4:
            time.sleep(0.01)
        os.kill(service.workers()[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    diaries = crowd.crowd(service, crowd.claim_until_full)
    killer.join()
    assert sum(diary.lost for diary in diaries) > 0
    _check_books(service, hosts, diaries)
