"""Providers: names, duplicates, deletion."""

from __future__ import annotations

from uuid import uuid4

import pytest

from stowage.placement.errors import (
    DUPLICATE_NAME,
    PROVIDER_CANNOT_DELETE_PARENT,
    PROVIDER_IN_USE,
    Conflict,
    Invalid,
    NotFound,
)
from stowage.placement.ledger import aggregates, providers, traits


def test_a_new_provider_is_its_own_root(books, uuid):
    """POST /resource_providers answers with generation 0, the root itself and no parent."""
    provider = books.write(providers.create, f"name-{uuid}", uuid)
    assert (provider.generation, provider.root_uuid, provider.parent_uuid) == (0, uuid, None)
    stored = books.read(providers.get, uuid)
    assert (stored.name, stored.generation, stored.root_uuid) == (f"name-{uuid}", 0, uuid)


def test_a_child_belongs_to_the_tree_of_its_parent(cloud):
    """Root and parent of a grandchild are those of the tree."""
    root = cloud.host()
    child = cloud.host(root)
    grandchild = cloud.books.read(providers.get, cloud.host(child))
    assert (grandchild.root_uuid, grandchild.parent_uuid) == (root, child)


def test_an_unknown_provider_is_not_found(books, uuid):
    """GET of a provider that does not exist names it."""
    with pytest.raises(NotFound) as refusal:
        books.read(providers.get, uuid)
    assert refusal.value.message == f"No resource provider with uuid {uuid} found"


def test_a_taken_name_and_a_taken_uuid_are_named_in_the_refusal(cloud, uuid):
    """Field report B25: 409 placement.duplicate_name naming the field and the value."""
    books, taken = cloud.books, cloud.host()
    with pytest.raises(Conflict) as same_name:
        books.write(providers.create, f"host-{taken}", uuid)
    assert same_name.value.code == DUPLICATE_NAME
    assert same_name.value.message == (
        f"Conflicting resource provider name: host-{taken} already exists."
    )
    with pytest.raises(Conflict) as same_uuid:
        books.write(providers.create, f"other-{uuid}", taken)
    assert same_uuid.value.code == DUPLICATE_NAME
    assert same_uuid.value.message == f"Conflicting resource provider uuid: {taken} already exists."


def test_renaming_to_a_taken_name_is_refused(cloud):
    """PUT /resource_providers/{uuid} with another's name is a duplicate."""
    one, two = cloud.host(), cloud.host()
    with pytest.raises(Conflict) as refusal:
        cloud.books.write(providers.update, two, f"host-{one}")
    assert refusal.value.message == f"Conflicting resource provider host-{one} already exists."
    assert refusal.value.code == DUPLICATE_NAME


def test_renaming_keeps_the_generation(cloud):
    """A new name is no change of what the provider has."""
    uuid = cloud.host(VCPU=1)
    provider = cloud.books.write(providers.update, uuid, f"renamed-{uuid}")
    assert (provider.name, provider.generation) == (f"renamed-{uuid}", 1)


@pytest.mark.parametrize(
    "suffixes",
    [("Host", "host"), ("é", "e"), ("x", "x "), ("ß", "ss"), ("🙂", "🙃"), ("a", "\uff41")],
    ids=["case", "accent", "trailing blank", "sharp s", "beyond the BMP", "width"],
)
def test_names_that_differ_are_different_providers(books, suffixes):
    """On databases that we create, names are compared as they are written."""
    prefix = str(uuid4())
    created = {}
    for suffix in suffixes:
        created[prefix + suffix] = str(uuid4())
        books.write(providers.create, prefix + suffix, created[prefix + suffix])
    for name, uuid in created.items():
        assert books.read(providers.get, uuid).name == name


@pytest.mark.parametrize("name", ["\ud800", "a\x00b"], ids=["lone surrogate", "NUL"])
def test_a_name_that_cannot_be_stored_is_a_bad_request(books, uuid, name):
    """Never a fault of the driver: stored as it is, or Invalid without a word of SQL."""
    name += uuid
    try:
        books.write(providers.create, name, uuid)
    except Invalid as fault:
        refusal = fault
    else:
        refusal = None
        assert books.read(providers.get, uuid).name == name
    if refusal:
        assert refusal.message == "The request holds a value that the database cannot store."
        with pytest.raises(NotFound):
            books.read(providers.get, uuid)


def test_a_parent_has_to_exist_and_to_be_another(books, uuid):
    """Field report B22, at creation."""
    with pytest.raises(Invalid) as itself:
        books.write(providers.create, f"n-{uuid}", uuid, uuid)
    assert "parent provider UUID cannot be same as UUID" in itself.value.message
    with pytest.raises(Invalid) as unknown:
        books.write(providers.create, f"n-{uuid}", uuid, str(uuid4()))
    assert unknown.value.message == (
        f'Unable to create resource provider "n-{uuid}", {uuid}: Object action create failed '
        "because: parent provider UUID does not exist."
    )


def test_a_parent_cannot_be_deleted(cloud):
    """Scenario 5: children first."""
    parent = cloud.host()
    cloud.host(parent)
    with pytest.raises(Conflict) as refusal:
        cloud.books.write(providers.delete, parent)
    assert refusal.value.code == PROVIDER_CANNOT_DELETE_PARENT
    assert refusal.value.message == (
        f"Unable to delete parent resource provider {parent}: It has child resource providers."
    )


def test_a_provider_with_allocations_cannot_be_deleted(cloud, uuid):
    """Scenario 5: allocations first."""
    host = cloud.host(VCPU=1)
    cloud.claim(uuid, {host: {"VCPU": 1}})
    with pytest.raises(Conflict) as refusal:
        cloud.books.write(providers.delete, host)
    assert refusal.value.code == PROVIDER_IN_USE
    assert refusal.value.message == (
        f"Unable to delete resource provider {host}: Resource provider has allocations."
    )


def test_everything_else_goes_with_the_provider(cloud):
    """Field report B24: inventory, traits and aggregates do not keep a provider."""
    host = cloud.host(VCPU=1)
    cloud.books.write(traits.replace, host, 1, ["HW_CPU_X86_AVX2"])
    cloud.books.write(aggregates.replace, host, 2, [str(uuid4())])
    cloud.books.write(providers.delete, host)
    with pytest.raises(NotFound) as refusal:
        cloud.books.write(providers.delete, host)
    assert refusal.value.message == f"No resource provider with uuid {host} found for delete"


@pytest.mark.parametrize(
    "name",
    [
        "'; DROP TABLE stowage_journal; -- ",
        "\\'; DELETE FROM traits; -- \"",
        "100%s %% %(name)s",
        "back\\slash\\",
        "line\nbreak\ttab\x1a",
        "`quoted` ? ?? :name $1",
    ],
)
def test_a_name_is_a_value_and_never_a_statement(books, uuid, name):
    """Quotes, back slashes, semicolons and marks of every driver come back as they went."""
    books.write(providers.create, name + uuid, uuid)
    assert books.read(providers.get, uuid).name == name + uuid
