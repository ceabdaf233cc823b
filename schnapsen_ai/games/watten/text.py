"""Watten: the lines that a person reads in a terminal."""

from __future__ import annotations

from typing import Any

from ...base.arrays import Record
from ...cards import bit, members
from ..shared.trick_game import is_over, to_move
from .knowledge import hand_size
from .state import ENDINGS, FOLDED

_PHASES = ("naming the Schlag", "naming the trump suit", "playing", "a raise to answer", "over",
           "asked for a raise")


def describe(state: Record, card_text: Any) -> list[str]:
    """What a person reads in a terminal; hands as far as the record holds them."""

    def cards(mask: Any) -> str:
        return " ".join(card_text(c) for c in members(mask)) or "-"

    lines = [f"Watten, {_PHASES[state.phase]}; score {state.score[0]}:{state.score[1]}"]
    if state.schlag >= 0:
        words = f"Schlag {card_text.rank(int(state.schlag))}"
        if state.trump >= 0:
            words += f", trump {card_text.suit(int(state.trump))}"
            words += f", Hauptschlag {cards(bit(state.main)) if state.main >= 0 else 'none'}"
        lines.append(words)
    lines.append(f"Stake {state.stake}, tricks {state.tricks[0]}:{state.tricks[1]}")
    for seat in range(4):
        hidden = hand_size(state, seat) - int(state.hand[seat]).bit_count()
        more = f" and {hidden} unknown" if hidden else ""
        lines.append(f"Seat {seat}: {cards(state.hand[seat])}{more}")
    table = [card_text(int(state.table[i])) for i in range(state.on_table)]
    if table:
        lines.append(f"Table, led by seat {state.leader}: {' '.join(table)}")
    if state.raiser >= 0:
        lines.append(f"Seat {state.raiser} raises to {state.stake + 1}")
    if is_over(state):
        winners = "0 and 2" if state.winner == 0 else "1 and 3"
        lines.append(f"Over: {ENDINGS[state.ending]}; seats {winners} win {state.stake}")
    else:
        lines.append(f"Seat {to_move(state)} to move")
    return lines


def contract_of(state: Record) -> tuple[int, str] | None:
    """Who raised last and what came of it; the namer of the Schlag where nobody raised."""
    if state.ending == FOLDED:
        return int(state.raiser), f"raise to {state.stake + 1}, folded"
    if state.last_raise < 0:
        return 0, "no raise"
    return int(state.last_raise), f"raise to {state.stake}, seen"
