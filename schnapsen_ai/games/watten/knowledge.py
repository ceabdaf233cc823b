"""What a seat of Watten knows: `learn`, `conceal`, `redeal` and `backfill`.

Everything is played openly and nobody acts between the packets, so little is known of a hidden
hand beyond what it has played:

* a card that does not satisfy the Hauptschlag which opened the deal says that its owner had none
  that does (`cannot_hold`; the same set for every such seat);
* under ``schlag_must_hold`` forehand was dealt a card of the rank it named (`owed`).

Naming, raising, seeing and folding exclude nothing: each was a free choice.  All deals that agree
with this are equally likely, so a redeal draws the restricted seats first, then the others; only
forehand's debt needs counting.  (While it is open no Hauptschlag has opened the deal, so that no
seat is restricted.)
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import inline, jit
from ...cards import PACK_32, Cards, Move, Seat, bit, count, nth, pick_some, shuffle
from ..shared import marked_deal
from ..shared.packets import wipe_pack
from ..shared.trick_game import all_played, dealt_to, mover
from . import options as opt
from .dealing import IN_PLAY, OWNER
from .rules import obliging
from .state import HAND_SIZE, NAMING_SUIT, RANK_CARDS

# --- learning, and what is seen ---


@jit
def learn(state: Record, move: Move) -> None:
    """Note what everybody learns from a move; called with the open state, before `play`."""
    if move < 32 and state.forced:
        satisfying = obliging(state)
        if not satisfying & bit(move):
            state.cannot_hold[mover(state)] |= satisfying


@inline
def size_of(state: Record, seat: Seat) -> int:
    """How many cards a seat holds."""
    return HAND_SIZE - count(state.played[seat])


@inline
def unseen(state: Record, seat: Seat) -> Cards:
    """The cards whose place the seat does not know."""
    return PACK_32 & ~(state.hand[seat & 3] | all_played(state))


@inline
def owed(state: Record, seat: Seat) -> Cards:
    """Unseen cards of which forehand is known to hold at least one, as `seat` sees it; else 0."""
    if seat == 0 or not state.options[opt.SCHLAG_MUST_HOLD] or state.phase < NAMING_SUIT:
        return np.int64(0)
    cards = np.int64(RANK_CARDS) << np.int64(state.schlag)
    return np.int64(0) if cards & state.played[0] else cards & unseen(state, seat)


@jit
def known_in(state: Record, seat: Seat, other: Seat) -> Cards:
    """Cards that `seat` knows to be in the hand of `other`."""
    if other == seat:
        return state.hand[seat]
    if other == 0:
        cards = owed(state, seat)
        if count(cards) == 1:
            return cards
    return np.int64(0)


@jit
def known_absent_from(state: Record, seat: Seat, other: Seat) -> Cards:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    cards = unseen(state, seat)
    if other == seat or size_of(state, other) == 0:
        return cards
    if other != 0:
        known = known_in(state, seat, 0)  # 0 too where `seat` is forehand: none of it is unseen
        return cards & (state.cannot_hold[other] | known)
    debt = owed(state, seat)
    pays = debt and size_of(state, 0) == 1  # with his last card
    return cards & (~debt if pays else state.cannot_hold[0])


@jit
def conceal(state: Record, seat: Seat) -> None:
    """Wipe, in place, all that the seat cannot know."""
    for other in range(4):
        if other != seat:
            state.hand[other] = 0
    wipe_pack(state, seat, OWNER, IN_PLAY)


# --- dealing what was wiped ---


@jit
def redeal(state: Record, seat: Seat, rng: Words) -> None:
    """Deal the unseen cards to the other hands, in place; what is left stays out.

    Uniform over the deals consistent with all that the seat has seen.  The pack stays wiped:
    see `backfill`.
    """
    rest = unseen(state, seat)
    debt = owed(state, seat)
    if debt:
        cards = _choose_forehand(size_of(state, 0), rest, debt, rng)
        state.hand[0] = cards
        rest ^= cards
    for other in range(1, 4):
        if other != seat and state.cannot_hold[other]:
            cards = pick_some(rest & ~state.cannot_hold[other], size_of(state, other), rng)
            state.hand[other] = cards
            rest ^= cards
    for other in range(4):
        if other != seat and not state.cannot_hold[other] and (other > 0 or debt == 0):
            cards = pick_some(rest, size_of(state, other), rng)
            state.hand[other] = cards
            rest ^= cards


@jit
def _choose_forehand(size: int, cards: Cards, debt: int, rng: Words) -> Move:
    """Forehand's hidden cards, at least one of `debt`."""
    weights = marked_deal.weights_at(0, marked_deal.at_least(1))
    free = np.int64(size), count(cards) - size, np.int64(0)
    return marked_deal.scatter_marked(cards, debt, (cards, cards, cards), free, weights, rng)[0]


@jit
def backfill(state: Record, seat: Seat, rng: Words) -> None:
    """After `redeal`: complete `state.pack`, so that it replays the history."""
    pack = state.pack
    cards = np.zeros(12, np.uint8)
    out = np.int64(PACK_32)
    for owner in range(5):
        if owner < 4:
            held = dealt_to(state, owner)
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


def hand_size(state: Record, seat: Seat) -> int:
    """How many cards a seat holds, the hidden ones included."""
    return HAND_SIZE - int(state.played[seat]).bit_count()
