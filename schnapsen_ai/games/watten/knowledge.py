"""What a seat of Watten knows: `learn`, `conceal`, `redeal` and `backfill`.

Everything is played openly and nobody acts between the packets, so little is known of a hidden
hand beyond what it has played:

* a card that does not satisfy the Hauptschlag which opened the deal says that its owner had none
  that does (`lacks`; the same set for every such seat);
* under ``schlag_must_hold`` forehand was dealt a card of the rank it named (`owed`).

Naming, raising, seeing and folding exclude nothing: each was a free choice.  All deals that agree
with this are equally likely, so a redeal draws the restricted seats first, then the others; only
forehand's debt needs counting.  (While it is open no Hauptschlag has opened the deal, so that no
seat is restricted.)
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from ..._jit import inline, jit
from ...cards import PACK_32, bit, count, nth, pick_some, shuffle, uniform
from . import options as opt
from .rules import IN_PLAY, beaten_by, is_over, mover, obliging, to_move
from .state import HAND_SIZE, NAMING_SUIT, NO_CARD, RANK_CARDS, UNKNOWN

# Who gets each place of a pack: a seat, or 4 for the cards that stay out.
OUT = 4
OWNER = np.array([p // 3 if p < 12 else (p - 12) // 2 for p in range(20)] + [OUT] * 12, np.int64)

_CHOOSE: Any = np.array([[comb(n, k) for k in range(33)] for n in range(33)], dtype=np.float64)


# --- learning, and what is seen ---


@jit
def learn(state: Any, move: int) -> None:
    """Note what everybody learns from a move; called with the open state, before `play`."""
    if move < 32 and state.forced:
        satisfying = obliging(state)
        if not satisfying & bit(move):
            state.lacks[mover(state)] |= satisfying


@inline
def played_by(state: Any, seat: int) -> int:
    """The cards a seat has played."""
    return state.dealt[seat & 3] & ~state.hand[seat & 3]


@inline
def size_of(state: Any, seat: int) -> int:
    """How many cards a seat holds."""
    return HAND_SIZE - count(played_by(state, seat))


@inline
def unseen(state: Any, seat: int) -> int:
    """The cards whose place the seat does not know."""
    seen = state.hand[seat & 3]
    for other in range(4):
        seen |= played_by(state, other)
    return PACK_32 & ~seen


@inline
def owed(state: Any, seat: int) -> int:
    """Unseen cards of which forehand is known to hold at least one, as `seat` sees it; else 0."""
    if seat == 0 or not state.options[opt.SCHLAG_MUST_HOLD] or state.phase < NAMING_SUIT:
        return np.int64(0)
    cards = np.int64(RANK_CARDS) << np.int64(state.schlag)
    return np.int64(0) if cards & played_by(state, 0) else cards & unseen(state, seat)


@jit
def known_in(state: Any, seat: int, other: int) -> int:
    """Cards that `seat` knows to be in the hand of `other`."""
    if other == seat:
        return state.hand[seat]
    if other == 0:
        cards = owed(state, seat)
        if count(cards) == 1:
            return cards
    return np.int64(0)


@jit
def known_absent_from(state: Any, seat: int, other: int) -> int:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    cards = unseen(state, seat)
    if other == seat or size_of(state, other) == 0:
        return cards
    known = known_in(state, seat, other)
    if known and size_of(state, other) == 1:
        return cards & ~known
    if other != 0:
        known = known_in(state, seat, 0)  # 0 too where `seat` is forehand: none of it is unseen
        return cards & (state.lacks[other] | known)
    return cards & state.lacks[other]


@jit
def conceal(state: Any, seat: int) -> None:
    """Wipe, in place, all that the seat cannot know."""
    for other in range(4):
        if other != seat:
            state.dealt[other] = played_by(state, other)
            state.hand[other] = 0
    for place in range(32):
        if OWNER[place] != seat:
            state.pack[place] = UNKNOWN


# --- dealing what was wiped ---


@jit
def redeal(state: Any, seat: int, rng: Any) -> None:
    """Deal the unseen cards to the other hands, in place; what is left stays out.

    Uniform over the deals consistent with all that the seat has seen.  The pack stays wiped:
    see `backfill`.
    """
    rest = unseen(state, seat)
    debt = owed(state, seat)
    if debt:
        cards = _choose_forehand(size_of(state, 0), rest, debt, rng)
        _give(state, 0, cards)
        rest ^= cards
    for other in range(1, 4):
        if other != seat and state.lacks[other]:
            cards = pick_some(rest & ~state.lacks[other], size_of(state, other), rng)
            _give(state, other, cards)
            rest ^= cards
    for other in range(4):
        if other != seat and not state.lacks[other] and (other > 0 or debt == 0):
            cards = pick_some(rest, size_of(state, other), rng)
            _give(state, other, cards)
            rest ^= cards


@inline
def _give(state: Any, seat: int, cards: int) -> None:
    state.dealt[seat] = played_by(state, seat) | cards
    state.hand[seat] = cards


@jit
def _choose_forehand(places: int, cards: int, debt: int, rng: Any) -> int:
    """Forehand's hidden cards, at least one of `debt`: the number of those by its ways."""
    owed_cards, others = count(debt), count(cards & ~debt)
    total = 0.0
    for a in range(1, min(owed_cards, places) + 1):
        total += _CHOOSE[owed_cards, a] * _CHOOSE[others, places - a]
    mark = uniform(rng) * total
    chosen = 1
    for a in range(1, min(owed_cards, places) + 1):
        chosen = a
        mark -= _CHOOSE[owed_cards, a] * _CHOOSE[others, places - a]
        if mark < 0:
            break
    return pick_some(debt, chosen, rng) | pick_some(cards & ~debt, places - chosen, rng)


@jit
def backfill(state: Any, seat: int, rng: Any) -> None:
    """After `redeal`: complete `state.pack`, so that it replays the history."""
    pack = state.pack
    cards = np.zeros(12, np.uint8)
    out = np.int64(PACK_32)
    for owner in range(5):
        if owner < 4:
            held = state.dealt[owner]
            out &= ~held
            if owner == seat:
                continue
        else:
            held = out
        n = count(held)
        for i in range(n):
            cards[i] = nth(held, i)
        shuffle(cards, n, rng)
        for place in range(32):
            if OWNER[place] == owner:
                n -= 1
                pack[place] = cards[n]


# --- the concealed state as a vector ---

OBSERVATION_SIZE = 11 * 32 + 8 + 4 + 20


@jit
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what the seat sees into `out`, uint8 of length OBSERVATION_SIZE.

    Eleven planes of 32, by card id, 1 or 0: own hand; known not to be held by the next seat, by
    the partner, by the seat before; unseen; played by the seat itself, the next, the partner,
    the seat before; on the table; those that win when played now.
    Then the Schlag one-hot (8, by rank), the trump suit one-hot (4), and: led card id + 1 or 0;
    the winning card's id + 1 or 0; who played it, and who leads, and whose raise waits for an
    answer, each as seats clockwise from this one, + 1, or 0; cards on the table; whether the
    Hauptschlag still obliges; stake; who made the last accepted raise (0 nobody, 1 own team,
    2 the other); tricks own, other; score own, other; target; highest stake or 0; phase; 1 if
    to move; own place at the deal (seat); whether the deal is over; stake won.
    """
    team = seat & 1
    for i in range(OBSERVATION_SIZE):
        out[i] = 0
    table = np.int64(0)
    for i in range(state.laid):
        table |= bit(state.trick[i])
    winning = np.int64(0)
    if state.laid > 0:
        winning = beaten_by(state, state.best)
    for p in range(11):
        if p == 0:
            plane = state.hand[seat]
        elif p < 4:
            plane = known_absent_from(state, seat, (seat + p) & 3)
        elif p == 4:
            plane = unseen(state, seat)
        elif p < 9:
            plane = played_by(state, (seat + p - 5) & 3)
        elif p == 9:
            plane = table
        else:
            plane = winning
        for card in range(32):
            out[32 * p + card] = (plane >> card) & 1
    at = 11 * 32
    if state.schlag >= 0:
        out[at + state.schlag] = 1
    if state.trump >= 0:
        out[at + 8 + state.trump] = 1
    at += 12
    last = np.int64(0)
    if state.last_raise >= 0:
        last = 1 if state.last_raise == team else 2
    won = is_over(state) and state.winner == team
    numbers = (
        np.int64(state.trick[0]) + 1 if state.laid > 0 else 0,
        np.int64(state.best) + 1,
        _relative(state.best_seat, seat),
        _relative(state.leader, seat),
        _relative(state.raiser, seat),
        np.int64(state.laid),
        np.int64(state.forced),
        np.int64(state.stake),
        last,
        np.int64(state.tricks[team]),
        np.int64(state.tricks[team ^ 1]),
        np.int64(state.score[team]),
        np.int64(state.score[team ^ 1]),
        np.int64(state.options[opt.TARGET]),
        np.int64(state.options[opt.MAX_STAKE]),
        np.int64(state.phase),
        np.int64(1 if to_move(state) == seat else 0),
        np.int64(seat),
        np.int64(1 if is_over(state) else 0),
        np.int64(state.stake if won else 0),
    )
    for i in range(20):
        out[at + i] = numbers[i]


# Facts of a View beyond the hand, by name, with how many numbers each has.  Teams: 0 is that of
# seats 0 and 2.  -1 stands for no card, seat, team, rank or suit.
VIEW_FIELDS = (
    ("schlag", 1),
    ("trump", 1),
    ("hauptschlag", 1),
    ("obliged", 1),
    ("stake", 1),
    ("last_raise", 1),
    ("raiser", 1),
    ("leader", 1),
    ("best", 1),
    ("best_seat", 1),
    ("tricks", 2),
    ("score", 2),
    ("table", 4),
    ("phase", 1),
)


@jit
def export(state: Any, seat: int, out: Any) -> None:
    """The numbers of VIEW_FIELDS, in order, into an int64 array."""
    out[0] = state.schlag
    out[1] = state.trump
    out[2] = state.main
    out[3] = state.forced
    out[4] = state.stake
    out[5] = state.last_raise
    out[6] = state.raiser
    out[7] = state.leader
    out[8] = state.best
    out[9] = state.best_seat
    for team in range(2):
        out[10 + team] = state.tricks[team]
        out[12 + team] = state.score[team]
    for i in range(4):
        out[14 + i] = state.trick[i] if i < state.laid else NO_CARD
    out[18] = state.phase


@inline
def _relative(who: int, seat: int) -> int:
    """A seat counted clockwise from `seat`, + 1; 0 for nobody."""
    return ((np.int64(who) - seat) & 3) + 1 if who >= 0 else np.int64(0)


assert int((OWNER < OUT).sum()) == IN_PLAY
