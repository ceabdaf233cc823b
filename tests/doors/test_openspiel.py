"""Our games as OpenSpiel's: its own suites, and that a player there sees what a seat sees here."""

from __future__ import annotations

import importlib
import pickle
import random
import unittest
from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.games import MODULES

pytestmark = pytest.mark.openspiel

FIRST = sorted(set({v: k for k, v in [*MODULES.items()][::-1]}.values()))  # of each module


def door() -> Any:
    """The module; it makes our games known."""
    return importlib.import_module("schnapsen_ai.doors.openspiel")


def loaded(name: str, **params: Any) -> Any:
    import pyspiel

    door()
    return pyspiel.load_game(f"python_{name}", params)


def line(game: Any, seed: int) -> list[Any]:
    """The states of a deal at random, from the last card dealt to the end."""
    chance, state, found = random.Random(seed), game.new_initial_state(), []
    while not state.is_terminal():
        if not state.is_chance_node():
            found.append(state.clone())
        state.apply_action(chance.choice(state.legal_actions()))
    return [*found, state]


@pytest.mark.parametrize("name", MODULES)
def test_its_simulations_pass(name: str) -> None:
    import pyspiel
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    game = loaded(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    GamesSimTest().sim_game(game)


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("deep", [False, True])
def test_its_api_suite_passes(name: str, deep: bool) -> None:
    """As it is, it seldom gets beyond the deal of the cards; `deep` gives it states of play."""
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase as Suite

    game = loaded(name)
    made = type("Suite", (Suite,), {"game": game, "game_name": name})
    if deep:
        made.setUpClass = classmethod(lambda cls: None)
        made.some_states = [state for seed in range(4) for state in line(game, seed)]
        made.game_type = game.get_type()
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(made)
    result = unittest.TestResult()
    tests.run(result)
    assert tests.countTestCases() >= 5 and result.wasSuccessful(), result


@pytest.mark.parametrize("name", FIRST)
def test_information_states_are_equal_exactly_when_views_are(name: str) -> None:
    """Over deals that another seat cannot tell apart, of which this one tells some."""
    game, differ = loaded(name), 0
    for seed, state in [(s, state) for s in range(3) for state in line(game, s)[:-1:4]]:
        for seat in range(game.num_players()):
            own = state.information_state_string(seat), state.information_state_tensor(seat)
            view = state.table.state.view(seat)
            for other in range(game.num_players()):
                rng = np.random.default_rng(seed)
                again = door().state_of(game, state.table.state.view(other).redeal(rng))
                seen = again.table.state.view(seat)
                same = view.record().tobytes() == seen.record().tobytes()
                same = same and view.history == seen.history
                assert same or other != seat
                assert (again.information_state_string(seat) == own[0]) == same
                assert (again.information_state_tensor(seat) == own[1]) == same
                differ += not same
    assert differ > 10


@pytest.mark.parametrize("name", FIRST)
def test_states_are_drawn_anew_as_views_are_redealt(name: str) -> None:
    import pyspiel

    game = loaded(name)
    found = set()
    state = line(game, 1)[3]
    seat = state.current_player()
    for seed in range(8):
        sampler = pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)
        again = state.resample_from_infostate(seat, sampler)
        assert again.information_state_string() == state.information_state_string()
        assert again.legal_actions() == state.legal_actions()
        assert again.history()[-3:] == state.history()[-3:]
        found.add(tuple(again.history()))
    assert len(found) > 4


@pytest.mark.parametrize("name", FIRST)
def test_it_is_perfect_recall(name: str) -> None:
    """What a player knew when it last moved, and its move, follow from what it knows now."""
    game = loaded(name)
    for seed in range(3):
        before: dict[int, tuple[str, int]] = {}
        states = line(game, seed)
        for state in states[:-1]:
            seat = state.current_player()
            pack, moves = _told(state, seat)
            if seat in before:
                known, n = before[seat]
                assert moves[:n] == known[1][:n] and len(moves) > n
                assert all(a == "??" or a == b for a, b in zip(known[0], pack, strict=True))
            before[seat] = (pack, moves), len(moves)


def _told(state: Any, seat: int) -> tuple[list[str], list[str]]:
    words = state.information_state_string(seat).split(" ")
    pack = words[words.index("pack") + 1]
    moves = words[words.index("moves") + 1]
    return [pack[i : i + 2] for i in range(0, len(pack), 2)], [m for m in moves.split(".") if m]


@pytest.mark.parametrize("name", FIRST)
def test_payoffs_stay_within_bounds_under_every_house_rule(name: str) -> None:
    import pyspiel

    for option in sa.load(name).rules.OPTIONS:
        for value in option.values:
            rules = sa.load(name, **{option.name: value})
            game = door().games.spiel_game(rules)
            assert pyspiel.load_game(str(game)).rules == rules  # and its name says them
            assert game.min_utility() == -game.max_utility()
            even = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
            for index in range(2):
                state = rules.deal(1, index)
                rng = random.Random(index)
                while not state.is_over:
                    state.play(rng.choice(state.legal_moves()))
                paid = state.payoffs()
                assert max(map(abs, paid)) <= game.max_utility()
                assert not even or sum(paid) == 0


def test_the_bound_of_games_that_name_none_is_reached_by_doubling() -> None:
    assert loaded("snapszer3").max_utility() == 32 * 2 * 8  # a duri, doubled three times
    assert loaded("rablo").max_utility() == 900 * 8
    assert loaded("schnapsen").max_utility() == 3


def test_house_rules_are_parameters() -> None:
    import pyspiel

    game = loaded("schnapsen", claim="auto", talon_min_close="_4", flat=1)
    assert game.rules == sa.load("schnapsen", claim="auto", talon_min_close=4, flat=1)
    assert pickle.loads(pickle.dumps(game)).rules == game.rules
    with pytest.raises(pyspiel.SpielError, match="nonsense"):
        loaded("schnapsen", nonsense=1)


def test_a_game_of_ones_own(tmp_path, monkeypatch) -> None:
    import pyspiel
    from toy import __file__ as toy

    name = door().register(toy)
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_without_it_says_what_to_install(monkeypatch) -> None:
    import sys

    for name in [n for n in sys.modules if n.startswith("schnapsen_ai.doors.openspiel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"pip install 'schnapsen-ai\[openspiel\]'"):
        door()
