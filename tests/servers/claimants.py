"""Worker processes that claim on a database, for tests of many processes at once."""

from __future__ import annotations

from uuid import uuid4

from stowage.placement.errors import Conflict
from stowage.placement.ledger import claims
from stowage.placement.ledger.database import Database
from stowage.placement.model import Claim


def _claim(host, amount=1):
    return Claim(str(uuid4()), {host: {"VCPU": amount}}, True, None, "p", "u", "INSTANCE")


def fill(url, host, granted):
    """Claim until the host is full; say each acknowledged consumer."""
    books = Database(url, sqlite_synchronous=False)
    while True:
        claim = _claim(host)
        try:
            books.write(claims.replace, [claim], single=True)
        except Conflict:
            break
        granted.send(claim.consumer_uuid)
    granted.send(None)


def write_and_tell(url, host, times, told):
    """Claim, and tell the reader after each acknowledgement; wait for its nod."""
    books = Database(url, sqlite_synchronous=False)
    for _ in range(times):
        books.write(claims.replace, [_claim(host)], single=True)
        told.send(True)
        told.recv()
    told.send(None)
