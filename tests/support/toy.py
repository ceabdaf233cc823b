"""A toy game of four seats with a secret partner: the whole contract in one small file.

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

from schnapsen_ai.base.jit import inline, jit
from schnapsen_ai.cards import (
    POINTS,
    bit,
    count,
    highest,
    lowest,
    members,
    shuffle,
    suit_cards,
    suit_of,
)
from schnapsen_ai.games.shared.constrained_deal import scatter, settled
from schnapsen_ai.games.shared.features import Fact, Facts
from schnapsen_ai.games.shared.options import yes_no
from schnapsen_ai.games.shared.roles import Roles
from schnapsen_ai.tricks import beats

NAMES = ("toy", "toy_trump")
OPTIONS = (yes_no("trump", "The suit of the named card is trump."),)
PRESETS: dict[str, dict[str, Any]] = {"toy": {}, "toy_trump": {"trump": True}}
N_SEATS = 4
MAX_PLIES = 20
MAX_ABS_PAYOFF = 4
FIXED_PARTNERS = False
CARD_STYLE = "french"
PASS = 40
MOVE_NAMES = {PASS: "pass"}
ROLES = Roles(passes=1 << PASS)
ENDINGS = ("not over", "all passed", "won", "lost", "resigned")
PACK = 0xF0F0F0F0
CALL, LEAD, FOLLOW, OVER = range(4)
NOBODY, NO_CARD, UNKNOWN = -1, -1, 255

STATE = np.dtype(
    (
        np.record,
        [
            ("hand", np.int64, 4),
            ("played", np.int64, 4),  # learned: cards a seat has played
            ("cannot_hold", np.int64, 4),  # learned: cards known not to be in a hand
            ("phase", np.int8),
            ("turn", np.int8),
            ("caller", np.int8),
            ("partner", np.int8),  # secret
            ("named", np.int8),
            ("on_table", np.int8),
            ("best", np.int8),
            ("best_seat", np.int8),
            ("first", np.int8),  # card led to the trick, or -1
            ("tricks", np.int8),
            ("heap", np.int16),  # card points on the table
            ("points", np.int16, 4),  # by who took the trick
            ("pay", np.int8, 4),
            ("ending", np.int8),
            ("pack", np.uint8, 16),
            ("options", np.uint8, len(OPTIONS)),
        ],
    )
)
MATCH = np.dtype(
    (
        np.record,
        [
            ("player", np.int8, 4),
            ("score", np.int32, 4),
            ("over", np.int8),
            ("winner", np.int8),
            ("marks", np.int8, 4),
            ("deals", np.int32),
        ],
    )
)
_ORDERED = np.array(members(PACK), dtype=np.uint8)


def seats(name: str) -> int:
    return 4


def pack_of(name: str) -> tuple[int, ...]:
    return tuple(members(PACK))


def packets(name: str) -> tuple[int, ...]:
    return (4, 4, 4, 4)


def prepare(state: Any, name: str) -> None:
    pass


def hand_size(state: Any, seat: int) -> int:
    return 4 - int(state.played[seat]).bit_count()


def describe(state: Any, card_text: Any) -> list[str]:
    return [" ".join(card_text(c) for c in members(int(h))) for h in state.hand]


# --- rules ---


@jit
def deal(state: Any, rng: Any, match: Any) -> None:
    for i in range(16):
        state.pack[i] = _ORDERED[i]
    shuffle(state.pack, 16, rng)
    lay_out(state, match)


@jit
def lay_out(state: Any, match: Any) -> None:
    for seat in range(4):
        cards = np.int64(0)
        for i in range(4):
            cards |= bit(state.pack[4 * seat + i])
        state.hand[seat] = cards
        state.played[seat] = 0
        state.cannot_hold[seat] = 0
        state.points[seat] = 0
        state.pay[seat] = 0
    state.phase = CALL
    state.turn = 0
    state.caller = NOBODY
    state.partner = NOBODY
    state.named = NO_CARD
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.first = NO_CARD
    state.tricks = 0
    state.heap = 0
    state.ending = 0


@inline
def to_move(state: Any) -> int:
    return NOBODY if state.phase == OVER else np.int64(state.turn)


@jit
def legal(state: Any) -> int:
    held = state.hand[np.int64(state.turn) & 3]
    if state.phase == CALL:
        return (PACK & ~held) | bit(PASS)
    if state.phase == FOLLOW:
        same = held & suit_cards(suit_of(state.first))
        return same if same else held
    return held if state.phase == LEAD else np.int64(0)


@jit
def play(state: Any, move: int) -> None:
    seat = np.int64(state.turn) & 3
    if state.phase == CALL:
        _call(state, seat, move)
        return
    state.hand[seat] ^= bit(move)
    trump = suit_of(state.named) if state.options[0] else np.int64(-1)
    if state.phase == LEAD:
        state.first = move
        state.phase = FOLLOW
    if state.on_table == 0 or beats(move, np.int64(state.best), trump):
        state.best = move
        state.best_seat = seat
    state.heap += POINTS[move & 31]
    state.on_table += 1
    state.turn = (seat + 1) & 3
    if state.on_table == 4:
        _trick_end(state)


@inline
def _call(state: Any, seat: int, move: int) -> None:
    if move == PASS:
        if seat == 3:
            state.ending = 1
            state.phase = OVER
        state.turn = (seat + 1) & 3
        return
    state.caller = seat
    state.named = move
    for other in range(4):
        if state.hand[other] & bit(move):
            state.partner = other
    state.turn = 0
    state.phase = LEAD


@inline
def _trick_end(state: Any) -> None:
    state.points[np.int64(state.best_seat) & 3] += state.heap
    state.turn = state.best_seat
    state.heap = 0
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.first = NO_CARD
    state.phase = LEAD
    state.tricks += 1
    if state.tricks == 4:
        own = np.int64(0)
        for seat in range(4):
            own += state.points[seat] if side(state, seat) == 0 else 0
        sign = 1 if own > 56 else -1
        for seat in range(4):
            state.pay[seat] = sign * (
                4 if seat == state.caller else 2 if seat == state.partner else -3
            )
        state.ending = 2 if sign > 0 else 3
        state.phase = OVER


@inline
def is_over(state: Any) -> bool:
    return state.phase == OVER


@inline
def payoff(state: Any, seat: int) -> int:
    return np.int64(state.pay[seat & 3])


@inline
def sides_known(state: Any) -> bool:
    return state.partner >= 0


@inline
def side(state: Any, seat: int) -> int:
    return 0 if seat == state.caller or seat == state.partner else 1


@jit
def resign(state: Any, seat: int) -> None:
    state.ending = 4
    state.phase = OVER


@jit
def largest_loss(state: Any) -> int:
    return 4


@inline
def trumps(state: Any) -> int:
    return suit_cards(suit_of(state.named)) if state.options[0] and state.named >= 0 else (
        np.int64(0)
    )


@inline
def led(state: Any) -> int:
    return np.int64(state.first)


@inline
def hand(state: Any, seat: int) -> int:
    return state.hand[seat & 3]


@jit
def advise(state: Any, legal: int, rng: Any) -> int:
    cards = legal & ~bit(PASS)
    return highest(cards)


# --- knowledge ---


@jit
def learn(state: Any, move: int) -> None:
    seat = np.int64(state.turn) & 3
    if state.phase == CALL:
        if move != PASS:
            state.cannot_hold[seat] |= bit(move)
        return
    state.played[seat] |= bit(move)
    if state.phase == FOLLOW and suit_of(move) != suit_of(state.first):
        state.cannot_hold[seat] |= suit_cards(suit_of(state.first)) & PACK


@jit
def unseen(state: Any, seat: int) -> int:
    seen = state.hand[seat]
    for other in range(4):
        seen |= state.played[other]
    return PACK & ~seen


@inline
def _left(state: Any, seat: int) -> int:
    return 4 - count(state.played[seat])


@jit
def _settled(state: Any, seat: int, other: int) -> tuple[int, int]:
    a, b, c = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    return settled(
        unseen(state, seat), (~state.cannot_hold[a], ~state.cannot_hold[b], ~state.cannot_hold[c]),
        (_left(state, a), _left(state, b), _left(state, c)), (other - seat - 1) & 3,
    )


@jit
def known_in(state: Any, seat: int, other: int) -> int:
    return state.hand[seat] if other == seat else np.int64(_settled(state, seat, other)[0])


@jit
def known_absent_from(state: Any, seat: int, other: int) -> int:
    return unseen(state, seat) if other == seat else np.int64(_settled(state, seat, other)[1])


@jit
def conceal(state: Any, seat: int) -> None:
    partner = NOBODY
    if state.named >= 0:
        for other in range(4):
            if state.played[other] & bit(state.named):
                partner = other
        if state.hand[seat] & bit(state.named):
            partner = seat
    if state.phase != OVER:
        state.partner = partner
    for other in range(4):
        if other != seat:
            state.hand[other] = 0
            for i in range(4):
                state.pack[4 * other + i] = UNKNOWN


@jit
def redeal(state: Any, seat: int, rng: Any) -> None:
    a, b, c = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    in_a, in_b, in_c = scatter(
        unseen(state, seat), (~state.cannot_hold[a], ~state.cannot_hold[b], ~state.cannot_hold[c]),
        (_left(state, a), _left(state, b), _left(state, c)), rng,
    )
    state.hand[a] = in_a
    state.hand[b] = in_b
    state.hand[c] = in_c
    if state.named >= 0:
        for other in range(4):
            if (state.hand[other] | state.played[other]) & bit(state.named):
                state.partner = other


@jit
def backfill(state: Any, seat: int, rng: Any) -> None:
    for other in range(4):
        if other == seat:
            continue
        cards = state.hand[other] | state.played[other]
        for i in range(4):
            state.pack[4 * other + i] = lowest(cards)
            cards &= cards - 1


FACTS = Facts(
    rows=(
        Fact("hand", "cards", value=hand),
        Fact("unseen", "cards", value=unseen),
        Fact("played", "cards", "seat"),
        Fact("caller", "seat", told="always"),
        Fact("named", "card", told="always"),
        Fact("points", "points", "seat", told="always"),
        Fact("to_move", "mine", value=to_move),
        Fact("phase"),
    ),
    view=("caller", "named", "points"),
    seats=4,
)
OBSERVATION_SIZE, VIEW_FIELDS = FACTS.size, FACTS.view_fields
observe, export = FACTS.kernels(__name__)


# --- the match ---


@jit
def begin_match(match: Any, state: Any, first_dealer: int) -> None:
    for seat in range(4):
        match.player[seat] = (first_dealer + 1 + seat) & 3
        match.score[seat] = 0
        match.marks[seat] = 0
    match.over = 0
    match.winner = NOBODY
    match.deals = 0


@jit
def next_deal(match: Any, state: Any) -> None:
    match.deals += 1
    best = 0
    for seat in range(4):
        match.score[match.player[seat]] += state.pay[seat]
    for player in range(4):
        if match.score[player] > match.score[best]:
            best = player
    for seat in range(4):
        match.player[seat] = (match.player[seat] + 1) & 3
    if match.deals == 12:
        match.over = 1
        match.winner = best
