"""Endgames as games of OpenSpiel: worlds and weights, its CFR, exploitability and ISMCTS."""

from __future__ import annotations

import importlib
import pickle
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa

pytestmark = pytest.mark.openspiel

#: Three cards each, the talon closed: what the seat to move sees.
CLOSED = (
    "schnapsen_auto_claim hands=TSTHJH/??? talon=??? up=KS trump=S turn=0 points=46/6 tricks=4/1 "
    "closed=0:0/0 past=QSAH.QDTC.QHAD.KHJS.QCJC lacks=-/AHTHKHQHJH seat=0"
)
#: Two cards each.
SHORT = (
    "schnapsen_auto_claim hands=??/ACKC talon=??? up=KS trump=S turn=1 points=46/19 tricks=4/2 "
    "closed=0:0/0 past=QSAH.QDTC.QHAD.KHJS.QCJC.JHAS lacks=-/AHTHKHQHJH seat=1"
)
#: Before the last trick after which cards are drawn.
LAST_TALON_TRICK = (
    "schnapsen_auto_claim hands=?????/ACASAHQHTD talon=? up=JS trump=S turn=1 points=5/33 "
    "tricks=1/3 past=THKS.KDQC.QSJH.JCTC seat=1"
)
def door() -> Any:
    return importlib.import_module("schnapsen_ai.doors.openspiel")


def test_its_suites_pass() -> None:
    import pyspiel
    from open_spiel.integration_tests.api_test import _assert_is_perfect_recall
    from open_spiel.python.algorithms.get_all_states import get_all_states

    game = door().endgame(SHORT)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    assert len(_assert_is_perfect_recall(game)) > 20
    for state in get_all_states(game, include_terminals=True).values():
        if state.is_terminal():
            assert sum(state.returns()) == 0 and max(state.returns()) <= game.max_utility()


def test_it_is_known_by_name() -> None:
    import pyspiel

    game = door().endgame(CLOSED)
    again = pyspiel.load_game("python_card_endgame", {"position": CLOSED})
    assert str(again) == str(game) and again == pickle.loads(pickle.dumps(game))
    assert pyspiel.load_game(str(game)).worlds.chances == game.worlds.chances


def uneven() -> Any:
    """A view whose worlds do not weigh the same: a king led alone said that the queen was not there
    *then*."""
    game = sa.load("schnapsen", marriage="auto")
    for index in range(400):
        state, rng = game.deal(3, index), np.random.default_rng(index)
        while not state.is_over and len(state.view(0).unseen) > 6:
            state.play(int(rng.choice([m for m in state.legal_moves() if m < 32])))
        view = None if state.is_over else state.view(state.to_move)
        if view is not None and len(set(game.rules.list_worlds(view.record(), view.seat)[1])) > 1:
            return view
    raise AssertionError("no such position")


def test_chance_has_every_world_with_its_weight() -> None:
    for view in (sa.load("schnapsen_auto_claim").position(CLOSED), uneven()):
        game = door().endgame(view)
        worlds, weights = view.game.rules.list_worlds(view.record(), view.seat)
        state = game.new_initial_state()
        assert [p for _, p in state.chance_outcomes()] == list(weights / weights.sum())
        hands = [tuple(game.worlds.state(w).view(1 - view.seat).hand) for w in range(len(worlds))]
        listed = [int(h) for h in worlds["hand"][:, 1 - view.seat]]
        assert [sum(1 << c for c in hand) for hand in hands] == listed


def test_what_nobody_can_rule_out_agrees_with_every_seat() -> None:
    """Given what a seat sees, worlds are as likely as that seat holds them."""
    view = sa.load("schnapsen_auto_claim").position(SHORT)
    worlds = door().endgame(view, mutual=True).worlds
    assert len(worlds) > len(door().endgame(view).worlds)
    for seat in range(2):
        alike = defaultdict(list)
        for world in range(len(worlds)):
            alike[worlds.state(world).view(seat).record().tobytes()].append(world)
        for record, which in alike.items():
            pool = np.frombuffer(bytearray(record), view.record().dtype)
            listed = sorted(view.game.rules.list_worlds(pool, seat)[1].tolist())
            ours = sorted(worlds.weights[w] for w in which)
            assert len(ours) == len(listed)
            assert all(a * listed[0] == b * ours[0] for a, b in zip(ours, listed, strict=True))


def test_weights_follow_from_world_to_world() -> None:
    """Also where they are not alike: seen from its own seat, a world has the weight it lists."""
    view = uneven()
    worlds = door().endgame(view, mutual=True).worlds
    listed = door().endgame(view).worlds
    own = {worlds.pool[w].tobytes(): worlds.weights[w] for w in range(len(worlds))}
    ratios = {
        own[listed.pool[w].tobytes()] / listed.weights[w] for w in range(len(listed))
    }
    assert len(ratios) == 1 and len(set(listed.weights)) > 1


def test_cfr_solves_it() -> None:
    """Exploitability below a hundredth of a game point.

    The value is the same where play ends with exact values once all is known, and where it goes on.
    """
    import pyspiel

    values = []
    for solved in (True, False):
        game = pyspiel.convert_to_cached_tree(door().endgame(CLOSED, solved=solved))
        solver = pyspiel.CFRPlusSolver(game)
        solver.evaluate_and_update_policy()
        assert pyspiel.exploitability(game, solver.average_policy()) > 0.01  # it has to be solved
        for _ in range(60):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        assert pyspiel.exploitability(game, policy) < 0.01
        returns = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
        values.append(returns[0])
    assert abs(values[0] - values[1]) < 0.02


def test_knowing_all_is_knowing_by_elimination() -> None:
    game = sa.load("schnapsen_auto_claim")
    assert not door().endgames.knows_all(game.position(CLOSED))
    gone = game.deal(seed=1)
    while gone.view(0).talon_left:
        gone.play(max(m for m in gone.legal_moves() if m < 32))
    assert gone.view(0).unseen and door().endgames.knows_all(gone.view(0))


@pytest.mark.full
@pytest.mark.compiled
def test_cfr_solves_the_last_talon_trick() -> None:
    import pyspiel

    game = pyspiel.convert_to_cached_tree(door().endgame(LAST_TALON_TRICK))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.01


def test_its_search_plays_it() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = door().endgame(SHORT)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 40,
                           random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(7)
        else:
            state.apply_action(int(bot.step(state)))
    assert state.history()[0] == 7


def test_worlds_may_be_drawn_where_they_cannot_be_listed() -> None:
    import pyspiel

    state = sa.load("watten").deal(seed=4)
    rng = np.random.default_rng(1)
    while len(state.view(0).hand) > 2:
        state.play(int(rng.choice(state.legal_moves())))
    view = state.view(state.to_move)
    with pytest.raises(ValueError, match="draws=1000"):
        door().endgame(view)
    game = door().endgame(view, draws=50, solved=False)
    assert sum(game.worlds.weights) == 50
    assert game.worlds.weights == door().endgame(view, draws=50, solved=False).worlds.weights
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_an_open_position_is_refused() -> None:
    with pytest.raises(ValueError, match="no hidden worlds"):
        door().endgame(sa.load("schnapsen").deal(seed=1).text())
