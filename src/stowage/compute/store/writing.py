"""Writing flavors. Whoever changes one holds its row; see ``lock``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from stowage.compute.errors import Conflict, NotFound
from stowage.compute.model import Flavor, NewFlavor
from stowage.compute.store.reading import NUL
from stowage.compute.store.tables import EXTRA_SPECS, FLAVORS, PROJECTS
from stowage.storage.faults import broken_constraint, is_duplicate

F, S, P = FLAVORS.c, EXTRA_SPECS.c, PROJECTS.c


def lock(connection: sa.Connection, flavorid: str) -> int:
    """Take the row of a flavor until the end of the transaction; its internal number.

    Raises NotFound.
    """
    if NUL in flavorid:
        raise NotFound(f"Flavor {flavorid} could not be found.")
    statement = sa.select(F.id).where(F.flavorid == flavorid).order_by(F.id).limit(1)
    number = connection.execute(statement.with_for_update()).scalar()
    if number is None:
        raise NotFound(f"Flavor {flavorid} could not be found.")
    return int(number)


def insert(connection: sa.Connection, new: NewFlavor) -> Flavor:
    """Add a flavor.

    Raises Conflict when its id or its name is taken.
    """
    values = {
        "flavorid": new.flavorid,
        "name": new.name,
        "memory_mb": new.memory_mb,
        "vcpus": new.vcpus,
        "root_gb": new.root_gb,
        "ephemeral_gb": new.ephemeral_gb,
        "swap": new.swap,
        "rxtx_factor": new.rxtx_factor,
        "disabled": False,
        "is_public": new.is_public,
        "description": new.description,
        "created_at": _now(),
    }
    try:
        result = connection.execute(sa.insert(FLAVORS).values(values))
    except IntegrityError as fault:
        if not is_duplicate(fault):
            raise
        raise _taken(new, broken_constraint(fault)) from None
    number = int(result.inserted_primary_key[0])  # type: ignore[index]  # one row always has one
    return Flavor(
        number, new.flavorid, new.name, new.memory_mb, new.vcpus, new.root_gb, new.ephemeral_gb,
        new.swap, new.rxtx_factor, 0, False, new.is_public, new.description,
    )  # fmt: skip


def describe(connection: sa.Connection, flavor_id: int, description: str | None) -> None:
    """Give a flavor another description."""
    connection.execute(
        sa.update(FLAVORS)
        .where(F.id == flavor_id)
        .values(description=description, updated_at=_now())
    )


def delete(connection: sa.Connection, flavor_id: int) -> None:
    """Remove a flavor with its extra specs and its access list."""
    connection.execute(sa.delete(PROJECTS).where(P.flavor_id == flavor_id))
    connection.execute(sa.delete(EXTRA_SPECS).where(S.flavor_id == flavor_id))
    connection.execute(sa.delete(FLAVORS).where(F.id == flavor_id))


def put_specs(connection: sa.Connection, flavor_id: int, specs: Mapping[str, str]) -> None:
    """Add extra specs and replace the values of those that are there."""
    known = set(_keys(connection, flavor_id, specs))
    for key, value in specs.items():
        if key in known:
            connection.execute(
                sa.update(EXTRA_SPECS)
                .where(S.flavor_id == flavor_id, S.key == key)
                .values(value=value, updated_at=_now())
            )
        else:
            connection.execute(
                sa.insert(EXTRA_SPECS).values(
                    flavor_id=flavor_id, key=key, value=value, created_at=_now()
                )
            )


def drop_spec(connection: sa.Connection, flavor_id: int, key: str) -> bool:
    """Remove one extra spec; whether it was there."""
    statement = sa.delete(EXTRA_SPECS).where(S.flavor_id == flavor_id, S.key == key)
    return connection.execute(statement).rowcount > 0


def share(connection: sa.Connection, flavor_id: int, project_id: str) -> None:
    """Let a project use a flavor.

    Raises Conflict when it may already.
    """
    try:
        connection.execute(
            sa.insert(PROJECTS).values(
                flavor_id=flavor_id, project_id=project_id, created_at=_now()
            )
        )
    except IntegrityError as fault:
        if not is_duplicate(fault):
            raise
        raise Conflict(
            f"Flavor access already exists for flavor {flavor_id} and project {project_id}"
            " combination."
        ) from None


def unshare(connection: sa.Connection, flavor_id: int, project_id: str) -> None:
    """Take a flavor from a project.

    Raises NotFound when the project has no access.
    """
    statement = sa.delete(PROJECTS).where(P.flavor_id == flavor_id, P.project_id == project_id)
    if connection.execute(statement).rowcount == 0:
        raise NotFound(f"Flavor access not found for {flavor_id} / {project_id} combination.")


def _keys(connection: sa.Connection, flavor_id: int, wanted: Iterable[str]) -> list[str]:
    statement = sa.select(S.key).where(S.flavor_id == flavor_id, S.key.in_(list(wanted)))
    return list(connection.execute(statement).scalars())


def _taken(new: NewFlavor, constraint: str) -> Conflict:
    if "flavorid" in constraint:
        return Conflict(f"Flavor with ID {new.flavorid} already exists.")
    return Conflict(f"Flavor with name {new.name} already exists.")


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)
