"""Whether play can have led to a position that was read: points, marriages, the close, the match.

Python only.  Where every card lies is checked by `notation`, which reads the position.
"""

from __future__ import annotations

import numpy as np

from ....base.arrays import UNKNOWN, Record
from ....card_text import card_text
from ....cards import PACK_20, PACK_24, POINTS, SUITS, members, suit_of
from .. import options as opt
from ..match import match_points
from ..rules import asks_before_draw
from ..state import AFTER_TRICK, FINAL, LEAD

_MOST_MARRIED = 100  # all four marriages, one of them in trumps
_LAST_TRICK = 10  # in some presets
_PENDING = {20 * n for n in range(_MOST_MARRIED // 20 + 1)}


def check_possible(state: Record, hidden: list[int]) -> None:
    """ValueError naming the field that cannot be; hidden: unknown cards of each hand."""
    _check_trump(state)
    _check_points(state)
    _check_close(state)
    _check_phase(state, hidden)
    _check_knowledge(state, hidden)
    needs = int(match_points(state))
    if not all(1 <= int(n) <= needs for n in state.score):
        raise ValueError(f"score={_two(state.score)}: each seat needs 1 to {needs} game points")


def _two(pair: np.ndarray) -> str:
    return f"{pair[0]}/{pair[1]}"


def _check_trump(state: Record) -> None:
    first = int(state.pack[6 if state.pack_size == 20 else 12])
    for key, card in (("up", int(state.turn_up)), ("first", first)):
        if card not in (-1, UNKNOWN) and suit_of(card) != state.trump:
            raise ValueError(
                f"trump={SUITS[state.trump]}: {key}={card_text(card)} is of another suit"
            )


def _check_points(state: Record) -> None:
    """No more than there are.  Not those of the past tricks: problems are quoted with any score."""
    for seat in range(2):
        if state.tricks[seat] == 0 and state.points[seat]:
            raise ValueError(f"points={_two(state.points)}: seat {seat} has no trick")
        waits = state.tricks[seat] == 0 or state.options[opt.COUNTS_NEXT_TRICK]
        if int(state.pending[seat]) not in _PENDING or (state.pending[seat] and not waits):
            raise ValueError(
                f"pending={_two(state.pending)}: marriages that wait for a trick, 20 or 40 each"
            )
    if int(state.pending[0]) + int(state.pending[1]) > _MOST_MARRIED:
        raise ValueError(
            f"pending={_two(state.pending)}: all marriages together are worth {_MOST_MARRIED}"
        )
    pack = PACK_20 if state.pack_size == 20 else PACK_24
    total = sum(map(int, (*state.points, *state.pending)))
    most = sum(int(POINTS[c]) for c in members(pack)) + _MOST_MARRIED + _LAST_TRICK
    if total > most:
        raise ValueError(
            f"points={_two(state.points)}: there are {most} at most, marriages counted"
        )


def _check_close(state: Record) -> None:
    if state.closer < 0:
        return
    other = 1 - int(state.closer)
    if state.close_points > state.points[other] or state.close_tricks > state.tricks[other]:
        raise ValueError(
            f"closed={state.closer}:{state.close_points}/{state.close_tricks}: seat {other} has "
            f"{state.points[other]} points and {state.tricks[other]} tricks now"
        )
    if state.talon == 0:
        raise ValueError(f"closed={state.closer}: only a talon can be closed: talon=, up=")


def _check_phase(state: Record, hidden: list[int]) -> None:
    empty = [int(state.hand[s]) == 0 and hidden[s] == 0 for s in range(2)]
    drawing = state.closer < 0 and state.talon > 0
    if state.phase == FINAL and (not all(empty) or drawing):
        raise ValueError("phase=final: all cards must have been played")
    if state.phase == AFTER_TRICK and not (
        drawing and asks_before_draw(state) and any(state.tricks)
    ):
        raise ValueError("phase=trick: only after a trick, before drawing, where that is a time to "
                         "close (Sixty-Six)")  # fmt: skip
    if state.phase == LEAD and any(empty):
        raise ValueError("hands=: with no card left the phase is final or over")
    pair, turn = int(state.must_lead), int(state.turn)
    if pair and (state.phase != LEAD or (not hidden[turn] and pair & ~int(state.hand[turn]))):
        suit = SUITS[members(pair)[0] >> 3]
        raise ValueError(f"pair={suit}: the seat to lead must hold the marriage just declared")


def _check_knowledge(state: Record, hidden: list[int]) -> None:
    done = int(state.tricks[0]) + int(state.tricks[1])
    for seat in range(2):
        for key, cards in (("holds", state.must_hold[seat]), ("married", state.married[seat])):
            if key == "married":
                wrong = [c for c in members(int(cards)) if c & 7 not in (4, 5)]
            else:
                wrong = [] if hidden[seat] else members(int(cards) & ~int(state.hand[seat]))
            if wrong:
                raise ValueError(f"{key}: seat {seat} cannot have {card_text(wrong[0])} there")
        if state.swap_trick[seat] > done:
            raise ValueError(f"swapped: only {done} tricks have been played")
