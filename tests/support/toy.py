"""A toy game of four seats with a secret partner: the whole game on one page.

Sixteen cards, Q K T A of each suit, four a hand.  In turn from seat 0 each seat passes or names a
card it does not hold; the first to name one is the caller and the holder of that card his secret
partner, who stays silent.  All pass: the deal is void.  Seat 0 leads; four tricks, suit must be
followed, the highest card of the suit led wins (with option ``trump`` the named suit is trump).
The caller's side wins with more than half of the 112 card points: the caller wins or loses 4, his
partner 2, the others 3 each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from schnapsen_ai.base.jit import jit
from schnapsen_ai.cards import bit, highest, suit_of
from schnapsen_ai.games.shared import page
from schnapsen_ai.games.shared.options import yes_no

NAMES = ("toy", "toy_trump")
PRESETS: dict[str, dict[str, Any]] = {"toy": {}, "toy_trump": {"trump": True}}
OPTIONS = (yes_no("trump", "The suit of the named card is trump."),)
N_SEATS = 4
PACK = 0xF0F0F0F0
PACKETS = ((0, 4), (1, 4), (2, 4), (3, 4))
PASS = 40
MOVE_NAMES = {PASS: "pass"}
ROLES = page.Roles(passes=bit(PASS))
ENDINGS = ("not over", "passed out", "won", "lost")
ALL_PASSED, WON, LOST = 1, 2, 3
CARD_STYLE = "french"
FIXED_PARTNERS = False
MAX_PLIES = 20
MAX_ABS_PAYOFF = 4
STATE = page.state(
    ("caller", np.int8), ("partner", np.int8), ("named", np.int8), options=len(OPTIONS), pack=16
)
FACTS = page.facts(page.Fact("caller", "seat", told="always"), page.Fact("named", "card"), seats=4)


@jit
def start(state: Any) -> None:
    state.phase = page.BID
    state.caller = page.NOBODY
    state.partner = page.NOBODY  # secret
    state.named = page.NO_CARD


@jit
def legal_bid(state: Any, seat: int) -> int:
    return (PACK & ~state.hand[seat]) | bit(PASS)


@jit
def bid(state: Any, seat: int, move: int) -> None:
    state.turn = (seat + 1) & 3
    if move != PASS:
        state.caller = seat
        state.named = move
        state.trump = suit_of(move) if state.options[0] else -1
        state.turn = 0
        state.phase = page.LEAD
        secrets(state)
    elif seat == 3:
        state.ending = ALL_PASSED


@jit
def learn_bid(state: Any, seat: int, move: int) -> None:
    if move != PASS:
        state.cannot_hold[seat] |= bit(move)


@jit
def secrets(state: Any) -> None:
    """The partner is who holds or has played the named card, as far as that is known."""
    state.partner = page.NOBODY
    if state.named >= 0:
        for seat in range(4):
            if (state.hand[seat] | state.played[seat]) & bit(state.named):
                state.partner = seat


@jit
def after_trick(state: Any, taker: int) -> None:
    if state.hand[0] | state.hand[1] | state.hand[2] | state.hand[3] == 0:
        won = 0
        for seat in range(4):
            won += state.points[seat] if side(state, seat) == 0 else 0
        state.ending = WON if won > 56 else LOST


@jit
def payoff(state: Any, seat: int) -> int:
    if state.ending == ALL_PASSED:
        return np.int64(0)
    value = 4 if seat == state.caller else 2 if seat == state.partner else -3
    return np.int64(value if state.ending == WON else -value)


@jit
def sides_known(state: Any) -> bool:
    return state.partner >= 0


@jit
def side(state: Any, seat: int) -> int:
    return 0 if seat == state.caller or seat == state.partner else 1


@jit
def advise(state: Any, legal: int, rng: Any) -> int:
    return highest(legal & ~bit(PASS))


page.complete(__name__)
