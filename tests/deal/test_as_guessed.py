"""The objects as people guess them: texts of moves, facts by TAB, chance in any form, hints."""

from __future__ import annotations

import json
import pickle
import typing

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.base.nearest import hint
from schnapsen_ai.base.seeds import chance
from schnapsen_ai.deal.facts import Each, Facts

pytestmark = pytest.mark.interpreted


@pytest.fixture()
def state():
    return sa.load("schnapsen").deal(seed=7)


def test_a_move_shows_its_text_and_is_a_number(state):
    move = state.legal_moves()[0]
    assert repr(move) == f"{int(move)} ({state.game.move_text(move)})"
    assert (str(move), f"{move}", json.dumps(move)) == (str(int(move)),) * 3
    assert type(pickle.loads(pickle.dumps(move))) is int
    assert repr(state.view(0).legal_moves()) == repr(state.legal_moves())
    with pytest.raises(AttributeError):
        move.text = "another"
    state.play(move)
    assert repr(state.history) == f"[{move!r}]"


def test_a_move_may_be_said(state):
    other = state.copy()
    move = state.legal_moves()[1]
    state.play(move)
    other.play(state.game.move_text(move))
    assert other == state and other.history == state.history
    for said in ("QQ", "7D", "close", 99):
        with pytest.raises(sa.IllegalMove):
            other.play(said)
    assert other == state


@pytest.mark.parametrize("name", sa.games())
def test_tab_lists_the_facts_of_a_game(name):
    game = sa.load(name)
    view = game.deal(seed=1).view(0)
    for fact, length in game.rules.VIEW_FIELDS:
        assert fact in dir(view)
        if fact == "led":  # of every view; None for no card
            continue
        assert isinstance(getattr(view, fact), int if length == 1 else tuple)
    with pytest.raises(AttributeError, match="did you mean 'phase'"):
        _ = view.phaze


def test_type_checkers_know_the_facts_of_every_game():
    kinds: dict[str, set[bool]] = {}
    for name in sa.games():
        for fact, length in sa.load(name).rules.VIEW_FIELDS:
            kinds.setdefault(fact, set()).add(length > 1)
    kinds.pop("led")  # of every view
    declared = typing.get_type_hints(Facts)
    assert list(declared) == sorted(kinds)
    for fact, several in kinds.items():
        assert declared[fact] == (typing.Any if len(several) == 2 else Each if several == {True}
                                  else int), fact  # fmt: skip


def test_chance_is_a_generator_a_seed_or_nothing(state):
    view = state.view(0)
    assert view.redeal(5) == view.redeal(5)
    assert view.redeal(np.random.default_rng(5)) == view.redeal(np.random.default_rng(5))
    assert view.redeal().view(0).text() == view.text()
    for rng in ("seed", 1.5, -1, True, 2**64):
        with pytest.raises(ValueError, match="rng is a numpy Generator"):
            view.redeal(rng)


@pytest.mark.parametrize("name", ["random", "rules", "ismcts:iterations=4"])
def test_a_bot_begins_with_any_chance(state, name):
    def played(*rng):
        bot = sa.make_bot(name)
        bot.begin(state.game, 0, *rng)
        return bot.choose(state.view(0))

    assert played(3) == played(sa.Randomness(3)) == played(np.int64(3))
    assert played(np.random.default_rng(3)) == played(np.random.default_rng(3))
    assert played() in state.legal_moves() and played(None) in state.legal_moves()


def test_randomness_is_passed_on_as_it_is():
    given = sa.Randomness(1)
    assert chance(given) is given


@pytest.mark.parametrize("ask, meant", [
    (lambda: sa.play_deals("rules", "random", dels=4), "no 'dels' (did you mean 'deals'?)"),
    (lambda: sa.play_deals("rules", "random", clame="auto"), "(did you mean 'claim'?)"),
    (lambda: sa.play_deals("rules", "random", game=sa.load("schnapsen"), flat=1), "no flat"),
    (lambda: sa.load("schnapsn"), "(did you mean 'schnapsen'?)"),
    (lambda: sa.load("playmor"), "(did you mean 'playmore'?)"),
    (lambda: sa.load("schnapsen", flatt=1), "(did you mean 'flat'?)"),
    (lambda: sa.load("schnapsen", claim="aut"), "(did you mean 'auto'?)"),
    (lambda: sa.make_bot("ismtcs"), "(did you mean 'ismcts'?)"),
    (lambda: sa.make_bot("ismcts:iteration=3"), "(did you mean 'iterations'?)"),
])  # fmt: skip
def test_what_was_meant(ask, meant):
    with pytest.raises(ValueError) as error:
        ask()
    assert meant in str(error.value)


def test_nothing_like_it_is_no_hint():
    assert hint("zzz", ["deals", "seed"]) == ""


@pytest.mark.parametrize("words, said", [
    (("tournment",), "(did you mean 'tournament'?)"),
    (("find", "r.db", "--where", "blundr"), "(did you mean 'blunder'?)"),
    (("find", "r.db", "--where", "blunder,lst>=2"), "(did you mean 'lost'?)"),
    (("replay", "tests/data/deals.results", "1:99:0"), "has sets 0 to 29 with seatings 0 to 1"),
    (("replay", "tests/data/deals.results", "1:x"), "as in 1:0:0"),
])  # fmt: skip
def test_commands_say_what_was_meant(cli, words, said):
    from paths import ROOT

    code, _, error = cli(*words, cwd=ROOT)
    assert code == 2 and said in error and error.count("\n") == 1


def test_a_deal_of_a_text_has_a_plain_number(cli, tmp_path):
    from paths import ROOT

    deals = tmp_path / "deals.txt"
    assert cli("export", str(ROOT / "tests/data/deals.results"), "--to", str(deals))[0] == 0
    assert f"write {deals} 1" in cli("replay", str(deals), "1:0:0")[2]
    assert "it has 60, counted from 1" in cli("replay", str(deals), "61")[2]


@pytest.mark.parametrize("seed", [
    "7", 1.0, float("nan"), True, [1], b"1", np.random.default_rng(1)
])  # fmt: skip
def test_a_seed_is_a_whole_number(seed: object) -> None:
    """A pack given by position, or a Generator whose text is an address, is no seed."""
    for start in (sa.load("schnapsen").deal, lambda s: sa.play_deals("random", "random", seed=s)):
        with pytest.raises(ValueError, match="is not a whole number"):
            start(seed)
    with pytest.raises(ValueError, match="is not a whole number"):
        sa.batch("schnapsen", n=1, seed=seed)
