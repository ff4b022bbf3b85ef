"""Every microversion there is, on every route that reads and on a create."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.compute.question import ALICE, Question, delete, flavor, get, post, put


def questions() -> Iterator[Question]:
    """From 2.1 to 2.104, one step at a time."""
    yield post("/flavors", flavor("sweep", is_public=False, description="d", swap=1))
    yield post("/flavors/sweep/os-extra_specs", {"extra_specs": {"a": "b"}})
    yield post("/flavors/sweep/action", {"addTenantAccess": {"tenant": ALICE.project}})
    for minor in range(1, 105):
        version = f"2.{minor}"
        for path in ("", "/detail", "/sweep"):
            yield get(f"/flavors{path}", version=version, actor=ALICE)
        yield get("/flavors/sweep/os-extra_specs", version=version)
        yield get("/flavors/sweep/os-flavor-access", version=version)
        yield post("/flavors", flavor(f"sweep-{minor}"), version=version)
        yield put("/flavors/sweep", {"flavor": {"description": version}}, version=version)
        specs = {"extra_specs": {"hw:numa_nodes": "many"}}
        yield post("/flavors/sweep/os-extra_specs", specs, version=version)
        yield delete(f"/flavors/sweep-{minor}", version=version)
    yield delete("/flavors/sweep")
