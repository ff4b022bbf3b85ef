"""Requests that nobody thought of: made by Hypothesis, always the same ones."""

from __future__ import annotations

import string
from typing import Any
from urllib.parse import urlencode

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.compute.pair import Pair
from conformance.compute.question import ACTORS, Question, delete, escaped, get, post, put
from conformance.compute.registry import entries
from conformance.compute.scenarios.lists import FLAVORS, SORT_KEYS
from conformance.compute.scenarios.registry import PLAIN, named

ALWAYS_THE_SAME = settings(
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

VERSIONS = st.sampled_from(
    ["2.1", "2.6", "2.7", "2.54", "2.55", "2.61", "2.74", "2.75", "2.86", "2.101", "2.102", "2.104"]
)
# nova stores no half of a surrogate pair and fails on a whole number written as 1.0;
# both are in the list of differences.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
WORDS = st.text(string.ascii_letters + string.digits + ":._- ", max_size=20)
NUMBERS = st.one_of(st.integers(-2, 10), st.sampled_from([2**31 - 1, 2**31, 2**63]))
FRACTIONS = st.floats(0.1, 9.9).filter(lambda number: not number.is_integer())
JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), TEXT, NUMBERS, FRACTIONS, st.just([]), st.just({})
)
SIZES = st.one_of(st.integers(0, 5000), st.integers(1, 99).map(str), JUNK)

FIELDS = {
    "name": st.one_of(WORDS, TEXT, JUNK),
    "id": st.one_of(WORDS, TEXT, JUNK),
    "ram": SIZES,
    "vcpus": SIZES,
    "disk": SIZES,
    "swap": SIZES,
    "OS-FLV-EXT-DATA:ephemeral": SIZES,
    "rxtx_factor": st.one_of(FRACTIONS, st.sampled_from(["1.5", "x", 2]), JUNK),
    "os-flavor-access:is_public": st.one_of(st.booleans(), JUNK),
    "description": st.one_of(TEXT, JUNK),
}
SOUND = {"name": "gen", "id": "gen", "ram": 64, "vcpus": 1, "disk": 1}

KEYS = st.one_of(
    st.sampled_from([named(entry, PLAIN) for entry in entries()]),
    st.sampled_from(sorted({entry.namespace for entry in entries()})).flatmap(
        lambda namespace: WORDS.map(lambda word: f"{namespace}:{word}")
    ),
    WORDS,
)
VALUES = st.one_of(
    st.sampled_from(["required", "shared", "true", "1", "0", "-1", "large", "a:1", "none", "^1-2"]),
    WORDS,
    TEXT,
    st.integers(-5, 70000),
    FRACTIONS,
)
QUERY_KEYS = st.sampled_from(
    ["limit", "marker", "is_public", "minRam", "minDisk", "sort_key", "sort_dir", "name", "x"]
)
QUERY_VALUES = st.one_of(
    st.sampled_from(["none", "true", "0", "1", "2", "asc", "desc", "apple", *SORT_KEYS]),
    st.sampled_from([flavor_id for flavor_id, _ in FLAVORS]),
    WORDS,
    TEXT,
)


@settings(ALWAYS_THE_SAME, max_examples=250)
@given(
    changes=st.dictionaries(st.sampled_from(sorted(FIELDS)), st.none(), max_size=3),
    data=st.data(),
    version=VERSIONS,
)
def test_any_create_is_answered_the_same(
    pair: Pair, changes: dict[str, None], data: st.DataObject, version: str
) -> None:
    """A create with up to three fields of any value, and what is then stored."""
    fields = SOUND | {name: data.draw(FIELDS[name], label=name) for name in changes}
    create = post("/flavors", {"flavor": fields}, version=version, keep="generated")
    for side in (pair.theirs, pair.ours):
        side.kept["generated"] = "nothing"
    agree(pair, create, get("/flavors/<generated>"), delete("/flavors/<generated>"))


@settings(ALWAYS_THE_SAME, max_examples=200)
@given(
    query=st.lists(st.tuples(QUERY_KEYS, QUERY_VALUES), max_size=4),
    path=st.sampled_from(["/flavors", "/flavors/detail"]),
    version=VERSIONS,
    actor=st.sampled_from(ACTORS),
)
def test_any_query_is_answered_the_same(
    listed: Pair, query: list[tuple[str, str]], path: str, version: str, actor: Any
) -> None:
    """A list with up to four query keys of any value, by anybody."""
    agree(listed, get(f"{path}?{urlencode(query)}", version=version, actor=actor))


@settings(ALWAYS_THE_SAME, max_examples=300)
@given(key=KEYS, value=VALUES, version=st.sampled_from(["2.85", "2.86", "2.104"]))
def test_any_extra_spec_is_answered_the_same(
    specified: Pair, key: str, value: Any, version: str
) -> None:
    """An extra spec of any name and value, written, read and removed."""
    path = f"/flavors/spec/os-extra_specs/{escaped(key)}"
    agree(
        specified,
        post("/flavors/spec/os-extra_specs", {"extra_specs": {key: value}}, version=version),
        put(path, {key: value}, version=version),
        get("/flavors/spec/os-extra_specs"),
        delete(path),
    )


@settings(ALWAYS_THE_SAME, max_examples=100)
@given(
    action=st.sampled_from(["addTenantAccess", "removeTenantAccess", "other"]),
    tenant=st.one_of(st.sampled_from(["a11ce", "b0b", "unknown", "status-403"]), WORDS, JUNK),
    version=VERSIONS,
)
def test_any_grant_is_answered_the_same(
    granted: Pair, action: str, tenant: Any, version: str
) -> None:
    """Access given to or taken from anybody."""
    body = {action: {"tenant": tenant}}
    agree(
        granted,
        post("/flavors/grant/action", body, version=version),
        get("/flavors/grant/os-flavor-access"),
    )


@settings(ALWAYS_THE_SAME, max_examples=150)
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "PATCH"]),
    parts=st.lists(
        st.sampled_from(
            ["flavors", "detail", "os-extra_specs", "os-flavor-access", "action", "x", "ad0", ""]
        ),
        max_size=4,
    ),
    version=VERSIONS,
    actor=st.sampled_from(ACTORS),
)
def test_any_path_is_answered_the_same(
    pair: Pair, method: str, parts: list[str], version: str, actor: Any
) -> None:
    """Paths put together from the words that paths are made of."""
    path = "/".join(["/v2.1", *parts])
    agree(pair, Question(method, path, version=version, actor=actor))


def agree(pair: Pair, *questions: Question) -> None:
    """Ask all; fail with the first difference once all are asked, so that both are in step."""
    found = pair.differences(questions)
    assert not found, found[0]
