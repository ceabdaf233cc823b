"""Rabló: the lines that a person reads in a terminal.  Python only."""

from __future__ import annotations

from typing import Any

from ...base.arrays import Record
from ...cards import Seat, members
from .rules import is_snapszer, legal, team_points
from .scoring import stake
from .state import BID, ENDINGS, FOLLOW, KONTRA, LEAD, LEVEL_NAMES, NAME, OVER, SNAPSZER

CardText = Any  # styles.Style
_PHASES = {
    BID: "the auction",
    NAME: "naming the card of a call",
    KONTRA: "doubling",
    LEAD: "leading",
    FOLLOW: "following",
    OVER: "over",
}
_DOUBLED = ("", "kontra", "rekontra", "szubkontra")


def describe(state: Record, card_text: CardText) -> list[str]:
    """Phase, hands as far as the record holds them, the call, the table, points, whose turn."""
    lines = [f"Rabló: {_PHASES[int(state.phase)]}", _call(state, card_text)]
    lines += [f"pot {int(state.pot)}"] if state.pot else []
    lines += [_seat(state, seat, card_text) for seat in range(4)]
    if state.trump >= 0:
        points = f"calling side: {int(team_points(state))} points, {int(state.tricks)} tricks"
        lines.append(f"trump {card_text.suit(int(state.trump))}, {points}")
    if state.on_table:
        laid = [card_text(int(c)) for c in state.table[: int(state.on_table)]]
        lines.append(f"table: {' '.join(laid)}; seat {int(state.best_seat)} takes it so far")
    return [*lines, *_last(state, card_text)]


def _call(state: Record, card_text: CardText) -> str:
    if state.caller < 0:
        return "nobody has called"
    called = f"{LEVEL_NAMES[int(state.level)]} with {card_text(int(state.called))}"
    doubled = f", {_DOUBLED[int(state.doublings)]}" if state.doublings else ""
    partner = ""
    if state.partner >= 0:
        alone = state.partner == state.caller
        partner = ", alone" if alone else f", partner seat {int(state.partner)}"
    return f"seat {int(state.caller)} calls {called}{partner}; stake {int(stake(state))}{doubled}"


def _seat(state: Record, seat: Seat, card_text: CardText) -> str:
    hand = " ".join(card_text(c) for c in members(int(state.hand[seat]))) or "-"
    money = f"{int(state.money[seat])}"
    turn = " <-" if state.phase != OVER and state.turn == seat else ""
    return f"seat {seat} ({money}): {hand}{turn}"


def _last(state: Record, card_text: CardText) -> list[str]:
    if state.phase == OVER:
        pay = ", ".join(f"{int(amount):+d}" for amount in state.pay)
        return [f"ended by {ENDINGS[int(state.ending)]}: {pay}"]
    asked = f"seat {int(state.turn)} to move"
    if state.phase == NAME:
        return [f"{asked}: the card of a {'snapszer' if state.naming == SNAPSZER else 'duri'}"]
    if state.must_lead:
        pair = " or ".join(card_text(c) for c in members(int(state.must_lead)))
        return [f"{asked}: lead {pair} of the marriage"]
    if state.phase == KONTRA and legal(state) == 1 << 36:
        return [f"{asked}: may only pass"]
    if state.phase == LEAD and not is_snapszer(state):
        return [f"{asked}: every trick counts"]
    return [asked]


def contract_of(state: Record) -> tuple[int, str] | None:
    """Who called what in a finished deal; None where all passed."""
    if state.caller < 0:
        return None
    alone = ", alone" if state.partner == state.caller else ""
    return int(state.caller), LEVEL_NAMES[int(state.level)] + alone
