"""Worlds that a seat believes in, and what a deal is worth in its match."""

from __future__ import annotations

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.games.schnapsen.match_equity import CHANCE, SHARES
from schnapsen_ai.search import belief

GAME = sa.load("schnapsen")


def deal_between_rule_players(index: int, moves: int) -> sa.State:
    """A deal of two rule players after some moves (fewer when it ends)."""
    state = GAME.deal(seed=31, index=index)
    bots = [sa.make_bot("rules") for _ in range(2)]
    for _ in range(moves):
        if state.is_over:
            break
        state.play(bots[state.to_move].choose(state.view(state.to_move)))
    return state


def believed(state: sa.State, slack: float, n: int = 200) -> np.ndarray:
    view = state.view(state.to_move)
    pool, bank = GAME.new_pool(4), GAME.new_pool(n)
    pool[0] = view.record()[0]
    moves = np.array(view.history, np.int64)
    words = np.array([9], np.uint64)
    GAME.kernels(belief).believe(pool, view.seat, view.match(), moves, slack, bank, words)
    return bank


@pytest.mark.slow
def test_every_world_fits_what_was_seen() -> None:
    for index in range(10):
        state = deal_between_rule_players(index, 5)
        if state.is_over:
            continue
        seat = state.to_move
        seen = state.view(seat).record().tobytes()
        for world in believed(state, 0.1, 30):
            pool = np.array([world])
            GAME.board.conceal_at(pool, 0, seat)
            assert pool.tobytes() == seen


def likelihood(state: sa.State, moves: list[int], seat: int, factor: float) -> float:
    """Of moves with the cards of a state, each that does not fit counting `factor`."""
    pool = GAME.new_pool(4)
    pool[1] = state._pool[0]
    n = len(moves)
    words = np.array([3], np.uint64)
    replay = GAME.kernels(belief).replay
    asked = np.array(moves, np.int64)
    return float(
        replay(pool, seat, GAME.new_match(), asked, np.full(n, factor), 0.0, np.zeros(n), words)
    )


@pytest.mark.slow
def test_a_world_in_which_the_moves_are_the_rule_players_fits() -> None:
    """The true deal of two rule players is such a world; another last move fits less."""
    for index in range(20):
        state = deal_between_rule_players(index, 6)
        if state.is_over:
            continue
        moves = list(state.history)
        assert likelihood(state, moves, state.to_move, 0.1) == 1
        replayed = GAME.deal(pack=state.pack)
        for move in moves[:-1]:
            replayed.play(move)
        mover = replayed.to_move
        wrong = [m for m in replayed.legal_moves() if m != moves[-1]]
        if wrong:
            moves[-1] = wrong[0]
            assert likelihood(state, moves, 1 - mover, 0.1) == 0.1
            assert likelihood(state, moves, mover, 0.1) == 1  # of one's own moves one knows why


@pytest.mark.slow
def test_a_world_in_which_a_move_is_not_legal_does_not_fit_at_all() -> None:
    state = deal_between_rule_players(0, 2)
    held = state.view(0).hand
    assert likelihood(state, [held[0], held[1]], 0, 0.1) == -1


@pytest.mark.slow
def test_swaps_leave_worlds_that_fit_what_was_seen() -> None:
    state = deal_between_rule_players(3, 6)
    seat = state.to_move
    seen = state.view(seat).record().tobytes()
    kernels = GAME.kernels(belief)
    pool, bank = GAME.new_pool(4), GAME.new_pool(20)
    pool[0] = state.view(seat).record()[0]
    words, moves = np.array([5], np.uint64), np.array(state.history, np.int64)
    for i in range(20):
        kernels.redealt(pool, seat, words)
        bank[i] = pool[1]
    before = bank.copy()
    likely, found = np.ones(len(moves)), np.ones(20)
    kernels.swap_cards(pool, seat, GAME.new_match(), moves, likely, bank, found, words)
    assert sum(a != b for a, b in zip(bank, before, strict=True)) > 10
    for world in bank:
        pool[1] = world
        GAME.board.conceal_at(pool, 1, seat)
        assert pool[1:2].tobytes() == seen


@pytest.mark.slow
def test_worlds_are_drawn_by_their_weights() -> None:
    kernels = GAME.kernels(belief)
    bank, words = GAME.new_pool(100), np.array([7], np.uint64)
    bank["turn"] = np.arange(100)
    weights, found = np.zeros(100), np.arange(100.0)
    weights[[3, 50, 99]] = 1, 2, 1
    kernels.resample(bank, found, weights, words)
    drawn = np.bincount(found.astype(int), minlength=100)
    assert (drawn[[3, 50, 99]] == (25, 50, 25)).all()
    assert (bank["turn"] == found).all()


@pytest.mark.slow
def test_few_worlds_do_not_carry_all_the_weight() -> None:
    weights = np.full(512, 1e-9)
    weights[:3] = 1
    GAME.kernels(belief).even_out(weights)
    assert weights.sum() ** 2 / (weights**2).sum() >= belief.FEW
    assert weights[0] == 1 and 0 < weights[-1] < 0.2


@pytest.mark.slow
def test_beliefs_come_nearer_to_the_truth_than_uniform_worlds() -> None:
    """Share of the other's true cards in the worlds, over deals between rule players."""
    right = {0.1: 0.0, 1.0: 0.0}
    deals = 0
    for index in range(40):
        state = deal_between_rule_players(index, 8)
        if state.is_over:
            continue
        deals += 1
        other = 1 - state.to_move
        held = int(state._pool["hand"][0, other])
        for slack in right:
            hands = believed(state, slack)["hand"][:, other]
            right[slack] += np.mean([(int(h) & held).bit_count() for h in hands])
    assert right[0.1] / deals > right[1.0] / deals + 0.1


def test_chances_of_the_match() -> None:
    chance = CHANCE[1:12, 1:12]
    assert np.allclose(chance + chance.T, 1.0)
    assert (np.diff(chance, axis=0) < 0).all() and (np.diff(chance, axis=1) > 0).all()
    rng = np.random.default_rng(1)
    won = 0
    for _ in range(4000):
        need = [3, 5]
        while min(need) > 0:
            need[rng.integers(2)] -= rng.choice([1, 2, 3], p=SHARES)
        won += need[0] <= 0
    assert abs(won / 4000 - CHANCE[3, 5]) < 4 * (0.25 / 4000) ** 0.5


@pytest.mark.parametrize("needs", [(7, 7), (1, 3), (2, 1)])
def test_a_better_payoff_is_worth_more_in_a_match(needs: tuple[int, int]) -> None:
    match = GAME.new_match()
    match["score"][0] = needs
    state = GAME.deal(seed=1, match=match)
    worth = [GAME.rules.worth(state._pool[0], 0, v) for v in (-3, -2, -1, 1, 2, 3)]
    assert worth == sorted(worth) and 0 <= worth[0] < worth[-1] <= 1
    assert state.view(0).in_match and not GAME.deal(seed=1).view(0).in_match
