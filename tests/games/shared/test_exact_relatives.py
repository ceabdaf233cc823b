"""Exact open-card values of the relatives against minimax by nothing but the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import plain_search
import pytest

import schnapsen_ai as sa
from schnapsen_ai.deal.exact import solver_of

# By game: cards a hand from which plain minimax can still solve, and from which it is quick.
HELD = {
    "snapszer2": (8, 6),
    "snapszer3": (6, 5),
    "bauernschnapsen": (5, 5),
    "rablo": (6, 5),
    "watten": (4, 3),
    "schafkopf": (5, 4),
}
BUDGET = 20_000_000
DOUBLE = 37
FAR = 1 << 40

HOUSES: dict[str, list[dict[str, Any]]] = {
    "snapszer2": [{}, {"silent_no_marriage": True, "show_no_silent": True}],
    "snapszer3": [{}, {"marriage_void": True, "utility": "points"}, {"overtrump": False}],
    "bauernschnapsen": [{}, {"need_claim": True}, {"bettler_free": True}],
    "rablo": [
        {},
        {"auto_enough": True},
        {"enough_needs_called_card": True, "marriage_needs_trick": True},
    ],
    "watten": [{}, {"krit_lifts": True}, {"schlag_counts_as_trump": True, "max_stake": 3}],
    "schafkopf": [{}, {"at_deal": True, "ace_still_forced": True}, {"n_stoss_max": 4}],
}


def check(game: sa.Game, n: int, held: int, seed: int) -> int:
    """Compare `n` positions of at most `held` cards a hand; how many could be compared."""
    pool = game.new_pool(n)
    kernels = game.kernels(plain_search)
    kernels.bid_and_play(pool, game.new_match(), np.array([seed], np.uint64), held)
    room = game.new_pool(game.rules.MAX_PLIES + 1)
    solver = solver_of(game)
    compared = 0
    for i in range(n):
        seat = i % game.n_seats
        room[0] = pool[i]
        budget = np.array([BUDGET])
        plain = int(kernels.plain_value(room, 0, seat, -FAR, FAR, budget))
        if budget[0] > 0:
            assert solver.kernels.exact_value_at(pool, i, seat, solver.work) == plain
            assert solver.kernels.exact_at_least_at(pool, i, seat, plain, solver.work)
            assert not solver.kernels.exact_at_least_at(pool, i, seat, plain + 1, solver.work)
            compared += 1
    return compared


@pytest.mark.parametrize("name", HELD)
def test_exact_values_in_late_positions(name: str) -> None:
    for k, options in enumerate(HOUSES[name]):
        game = sa.load(name, **options)
        assert check(game, 30, HELD[name][1] - 1, k) == 30
        assert check(game, 20, HELD[name][1], 10 + k) > 10


@pytest.mark.full
@pytest.mark.parametrize("name", HELD)
def test_exact_values_early(name: str) -> None:
    assert check(sa.load(name), 250, HELD[name][0], 99) >= 200


@pytest.mark.parametrize("name", HELD)
def test_the_moves_have_the_values_of_what_they_lead_to(name: str) -> None:
    """In the doubling windows too."""
    game = sa.load(name)
    rng = np.random.default_rng(5)
    seen = 0
    for k in range(50):
        state = game.deal(seed=31, index=k)
        while not state.is_over:
            moves = state.legal_moves()
            bidding = not game.board.sides_known_at(state._pool, 0) or (
                DOUBLE not in moves and moves[0] >= 32
            )
            if not bidding and rng.random() < 0.1:
                break
            state.play(int(rng.choice(moves)))
        if state.is_over:
            continue
        seen += 1
        seat = state.to_move
        for move, value in state.move_values().items():
            after = state.copy()
            after.play(move)
            assert (after.payoffs()[seat] if after.is_over else after.value(seat)) == value
        assert state.value(seat) == max(state.move_values().values())
    assert seen > 10
