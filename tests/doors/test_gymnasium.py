"""The Gymnasium environments: its checker, what opponents do, and many at once."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.games import MODULES

pytestmark = pytest.mark.rl

UNITS = ("deal", "match")
BOTS = '''
import schnapsen_ai as sa

class Told(sa.Bot):
    """The lowest legal move; it has heard all that the view knows."""
    def begin(self, game, seat, rng):
        super().begin(game, seat, rng)
        self.heard = []
    def saw(self, seat, move):
        self.heard.append(move)
    def choose(self, view):
        assert tuple(self.heard) == view.history
        return view.legal_moves()[0]

class Peeks(sa.Bot):
    sees_all = True
    def choose(self, view):
        assert view.sees_all and view.state.to_move == view.seat
        return view.legal_moves()[0]

class Wrong(sa.Bot):
    def choose(self, view):
        return 62

class Resigns(sa.Bot):
    def choose(self, view):
        raise sa.Resign
'''


def made(name: str = "schnapsen", many: int = 0, **given: Any) -> Any:
    import gymnasium

    import schnapsen_ai.doors.gymnasium  # noqa: F401  registers

    if many:
        return gymnasium.make_vec(f"schnapsen_ai/{name}-v0", num_envs=many, **given)
    return gymnasium.make(f"schnapsen_ai/{name}-v0", disable_env_checker=True, **given).unwrapped


def lowest(seen: dict[str, np.ndarray]) -> int:
    return int(np.argmax(seen["action_mask"]))


def played(env: Any, seed: int | None = None) -> tuple[float, list[list[int]]]:
    """An episode of lowest moves: the reward, and all that was seen."""
    seen, _ = env.reset(seed=seed)
    shown, over, reward = [seen["observation"].tolist()], False, 0.0
    while not over:
        assert reward == 0
        seen, reward, over, cut, info = env.step(lowest(seen))
        shown.append(seen["observation"].tolist())
        assert not cut and (info["action_mask"] == seen["action_mask"]).all()
    return reward, shown


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("name", MODULES)
def test_the_checker_of_gymnasium_passes(name: str, unit: str) -> None:
    from gymnasium.utils.env_checker import check_env

    cut = 2 if unit == "match" else None
    check_env(made(name, unit=unit, opponent="random", max_deals=cut))


@pytest.mark.parametrize("name", ["schnapsen", "snapszer3", "watten"])
def test_others_answer_and_the_deal_is_paid(name: str, tmp_path) -> None:
    """Against players of the lowest move, by one: the deal is that of lowest moves throughout."""
    (tmp_path / "bots.py").write_text(BOTS)
    env = made(name, opponent=f"{tmp_path}/bots.py:Told", unit="deal")
    game, index = sa.load(name), 0
    for _ in range(2 * game.n_seats):
        reward, shown = played(env, 4 if index == 0 else None)
        while True:  # a deal that ends before the learner's first move is passed over
            state, learner, seen = game.deal(4, index), index % game.n_seats, []
            while not state.is_over:
                if state.to_move == learner:
                    seen.append(env.layout.of(state.view(learner)).tolist())
                state.play(state.legal_moves()[0])
            index += 1
            if seen:
                break
        assert env.player == learner
        assert reward == state.payoffs()[learner] and shown[:-1] == seen


def test_the_learner_may_keep_a_seat() -> None:
    env = made(seat=1, opponent="random")
    for seed in (1, None, None):
        env.reset(seed=seed)
        assert env.player == 1


def test_seeds_fix_all_that_follows() -> None:
    one, other = made(opponent="random"), made(opponent="random")
    first = [played(one, 7), played(one)]
    assert [played(other, 7), played(other)] == first
    assert played(other, 8) != first[0] and first[0] != first[1]


def test_matches_end_with_their_winner() -> None:
    env = made(unit="match", opponent="random")
    assert {played(env, seed)[0] for seed in range(3)} <= {-1.0, 1.0}
    assert env._episode.dealt > 1


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_deal_go_on_alike(copied: Any) -> None:
    env = made(opponent="random")
    seen, _ = env.reset(seed=3)
    env.step(lowest(seen))
    other, rest = copied(env), []
    for one in (other, env):
        over, seen = False, one._episode.seen(one.player)
        while not over:
            seen, reward, over, *_ = one.step(lowest(seen))
        rest.append((reward, played(one)))
    assert rest[0] == rest[1]


def test_an_illegal_move_ends_it_and_the_next_is_refused() -> None:
    from gymnasium.error import ResetNeeded

    env = made()
    env.reset(seed=1)
    _, reward, over, _, info = env.step(40)
    assert reward == -3 and over and info["illegal"]
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)


@pytest.mark.parametrize("unit, won", [("deal", 1.0), ("match", 1.0)])
def test_an_opponent_may_resign(unit: str, won: float, tmp_path) -> None:
    (tmp_path / "bots.py").write_text(BOTS)
    env = made(opponent=f"{tmp_path}/bots.py:Resigns", seat=0, unit=unit)
    seen, _ = env.reset(seed=1)
    _, reward, over, *_ = env.step(lowest(seen))
    assert over and reward >= won


def test_opponents_that_err_or_see_all(tmp_path) -> None:
    (tmp_path / "bots.py").write_text(BOTS)
    played(made(opponent=f"{tmp_path}/bots.py:Peeks"), 1)
    with pytest.raises(sa.IllegalMove, match="Wrong answered 62, which is not legal"):
        made(opponent=f"{tmp_path}/bots.py:Wrong", seat=1).reset(seed=1)


def test_the_learner_is_shown_its_own_cards() -> None:
    env = made(render_mode="ansi", seat=0)
    env.reset(seed=1)
    board = env.render()
    assert board.count("??") + board.count("▒▒") >= 4


@pytest.mark.parametrize(
    "given, words",
    [
        ({"seat": 2}, "seat 2 is not in 0..1"),
        ({"opponent": "nobody"}, "bot 'nobody' is not known"),
        ({"opponent": "pimc", "many": 2}, "pimc has no compiled policy"),
        ({"seat": 2, "many": 2}, "seat 2 is not in 0..1"),
        ({"unit": "set", "many": 2}, "unit 'set' is not known"),
    ],
)
def test_what_is_wrong_is_said(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        made(**given)


# --- many at once ---


@pytest.mark.parametrize("name", ["schnapsen", "snapszer3"])
@pytest.mark.parametrize("unit", UNITS)
def test_many_are_batches(name: str, unit: str) -> None:
    """A learner in one seat: the rows of a batch with the others as its opponents."""
    many = made(name, 4, seat=1, opponent="random", unit=unit, max_deals=2)
    seen, _ = many.reset(seed=6)
    others = {p: "random" for p in range(sa.load(name).n_seats) if p != 1}
    batch = sa.batch(name, n=4, opponents=others, observations=True, unit=unit, max_deals=2,
                     seed=int(np.random.Generator(np.random.PCG64(6)).integers(2**62, size=4)[0]))
    ends = 0
    for _ in range(40):
        assert seen in many.observation_space
        assert (seen["observation"] == batch.observation).all()
        moves = batch.sample()
        assert seen["action_mask"][np.arange(4), moves].all()
        batch.step(moves)
        seen, rewards, over, cut, info = many.step(moves)
        assert (rewards == batch.reward[:, 1]).all() and (over == batch.done).all()
        assert not cut.any() and (info["action_mask"] == seen["action_mask"]).all()
        ends += over.sum()
    assert ends > 0


def test_every_seat_has_its_share_of_the_rows() -> None:
    many = made(many=5, opponent="random")
    assert many.unwrapped.player.tolist() == [0, 0, 1, 1, 1]
    many.reset(seed=1)
    first = [many.step(many.unwrapped.sample())[0]["observation"].tolist() for _ in range(9)]
    many.reset(seed=1)
    again = [many.step(many.unwrapped.sample())[0]["observation"].tolist() for _ in range(9)]
    many.reset()
    assert first == again
    assert many.step(many.unwrapped.sample())[0]["observation"].tolist() != first[0]


def test_observations_are_kept_unless_not_wished() -> None:
    for copied in (True, False):
        many = made(many=3, opponent="random", seat=0, copy=copied)
        first = many.reset(seed=1)[0]["observation"]
        before = first.copy()
        many.step(many.unwrapped.sample())
        assert (first == before).all() == copied


def test_an_illegal_move_is_named_and_nothing_is_played() -> None:
    many = made(many=4, opponent="random")
    seen, _ = many.reset(seed=1)
    moves = many.unwrapped.sample()
    moves[3] = -1
    with pytest.raises(sa.IllegalMove, match=r"actions\[3\] = -1 is not legal: legal are \["):
        many.step(moves)
    moves[3] = lowest({"action_mask": seen["action_mask"][3]})
    many.step(moves)
    with pytest.raises(ValueError, match=r"whole numbers, one a row: int64\[4\]"):
        many.step(moves[:2])


def test_wrappers_of_gymnasium_take_it() -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    many = RecordEpisodeStatistics(made(many=4, opponent="random"))
    many.reset(seed=1)
    kept = []
    for _ in range(40):
        _, rewards, over, _, info = many.step(many.unwrapped.sample())
        assert ("episode" in info) == over.any()
        kept += (info["episode"]["r"][over] == rewards[over]).tolist() if over.any() else []
    assert kept and all(kept)
