"""Watten (Bavarian, four seats): the game module of the contract."""

from __future__ import annotations

from typing import Any

from ...cards import bit, members
from .advice import *  # noqa: F403
from .hints import *  # noqa: F403
from .knowledge import *  # noqa: F403
from .options import *  # noqa: F403
from .rules import *  # noqa: F403
from .rules import is_over, to_move
from .state import *  # noqa: F403
from .state import ENDINGS, FOLDED, HAND_SIZE

NAMES = ("watten",)
CARD_STYLE = "german"
FIXED_PARTNERS = True
OVERRIDES: tuple[str, ...] = ()
RULEBOOK = "rulebook.md"
_PHASES = ("naming the Schlag", "naming the trump suit", "playing", "a raise to answer", "over")


def seats(name: str) -> int:
    """Number of seats of a deal."""
    return 4


def pack_of(name: str) -> tuple[int, ...]:
    """The cards of the pack."""
    return tuple(range(32))


def packets(name: str) -> tuple[int, ...]:
    """Sizes of the packets of the dealing order, the cards that stay out last."""
    return (3, 3, 3, 3, 2, 2, 2, 2, 12)


def prepare(state: Any, name: str) -> None:
    """Set the constants of a preset in a blank record: there are none."""


def hand_size(state: Any, seat: int) -> int:
    """How many cards a seat holds, the hidden ones included."""
    return HAND_SIZE - int(state.dealt[seat] & ~state.hand[seat]).bit_count()


def describe(state: Any, card_text: Any) -> list[str]:
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
    table = [card_text(int(state.trick[i])) for i in range(state.laid)]
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


def contract_of(state: Any) -> tuple[int, str] | None:
    """Who raised last and what came of it; the namer of the Schlag where nobody raised."""
    if state.ending == FOLDED:
        return int(state.raiser), f"raise to {state.stake + 1}, folded"
    if state.last_raise < 0:
        return 0, "no raise"
    return int(state.last_raise), f"raise to {state.stake}, seen"
