"""Traits, and which provider has which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stowage.placement.errors import CONCURRENT_UPDATE, Conflict, Invalid, NotFound
from stowage.placement.ledger import providers
from stowage.placement.ledger.backends import Row
from stowage.placement.ledger.transaction import Tx, insert_rows, marks, when
from stowage.placement.model import Provider, Trait

CUSTOM = "CUSTOM_"

STALE = (
    "Resource provider's generation already changed. Please update the generation and try again."
)

_SELECT = "SELECT t.id, t.name, COALESCE(t.updated_at, t.created_at) FROM traits t"
_OF_PROVIDER = (
    f"{_SELECT} JOIN resource_provider_traits pt ON pt.trait_id = t.id"
    " JOIN resource_providers p ON p.id = pt.resource_provider_id WHERE p.uuid = %s ORDER BY t.name"
)
_ASSOCIATED = "EXISTS (SELECT 1 FROM resource_provider_traits pt WHERE pt.trait_id = t.id)"


def list_all(
    tx: Tx,
    names: frozenset[str] | None = None,
    prefix: str | None = None,
    associated: bool | None = None,
) -> list[Trait]:
    """Traits in the order of their names; each filter that is given must hold."""
    conditions: list[str] = []
    values: list[str] = []
    if names is not None:
        if not names:
            return []
        conditions.append(f"t.name IN ({marks(list(names))})")
        values += sorted(names)
    if associated is not None:
        conditions.append(_ASSOCIATED if associated else f"NOT {_ASSOCIATED}")
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    rows = tx.rows(f"{_SELECT}{where} ORDER BY t.name", values)
    return [_trait(row) for row in rows if prefix is None or row[1].startswith(prefix)]


def get(tx: Tx, name: str) -> Trait:
    """The trait; NotFound when there is none."""
    return _trait(_find(tx, name))


def create(tx: Tx, name: str) -> tuple[Trait, bool]:
    """The trait, and whether it is new."""
    rows = tx.rows(f"{_SELECT} WHERE t.name = %s", (name,))
    if rows:
        return _trait(rows[0]), False
    created = tx.change(
        "INSERT INTO traits (created_at, name) VALUES (%s, %s) ON CONFLICT DO NOTHING",
        (tx.now, name),
    )
    if not created:
        return get(tx, name), False
    tx.touch_names()
    return Trait(name=name, modified=when(tx.moment)), True


def delete(tx: Tx, name: str) -> None:
    """Delete a custom trait.

    Raises NotFound, Invalid (standard trait), Conflict (some provider has it).
    """
    row = _find(tx, name, " FOR UPDATE")
    if not name.startswith(CUSTOM):
        raise Invalid(f"Cannot delete standard trait {name}.")
    if tx.rows(
        "SELECT trait_id FROM resource_provider_traits WHERE trait_id = %s LIMIT 1", row[:1]
    ):
        raise Conflict(f"The trait {name} is in use by a resource provider.")
    tx.run("DELETE FROM traits WHERE id = %s", row[:1])
    tx.touch_names()


def list_of(tx: Tx, uuid: str) -> tuple[Provider, list[Trait]]:
    """A provider and its traits; the generation is read first, so that a stale pair is refused."""
    rows, mine = tx.batch((providers.BY_UUID, (uuid,)), (_OF_PROVIDER, (uuid,)))
    row = providers.found(rows, uuid, f"{providers.NOT_FOUND}: {providers.NOT_FOUND}")
    return row.provider, [_trait(trait) for trait in mine]


def replace(
    tx: Tx, uuid: str, generation: int, names: Iterable[str]
) -> tuple[Provider, list[Trait]]:
    """The provider has these traits from now on; the provider and its traits by name.

    The generation is only counted up when something changes.
    Raises NotFound, Conflict (generation), Invalid (no such trait).
    """
    names = list(dict.fromkeys(names))
    rows, mine = tx.batch((providers.LOCK, (uuid,)), (_OF_PROVIDER, (uuid,)))
    row = providers.found(rows, uuid)
    row.check_generation(generation, STALE, CONCURRENT_UPDATE)
    wanted = _look_up(tx, names)
    missing = [name for name in names if name not in wanted]
    if missing:
        raise Invalid(f"No such trait {', '.join(missing)}")
    provider = _store(
        tx, row, {trait[0] for trait in mine}, {row_id for row_id, _ in wanted.values()}
    )
    return provider, sorted((trait for _, trait in wanted.values()), key=lambda trait: trait.name)


def clear(tx: Tx, uuid: str) -> None:
    """The provider has no traits any more; NotFound without the provider."""
    rows, mine = tx.batch((providers.LOCK, (uuid,)), (_OF_PROVIDER, (uuid,)))
    _store(tx, providers.found(rows, uuid), {trait[0] for trait in mine}, set())


def _store(tx: Tx, row: providers.Stored, mine: set[int], wanted: set[int]) -> Provider:
    gone, new = sorted(mine - wanted), sorted(wanted - mine)
    if not gone and not new:
        return row.provider
    if gone:
        tx.run(
            "DELETE FROM resource_provider_traits"
            f" WHERE resource_provider_id = %s AND trait_id IN ({marks(gone)})",
            (row.id, *gone),
        )
    columns = "created_at, trait_id, resource_provider_id"
    rows = [(tx.now, trait_id, row.id) for trait_id in new]
    insert_rows(tx, f"resource_provider_traits ({columns})", rows)
    return providers.bump(tx, row)


def _look_up(tx: Tx, names: Sequence[str]) -> dict[str, tuple[int, Trait]]:
    """The traits that exist, by name; a custom one cannot be deleted until we commit."""
    known: dict[str, tuple[int, Trait]] = {}
    unknown: list[str] = []
    for name in names:
        trait = tx.known.traits.get(name)
        if trait is None:
            unknown.append(name)
        else:
            known[name] = trait
    if unknown:
        sql = f"{_SELECT} WHERE t.name IN ({marks(unknown)}) ORDER BY t.name FOR SHARE"
        for row in tx.rows(sql, sorted(unknown)):
            known[row[1]] = (row[0], _trait(row))
            if not row[1].startswith(CUSTOM):
                tx.known.traits.put(row[1], known[row[1]])
    return known


def _find(tx: Tx, name: str, lock: str = "") -> Row:
    row = tx.row(f"{_SELECT} WHERE t.name = %s{lock}", (name,))
    if row is None:
        raise NotFound(f"No such trait(s): {name}.")
    return row


def _trait(row: Row) -> Trait:
    return Trait(name=row[1], modified=when(row[2]))
