"""The tree of the searches: what is explored, and what a line counts for."""

from __future__ import annotations

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.search import ismcts
from schnapsen_ai.search import tree as tree_module

GAME = sa.load("schnapsen")


def test_a_move_that_was_unlucky_once_is_tried_again() -> None:
    """One that always pays the same leaves no deviation to explore with: to fold, say."""
    trees = GAME.kernels(tree_module)
    tree, numbers = tree_module.new_tree(16)
    trees.plant(tree, numbers)
    fold, see = (int(trees.add_child(tree, numbers, 0, move, 0)) for move in (0, 1))
    path, steady, payoffs = np.zeros(4, np.int64), np.full(4, np.nan), np.zeros(2)
    for n in range(1000):
        scale = trees.scale_of(numbers, 2.5, 0)
        at = (fold, see)[n] if n < 2 else int(trees.choose_child(tree, 0, 0b11, scale))
        path[0], payoffs[0] = at, -3.0
        if at == see:  # two of three times it pays
            payoffs[0] = -6.0 if tree[see]["visits"] % 3 == 0 else 6.0
        trees.back_up(tree, path, steady, 1, payoffs, 0)
        trees.count_payoff(numbers, payoffs[0])
    assert tree[see]["visits"] > 900


@pytest.mark.slow
def test_where_the_first_lines_agree_every_move_is_visited() -> None:
    """Here 996 of 1,000 lines went by 10 of hearts, which loses, since the first lines all lost."""
    state = GAME.deal(seed=31, index=39)
    for move in (27, 31, 14, 6, 35, 28, 5, 33, 12, 19, 11):
        state.play(move)
    view = state.view(state.to_move)
    thoughts = ismcts.think(view, np.array([1], np.uint64), 1000)
    assert set(thoughts) == set(view.legal_moves())
    assert min(t["visits"] for t in thoughts.values()) >= ismcts.LEAST_VISITS
    assert max(thoughts, key=lambda m: thoughts[m]["visits"]) == 3
    assert thoughts[3]["value"] > 0 > max(t["value"] for m, t in thoughts.items() if m != 3)


def test_payoffs_that_agree_leave_something_to_explore_with() -> None:
    trees = GAME.kernels(tree_module)
    numbers = tree_module.new_tree(1)[1]
    for _ in range(100):
        trees.count_payoff(numbers, -200.0)
    assert trees.scale_of(numbers, 2.5, 0) == 2.5 * tree_module.FLOOR * 200
    assert trees.scale_of(numbers, 2.5, 101) == tree_module.EVEN


def test_trying_moves_out_later_costs_an_earlier_move_nothing() -> None:
    """The first move then counts as much as the usual one after it, the one tried what it paid."""
    trees = GAME.kernels(tree_module)
    tree, numbers = tree_module.new_tree(16)
    trees.plant(tree, numbers)
    first = int(trees.add_child(tree, numbers, 0, 5, 0))
    usual, tried = (int(trees.add_child(tree, numbers, first, move, 0)) for move in (6, 7))
    steady, payoffs = np.full(2, np.nan), np.zeros(2)
    for at, payoff in ((usual, 2.0), (usual, 3.0), (tried, -9.0)):
        payoffs[:] = payoff, -payoff
        steady[1] = tree[usual]["value"] if at == tried else np.nan
        trees.back_up(tree, np.array([first, at]), steady, 2, payoffs, 0)
    assert tree[tried]["value"] == -9 and tree[usual]["value"] == 2.5 == tree[first]["value"]
    assert trees.steady_child(tree, first, 1 << 6 | 1 << 7) == usual
    assert trees.steady_child(tree, first, 1 << 7) == tried
    assert trees.steady_child(tree, first, 1 << 8) == -1
