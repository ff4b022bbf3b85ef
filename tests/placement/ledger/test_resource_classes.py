"""Resource classes: standard ones stay, custom ones come and go."""

from __future__ import annotations

import os_resource_classes
import pytest

from stowage.placement.errors import Conflict, Invalid, NotFound
from stowage.placement.ledger import resource_classes


@pytest.fixture
def name(uuid):
    """A name for a custom class."""
    return f"CUSTOM_{uuid.replace('-', '_').upper()}"


def test_the_standard_classes_have_their_places_as_ids(books):
    """Upstream finds its own ids in the same table."""
    rows = dict(books.read(lambda tx: tx.rows("SELECT name, id FROM resource_classes")))
    for place, standard in enumerate(os_resource_classes.STANDARDS):
        assert rows[standard] == place


def test_custom_classes_begin_at_ten_thousand(books, name):
    """Upstream tells custom classes by their ids."""
    books.write(resource_classes.create, name)
    row = books.read(lambda tx: tx.row("SELECT id FROM resource_classes WHERE name = %s", (name,)))
    assert row[0] >= 10_000
    assert books.read(resource_classes.get, name).name == name
    assert name in [found.name for found in books.read(resource_classes.list_all)]


def test_creating_a_class_twice_is_a_conflict_or_nothing(books, name):
    """POST is 409, PUT from 1.7 is 204."""
    assert books.write(resource_classes.ensure, name)
    assert not books.write(resource_classes.ensure, name)
    with pytest.raises(Conflict) as refusal:
        books.write(resource_classes.create, name)
    assert refusal.value.message == f"Conflicting resource class already exists: {name}"
    with pytest.raises(Conflict):
        books.write(resource_classes.create, "VCPU")


def test_sixteen_creations_at_once_make_one_class(books, name, at_once):
    """Field report B35: one 201 and fifteen 204."""
    results = at_once(16, lambda _: books.write(resource_classes.ensure, name))
    assert sorted(results) == [False] * 15 + [True]


def test_sixteen_classes_at_once_get_sixteen_ids(books, name, at_once):
    """Creators of different classes take turns on the ids."""
    results = at_once(16, lambda number: books.write(resource_classes.ensure, f"{name}_{number}"))
    assert results == [True] * 16


def test_a_custom_class_is_renamed(books, name):
    """PUT until 1.6; standard and taken names are refused."""
    books.write(resource_classes.create, name)
    assert books.write(resource_classes.rename, name, f"{name}_NEW").name == f"{name}_NEW"
    with pytest.raises(NotFound) as gone:
        books.read(resource_classes.get, name)
    assert gone.value.message == f"No such resource class {name}."
    with pytest.raises(Invalid) as standard:
        books.write(resource_classes.rename, "VCPU", name)
    assert standard.value.message == "Cannot update standard resource class VCPU"
    books.write(resource_classes.create, name)
    with pytest.raises(Conflict) as taken:
        books.write(resource_classes.rename, name, f"{name}_NEW")
    assert taken.value.message == f"Resource class already exists: {name}_NEW"


def test_a_standard_class_is_not_deleted(books, name):
    """400 for a standard one, 404 for one that is not there."""
    with pytest.raises(Invalid) as standard:
        books.write(resource_classes.delete, "VCPU")
    assert standard.value.message == (
        "Error in delete resource class: Cannot delete standard resource class VCPU."
    )
    with pytest.raises(NotFound):
        books.write(resource_classes.delete, name)
