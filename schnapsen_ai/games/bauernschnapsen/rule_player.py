"""The rule player of Bauernschnapsen.

1.  Trump: the longest suit of the first three cards, the better one of equals; with three suits
    the fourth card is turned up, which makes a longer trump suit more often than not.
2.  A Herrenschnapser or Farbenring in hand is announced: it cannot fail.
3.  Other contracts are weighed over some deals that agree with all it has seen: in each, would
    they be made against open cards?  What promises the most points is announced, if it is more
    likely than not by a margin, and better than what stands already.
4.  The normal game is doubled with a good hand, a Schnapser of the others if it fails in all deals
    looked at.  Whoever announces more has it nearly always, so that is left alone.  One's own
    doubled contract is doubled again if it looks safe.
5.  66 is claimed as soon as it can be; marriages are declared as soon as they can be, trumps
    first (in a Schnapser once there is a trick).
6.  On lead: cards that nobody can beat, trumps first while others have some; else low and cheap.
7.  Following: points to a trick that the partner surely takes, few to the others'; win with what
    stays won.
8.  Against a contract of all tricks: keep the highest card of each suit, and guarded seconds.
9.  Bettler: the announcer leads what must be beaten and throws high; the others lead low.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import inline, jit
from ...cards import Move, Moves, Seat, bit, count, lowest, suit_cards
from ..shared.marriages import MARRIAGE
from ..shared.trick_game import mover
from .bid_value import strength, takes_none, wins_all
from .card_choice import choose_card
from .redeal import sample_hands
from .scoring import CALLER_LEADS, SCHNAPSERS, VALUES
from .state import (
    ANNOUNCE,
    BETTLER,
    CHOOSE_TRUMP,
    CLAIM,
    DOUBLE,
    HERREN,
    KONTRA,
    NAME_TRUMP,
    NORMAL,
    PASS,
    RING,
    TURN_UP,
)

_FEW, _MANY = 8, 40  # deals looked at: of a contract without promise, and of one with
_LEAST_CHANCE = 0.6  # of a contract that is announced
_LEAST_AGAINST_LEAD = 0.75  # the same where the caller leads
_SAFE = 0.95  # one's own contract that is doubled again
_GOOD_HAND, _VERY_GOOD_HAND = 20, 24  # for doubling the normal game, and doubling it again
_PASS, _CLAIM, _RING, _HERREN = 1 << PASS, 1 << CLAIM, 1 << RING, 1 << HERREN
_CARDS = 0xFFFFFFFF
_MARRIAGES = 0xF << MARRIAGE


@jit
def advise(state: Record, legal: Moves, rng: Words) -> Move:
    """A move for the seat to move, from its concealed state."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    phase = state.phase
    if phase == CHOOSE_TRUMP:
        return _choose_trump(state)
    if phase in (ANNOUNCE, KONTRA):
        return _choose_bid(state, legal, rng)
    if legal & _CLAIM:
        return np.int64(CLAIM)
    marriages = legal & _MARRIAGES
    team = mover(state) & 1
    if marriages and (state.contract == NORMAL or state.tricks[team] > 0):
        trump = bit(MARRIAGE + state.trump)
        return lowest(marriages & trump if marriages & trump else marriages)
    return choose_card(state, legal & _CARDS)


@jit
def _choose_trump(state: Record) -> Move:
    hand = state.hand[0]
    best, best_score = np.int64(TURN_UP), np.int64(-1)
    for suit in range(4):
        own = hand & suit_cards(suit)
        score = 20 * count(own) + strength(own, np.int64(suit))
        if count(own) > 1 and score > best_score:
            best, best_score = np.int64(NAME_TRUMP + suit), score
    return best


@jit
def _try_out(
    state: Record,
    seat: Seat,
    declarer: Seat,
    contracts: int,
    few: int,
    made: np.ndarray,
    rng: Words,
) -> int:
    """How many deals were looked at; `made` counts by contract those in which it is made.

    The deals agree with what `seat` knows.  A contract is dropped that will not be made in half
    of the first `few`.
    """
    hands = np.empty(4, np.int64)
    copy = np.empty(4, np.int64)
    looked = np.int64(0)
    while looked < _MANY and contracts:
        sample_hands(state, seat, hands, rng)
        rest = contracts
        while rest:
            contract = lowest(rest)
            rest &= rest - 1
            for p in range(4):
                copy[p] = hands[p]
            if contract == BETTLER:
                success = takes_none(copy, declarer)
            else:
                success = wins_all(copy, declarer, np.int64(state.trump), contract, rng)
            if success:
                made[contract - NORMAL] += 1
            elif looked < few and 2 * made[contract - NORMAL] + few < 2 * looked:
                contracts &= ~bit(contract)
        looked += 1
    return looked


@jit
def _choose_bid(state: Record, legal: Moves, rng: Words) -> Move:
    """What to announce (2, 3), or whether to double (4)."""
    if legal & _HERREN:
        return np.int64(HERREN)
    seat = mover(state)
    doubling = state.phase == KONTRA
    declarer = np.int64(state.declarer) & 3 if doubling else seat
    contract = np.int64(state.contract)
    tries, few = legal & ~(_PASS | _RING), np.int64(_FEW)
    if doubling:
        if contract == NORMAL:
            return _double_normal(state, seat)
        own_side = (seat ^ declarer) & 1 == 0
        if seat != declarer and (own_side or contract not in SCHNAPSERS):
            return np.int64(PASS)
        tries, few = np.int64(1) << contract, np.int64(0)
    made = np.zeros(9, np.int64)
    looked = _try_out(state, seat, declarer, tries, few, made, rng)
    if doubling:
        chance = made[contract - NORMAL] / looked
        double = chance >= _SAFE if seat == declarer else chance == 0
        return np.int64(DOUBLE) if double else np.int64(PASS)
    return _best_announcement(state, seat, legal, tries, made, looked)


@jit
def _best_announcement(
    state: Record, seat: Seat, legal: Moves, tries: int, made: np.ndarray, looked: int
) -> int:
    """The contract that promises most, if any promises more than passing."""
    best, most = np.int64(PASS), _worth_of_passing(state, seat)
    if legal & _RING:
        best, most = np.int64(RING), np.float64(VALUES[RING - NORMAL])
    while tries:
        contract = lowest(tries)
        tries &= tries - 1
        chance = made[contract - NORMAL] / looked
        worth = VALUES[contract - NORMAL] * (2 * chance - 1)
        least = _LEAST_AGAINST_LEAD if contract in CALLER_LEADS else _LEAST_CHANCE
        if chance >= least and worth > most:
            best, most = contract, worth
    return best


@inline
def _worth_of_passing(state: Record, seat: Seat) -> float:
    """Game points to expect if this seat says nothing."""
    if state.contract == NORMAL:
        return 0.5
    value = 0.4 * VALUES[np.int64(state.contract) - NORMAL]
    return value if (seat ^ state.declarer) & 1 == 0 else -value


@inline
def _double_normal(state: Record, seat: Seat) -> int:
    own = strength(state.hand[seat], np.int64(state.trump))
    needed = _GOOD_HAND if state.doublings == 0 else _VERY_GOOD_HAND
    return np.int64(DOUBLE) if own >= needed and state.doublings < 2 else np.int64(PASS)
