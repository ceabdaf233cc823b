"""What a person reads of a deal of Schnapsen or Sixty-Six."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...base.arrays import Record
from ...cards import SUITS, members
from .knowledge import hand_size
from .state import (
    AFTER_TRICK,
    CLAIM,
    CLOSE,
    ENDINGS,
    EXCHANGE,
    FINAL,
    FOLLOW,
    LEAD,
    MARRIAGE,
    NO_CARD,
    NOBODY,
)

SUIT_NAMES = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
REFUSALS = {
    EXCHANGE: "w.exchange",
    CLOSE: "w.close",
    CLAIM: "w.claim",
    **{MARRIAGE + suit: "w.marriage" for suit in range(4)},
}
_PHASES = {
    LEAD: "to lead",
    FOLLOW: "to follow",
    AFTER_TRICK: "has taken the trick and may close before drawing",
    FINAL: "has taken the last trick",
}


def describe(state: Record, card_text: Callable[[int], str]) -> list[str]:
    """What a person reads of a position, line by line."""
    trump = SUIT_NAMES[SUITS[state.trump]]
    left = int(state.talon)
    if state.closer >= 0:
        talon = f"closed by seat {state.closer}, when the other had " + (
            f"{state.close_points} points in {state.close_tricks} tricks"
        )
    elif left == 0:
        talon = "gone"
    else:
        talon = f"{left} cards, turn-up {card_text(int(state.turn_up))} among them"
    lines = [f"trump {trump}   talon {talon}"]
    for seat in range(2):
        cards = members(int(state.hand[seat]))
        text = " ".join(card_text(c) for c in sorted(cards, key=lambda c: (c >> 3, -(c & 7))))
        hidden = hand_size(state, seat) - len(cards)
        text = " ".join(filter(None, [text, "?" * hidden]))
        pending = f" (+{state.pending[seat]} pending)" if state.pending[seat] else ""
        tricks = f"{state.tricks[seat]} trick{'' if state.tricks[seat] == 1 else 's'}"
        lines.append(f"seat {seat}: {state.points[seat]:3d} points{pending}, {tricks}   {text}")
    if state.led >= 0:
        lines.append(f"led: {card_text(int(state.led))}")
    if state.must_lead:
        pair = " or ".join(card_text(c) for c in members(int(state.must_lead)))
        lines.append(f"a marriage was declared: {pair} must be led")
    if int(state.phase) in _PHASES:
        lines.append(f"seat {state.turn} {_PHASES[int(state.phase)]}")
    else:
        lines.append(_result(state))
    return lines


def trick(state: Record) -> tuple[list[tuple[int, int]], int]:
    """The card led, if one lies on the table; nobody wins a trick of one card."""
    return [(1 - int(state.turn), int(state.led))] if state.led >= 0 else [], NOBODY


def talon(state: Record) -> tuple[int, int, bool]:
    """Cards left, the turn-up or -1, whether it is closed."""
    left = int(state.talon)
    return left, int(state.turn_up) if left else NO_CARD, bool(state.closer >= 0)


def offered(options: Mapping[str, Any], hand: list[int]) -> list[int]:
    """The moves that the house rules know, and marriages that are in the hand."""
    moves = [EXCHANGE]
    moves += [CLOSE] if options["talon_min_close"] != "never" else []
    moves += [CLAIM] if options["claim"] != "auto" else []
    pairs = [s for s in range(4) if {8 * s + 4, 8 * s + 5} <= set(hand)]
    return moves + ([MARRIAGE + s for s in pairs] if options["marriage"] != "auto" else [])


def _result(state: Record) -> str:
    how = ENDINGS[int(state.ending)]
    if state.winner < 0:
        return f"over: {how}"
    return f"over: seat {state.winner} wins {state.value} ({how})"
