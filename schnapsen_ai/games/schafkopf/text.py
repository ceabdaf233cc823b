"""Schafkopf: the lines that a person reads in a terminal."""

from __future__ import annotations

from typing import Any

from ...base.arrays import Record
from ...cards import members
from ..shared.trick_game import is_over, to_move
from .knowledge import hand_size
from .scoring import payoff
from .state import CALL, ENDINGS, MOVE_NAMES, PASS, SOLO, WENZ

_PHASES = ("bidding", "doubling", "playing", "over")


def describe(state: Record, card_text: Any) -> list[str]:
    """What a person reads in a terminal; hands as far as the record holds them."""

    def cards(mask: Any) -> str:
        return " ".join(card_text(c) for c in members(mask)) or "-"

    lines = [f"Schafkopf, {_PHASES[state.phase]}"]
    contract = int(state.contract)
    if contract != PASS:
        words = f"seat {state.declarer}: {card_text.move(MOVE_NAMES[contract])}"
        if CALL <= contract < SOLO and contract != WENZ and state.ace >= 0:
            words += f" ({card_text(int(state.ace))}), partner {_partner(state)}"
        lines.append(f"Game: {words}" + ", doubled" * int(state.doublings))
    for seat in range(4):
        hidden = hand_size(state, seat) - int(state.hand[seat]).bit_count()
        more = f" and {hidden} unknown" if hidden else ""
        taken = f"{state.points[seat]} points in {state.tricks[seat]} tricks"
        lines.append(f"Seat {seat}: {cards(state.hand[seat])}{more}; {taken}")
    table = [card_text(int(state.table[i])) for i in range(state.on_table)]
    if table:
        lines.append(f"Table, led by seat {state.leader}: {' '.join(table)}")
    if is_over(state):
        money = " ".join(f"{payoff(state, seat):+d}" for seat in range(4))
        lines.append(f"Over: {ENDINGS[state.ending]}; {money}")
    else:
        lines.append(f"Seat {to_move(state)} to move")
    return lines


def _partner(state: Record) -> str:
    """The seat that was dealt the called ace, as far as the record tells."""
    ace = 1 << int(state.ace)
    for seat in range(4):
        if int(state.hand[seat] | state.played[seat]) & ace:
            return f"seat {seat}"
    return "secret"


def contract_of(state: Record) -> tuple[int, str] | None:
    """Who declared what in a finished deal; None where all passed."""
    contract = int(state.contract)
    if contract == PASS:
        return None
    return int(state.declarer), "call" if state.ace >= 0 else MOVE_NAMES[contract].split()[0]
