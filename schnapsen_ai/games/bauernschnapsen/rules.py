"""Bauernschnapsen: the deal, the legal moves and how a move changes the deal.

The parts are in `bidding`, `trickplay` and `scoring`.  Rules never validate: a caller passes only
moves of `legal`.  `play` is what rollouts call and keeps no knowledge; real play also calls
`knowledge.learn`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import PACK_20, bit, members, shuffle, suit_cards
from .bidding import announce, answer, legal_announce, legal_trump, settle_trump
from .scoring import NO_TRUMP, claim
from .state import (
    ANNOUNCE,
    CHOOSE_TRUMP,
    CLAIM,
    DOUBLE,
    FOLLOW,
    KONTRA,
    LEAD,
    MARRIAGE,
    NO_CARD,
    NOBODY,
    NORMAL,
    NOT_OVER,
    OVER,
    PASS,
)
from .tricks import follow, lead, legal_follow, legal_lead, marry

_ORDERED = np.array(members(PACK_20), dtype=np.uint8)
_PASS, _DOUBLE = 1 << PASS, 1 << DOUBLE


# --- the deal ---


@jit
def deal(state: Any, rng: Any, match: Any) -> None:
    """Shuffle a pack and lay it out; the options stay."""
    for i in range(20):
        state.pack[i] = _ORDERED[i]
    shuffle(state.pack, 20, rng)
    lay_out(state, match)


@jit
def lay_out(state: Any, match: Any) -> None:
    """Start the deal of `state.pack`: three cards to each seat."""
    pack = state.pack
    for seat in range(4):
        at = 3 * seat
        state.hand[seat] = bit(pack[at]) | bit(pack[at + 1]) | bit(pack[at + 2])
        state.must_hold[seat] = 0
        state.cannot_hold[seat] = 0
        state.played[seat] = 0
        state.said[seat] = -1
        state.table[seat] = NO_CARD
    for team in range(2):
        state.points[team] = 0
        state.melds[team] = 0
        state.tricks[team] = 0
        state.score[team] = match.score[match.player[team] & 1]
    state.must_lead = 0
    state.value = 0
    state.phase = CHOOSE_TRUMP
    state.turn = 0
    state.also = NOBODY
    state.doublings = 0
    state.trump = -1
    state.turned = NO_CARD
    state.contract = NORMAL
    state.declarer = 0
    state.ruff = -1
    state.idle = NOBODY
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.winner = NOBODY
    state.ending = NOT_OVER


# --- moves ---


@inline
def to_move(state: Any) -> int:
    """The seat to move, or -1 when the deal is over."""
    return NOBODY if state.phase == OVER else np.int64(state.turn)


@jit
def legal(state: Any) -> int:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == FOLLOW:
        return legal_follow(state)
    if phase == LEAD:
        return legal_lead(state)
    if phase == ANNOUNCE:
        return legal_announce(state)
    if phase == KONTRA:
        return np.int64(_PASS | _DOUBLE)
    if phase == CHOOSE_TRUMP:
        return legal_trump(state)
    return np.int64(0)


@jit
def play(state: Any, move: int) -> None:
    """Make a legal move in place; the deal moves on by itself to the next decision."""
    phase = state.phase
    if move < 32:
        if phase == FOLLOW:
            follow(state, move)
        else:
            lead(state, move)
    elif phase == ANNOUNCE:
        announce(state, move)
    elif phase == KONTRA:
        answer(state, move)
    elif move < PASS:
        marry(state, move - MARRIAGE)
    elif move == CLAIM:
        claim(state)
    else:
        settle_trump(state, move)


# --- the end ---


@inline
def is_over(state: Any) -> bool:
    return state.phase == OVER


@inline
def payoff(state: Any, seat: int) -> int:
    """Game points of a seat: its team's, the other team has the negative."""
    value = np.int64(state.value)
    return value if state.winner == seat & 1 else -value


@inline
def sides_known(state: Any) -> bool:
    """The teams are fixed."""
    return True


@inline
def side(state: Any, seat: int) -> int:
    """The team of a seat."""
    return seat & 1


@jit
def largest_loss(state: Any) -> int:
    """Kontrabauer or Herrenschnapser undoubled: what a misbehaving bot is charged."""
    return 24


# --- what generic bots may ask of a trick-taker ---


@inline
def trumps(state: Any) -> int:
    """The set of trump cards; 0 before trump is settled and in contracts without."""
    if state.trump < 0 or state.contract in NO_TRUMP:
        return np.int64(0)
    return suit_cards(np.int64(state.trump))


@inline
def led(state: Any) -> int:
    """The card that was led to the present trick, or -1."""
    return np.int64(state.table[0])


@inline
def hand(state: Any, seat: int) -> int:
    """The cards of a seat, as far as the record holds them."""
    return state.hand[seat & 3]
