"""Snapszer: the lines that a person reads in a terminal.  Python only."""

from __future__ import annotations

from typing import Any

from ...base.arrays import Record
from ...cards import Seat, Side, members
from .scoring import effective, payoff
from .state import CONTRACT, ENDINGS, FOLLOW, KONTRA, LEAD, MOVE_NAMES, OVER, TRUMP_CHOICE

CardText = Any  # styles.Style
_PHASES = {
    TRUMP_CHOICE: "naming the trump from four cards",
    CONTRACT: "announcing the contract",
    KONTRA: "doubling",
    LEAD: "leading",
    FOLLOW: "following",
    OVER: "over",
}
_DOUBLED = ("", "kontra", "rekontra", "szubkontra")


def describe(state: Record, card_text: CardText) -> list[str]:
    """Phase, hands as far as the record holds them, the contract, table, points, whose turn."""
    lines = [f"Snapszer: {_PHASES[int(state.phase)]}", _contract(state, card_text)]
    lines += [_seat(state, seat, card_text) for seat in range(int(state.n_seats))]
    if state.phase >= LEAD:
        lines += [_side(state, 0, "declarer"), _side(state, 1, "opponents")]
    if state.on_table:
        laid = [card_text(int(c)) for c in state.table[: int(state.on_table)]]
        lines.append(f"table: {' '.join(laid)}; seat {int(state.best_seat)} takes it so far")
    return [*lines, _last(state, card_text)]


def _contract(state: Record, card_text: CardText) -> str:
    if state.trump < 0:
        return "no trump yet"
    words = [f"trump {card_text.suit(int(state.trump))}"]
    if state.contract >= 0:
        words.append(MOVE_NAMES[int(state.contract)])
    if state.doublings:
        words.append(_DOUBLED[int(state.doublings)])
    return ", ".join(words)


def _seat(state: Record, seat: Seat, card_text: CardText) -> str:
    hand = " ".join(card_text(c) for c in members(int(state.hand[seat]))) or "-"
    role = "declarer, " if seat == 0 else ""
    turn = " <-" if state.phase != OVER and state.turn == seat else ""
    return f"seat {seat} ({role}needs {int(state.score[seat])}): {hand}{turn}"


def _side(state: Record, side: Side, name: str) -> str:
    waiting = int(state.melds[side]) if not state.tricks[side] else 0
    pending = f", {waiting} pending" if waiting else ""
    points, tricks = int(effective(state, side)), int(state.tricks[side])
    return f"{name}: {points} points, {tricks} tricks{pending}"


def _last(state: Record, card_text: CardText) -> str:
    if state.phase == OVER:
        pay = ", ".join(f"{int(payoff(state, s)):+d}" for s in range(int(state.n_seats)))
        return f"ended by {ENDINGS[int(state.ending)]}: {pay}"
    asked = f"seat {int(state.turn)} to move"
    if state.must_lead:
        pair = " or ".join(card_text(c) for c in members(int(state.must_lead)))
        return f"{asked}: lead {pair} of the marriage"
    return asked


def contract_of(state: Record) -> tuple[int, str] | None:
    """Who announced what in a finished deal: always the declarer, folding included."""
    return 0, MOVE_NAMES[int(state.contract)]
