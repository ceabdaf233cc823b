"""Schnapsen and its house-rule presets, and Sixty-Six: the game module of the contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...cards import PACK_20, PACK_24, SUITS, members
from .advice import advise  # noqa: F401
from .equity import worth  # noqa: F401
from .hints import *  # noqa: F403
from .knowledge import *  # noqa: F403
from .knowledge import played_by
from .notation import position_fields  # noqa: F401
from .options import OPTIONS, PRESETS  # noqa: F401
from .question import NODES as EXACT_NODES  # noqa: F401
from .reading import set_position  # noqa: F401
from .rules import *  # noqa: F403
from .solver import (  # noqa: F401
    EXACT_WORDS,
    exact_at_least,
    exact_clear,
    exact_moves,
    exact_value,
)
from .state import *  # noqa: F403
from .state import AFTER_TRICK, FINAL, FOLLOW, LEAD
from .worlds import count_worlds, fair_key, list_worlds  # noqa: F401

NAMES = tuple(PRESETS)
CARD_STYLE = "french"
FIXED_PARTNERS = True
OVERRIDES = ("exact_at_least", "exact_clear", "exact_moves", "exact_value")
RULEBOOK = "rulebook.md"

SUIT_NAMES = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
_PHASES = {
    LEAD: "to lead",
    FOLLOW: "to follow",
    AFTER_TRICK: "has taken the trick and may close before drawing",
    FINAL: "has taken the last trick",
}


def seats(name: str) -> int:
    """Seats of a preset: always two."""
    return 2


def pack_of(name: str) -> tuple[int, ...]:
    """The cards of a preset's pack, ascending."""
    return tuple(members(PACK_24 if name == "sixty_six" else PACK_20))


def packets(name: str) -> tuple[int, ...]:
    """Sizes of the packets in dealing order; the order inside one does not matter."""
    if name == "sixty_six":
        return (3, 3, 3, 3, 1) + (1,) * 11
    return (3, 3, 1, 2, 2) + (1,) * 9


def prepare(state: Any, name: str) -> None:
    """Set the constants of a preset in a blank record."""
    state.pack_size = len(pack_of(name))


def describe(state: Any, card_text: Callable[[int], str]) -> list[str]:
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


def _result(state: Any) -> str:
    how = ENDINGS[int(state.ending)]  # noqa: F405
    if state.winner < 0:
        return f"over: {how}"
    return f"over: seat {state.winner} wins {state.value} ({how})"


def hand_size(state: Any, seat: int) -> int:
    """How many cards a seat holds, the hidden ones included."""
    small = int(state.pack_size) == 20
    played = bin(int(played_by(state, seat))).count("1")
    full = 10 if small else 12
    drawn = (full - int(state.talon)) // 2
    return (5 if small else 6) + drawn - played


# Facts of a View beyond the hand, by name, with how many numbers each has.
VIEW_FIELDS = (
    ("trump", 1),
    ("turn_up", 1),
    ("talon_left", 1),
    ("led", 1),
    ("points", 2),
    ("tricks", 2),
    ("pending", 2),
    ("score", 2),
    ("closer", 1),
    ("close_points", 1),
    ("close_tricks", 1),
    ("phase", 1),
    ("must_lead", 1),
)
