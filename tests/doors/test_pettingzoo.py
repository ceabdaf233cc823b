"""The PettingZoo environments: the ecosystem's own suites, and that they play the games' deals."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.batched.layout import Layout
from schnapsen_ai.deal import matches
from schnapsen_ai.games import MODULES

pytestmark = pytest.mark.rl

FIRST = sorted(set({v: k for k, v in [*MODULES.items()][::-1]}.values()))  # of each module
UNITS = ("deal", "match")


def made(*args: Any, **given: Any) -> Any:
    from schnapsen_ai.doors.pettingzoo import env

    return env(*args, **given)


def move_of(mask: np.ndarray, step: int) -> int:
    """One of the legal moves, another at each step."""
    legal = np.flatnonzero(mask)
    return int(legal[step * 7 % len(legal)])


@pytest.mark.filterwarnings("ignore:.*Observation.*:UserWarning")  # it is a dict, with the mask
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("name", MODULES)
def test_the_suites_of_pettingzoo_pass(name: str, unit: str) -> None:
    from pettingzoo.test import api_test, seed_test

    given = {"unit": unit, "max_deals": 3 if unit == "match" else None}
    api_test(made(name, **given), num_cycles=300)
    seed_test(lambda: made(name, **given), num_cycles=100)


@pytest.mark.parametrize("name", FIRST)
def test_deals_are_those_of_the_seed(name: str) -> None:
    """Seats, masks, observations and payoffs are those of the game's own states."""
    env, game = made(name), sa.load(name)
    layout = Layout(game)
    env.reset(seed=5)
    for index in range(2):
        state = game.deal(5, index)
        for step, agent in enumerate(env.agent_iter()):
            seen, reward, over, cut, info = env.last()
            assert not cut
            if over:
                assert reward == state.payoffs()[int(agent[-1])]
                assert not seen["action_mask"].any()
                env.step(None)
                continue
            assert agent == f"player_{state.to_move}" and reward == 0
            assert np.flatnonzero(seen["action_mask"]).tolist() == state.legal_moves()
            assert (info["action_mask"] == seen["action_mask"]).all()
            for seat, other in enumerate(env.agents):
                vector = env.observe(other)
                assert (vector["observation"] == layout.of(state.view(seat))).all()
                assert other == agent or not vector["action_mask"].any()
            move = move_of(seen["action_mask"], step)
            env.step(move)
            state.play(move)
        assert state.is_over and not env.agents
        env.reset()


@pytest.mark.parametrize("name", FIRST)
def test_matches_are_played_to_their_end(name: str) -> None:
    env, game = made(name, unit="match", max_deals=2), sa.load(name)
    env.reset(seed=3)
    match = matches.opening(game, 2)
    for index in range(2):
        state = game.deal(3, index, match=match)
        players = [p for p in match["player"][0].tolist() if p >= 0]
        step = 0
        while not state.is_over:
            assert env.agent_selection == f"player_{players[state.to_move]}"
            move = move_of(env.last()[0]["action_mask"], step)
            env.step(move)
            state.play(move)
            step += 1
        game.book(match, state)
        if match["over"][0]:
            break
    assert all(env.terminations.values())
    assert [env.rewards[a] for a in env.agents] == matches.rewards(game, match)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("name", FIRST)
def test_copies_in_mid_deal_go_on_alike_and_apart(name: str, copied: Any) -> None:
    env = made(name, observations="onehot+recall")
    env.reset(seed=2)
    for _ in range(3):
        env.step(move_of(env.last()[0]["action_mask"], 0))
    assert not any(env.terminations.values())
    other = copied(env)
    before = env.last()[0]["observation"].copy()
    ends = []
    for one in (other, env):
        assert (one.last()[0]["observation"] == before).all()
        step = 0
        while not all(one.terminations.values()):
            one.step(move_of(one.last()[0]["action_mask"], step))
            step += 1
        one.reset()
        ends.append((dict(one.rewards), one.last()[0]["observation"].tolist()))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("unit, lost", [("deal", -3), ("match", -1)])
@pytest.mark.parametrize("wrong", [40, -1, 99, 2.0])
def test_an_illegal_move_ends_it_at_the_largest_loss(unit: str, lost: int, wrong: Any) -> None:
    env = made("schnapsen", unit=unit)
    env.reset(seed=1)
    assert env.last()[0]["action_mask"][40] == 0
    agent = env.agent_selection
    env.step(wrong)
    assert env.rewards == {a: lost if a == agent else 0 for a in env.agents}
    assert all(env.terminations.values()) and env.infos[agent]["illegal"]
    env.reset()
    assert not any(env.terminations.values())


def test_it_is_shown_as_the_agent_to_move_sees_it(capsys) -> None:
    env = made("schnapsen", render_mode="ansi")
    env.reset(seed=1)
    board = env.render()
    assert board.count("??") + board.count("▒▒") == 5 and "player 1" in board
    assert capsys.readouterr().out == ""
    human = made("schnapsen", render_mode="human")
    human.reset(seed=1)
    human.step(move_of(human.last()[0]["action_mask"], 0))
    assert "player 1" in capsys.readouterr().out
    assert human.render() is None
    silent = made("schnapsen").unwrapped
    silent.reset()
    assert silent.render() is None


@pytest.mark.parametrize(
    "given, words",
    [
        ({"game": "chess"}, "game 'chess' is not known"),
        ({"options": {"colour": 1}}, "option 'colour' is not known"),
        ({"unit": "set"}, "unit 'set' is not known"),
        ({"observations": False}, "say what the seat sees"),
        ({"observations": "compact+oracle"}, "say what the seat sees"),
        ({"render_mode": "rgb_array"}, "render_mode 'rgb_array' is not known: ansi, human"),
        ({"max_deals": 0, "unit": "match"}, "max_deals=0"),
    ],
)
def test_what_is_wrong_is_said(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        made(**given)


def test_house_rules_are_options() -> None:
    env = made("schnapsen", options={"close_scoring": "at_end"}).unwrapped
    assert env._episode.game == sa.load("schnapsen", close_scoring="at_end")
    assert str(env) == "schnapsen_v0"
