"""Moving providers in their trees."""

from __future__ import annotations

from uuid import uuid4

import pytest

from stowage.placement.errors import Invalid
from stowage.placement.ledger import providers
from stowage.placement.ledger.providers import KEEP


def _refusal(cloud, uuid, parent, may_reparent=True):
    with pytest.raises(Invalid) as refusal:
        cloud.books.write(providers.update, uuid, f"host-{uuid}", parent, may_reparent)
    prefix = f"Unable to save resource provider {uuid}: Object action "
    assert refusal.value.message.startswith(prefix)
    return refusal.value.message.removeprefix(prefix)


def _root(cloud, uuid):
    return cloud.books.read(providers.get, uuid).root_uuid


def test_a_root_may_be_given_a_parent_before_re_parenting_was_allowed(cloud):
    """Until 1.36 only a provider without parent may get one; its subtree comes along."""
    parent, root = cloud.host(), cloud.host()
    child = cloud.host(root)
    moved = cloud.books.write(providers.update, root, f"host-{root}", parent)
    assert (moved.parent_uuid, moved.root_uuid) == (parent, parent)
    assert _root(cloud, child) == parent


def test_moving_and_freeing_are_refused_before_1_37(cloud):
    """Another parent, or none, for a provider that has one."""
    parent, other = cloud.host(), cloud.host()
    child = cloud.host(parent)
    assert _refusal(cloud, child, other, False) == (
        "update failed because: re-parenting a provider is not currently allowed."
    )
    assert _refusal(cloud, child, None, False) == (
        "update failed because: un-parenting a provider is not currently allowed."
    )
    same = cloud.books.write(providers.update, child, f"host-{child}", parent)
    assert same.parent_uuid == parent


def test_a_subtree_moves_to_another_tree_and_out_of_it(cloud):
    """From 1.37: every provider below gets the new root."""
    old, new = cloud.host(), cloud.host()
    child = cloud.host(old)
    grandchild = cloud.host(child)
    cloud.books.write(providers.update, child, f"host-{child}", new, True)
    assert (_root(cloud, child), _root(cloud, grandchild)) == (new, new)
    freed = cloud.books.write(providers.update, child, f"host-{child}", None, True)
    assert (freed.parent_uuid, freed.root_uuid) == (None, child)
    assert _root(cloud, grandchild) == child


def test_a_loop_is_refused(cloud):
    """Field report B22: under itself, or under its own grandchild."""
    root = cloud.host()
    grandchild = cloud.host(cloud.host(root))
    loop = "update failed because: creating loop in the provider tree is not allowed."
    assert _refusal(cloud, root, grandchild) == loop
    assert _refusal(cloud, root, root) == loop


def test_an_unknown_parent_is_refused(cloud):
    """The words are those of creation, as upstream has them."""
    assert _refusal(cloud, cloud.host(), str(uuid4())) == (
        "create failed because: parent provider UUID does not exist."
    )


def test_a_parent_that_is_not_given_is_kept(cloud):
    """PUT without parent_provider_uuid only renames."""
    parent = cloud.host()
    child = cloud.host(parent)
    kept = cloud.books.write(providers.update, child, f"new-{child}", KEEP)
    assert kept.parent_uuid == parent


def test_two_moves_that_would_make_a_loop_together_do_not(cloud, at_once):
    """A under B and B under A at once: one of them happens."""
    for _ in range(5):
        pair = cloud.host(), cloud.host()

        def move(number, pair=pair):
            uuid, parent = pair[number], pair[1 - number]
            return cloud.books.write(providers.update, uuid, f"host-{uuid}", parent, True)

        results = at_once(2, move)
        assert sum(isinstance(result, Invalid) for result in results) == 1
        assert len({_root(cloud, uuid) for uuid in pair}) == 1


def test_children_born_during_a_move_get_the_new_root(cloud, at_once):
    """Whoever comes first, tree and root agree afterwards."""
    old, new = cloud.host(), cloud.host()
    child = cloud.host(old)

    def act(number):
        if number:
            return cloud.host(child)
        return cloud.books.write(providers.update, child, f"host-{child}", new, True)

    _, *born = at_once(8, act)
    assert {_root(cloud, uuid) for uuid in [child, *born]} == {new}
