"""Traits: lifecycle, and which provider has which."""

from __future__ import annotations

import pytest

from stowage.placement.errors import CONCURRENT_UPDATE, Conflict, Invalid, NotFound
from stowage.placement.ledger import traits


@pytest.fixture
def custom(books, uuid):
    """A new custom trait."""
    name = f"CUSTOM_{uuid.replace('-', '_').upper()}"
    books.write(traits.create, name)
    return name


def test_a_trait_is_made_once(books, uuid):
    """201 the first time, 204 from then on; the time stays."""
    name = f"CUSTOM_{uuid.replace('-', '_').upper()}"
    first, created = books.write(traits.create, name)
    again, created_again = books.write(traits.create, name)
    assert (created, created_again) == (True, False)
    assert again.name == first.name
    assert books.read(traits.get, name).name == name


def test_sixteen_creations_at_once_make_one_trait(books, uuid, at_once):
    """Field report B35: one 201 and fifteen 204."""
    name = f"CUSTOM_{uuid.replace('-', '_').upper()}"
    results = at_once(16, lambda _: books.write(traits.create, name)[1])
    assert sorted(results) == [False] * 15 + [True]


def test_the_standard_traits_are_there(books):
    """os-traits is synchronised at start."""
    names = [trait.name for trait in books.read(traits.list_all, prefix="HW_CPU_X86_AVX")]
    assert "HW_CPU_X86_AVX2" in names
    assert names == sorted(names)
    assert all(name.startswith("HW_CPU_X86_AVX") for name in names)


def test_lists_are_filtered_by_name_and_by_use(cloud, custom):
    """GET /traits?name=in:...&associated=..."""
    wanted = frozenset({custom, "HW_CPU_X86_AVX", "NOT_THERE"})

    def names(**filters):
        return [trait.name for trait in cloud.books.read(traits.list_all, wanted, **filters)]

    host = cloud.host()
    assert names() == [custom, "HW_CPU_X86_AVX"]
    assert custom in names(associated=False)
    cloud.books.write(traits.replace, host, 0, [custom])
    assert custom in names(associated=True)
    assert custom not in names(associated=False)
    assert cloud.books.read(traits.list_all, frozenset()) == []


def test_a_provider_has_what_was_written(cloud, custom):
    """PUT /resource_providers/{uuid}/traits; the generation counts changes only."""
    host = cloud.host()
    provider, mine = cloud.books.write(traits.replace, host, 0, ["HW_CPU_X86_AVX", custom])
    assert (provider.generation, [trait.name for trait in mine]) == (1, [custom, "HW_CPU_X86_AVX"])
    provider, _ = cloud.books.write(traits.replace, host, 1, [custom, "HW_CPU_X86_AVX"])
    assert provider.generation == 1
    provider, mine = cloud.books.read(traits.list_of, host)
    assert (provider.generation, [trait.name for trait in mine]) == (1, [custom, "HW_CPU_X86_AVX"])
    cloud.books.write(traits.clear, host)
    assert cloud.books.read(traits.list_of, host)[1] == []
    assert cloud.generation(host) == 2


def test_taking_a_trait_from_one_provider_leaves_it_to_others(cloud, custom):
    """Field report B36."""
    one, two = cloud.host(), cloud.host()
    cloud.books.write(traits.replace, one, 0, [custom])
    cloud.books.write(traits.replace, two, 0, [custom])
    cloud.books.write(traits.replace, one, 1, [])
    assert [trait.name for trait in cloud.books.read(traits.list_of, two)[1]] == [custom]


def test_unknown_traits_and_stale_generations_are_refused(cloud):
    """400 "No such trait", 409 placement.concurrent_update; the generation comes first."""
    host = cloud.host()
    with pytest.raises(Invalid) as unknown:
        cloud.books.write(traits.replace, host, 0, ["CUSTOM_NOT_THERE"])
    assert unknown.value.message == "No such trait CUSTOM_NOT_THERE"
    with pytest.raises(Conflict) as stale:
        cloud.books.write(traits.replace, host, 5, ["CUSTOM_NOT_THERE"])
    assert stale.value.code == CONCURRENT_UPDATE
    assert stale.value.message == (
        "Resource provider's generation already changed. "
        "Please update the generation and try again."
    )


def test_deleting_a_trait_has_its_refusals(cloud, custom):
    """In use 409, standard 400, unknown 404."""
    host = cloud.host()
    cloud.books.write(traits.replace, host, 0, [custom])
    with pytest.raises(Conflict) as used:
        cloud.books.write(traits.delete, custom)
    assert used.value.message == f"The trait {custom} is in use by a resource provider."
    cloud.books.write(traits.clear, host)
    cloud.books.write(traits.delete, custom)
    with pytest.raises(NotFound) as gone:
        cloud.books.write(traits.delete, custom)
    assert gone.value.message == f"No such trait(s): {custom}."
    with pytest.raises(Invalid) as standard:
        cloud.books.write(traits.delete, "COMPUTE_NODE")
    assert standard.value.message == "Cannot delete standard trait COMPUTE_NODE."


def test_a_trait_that_was_deleted_elsewhere_is_not_remembered(cloud, custom):
    """A worker that has used a custom trait looks again the next time."""
    host = cloud.host()
    cloud.books.write(traits.replace, host, 0, [custom])
    cloud.books.write(traits.clear, host)
    cloud.books.write(traits.delete, custom)
    with pytest.raises(Invalid):
        cloud.books.write(traits.replace, host, 2, [custom])
