"""Bauernschnapsen: the lines that a person reads in a terminal.  Python only."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Record
from ...cards import Seat, Side, members
from .rules import laid_by
from .state import ANNOUNCE, CHOOSE_TRUMP, ENDINGS, FOLLOW, KONTRA, LEAD, MOVE_NAMES, NORMAL, OVER

CardText = Any  # styles.Style
_PHASES = {
    CHOOSE_TRUMP: "trump is to be named",
    ANNOUNCE: "announcements",
    KONTRA: "doubling",
    LEAD: "play, to lead",
    FOLLOW: "play, to follow",
    OVER: "over",
}
_DOUBLED = ("", ", kontra", ", retour", ", doubled three times")


def hand_size(state: Record, seat: Seat) -> int:
    """How many cards a seat holds, the hidden ones included."""
    whole = 3 if state.phase == CHOOSE_TRUMP else 5
    return whole - int(state.played[seat]).bit_count()


def describe(state: Record, card_text: CardText) -> list[str]:
    """Phase, hands as far as the record holds them, the game, points, the table, whose turn."""
    lines = [f"Bauernschnapsen: {_PHASES[int(state.phase)]}", _game(state, card_text)]
    lines += [_seat(state, seat, card_text) for seat in range(4)]
    lines += [_team(state, team) for team in range(2)]
    table = [(seat, int(laid_by(state, seat))) for seat in range(4)]
    laid = [f"seat {seat} {card_text(card)}" for seat, card in table if card >= 0]
    if laid:
        led, best = card_text(int(state.table[0])), state.best_seat
        lines.append(f"table: {', '.join(laid)}; {led} was led, seat {best} takes it so far")
    if state.must_lead:
        pair = " or ".join(_sorted(state.must_lead, card_text))
        lines.append(f"a marriage was declared: {pair} must be led")
    return [*lines, _last(state)]


def _sorted(cards: np.ndarray, card_text: CardText) -> list[str]:
    return [card_text(c) for c in sorted(members(cards), key=lambda c: (c >> 3, -c))]


def _game(state: Record, card_text: CardText) -> str:
    if state.trump < 0:
        return "seat 0 is the caller"
    trump = f"trump {card_text.suit(int(state.trump))}"
    if state.turned >= 0:
        trump += f" ({card_text(int(state.turned))} turned up)"
    if state.contract == NORMAL:
        return f"{trump}, normal game{_DOUBLED[int(state.doublings)]}"
    name = MOVE_NAMES[int(state.contract)]
    return f"{trump}, {name} of seat {state.declarer}{_DOUBLED[int(state.doublings)]}"


def _seat(state: Record, seat: Seat, card_text: CardText) -> str:
    known = _sorted(state.hand[seat], card_text)
    cards = known + ["?"] * (hand_size(state, seat) - len(known))
    notes = "sits out" if state.idle == seat else ""
    if state.said[seat] >= 0 and state.phase == ANNOUNCE:
        notes = f"said {MOVE_NAMES[int(state.said[seat])]}"
    turn = "<-" if state.phase != OVER and state.turn == seat else ""
    return " ".join(filter(None, [f"seat {seat}:", *cards, notes, turn]))


def _team(state: Record, team: Side) -> str:
    tricks = int(state.tricks[team])
    points = int(state.points[team])
    melds = int(state.melds[team])
    text = f"seats {team} and {team + 2}: {points} points in {tricks} trick"
    text += "" if tricks == 1 else "s"
    if melds:
        text += f", marriages {melds}" + ("" if tricks else " (pending)")
    return f"{text}; {int(state.score[team])} of 24 in the match"


def _last(state: Record) -> str:
    if state.phase != OVER:
        return f"seat {state.turn} to move"
    team = int(state.winner)
    how = ENDINGS[int(state.ending)]
    return f"over: seats {team} and {team + 2} win {int(state.value)} ({how})"


def contract_of(state: Record) -> tuple[int, str] | None:
    """Who plays what in a finished deal; the normal game is the caller's."""
    if state.contract == NORMAL:
        return 0, "normal"
    return int(state.declarer), MOVE_NAMES[int(state.contract)]
