"""Trees: who belongs together, who stands above whom."""

from __future__ import annotations

from stowage.placement.search.trees import Space, Trees


def planted(parents: list[int]) -> Trees:
    """One tree; ``parents[n]`` is the parent of row ``n``, the first row is the root."""
    trees = Trees()
    for row in range(len(parents)):
        trees.add(row)
    for row, parent in enumerate(parents):
        trees.move(row, 0, parent)
    return trees


def test_a_row_alone_is_a_tree() -> None:
    """What nothing was said of is its own root."""
    trees = Trees()
    assert trees.add(7) == 0
    assert trees.single().tolist() == [True]
    assert trees.members(0) == [0]
    assert trees.space(0) == Space((0,), (1,), (1,), (1,))


def test_a_space_knows_ancestors_and_descendants() -> None:
    """Root, two children, and a grandchild below the second."""
    trees = planted([-1, 0, 0, 2])
    assert trees.space(0) == Space(
        rows=(0, 1, 2, 3),
        above=(0b0001, 0b0011, 0b0101, 0b1101),
        below=(0b1111, 0b0010, 0b1100, 0b1000),
        kin=(0b1111,) * 4,
    )
    assert trees.nested == 3
    assert trees.single().tolist() == [False] * 4


def test_a_space_changes_with_its_tree() -> None:
    """Moving a provider inside its tree is seen at once."""
    trees = planted([-1, 0, 0, 2])
    trees.space(0)
    trees.move(3, 0, 1)
    assert trees.space(0).above[3] == 0b1011


def test_a_root_can_go_below_another_before_its_children_follow() -> None:
    """The order in which the members of a moved tree are told does not matter."""
    for order in ((0, 1), (1, 0)):
        trees = planted([-1, 0])
        trees.add(2)
        for row in order:
            trees.move(row, 2, 2 if row == 0 else 0)
        assert sorted(trees.members(2)) == [0, 1, 2]
        assert trees.members(0) == [0]
        assert trees.roots().tolist() == [2, 2, 2]
        assert not trees.single().any()
