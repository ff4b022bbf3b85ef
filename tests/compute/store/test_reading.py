"""Lists of flavors: filters, order, pages."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from compute.cloud import ALICE, Cloud
from stowage.compute.store.tables import FLAVORS


@pytest.fixture
def stocked(any_cloud: Cloud) -> Cloud:
    """Four flavors, two of them alike but for their names."""
    for name, ram, disk in (("d", 512, 1), ("a", 1024, 1), ("c", 512, 20), ("b", 2048, 5)):
        any_cloud.must_make(name, ram=ram, disk=disk, id=f"id-{name}")
    return any_cloud


def names(cloud: Cloud, query: str = "", path: str = "/flavors") -> list[str]:
    """The names that a list shows."""
    answer = cloud.ask("GET", f"{path}{query}")
    assert answer.status == 200, answer.body
    return [flavor["name"] for flavor in answer.json()["flavors"]]


def test_a_list_is_ordered_by_id(stocked: Cloud) -> None:
    """Unless something else is asked for."""
    assert names(stocked) == ["a", "b", "c", "d"]
    assert names(stocked, "?sort_dir=desc") == ["d", "c", "b", "a"]


def test_a_list_can_be_ordered_by_any_column(stocked: Cloud) -> None:
    """Those alike in it stand in the order in which they were made."""
    assert names(stocked, "?sort_key=memory_mb") == ["d", "c", "a", "b"]
    assert names(stocked, "?sort_key=memory_mb&sort_dir=desc") == ["b", "a", "c", "d"]
    assert names(stocked, "?sort_key=id") == ["d", "a", "c", "b"]
    assert names(stocked, "?sort_key=is_public") == ["d", "a", "c", "b"]


@pytest.mark.parametrize("key", ["flavorid", "memory_mb", "is_public", "description", "created_at"])
@pytest.mark.parametrize("direction", ["asc", "desc"])
def test_pages_together_are_the_list(stocked: Cloud, key: str, direction: str) -> None:
    """Following the links shows every flavor once, in the order of the list."""
    query = f"?sort_key={key}&sort_dir={direction}"
    whole = names(stocked, query)
    seen: list[str] = []
    path = f"/flavors/detail{query}&limit=1"
    while path:
        answer = stocked.ask("GET", path).json()
        seen += [flavor["name"] for flavor in answer["flavors"]]
        links = answer.get("flavors_links")
        parts = urlsplit(links[0]["href"]) if links else None
        path = f"{parts.path.removeprefix('/v2.1')}?{parts.query}" if parts else ""
    if key in ("description", "created_at"):
        # Null and equal values: as in nova, a page may begin anywhere among them.
        assert set(seen) <= set(whole)
    else:
        assert seen == whole


def test_a_page_of_nothing_has_no_link(stocked: Cloud) -> None:
    """A limit of 0 is a list without flavors."""
    assert stocked.ask("GET", "/flavors?limit=0").json() == {"flavors": []}


def test_a_list_can_be_bounded_from_below(stocked: Cloud) -> None:
    """By memory and by disk, also by numbers that no column holds."""
    assert names(stocked, "?minRam=1024") == ["a", "b"]
    assert names(stocked, "?minDisk=5&minRam=600") == ["b"]
    assert names(stocked, "?minRam=99999999999999999999") == []
    assert names(stocked, "?minRam=-99999999999999999999") == ["a", "b", "c", "d"]


@pytest.mark.parametrize("key", ["minRam", "minDisk"])
def test_a_bound_that_is_no_number_is_refused(stocked: Cloud, key: str) -> None:
    """And named."""
    answer = stocked.ask("GET", f"/flavors?{key}=x")
    assert (answer.status, stocked.message(answer)) == (400, f"Invalid {key} filter [x]")


def test_a_list_can_be_filtered_by_name_from_2_102(stocked: Cloud) -> None:
    """With a regular expression, as the database reads it; a broken one is refused."""
    assert names(stocked, "?name=[ab]") == ["a", "b"]
    assert names(stocked, "?name=^c$") == ["c"]
    answer = stocked.ask("GET", "/flavors?name=[")
    assert answer.status == 400


def test_a_disabled_flavor_is_hidden_from_users(stocked: Cloud) -> None:
    """In lists; only SQL can disable one these days, and that is seen at once."""
    statement = sa.update(FLAVORS).where(FLAVORS.c.name == "a").values(disabled=True)
    stocked.books.write(lambda connection: connection.execute(statement))
    assert names(stocked) == ["a", "b", "c", "d"]
    (shown,) = stocked.ask("GET", "/flavors/detail?limit=1", version="2.101").json()["flavors"]
    assert shown["OS-FLV-DISABLED:disabled"] is True
    answer = stocked.ask("GET", "/flavors", token=ALICE).json()
    assert [flavor["name"] for flavor in answer["flavors"]] == ["b", "c", "d"]


def test_what_another_service_writes_is_seen_at_once(stocked: Cloud) -> None:
    """Nothing is believed from memory: nova may run on the same tables."""
    names(stocked, path="/flavors/detail")
    statement = sa.update(FLAVORS).where(FLAVORS.c.name == "a").values(memory_mb=7)
    stocked.books.write(lambda connection: connection.execute(statement))
    first = stocked.ask("GET", "/flavors/detail").json()["flavors"][0]
    assert (first["name"], first["ram"]) == ("a", 7)


def test_an_odd_marker_is_refused(stocked: Cloud) -> None:
    """Unknown, empty, in characters that a database does not take."""
    for marker in ("nope", "", "%C3%A9", "%00"):
        assert stocked.ask("GET", f"/flavors?marker={marker}").status == 400
