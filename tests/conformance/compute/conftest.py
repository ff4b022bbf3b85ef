"""The reference and our service, side by side, and a stand-in for Keystone that both ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from conformance.compute.pair import Pair, pair_of
from conformance.compute.question import Question, delete, flavor, post
from conformance.compute.scenarios.lists import FLAVORS
from servers import compute, nova_api
from servers.keystone_double import KeystoneDouble
from servers.nova_api import Settings

Start = Callable[[Settings], Pair]


@pytest.fixture(scope="session")
def keystone_double() -> Iterator[KeystoneDouble]:
    """Knows projects by what their ids say."""
    double = KeystoneDouble()
    yield double
    double.stop()


@pytest.fixture(scope="session")
def start_pair(
    keystone_double: KeystoneDouble, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Start]:
    """Starts a pair of services with more settings for both; ended with the run."""
    with ExitStack() as stack:

        def start(more: Settings) -> Pair:
            folder = tmp_path_factory.mktemp("pair")
            settings = _with_keystone(more, keystone_double.url)
            theirs, ours = (f"sqlite:///{folder}/{side}.sqlite" for side in ("theirs", "ours"))
            nova_api.sync(folder / "theirs", theirs)
            reference = nova_api.serve(folder / "theirs", theirs, settings=settings)
            stack.enter_context(reference)
            compute.database(folder / "ours", ours, "sync")
            service = compute.serve(folder / "ours", ours, settings=settings)
            stack.enter_context(service)
            return pair_of(reference, service)

        yield start


@pytest.fixture(scope="session")
def policy_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The policy.yaml of both services of ``pair``."""
    path = tmp_path_factory.mktemp("policy") / "policy.yaml"
    path.write_text("{}\n")
    return path


@pytest.fixture(scope="session")
def pair(start_pair: Start, policy_file: Path) -> Pair:
    """Both services as they come."""
    return start_pair({"oslo_policy": {"policy_file": str(policy_file)}})


def _with_keystone(settings: Settings, url: str) -> Settings:
    merged: dict[str, Mapping[str, str]] = dict(settings)
    merged["keystone"] = {"endpoint_override": url}
    return merged


@pytest.fixture(scope="session")
def listed(pair: Pair) -> Iterator[Pair]:
    """The pair with the flavors of the list scenario."""
    yield from _with(pair, [post("/flavors", flavor("x", key, **more)) for key, more in FLAVORS])


@pytest.fixture(scope="session")
def specified(pair: Pair) -> Iterator[Pair]:
    """The pair with a flavor ``spec``."""
    yield from _with(pair, [post("/flavors", flavor("spec"))])


@pytest.fixture(scope="session")
def granted(pair: Pair) -> Iterator[Pair]:
    """The pair with a private flavor ``grant``."""
    yield from _with(pair, [post("/flavors", flavor("grant", is_public=False))])


def _with(pair: Pair, made: list[Question]) -> Iterator[Pair]:
    for question in made:
        pair.ask(question.at("2.75"))
    yield pair
    for question in made:
        pair.ask(delete(f"/flavors/{question.body['flavor']['id']}"))
