"""The rule player of Schnapsen and Sixty-Six: legal, honest, fair, sensible and strong enough."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.games.schnapsen.options import OPTIONS
from schnapsen_ai.games.schnapsen.options import PRESETS as PRESETS_OF_SCHNAPSEN
from schnapsen_ai.games.schnapsen.rule_player.player import advise
from schnapsen_ai.games.schnapsen.scoring import claim_value, false_claim_value

PRESETS = list(PRESETS_OF_SCHNAPSEN)
CLOSE, CLAIM, DRAW = 37, 38, 40


def ask(view: Any) -> int:
    """The rule player's move."""
    return int(advise(view.record()[0], view.legal, np.array([1], np.uint64)))


def random_options(rng: Any) -> dict[str, Any]:
    chosen = rng.random(len(OPTIONS)) < 0.3
    return {
        option.name: list(option.values)[rng.integers(len(option.values))]
        for option, yes in zip(OPTIONS, chosen, strict=True)
        if yes
    }


def games_to_try(name: str, n: int) -> list[sa.Game]:
    rng = np.random.default_rng(len(name))
    return [sa.load(name)] + [sa.load(name, **random_options(rng)) for _ in range(n)]


@pytest.mark.parametrize("name", PRESETS)
def test_its_moves_in_deals_under_any_options(name: str) -> None:
    """Legal; a true claim at once; a false one only where going on costs more.

    Against a random player, so that it gets into trouble too.
    """
    rng = np.random.default_rng(5)
    for game in games_to_try(name, 24 if COMPILED else 3):
        for index in range(12 if COMPILED else 2):
            state = game.deal(seed=3, index=index)
            while not state.is_over:
                view = state.view(state.to_move)
                move = ask(view)
                assert move in state.legal_moves(), view
                points = view.points[view.seat]
                if CLAIM in state.legal_moves() and points >= 66:
                    assert move == CLAIM, view
                elif move == CLAIM:
                    assert false_claim_is_cheaper(view), view
                if state.to_move != index % 2:
                    move = int(rng.choice(state.legal_moves()))
                state.play(move)


def false_claim_is_cheaper(view: Any) -> bool:
    """Whether a false claim costs less than the most that losing on may cost."""
    record, seat, options = view.record()[0], view.seat, view.game.options
    cost = int(false_claim_value(record, seat))
    losing = int(claim_value(record, 1 - seat))
    if view.closer == seat and options["failed_close"] != "last_trick":
        three = options["failed_close"] == "always3" or view.close_tricks == 0
        losing = max(losing, 3 if three else 2)
    return options["flat"] == 0 and cost < losing


def test_it_does_not_peek() -> None:
    """Every deal that fits what the seat has seen gets the same move."""
    rng = np.random.default_rng(2)
    for name in PRESETS:
        game = sa.load(name)
        for index in range(10 if COMPILED else 2):
            state = game.deal(seed=4, index=index)
            while not state.is_over:
                view = state.view(state.to_move)
                move = ask(view)
                for _ in range(3):
                    assert ask(view.redeal(rng).view(view.seat)) == move
                state.play(move)


def test_it_does_not_change_what_it_is_shown() -> None:
    state = sa.load("schnapsen").deal(seed=6)
    while not state.is_over:
        view = state.view(state.to_move)
        record = view.record()
        before = record.tobytes()
        move = int(advise(record[0], view.legal, np.array([1], np.uint64)))
        assert record.tobytes() == before
        state.play(move)


@pytest.mark.parametrize("name", PRESETS)
def test_the_last_tricks_are_counted_out(name: str) -> None:
    """Once the talon is gone the move is a best one by the exact solver."""
    rng = np.random.default_rng(7)
    game = sa.load(name)
    for index in range(10 if COMPILED else 1):
        state = game.deal(seed=9, index=index)
        while not state.is_over:
            view = state.view(state.to_move)
            move = ask(view)
            if view.talon_left == 0 and view.closer < 0:
                values = state.move_values()
                assert values[move] == max(values.values()), view
            elif CLOSE in state.legal_moves() or rng.random() < 0.5:
                cards = [m for m in state.legal_moves() if m < 32 or m == DRAW]
                move = int(rng.choice(cards or state.legal_moves()))
            state.play(move)


# --- textbook decisions ---

TEXTBOOK = {
    "the jack of trumps is exchanged first": (
        "schnapsen hands=ACJHKSJDTD/????? talon=????????? up=TH trump=H turn=0",
        "exchange",
    ),
    "66 is claimed": (
        "schnapsen hands=ACJC/?? trump=H turn=0 points=66/30 tricks=6/2 "
        "gone=ASTSKSQSADTDKDQDAHTHKHQHJDJSTCKC",
        "claim",
    ),
    "of two marriages the one in trumps is declared": (
        "schnapsen hands=KHQHKSQSJD/????? talon=????????? up=JH trump=H turn=0",
        "marriage H",
    ),
    "a marriage is declared": (
        "schnapsen hands=KSQSJDTCJC/????? talon=????????? up=TH trump=H turn=0",
        "marriage S",
    ),
    "a marriage that brings 66 is declared": (
        "schnapsen hands=KSQSACJDTD/????? talon=??????? up=TH trump=H turn=0 points=46/0 "
        "tricks=1/0 gone=AHAS",
        "marriage S",
    ),
    "five sure tricks and 40 are closed": (
        "schnapsen hands=AHTHKHQHAS/????? talon=????????? up=JH trump=H turn=0",
        "close",
    ),
    "a ten takes a queen": (
        "schnapsen hands=????/TSJCKDJHQC talon=????????? up=AH trump=H turn=1 led=QS",
        "TS",
    ),
    "a jack is not trumped": (
        "schnapsen hands=????/AHTHJCKDQC talon=????????? up=QH trump=H turn=1 led=JS",
        "JC",
    ),
    "an ace is trumped": (
        "schnapsen hands=????/QHAHJCKDQC talon=????????? up=JH trump=H turn=1 led=AS",
        "QH",
    ),
    "after the last trick, without 66, the deal ends": (
        "schnapsen hands=-/- trump=H turn=0 points=60/60 tricks=5/5 phase=final",
        "end",
    ),
}


@pytest.mark.parametrize("name", TEXTBOOK)
def test_textbook_decisions(name: str) -> None:
    text, expected = TEXTBOOK[name]
    game = sa.load("schnapsen")
    position = game.position(text)
    view = position if isinstance(position, sa.View) else position.view(position.to_move)
    assert game.move_text(ask(view)) == expected


def test_before_drawing_it_draws() -> None:
    game = sa.load("sixty_six")
    for index in range(10):
        state = game.deal(seed=8, index=index)
        while not state.is_over and state.view(state.to_move).phase != 2:
            state.play(ask(state.view(state.to_move)))
        if not state.is_over:
            assert game.move_text(ask(state.view(state.to_move))) == "draw"


# --- strength ---

FLOORS = [
    ("schnapsen_auto_claim", "random", 1.3),
    ("schnapsen_auto_claim", "bully", 0.3),
    ("schnapsen_auto_claim", "greedy", 0.3),
    ("schnapsen", "random", 1.8),
    ("schnapsen", "bully", 0.3),
    ("schnapsen", "greedy", 0.3),
    ("sixty_six", "random", 1.8),
    ("sixty_six", "bully", 0.3),
    ("sixty_six", "greedy", 0.3),
]


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="needs thousands of deals")
@pytest.mark.parametrize(("game", "other", "floor"), FLOORS)
def test_strength(game: str, other: str, floor: float) -> None:
    result = sa.play_deals("rules", other, game=game, deals=4000, seed=1)
    assert result.points_per_deal.value > floor
