"""Bots across the door to OpenSpiel, both ways."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa

pytestmark = pytest.mark.openspiel

ISMCTS = "schnapsen_ai.doors.openspiel:ISMCTS:simulations=8"
LISTENER = """
import schnapsen_ai as sa


class Listener(sa.Bot):
    def begin(self, game, seat, rng):
        super().begin(game, seat, rng)
        self.heard = []

    def saw(self, seat, move):
        self.heard.append(move)

    def choose(self, view):
        assert self.heard == list(view.history) and view.seat == self.seat
        return view.legal_moves()[int(self.rng.integers(len(view.legal_moves())))]


class Seer(Listener):
    sees_all = True

    def choose(self, view):
        assert len(view.state.view(1 - self.seat).hand) > 0
        return super().choose(view)
"""


def door() -> Any:
    return importlib.import_module("schnapsen_ai.doors.openspiel")


@pytest.mark.parametrize("name", ["schnapsen", "schafkopf", "snapszer3"])
def test_ours_play_there(name: str, tmp_path) -> None:
    """They hear every move, and see their own views; a seed repeats them."""
    import pyspiel
    from open_spiel.python.algorithms import evaluate_bots

    (tmp_path / "listener.py").write_text(LISTENER)
    bot = f"{tmp_path}/listener.py:" + ("Seer" if name == "schnapsen" else "Listener")
    game = (door(), pyspiel.load_game(f"python_{name}"))[1]
    seats = range(game.num_players())

    def paid(seed: int) -> list[Any]:
        chance = np.random.RandomState(seed)
        bots = [door().as_spiel_bot(game, bot if s == 1 else "random", s, seed) for s in seats]
        state = game.new_initial_state()
        return [list(evaluate_bots.evaluate_bots(state, bots, chance)) for _ in range(3)]

    assert paid(5) == paid(5)


def test_bots_know_their_seats() -> None:
    import pyspiel

    game = (door(), pyspiel.load_game("python_schnapsen"))[1]
    bots = [door().as_spiel_bot(game, "rules", 0), door().as_spiel_bot(game, "random", 1)]
    assert [bot.player_id() for bot in bots] == [0, 1]


def test_its_play_here() -> None:
    results = [sa.play_deals(ISMCTS, "random", deals=2, seed=1) for _ in range(2)]
    assert results[0].n_deals == 2 and not results[0].faults
    assert results[0].points.tolist() == results[1].points.tolist()


def test_a_policy_plays_here(tmp_path) -> None:
    (tmp_path / "uniform.py").write_text(
        "from open_spiel.python.policy import UniformRandomPolicy\n"
        "from schnapsen_ai.doors import openspiel\n\n\n"
        "class Uniform(openspiel.SpielBot):\n"
        "    def made(self, game, seat, chance):\n"
        "        return openspiel.PolicyBot(UniformRandomPolicy(game), seat, chance)\n"
    )
    bot = f"{tmp_path}/uniform.py:Uniform"
    result = sa.play_deals(bot, "random", game="watten", deals=2, seed=2)
    assert result.n_deals == 2 and not result.faults


def test_matches_cross_too() -> None:
    """Deals of a match keep what they inherit from it: of a Snapszer match who is still in it."""
    import pyspiel

    rules = sa.load("snapszer3")
    match = rules.new_match()
    while sum(match["player"][0] >= 0) == 3:  # until somebody is out
        state = rules.deal(seed=1, index=int(match["deals"][0]), match=match)
        while not state.is_over:
            state.play(state.legal_moves()[-1])
        rules.book(match, state)
        assert not match["over"][0]
    state = rules.deal(seed=2, match=match)
    game = (door(), pyspiel.load_game("python_snapszer3"))[1]
    for _ in range(6):
        made = door().state_of(game, state)
        assert made.table.state == state and made.legal_actions() == state.legal_moves()
        state.play(state.legal_moves()[0])


def test_only_deals_from_the_pack_on_cross() -> None:
    import pyspiel

    game = (door(), pyspiel.load_game("python_schnapsen"))[1]
    text = sa.load("schnapsen").deal(seed=1).text()
    with pytest.raises(ValueError, match="endgame"):
        door().state_of(game, sa.load("schnapsen").position(text))
