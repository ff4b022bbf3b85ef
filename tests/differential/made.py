"""Requests made by Hypothesis, of the words that the cloud knows and some that it does not."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from differential.cloud import EVERYBODY, LONELY, NOBODY, SHARED, ZONE, consumer
from differential.step import VERSIONS, Step, step

some = st.sampled_from
CLASSES = some(["VCPU", "MEMORY_MB", "DISK_GB", "SRIOV_NET_VF", "CUSTOM_FPGA", "CUSTOM_GOLD"])
TRAITS = some(["COMPUTE_NODE", "CUSTOM_RED", "CUSTOM_BLUE", "CUSTOM_GREEN", "HW_NUMA_ROOT"])
PROVIDERS = some([*EVERYBODY, NOBODY])
AGGREGATES = some([ZONE, SHARED, LONELY, NOBODY])
CONSUMERS = some([consumer(number) for number in (*range(1, 5), *range(30, 34))])
LATE = some(VERSIONS[28:])
SMALL = st.integers(0, 5)
AMOUNTS = some([1, 1, 1, 2, 3, 4, 8, 256, 512, 5, 0, -1])


@st.composite
def _resources(draw: st.DrawFn) -> str:
    wanted = draw(st.dictionaries(CLASSES, AMOUNTS, min_size=1, max_size=3))
    return ",".join(f"{name}:{amount}" for name, amount in wanted.items())


@st.composite
def _trait_list(draw: st.DrawFn) -> str:
    traits = draw(st.lists(TRAITS, min_size=1, max_size=2, unique=True))
    if draw(some([False, False, True])):
        return "in:" + ",".join(traits)
    return ",".join(draw(some(["", "", "!"])) + trait for trait in traits)


@st.composite
def _aggregate_list(draw: st.DrawFn) -> str:
    aggregates = draw(st.lists(AGGREGATES, min_size=1, max_size=2, unique=True))
    return draw(some(["in:", "!in:", "", "!"])) + ",".join(aggregates)


@st.composite
def candidates(draw: st.DrawFn) -> Step:
    """GET /allocation_candidates with up to three groups."""
    suffixes = draw(st.lists(some(["", "1", "2", "_A", "_B"]), min_size=1, max_size=3, unique=True))
    words = []
    for suffix in suffixes:
        words.append(f"resources{suffix}={draw(_resources())}")
        if draw(some([True, False, False])):
            words.append(f"required{suffix}={draw(_trait_list())}")
        if draw(some([True, False, False, False])):
            words.append(f"member_of{suffix}={draw(_aggregate_list())}")
        if draw(some([True, False, False, False, False])):
            words.append(f"in_tree{suffix}={draw(PROVIDERS)}")
    granular = [suffix for suffix in suffixes if suffix]
    # Where the plain group and a granular one ask for the same class, upstream's amounts pile up
    # unless the policy is "none": see the search's own list of differences.
    policies = ["none", "isolate"] if "" not in suffixes else ["none"]
    if len(granular) > 1 or "" in suffixes:
        words.append(f"group_policy={draw(some(policies))}")
    if len(granular) > 1 and draw(st.booleans()):
        words.append(f"same_subtree={','.join(granular)}")
    if draw(some([True, False, False])):
        words.append(f"root_required={draw(TRAITS)}")
    return step(
        "GET", f"/allocation_candidates?{'&'.join(words)}", version=draw(some(VERSIONS[29:]))
    )


@st.composite
def lists(draw: st.DrawFn) -> Step:
    """GET /resource_providers with filters."""
    words = []
    for name, values in (
        ("resources", _resources()),
        ("required", _trait_list()),
        ("member_of", _aggregate_list()),
        ("in_tree", PROVIDERS),
        ("name", some(["host-a", "host-b", "nobody"])),
        ("uuid", PROVIDERS),
    ):
        if draw(some([True, False, False])):
            words.append(f"{name}={draw(values)}")
    return step("GET", f"/resource_providers?{'&'.join(words)}", version=draw(some(VERSIONS)))


@st.composite
def reads(draw: st.DrawFn) -> Step:
    """GET of one thing."""
    more = draw(some(["", "/inventories", "/usages", "/aggregates", "/traits", "/allocations"]))
    paths = [f"/resource_providers/{draw(PROVIDERS)}{more}", f"/allocations/{draw(CONSUMERS)}"]
    paths += ["/usages?project_id=p1", "/usages?project_id=p2", "/traits?associated=true"]
    return step("GET", draw(some(paths)), version=draw(some(VERSIONS)))


@st.composite
def claims(draw: st.DrawFn) -> Step:
    """PUT or DELETE of one consumer's allocations, POST of two consumers'."""
    version = draw(LATE)
    if draw(some([True, False, False, False])):
        return step("DELETE", f"/allocations/{draw(CONSUMERS)}", version=version)
    if draw(some([True, False, False])):
        pair = draw(st.lists(CONSUMERS, min_size=1, max_size=2, unique=True))
        body = {uuid: draw(_claim(version)) for uuid in pair}
        return step("POST", "/allocations", body, version)
    # A first claim of nothing leaves a consumer behind upstream: see the kept differences.
    body = draw(_claim(version).filter(lambda made: made["allocations"]))
    return step("PUT", f"/allocations/{draw(CONSUMERS)}", body, version)


@st.composite
def _claim(draw: st.DrawFn, version: str) -> dict[str, Any]:
    held = st.fixed_dictionaries(
        {"resources": st.dictionaries(CLASSES, some([1, 1, 2, 4, 256, 5]), min_size=1, max_size=2)}
    )
    body = {
        "allocations": draw(st.dictionaries(some(EVERYBODY), held, min_size=1, max_size=2)),
        "project_id": draw(some(["p1", "p2"])),
        "user_id": draw(some(["u1", "u2"])),
        "consumer_generation": draw(some([None, None, 1, 2, 3])),
    }
    if int(version[2:]) >= 38:
        body["consumer_type"] = draw(some(["INSTANCE", "MIGRATION", "OTHER"]))
    return body


@st.composite
def changes(draw: st.DrawFn) -> Step:
    """PUT of a provider's inventories, traits or aggregates."""
    place = f"/resource_providers/{draw(PROVIDERS)}"
    generation, version = draw(st.integers(0, 12)), draw(LATE)
    kind = draw(some(["inventories", "traits", "aggregates"]))
    if kind == "traits":
        value: Any = draw(st.lists(TRAITS, max_size=3, unique=True))
    elif kind == "aggregates":
        value = draw(st.lists(AGGREGATES, max_size=2, unique=True))
    else:
        stock = st.fixed_dictionaries(
            {"total": st.integers(1, 16)},
            optional={"reserved": SMALL, "step_size": st.integers(1, 2), "max_unit": some([4, 8])},
        )
        value = draw(st.dictionaries(CLASSES, stock, max_size=3))
    body = {"resource_provider_generation": generation, kind: value}
    return step("PUT", f"{place}/{kind}", body, version)


def requests() -> st.SearchStrategy[Step]:
    """Any of these, more reads than writes."""
    return st.one_of(candidates(), candidates(), lists(), reads(), claims(), changes())
