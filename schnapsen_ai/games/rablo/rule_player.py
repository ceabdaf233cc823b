"""Rabló: the built-in rule player.

Its principles:

1.  Say ENOUGH, or SHOW, as soon as it is allowed.
2.  Declare a marriage when it brings 66, or when its king or queen is about as safe as any lead.
3.  On lead, play the card that the other side is least likely to take: a lost trick ends the
    deal.  Of equal leads draw trumps while others hold some, then lead the most points.
4.  Lead a side suit while nobody is likely to be void in it and able to trump.
5.  Give points to a trick that one's own side holds, but neither trumps nor an ace.
6.  To a trick that the other side holds give as few points as possible, no trump, and keep
    a card that guards a higher one.
7.  Win a trick as high as possible while others are still to play, with points when last.
8.  Call the trump suit and its highest missing card that promise most money, by `estimate`; the
    own top card only where that promises more.  Pass where no call promises a profit.
9.  Who holds the called card is the partner and does not overcall.
10. Kontra with a hand that makes it likely that the call fails, szubkontra with a better one;
    rekontra as caller or partner with a hand that is likely to make it.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import jit
from ...cards import Move, Moves, bit, lowest
from ..shared.trick_game import mover
from .bid_value import best_call, chance_against, chance_as_partner, chance_of_call
from .card_choice import choose_follow, choose_lead
from .rules import is_snapszer, on_calling_side
from .state import BID, DOUBLE, FOLLOW, KONTRA, NAME, PASS

_PROFIT = 0.0  # money that a call must promise
_OVERCALL = 20.0  # and one over another seat's call
_KONTRA, _SZUBKONTRA, _REKONTRA = 0.58, 0.8, 0.85


@jit
def advise(state: Record, legal: Moves, rng: Words) -> Move:
    """The move of the built-in rule player, from a concealed state."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    if state.phase == FOLLOW:
        return choose_follow(state, legal)
    if state.phase == BID:
        return _choose_bid(state)
    if state.phase == NAME:
        return _choose_card(state)
    if state.phase == KONTRA:
        return DOUBLE if _doubles(state) else PASS
    return choose_lead(state, legal)


@jit
def _choose_bid(state: Record) -> Move:
    hand = state.hand[mover(state)]
    wanted = _PROFIT
    if state.caller >= 0:
        if hand & bit(state.called):
            return PASS
        wanted = _OVERCALL
    kind, _, money = best_call(hand, np.int64(state.level), -1, np.int64(state.pot))
    return kind if kind >= 0 and money > wanted else PASS


@jit
def _choose_card(state: Record) -> Move:
    hand = state.hand[mover(state)]
    kind = np.int64(state.naming)
    return best_call(hand, np.int64(state.level), kind, np.int64(state.pot))[1]


@jit
def _doubles(state: Record) -> bool:
    seat = mover(state)
    hand = state.hand[seat]
    duri = not is_snapszer(state)
    called = np.int64(state.called)
    if not on_calling_side(state, seat):
        wanted = _KONTRA if state.doublings == 0 else _SZUBKONTRA
        return chance_against(hand, duri, called) > wanted
    if seat == state.caller:
        return chance_of_call(hand, duri, called) > _REKONTRA
    return not duri and chance_as_partner(hand, called) > _REKONTRA
