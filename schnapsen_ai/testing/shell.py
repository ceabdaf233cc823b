"""What is around a game: notation, bots, what is shown and said."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..base.cache import COMPILED
from ..bot.interface import Randomness
from ..bot.spec import BotSpec
from ..deal.game import Game
from ..deal.history import DealHistory
from ..deal.state import View
from ..show import scene
from ..show.terminal import Terminal
from ..tournament.pairing import Pairing
from ..words import LANGUAGES, has
from .case import Case, decisions, seats_of, times


def check_notation(game: Game, deals: int = 6, size: float = 1.0) -> None:
    """A position and a view are read back as they were written."""
    case = Case(game)
    for state in decisions(case, times(deals, size), seed=16):
        case.seat = None
        with case.trying("the notation"):
            text = state.text()
            again = game.position(text)
            case.expect(again.text() == text, f"{text!r} is read as {again.text()!r}")
            if not hasattr(game.rules, "position_fields"):
                case.expect(again == state, f"another position is read from {text!r}")
        for seat in seats_of(state, size):
            case.seat = seat
            if not state.is_over:
                view = state.view(seat)
                with case.trying("the notation of a view"):
                    seen = game.position(view.text())
                same = isinstance(seen, View) and view.numbers == seen.numbers
                case.expect(same, f"another view is read from {view.text()!r}")


def check_advice(game: Game, deals: int = 10, size: float = 1.0) -> None:
    """The rule player names a legal move of every position, from what its seat sees."""
    case = Case(game)
    for state in decisions(case, times(deals, size), seed=18):
        seat = case.seat = state.to_move
        if seat is None:
            continue
        bot = BotSpec("rules").make()
        with case.trying("the rule player"):
            bot.begin(game, seat, Randomness(np.uint64(len(state.history))))
            move = bot.choose(state.view(seat))
        case.expect(move in state.legal_moves(),
                    f"the rule player advises {move}: legal are {state.legal_moves()}")


def check_bots(game: Game, deals: int = 20, size: float = 1.0) -> None:
    """Whole deals of `random` and `rules`: legal moves, and the same compiled and one by one."""
    case = Case(game)
    bots = BotSpec("rules"), BotSpec("random")
    with case.trying("deals between the bots rules and random"):
        slow = Pairing(game, *bots, b"check", move_by_move=True).play(0, times(deals, size))
        case.expect(not slow.faults, f"a bot misbehaved: {slow.faults}")
        if COMPILED:
            fast = Pairing(game, *bots, b"check").play(0, times(deals, size))
            case.expect(np.array_equal(fast.points, slow.points),
                        "whole deals in one compiled loop do not end as they do move by move")


def check_words(game: Game, size: float = 1.0) -> None:
    """Every move and every ending has its words in each language."""
    moves = [move_key(name) for name in game.rules.MOVE_NAMES.values()]
    _have_words(Case(game), [*moves, *(f"e.{ending}" for ending in game.rules.ENDINGS[1:])])


def _have_words(case: Case, keys: Iterable[str]) -> None:
    for key in keys:
        for language in LANGUAGES:
            case.expect(has(language, key), f"{key} has no text in {language}: write it in the "
                        "module's WORDS, or name it as another game does")


def check_scene(game: Game, deals: int = 4, size: float = 1.0) -> None:
    """Every position can be drawn, and every fact in it has its words."""
    case = Case(game)
    terminal = Terminal(open_nowhere())
    for state in decisions(case, times(deals, size), seed=17):
        history = DealHistory.of(state)
        for seat in (None, *seats_of(state, size)):
            case.seat = seat
            with case.trying("show.scene"):
                shown = scene.scene(history, seat)
                json.dumps(shown)
                terminal.board(shown, [f"seat {s}" for s in range(game.n_seats)])
                str(state)
            _have_words(case, (f"f.{fact['name']}" for fact in shown["facts"]))


def move_key(name: str) -> str:
    """The key of a move's words: ``m.marriage`` for "marriage C"."""
    key, _, last = name.lower().rpartition(" ")
    return f"m.{key}" if key and len(last) == 1 else f"m.{name.lower()}"


def open_nowhere() -> Any:
    """Something to write to, for a terminal that nobody reads."""
    import io

    return io.StringIO()
