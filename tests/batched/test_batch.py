"""A batch steps as single states do, in every game: what it shows, what it pays, what it deals."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from sizes import few_and_many

import schnapsen_ai as sa
from schnapsen_ai.batched.layout import Layout
from schnapsen_ai.bot.compiled import decider_of, new_desks
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.cards import members, word
from schnapsen_ai.deal import matches
from schnapsen_ai.games import MODULES

pytestmark = pytest.mark.interpreted

FIRST = sorted(set({v: k for k, v in [*MODULES.items()][::-1]}.values()))  # of each module
ALL = "compact+options+recall+oracle"


class Twin:
    """The deals of a batch as single states, played move by move."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.states = [env.state(i) for i in range(env.n)]
        self.ended = 0

    def step(self, moves: np.ndarray) -> None:
        """Play the moves here and there, and compare."""
        self.env.step(moves)
        for i, move in enumerate(moves):
            state = self.states[i]
            state.play(int(move))
            paid = state.payoffs() if state.is_over else (0,) * state.game.n_seats
            assert bool(self.env.done[i]) == state.is_over
            assert tuple(self.env.reward[i]) == paid
            if state.is_over:
                self.ended += 1
                self.states[i] = self.env.state(i)
                assert not self.states[i].history and self.states[i].origin != state.origin
            self.compare(i)

    def compare(self, i: int) -> None:
        env, state = self.env, self.states[i]
        seat = env.seat[i]
        assert seat == state.to_move == env.player[i]
        assert int(env.mask[i]) == state.view(seat).legal
        if env.observation.shape[1]:
            assert env.observation[i].tolist() == env.layout().of(state.view(seat)).tolist()


@few_and_many("n", 1, 3)
@pytest.mark.parametrize("name", FIRST)
def test_steps_are_those_of_single_states(name: str, n: int) -> None:
    env = sa.batch(name, n=n, seed=4, observations="compact+recall")
    twin = Twin(env)
    for _ in range(30):
        twin.step(env.sample())
    assert env.state(0) == twin.states[0]


@pytest.mark.full
@pytest.mark.parametrize("name", MODULES)
def test_ten_thousand_deals_are_those_of_single_states(name: str) -> None:
    env = sa.batch(name, n=250, seed=5, observations=True, threads=2)
    twin = Twin(env)
    while twin.ended < 10_000:
        twin.step(env.sample())


def test_the_compact_observation_is_that_of_a_view() -> None:
    env = sa.batch("schnapsen", n=4, seed=6, observations=True)
    for _ in range(12):
        env.step(env.sample())
    for i in range(env.n):
        seen = env.state(i).view(env.seat[i]).observation()
        assert env.observation[i].tolist() == seen.tolist()


def played(steps: int, **given: Any) -> tuple[Any, ...]:
    """All that a batch shows over some steps."""
    env = sa.batch(**given)
    shown = []
    for _ in range(steps):
        env.step(env.sample())
        shown.append([np.array(a) for a in (
            env.mask, env.seat, env.player, env.observation, env.oracle, env.done, env.reward,
            env.points, env.dealt,
        )])  # fmt: skip
    return tuple(np.stack(column).tolist() for column in zip(*shown, strict=True))


@pytest.mark.filterwarnings("ignore:overflow")  # numpy minds it by thread
@pytest.mark.parametrize("unit", ["deal", "match"])
def test_a_seed_fixes_all_whatever_the_number_of_threads(unit: str) -> None:
    given = {"n": 7, "unit": unit, "observations": ALL, "opponents": {1: "random"}}
    alone = played(12, seed=8, threads=1, **given)
    assert played(12, seed=8, threads=3, **given) == alone
    assert played(2, seed=9, threads=1, **given) != tuple(shown[:2] for shown in alone)


def test_reset_begins_again() -> None:
    env = sa.batch("schnapsen", n=3, seed=1, observations=True)
    first, moves = env.observation.copy(), env.sample()
    for _ in range(9):
        env.step(env.sample())
    env.reset()
    assert (env.observation == first).all() and (env.sample() == moves).all()
    env.reset(seed=2)
    assert (env.observation != first).any()
    env.reset()
    assert env.seed == 2 and (env.observation != first).any()


def test_without_a_seed_deals_are_fresh() -> None:
    one, other = sa.batch("schnapsen", n=4), sa.batch("schnapsen", n=4)
    assert any(one.state(i).pack != other.state(i).pack for i in range(4))


# --- matches ---


@pytest.mark.parametrize("name", FIRST)
def test_matches_are_played_deal_by_deal(name: str) -> None:
    env = sa.batch(name, n=2, seed=3, unit="match", max_deals=2)
    game = env.game
    own = [matches.opening(game, 2) for _ in range(env.n)]
    ends = 0
    for _ in range(110):
        states = [env.state(i) for i in range(env.n)]
        moves = env.sample()
        env.step(moves)
        for i, state in enumerate(states):
            state.play(int(moves[i]))
            assert bool(env.dealt[i]) == state.is_over
            if not state.is_over:
                assert not env.done[i]
                assert env.player[i] == own[i]["player"][0][env.seat[i]]
                continue
            seats = [p for p in own[i]["player"][0].tolist() if p >= 0]
            paid = {p: state.payoffs()[s] for s, p in enumerate(seats)}
            assert env.points[i].tolist() == [paid.get(p, 0) for p in range(game.n_seats)]
            game.board.next_deal_at(own[i], state.record())
            over = bool(own[i]["over"][0]) or own[i]["deals"][0] >= 2
            assert bool(env.done[i]) == over
            if over:
                assert_reward(env, i, matches.winners_now(game, own[i]))
                own[i] = matches.opening(game, 2)
                ends += 1
    assert ends >= 2


def assert_reward(env: Any, i: int, won: list[int]) -> None:
    teams = env.game.n_seats == 4 and env.game.rules.FIXED_PARTNERS
    side = [p % 2 if teams else p for p in range(env.game.n_seats)]
    wanted = [0 if not won else 1 if s in won else -1 for s in side]
    assert env.reward[i].tolist() == wanted


# --- opponents ---


def test_opponents_play_as_their_bots_do() -> None:
    """Their moves are those that their policies name, asked one by one with the same chance."""
    env = sa.batch("schnapsen", n=3, seed=7, opponents={0: "random"})
    game, spec = env.game, BotSpec("random")
    decide = decider_of(game, spec.cls.policy)  # type: ignore[attr-defined]
    chances = [np.array([w]) for w in fresh_words(env)]
    desks: list[Any] = [None] * env.n
    states: list[Any] = [None] * env.n
    for _ in range(40):
        for i in range(env.n):
            now = env.state(i)
            if desks[i] is None or env.done[i]:
                desks[i] = new_desks([np.zeros(0)] * 2)
                desks[i]["word"][0] = word(chances[i])
                states[i] = game.deal(pack=now.pack)
            for move in now.history[len(states[i].history) :]:
                if states[i].to_move == 0:
                    pool = np.concatenate([states[i].record(), states[i].record()])
                    assert decide(pool, False, desks[i]) == move
                states[i].play(move)
            assert env.seat[i] == 1
        env.step(env.sample())


def fresh_words(env: Any) -> np.ndarray:
    from schnapsen_ai.base import seeds

    return seeds.words(seeds.secret_of(env.seed), "batch bots", 0, env.n)


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_only_learners_are_asked(unit: str) -> None:
    env = sa.batch("watten", n=3, seed=2, unit=unit, opponents={1: "rules", 3: "random"})
    for _ in range(30):
        assert set(env.player.tolist()) <= {0, 2}
        env.step(env.sample())


def test_an_opponent_that_errs_is_named(tmp_path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(WRONG)
    with pytest.raises(sa.IllegalMove, match=r"wrong.py named no legal move in seat 0 of deal 0"):
        sa.batch("schnapsen", n=2, opponents={0: str(file)})


WRONG = '''
import schnapsen_ai as sa

@sa.template
def policy(state, seat, legal, rng, params, scratch):
    return 62

class Wrong(sa.CompiledBot):
    policy = staticmethod(policy)
'''


@pytest.mark.parametrize(
    "given, words",
    [
        ({"n": 0}, "n=0 is not a whole number from 1 on"),
        ({"n": True}, "n=True"),
        ({"threads": 0}, "threads=0"),
        ({"unit": "set"}, "unit 'set' is not known: deal or match"),
        ({"max_deals": 0}, "max_deals=0"),
        ({"observations": "dense"}, "observations='dense' is not known: True, False, or compact"),
        ({"observations": "compact+onehot"}, "not known"),
        ({"observations": "recall"}, "not known"),
        ({"opponents": {2: "rules"}}, "the seats are 0 to 1"),
        ({"opponents": {"1": "rules"}}, "write the number of a seat"),
        ({"opponents": {0: "rules", 1: "rules"}}, "no seat is left"),
        ({"opponents": {1: "pimc"}}, "pimc has no compiled policy"),
        ({"opponents": {1: "nobody"}}, "bot 'nobody' is not known"),
        ({"game": "chess"}, "game 'chess' is not known"),
        ({"colour": 1}, "option 'colour' is not known"),
    ],
)
def test_what_is_wrong_is_said(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sa.batch(**{"n": 2, **given})


def test_an_illegal_move_is_named_and_nothing_is_played() -> None:
    env = sa.batch("schnapsen", n=3, seed=1, observations=True)
    moves, before = env.sample(), [env.state(i) for i in range(3)]
    moves[1] = 62
    with pytest.raises(sa.IllegalMove, match=r"moves\[1\] = 62 is not legal for seat 0: legal "):
        env.step(moves)
    assert [env.state(i) for i in range(3)] == before
    for wrong in (moves[:2], moves.astype(float), None):
        with pytest.raises(ValueError, match=r"whole numbers, one for each deal: int64\[3\]"):
            env.step(wrong)


def test_arrays_are_not_to_be_written_to() -> None:
    env = sa.batch("schnapsen", n=2, observations="compact+oracle")
    names = ("mask", "seat", "player", "observation", "oracle", "done", "reward", "points")
    for array in (getattr(env, name) for name in names):
        with pytest.raises(ValueError):
            array[0] = 0


def test_samples_are_legal_and_take_all_moves() -> None:
    env = sa.batch("schnapsen", n=200, seed=3)
    moves = env.sample()
    assert all(m in members(int(mask)) for m, mask in zip(moves, env.mask, strict=True))
    alike = np.array([[env.sample()[0] for _ in range(200)]])
    assert set(alike.ravel().tolist()) == set(members(int(env.mask[0])))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(copied: Any) -> None:
    env = sa.batch("schnapsen", n=3, seed=1, observations=True, unit="match",
                   opponents={1: "random"})
    for _ in range(10):
        env.step(env.sample())
    other = copied(env)
    assert (other.observation == env.observation).all()
    for _ in range(10):
        env.step(env.sample())
        other.step(other.sample())
    assert (other.observation == env.observation).all() and (other.mask == env.mask).all()
    other.step(other.sample())
    assert env.state(0) != other.state(0)


# --- what the vectors hold ---


@pytest.mark.parametrize("name", FIRST)
@pytest.mark.parametrize("form", [ALL, "onehot+options+recall+oracle"])
def test_the_layout_covers_the_vectors(name: str, form: str) -> None:
    env = sa.batch(name, n=2, seed=1, observations=form)
    for of, array in (("observation", env.observation), ("oracle", env.oracle)):
        layout = env.layout(of)
        at = 0
        for element in layout.elements:
            assert element.start == at and element.length > 0
            at += element.length
        assert at == layout.size == array.shape[1]
        assert len(str(layout).splitlines()) == len(layout.elements)


@pytest.mark.parametrize("name", FIRST)
def test_the_onehot_form_says_what_the_compact_one_does(name: str) -> None:
    forms = [Layout(sa.load(name), form + "+options+recall") for form in ("compact", "onehot")]
    env = sa.batch(name, n=2, seed=1)
    for step in range(40):
        if step % 5 == 0:
            view = env.state(0).view(env.seat[0])
            plain, flags = (form.of(view) for form in forms)
            assert set(flags.tolist()) <= {0, 1}
            for one, other in zip(*(form.elements for form in forms), strict=True):
                compare(one, plain[one.start :][: one.length], other, flags)
        env.step(env.sample())


def compare(one: Any, plain: np.ndarray, other: Any, flags: np.ndarray) -> None:
    spread = flags[other.start :][: other.length]
    if other.how == one.how:
        assert spread.tolist() == plain.tolist()
    elif "binary digits" in other.how:
        assert sum(int(bit) << k for k, bit in enumerate(spread)) == plain[0]
    else:
        first = int(other.how.split()[2])
        choice = int(plain[0]) - first
        assert spread.sum() == (choice >= 0)
        assert choice < 0 or spread[min(choice, other.length - 1)] == 1


def test_the_oracle_shows_all_cards() -> None:
    env = sa.batch("schnapsen", n=2, seed=1, observations="compact+oracle")
    for _ in range(9):
        env.step(env.sample())
    state, seat, layout = env.state(1), int(env.seat[1]), env.layout("oracle")
    hands = env.oracle[1][layout.places("hand")].reshape(2, 32)
    for k, hand in enumerate(hands):
        assert np.flatnonzero(hand).tolist() == state.view((seat + k) % 2).hand
    assert (env.oracle[1][layout.places("pack")] - 1).tolist() == state.origin
    with pytest.raises(ValueError, match="does not show all cards"):
        layout.of(state.view(0))


def test_perfect_recall_tells_apart_what_views_tell_apart() -> None:
    """Two ways to one position: the facts are the same, the past is not."""
    layout = Layout(sa.load("schnapsen"), "compact+recall")
    seen: dict[bytes, tuple[Any, ...]] = {}
    env = sa.batch("schnapsen", n=6, seed=2)
    for _ in range(16):
        for i in range(env.n):
            view = env.state(i).view(env.seat[i])
            key = layout.of(view).tobytes()
            assert seen.setdefault(key, view.history) == view.history
        env.step(env.sample())


def test_a_layout_says_what_it_has_not() -> None:
    env = sa.batch("schnapsen", n=1, observations=True)
    assert env.layout().places("trump").tolist() == [224, 225, 226, 227]
    with pytest.raises(ValueError, match="there is no 'joker' in the vector; there are hand, "):
        env.layout().places("joker")
    with pytest.raises(ValueError, match="shows observation, no 'oracle'"):
        env.layout("oracle")
    with pytest.raises(ValueError, match="shows nothing"):
        sa.batch("schnapsen", n=1).layout()
    other = sa.load("vu")
    with pytest.raises(ValueError, match="the layout is of schnapsen"):
        env.layout().of(other.deal(seed=1).view(0))
    view = env.game.position("hands=QSKHADKDJD/????? talon=? up=JS trump=S points=33/13 tricks=2/2 "
                             "gone=KSTSASJHJCQCKCTC closed=0:13/2")
    with pytest.raises(ValueError, match="what came before is not known"):
        Layout(env.game, "compact+recall").of(view)
