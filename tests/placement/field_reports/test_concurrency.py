"""Many clients at once, against real worker processes on each database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from placement.steps import (
    CONCURRENT_UPDATE,
    OWNER,
    at,
    at_once,
    code,
    generation,
    held,
    holding,
    used,
)
from servers import inside, ours
from servers.cloud import Cloud, new_uuid
from servers.process import Server
from servers.wire import Caller

WORKERS = 4


@pytest.fixture(scope="module", params=["sqlite", "mariadb", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An empty database of one kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('books')}/books.sqlite"
    return str(request.getfixturevalue(request.param).new_database())


@pytest.fixture(scope="module")
def server(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Our service with several workers."""
    with ours.serve(url, tmp_path_factory.mktemp("server"), workers=WORKERS) as running:
        yield running


@pytest.fixture
def api(server: Server) -> Caller:
    """An administrator."""
    return Caller(server.wire())


@pytest.fixture
def cloud(api: Caller) -> Cloud:
    """Fills the cloud of the server."""
    return Cloud(api)


def clients(server: Server, count: int, version: str = "1.39") -> list[Caller]:
    """Administrators with a connection each, opened one after another: over all workers."""
    return [Caller(server.wire(), version) for _ in range(count)]


@pytest.mark.parametrize("version", ["1.39", "1.27"])
def test_parallel_claims_never_exceed_capacity(
    server: Server, api: Caller, cloud: Cloud, version: str
) -> None:
    """Of 20 claims on a capacity of 5 exactly 5 are granted. (SB 2009159, LP 1719933)"""
    host = cloud.provider(inventories={"VCPU": 5})
    callers, body = clients(server, 20, version), _body(host, version)
    answers = at_once(20, lambda n: callers[n].ask("PUT", f"/allocations/{new_uuid()}", body))
    assert Counter(answer.status for answer in answers) == {204: 5, 409: 15}
    assert used(api, host) == {"VCPU": 5}


@pytest.mark.parametrize("version", ["1.39", "1.27"])
def test_parallel_claims_of_many_consumers_never_exceed_capacity(
    server: Server, api: Caller, cloud: Cloud, version: str
) -> None:
    """POST /allocations keeps the same promise. (SB 2009159)"""
    host = cloud.provider(inventories={"VCPU": 5})
    callers, body = clients(server, 20, version), _body(host, version)
    answers = at_once(20, lambda n: callers[n].ask("POST", "/allocations", {new_uuid(): body}))
    assert Counter(answer.status for answer in answers) == {204: 5, 409: 15}
    assert used(api, host) == {"VCPU": 5}


def test_a_burst_of_claims_needs_no_retry_by_its_clients(
    server: Server, api: Caller, cloud: Cloud
) -> None:
    """40 claims on one provider with room for all are all granted. (LP 1719933, SB 2006467)"""
    host = cloud.provider(inventories={"VCPU": 1000})
    before = generation(api, host)
    callers, body = clients(server, 40), holding({host: {"VCPU": 1}})
    answers = at_once(40, lambda n: callers[n].ask("PUT", f"/allocations/{new_uuid()}", body))
    assert Counter(answer.status for answer in answers) == {204: 40}
    assert generation(api, host) == before + 40
    assert used(api, host) == {"VCPU": 40}


def test_first_claims_of_one_new_project_do_not_collide(
    server: Server, api: Caller, cloud: Cloud
) -> None:
    """Project, user and consumer type are made by whoever is first. (SB 2009159)"""
    host = cloud.provider(inventories={"VCPU": 1000})
    project, user = new_uuid(), new_uuid()
    kind = f"KIND_{new_uuid().replace('-', '_').upper()}"
    callers = clients(server, 16)
    body = holding({host: {"VCPU": 1}}, project_id=project, user_id=user, consumer_type=kind)
    answers = at_once(16, lambda n: callers[n].ask("PUT", f"/allocations/{new_uuid()}", body))
    assert Counter(answer.status for answer in answers) == {204: 16}
    usages = api.must("GET", f"/usages?project_id={project}").json()["usages"]
    assert usages == {kind: {"VCPU": 16, "consumer_count": 16}}


def test_one_of_many_writers_makes_a_consumer(server: Server, api: Caller, cloud: Cloud) -> None:
    """The others are told that they speak of an old state. (LP 1778576)"""
    host, consumer = cloud.provider(inventories={"VCPU": 1000}), new_uuid()
    callers, body = clients(server, 16), holding({host: {"VCPU": 1}})
    answers = at_once(16, lambda n: callers[n].ask("PUT", f"/allocations/{consumer}", body))
    assert Counter(answer.status for answer in answers) == {204: 1, 409: 15}
    assert {code(one) for one in answers if one.status == 409} == {CONCURRENT_UPDATE}
    assert held(api, consumer)["consumer_generation"] == 1


def test_new_aggregates_of_many_providers_do_not_collide(
    server: Server, api: Caller, cloud: Cloud
) -> None:
    """20 providers are put into the same 5 new aggregates at once. (LP 1786703, 1804453)"""
    hosts = [cloud.provider() for _ in range(20)]
    uuids = [new_uuid() for _ in range(5)]
    body = {"aggregates": uuids, "resource_provider_generation": 0}
    callers = clients(server, 20)
    answers = at_once(
        20, lambda n: callers[n].ask("PUT", f"/resource_providers/{hosts[n]}/aggregates", body)
    )
    assert Counter(answer.status for answer in answers) == {200: 20}
    for host in hosts:
        found = api.must("GET", f"/resource_providers/{host}/aggregates").json()
        assert sorted(found["aggregates"]) == sorted(uuids)
    listed = api.must("GET", f"/resource_providers?member_of={uuids[0]}").json()
    assert {one["uuid"] for one in listed["resource_providers"]} == set(hosts)


def test_one_of_many_creates_a_provider_of_a_name(server: Server) -> None:
    """The others are told that the name is taken. (LP 1817833)"""
    name, callers = new_uuid(), clients(server, 16)
    answers = at_once(16, lambda n: callers[n].ask("POST", "/resource_providers", {"name": name}))
    assert Counter(answer.status for answer in answers) == {200: 1, 409: 15}
    assert {code(one) for one in answers if one.status == 409} == {"placement.duplicate_name"}


@pytest.mark.parametrize("kind", ["traits", "resource_classes"])
def test_one_of_many_creates_a_name(server: Server, kind: str) -> None:
    """One 201, and 204 for all who come after it. (LP 1762789)"""
    name = f"CUSTOM_{new_uuid().replace('-', '_').upper()}"
    callers = clients(server, 16)
    answers = at_once(16, lambda n: callers[n].ask("PUT", f"/{kind}/{name}"))
    assert Counter(answer.status for answer in answers) == {201: 1, 204: 15}


def test_a_name_made_on_one_worker_is_known_on_all(server: Server, cloud: Cloud) -> None:
    """A custom class and trait are of use at once, wherever the next request lands. (LP 1775308)"""
    callers = clients(server, 2 * WORKERS)
    for one, other in pairwise(callers):
        name = f"CUSTOM_{new_uuid().replace('-', '_').upper()}"
        one.must("PUT", f"/resource_classes/{name}")
        one.must("PUT", f"/traits/{name}")
        host = cloud.provider()
        body = {"resource_class": name, "total": 4}
        other.must("POST", f"/resource_providers/{host}/inventories", body)
        body = {"traits": [name], "resource_provider_generation": 1}
        other.must("PUT", f"/resource_providers/{host}/traits", body)
        found = one.must("GET", f"/allocation_candidates?resources={name}:1&required={name}")
        assert list(found.json()["provider_summaries"]) == [host]


@pytest.mark.parametrize("place", ["provider", "project"])
def test_the_first_request_of_a_fresh_worker_is_answered(
    url: str, cloud: Cloud, tmp_path: Path, place: str
) -> None:
    """Names and usages are right from the first moment after a start. (LP 1775308)"""
    name = f"CUSTOM_{new_uuid().replace('-', '_').upper()}"
    host = cloud.provider(inventories={name: 4, "VCPU": 2})
    project = new_uuid()
    cloud.claim(host, {name: 3, "VCPU": 1}, project=project)
    fresh = Caller(inside.Inside(inside.service(tmp_path, url)))
    if place == "provider":
        used = fresh.must("GET", f"/resource_providers/{host}/usages").json()["usages"]
        assert used == {name: 3, "VCPU": 1}
    else:
        used = fresh.must("GET", f"/usages?project_id={project}").json()["usages"]
        assert used == {"unknown": {name: 3, "VCPU": 1, "consumer_count": 1}}


def test_sums_are_integers(api: Caller, cloud: Cloud) -> None:
    """Some databases add up in decimals; JSON shows an integer. (LP 1817633)"""
    host = cloud.provider(inventories={"VCPU": 8})
    project = new_uuid()
    cloud.claim(host, {"VCPU": 3}, project=project)
    answer = api.must("GET", f"/resource_providers/{host}/usages")
    assert b'"VCPU":3}' in answer.body.replace(b" ", b"")
    answer = at(api, "1.37").must("GET", f"/usages?project_id={project}")
    assert answer.body.replace(b" ", b"") == b'{"usages":{"VCPU":3}}'


def _body(host: str, version: str) -> dict[str, object]:
    if version == "1.27":
        return {"allocations": {host: {"resources": {"VCPU": 1}}}, **OWNER}
    return holding({host: {"VCPU": 1}})
