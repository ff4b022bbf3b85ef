"""Every policy rule of flavors can be changed by itself in policy.yaml, while the service runs."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.compute.question import ADMIN, ALICE, BOB, Question, delete, flavor, get, post, put

RULES = (
    "os_compute_api:os-flavor-manage:create",
    "os_compute_api:os-flavor-manage:update",
    "os_compute_api:os-flavor-manage:delete",
    "os_compute_api:os-flavor-access",
    "os_compute_api:os-flavor-access:add_tenant_access",
    "os_compute_api:os-flavor-access:remove_tenant_access",
    "os_compute_api:os-flavor-extra-specs:index",
    "os_compute_api:os-flavor-extra-specs:show",
    "os_compute_api:os-flavor-extra-specs:create",
    "os_compute_api:os-flavor-extra-specs:update",
    "os_compute_api:os-flavor-extra-specs:delete",
)


def policies() -> Iterator[dict[str, str]]:
    """Each rule opened to everybody, closed to everybody, given to one user; none changed."""
    for rule in RULES:
        yield {rule: "@"}
        yield {rule: "!"}
    yield {"context_is_admin": "role:member"}
    yield {"os_compute_api:os-flavor-manage:create": "user_id:alice or project_id:b0b"}
    yield {"os_compute_api:os-flavor-extra-specs:index": "project_id:%(project_id)s and role:admin"}
    yield {}


def questions() -> Iterator[Question]:
    """What a user and an administrator may do, every route once."""
    yield post("/flavors", flavor("pol", is_public=False, description="d"))
    yield post("/flavors/pol/os-extra_specs", {"extra_specs": {"a": "b"}})
    yield post("/flavors/pol/action", {"addTenantAccess": {"tenant": ALICE.project}})
    for actor in (ALICE, BOB, ADMIN):
        for path in ("", "?is_public=None", "/detail", "/pol"):
            yield get(f"/flavors{path}", actor=actor)
        for path in ("os-extra_specs", "os-extra_specs/a", "os-flavor-access"):
            yield get(f"/flavors/pol/{path}", actor=actor)
        yield post("/flavors", flavor(f"by-{actor.user}"), actor=actor)
        yield put("/flavors/pol", {"flavor": {"description": "x"}}, actor=actor)
        yield post("/flavors/pol/os-extra_specs", {"extra_specs": {"c": "d"}}, actor=actor)
        yield put("/flavors/pol/os-extra_specs/c", {"c": "e"}, actor=actor)
        yield delete("/flavors/pol/os-extra_specs/c", actor=actor)
        for action in ("addTenantAccess", "removeTenantAccess"):
            yield post("/flavors/pol/action", {action: {"tenant": "p-x"}}, actor=actor)
        yield delete(f"/flavors/by-{actor.user}", actor=actor)
    yield delete("/flavors/pol", actor=ALICE)
    # Whatever is left, under a policy that may have closed the way to remove it.
