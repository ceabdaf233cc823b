"""The move of a competent player who looks at nothing he cannot see: the bot ``rules``.

`advise` gets the record as its seat sees it and answers by these principles, in this order:

1.  A claim that is true is made at once.
2.  The exchange is made as soon as it is allowed.
3.  Once all cards are known (the talon is gone, or the other's cards follow by elimination) the
    rest is counted out exactly (`lasttricks`), a false claim included where it is cheaper.
4.  A marriage that brings 66 is declared.
5.  The talon is closed when the chance to get to 66, weighed with what the close wins and loses
    (1, 2 or 3), promises more than playing on: trumps that run, highest cards, marriages in hand
    and the points still needed are what it counts (`closing`).  In Sixty-Six a marriage is
    declared before; before drawing nobody closes.
6.  A player who was closed on without a trick and cannot save himself pays 2 by a false claim
    rather than 3, once he leads (`lasttricks`).
7.  The lead (`choice`): a marriage, declared when its king or queen is the card to lead, which it
    nearly always is while the talon is open.  Else, talon open, a card that costs little, from a
    suit where little is at stake; aces and tens are kept back, and kings and queens whose partner
    may still come.  Talon closed: trumps and highest cards first.
8.  The reply (`choice`): a trick is taken when it is worth more than the card that takes it: tens
    and aces of the suit take cheap cards, trumps go to dear ones; the exchange card, trumps and
    marriages are spared; what is thrown away is cheap and guards nothing.  Who needs the lead, who
    is near 33 or 66, and what the last draw brings, is part of the price.

No random numbers are used: the same view gets the same move.
"""

from __future__ import annotations

import numpy as np

from ....base.arrays import Record, Words
from ....base.jit import inline, jit
from ....cards import Cards, Move, Moves, Seat, bit, count, lowest
from ..knowledge import pack_cards
from ..rules import is_open, tricks_played
from ..scoring import TARGET
from ..state import AFTER_TRICK, CLAIM, CLOSE, DRAW, END, EXCHANGE, FINAL, FOLLOW, MARRIAGE
from .card_choice import choose_lead, choose_reply, winning_marriage
from .closing import MARRIAGES, should_close
from .last_tricks import gives_up, last_tricks
from .weights import CHANCE, LEADS, REPLIES, WORTH

_CLAIM, _CLOSE, _EXCHANGE = 1 << CLAIM, 1 << CLOSE, 1 << EXCHANGE


@inline
def cards_out(state: Record, seat: Seat) -> Cards:
    """The cards that the other holds or that lie face down, the turn-up not among them."""
    gone = np.int64(state.hand[seat])
    if state.turn_up >= 0:
        gone |= bit(state.turn_up)
    if state.led >= 0:
        gone |= bit(state.led)
    for trick in range(tricks_played(state)):
        gone |= bit(state.trick_cards[0, trick] & 31) | bit(state.trick_cards[1, trick] & 31)
    return pack_cards(state) & ~gone


@inline
def known_hand(state: Record, seat: Seat, out: int) -> Cards:
    """The other's hand if it is known for sure, else -1 (talon closed or gone)."""
    other = seat ^ 1
    theirs = np.int64(state.must_hold[other])
    hidden = count(state.hand[seat]) - count(theirs)
    if state.phase == FOLLOW:
        hidden -= 1
    unknown = out & ~theirs & ~state.cannot_hold[other]
    return theirs | unknown if count(unknown) == hidden else np.int64(-1)


@jit
def advise(state: Record, legal: Moves, rng: Words) -> Move:
    """The rule player's move, from a concealed state."""
    legal = np.int64(legal)
    if legal & (legal - 1) == 0:
        return lowest(legal)
    seat = np.int64(state.turn) & 1
    if legal & _CLAIM and state.points[seat] >= TARGET:
        return np.int64(CLAIM)
    if legal & _EXCHANGE:
        return np.int64(EXCHANGE)
    if state.phase == AFTER_TRICK:
        return np.int64(DRAW)
    if state.phase == FINAL:
        return np.int64(CLAIM if gives_up(state, seat, np.int64(0)) else END)
    out = cards_out(state, seat)
    if not is_open(state):
        theirs = known_hand(state, seat, out)
        if theirs >= 0:
            return last_tricks(state, seat, theirs, legal)
        if legal & _CLAIM and gives_up(state, seat, out):
            return np.int64(CLAIM)
    if state.phase == FOLLOW:
        return choose_reply(state, seat, out, legal, REPLIES)
    if legal & MARRIAGES:
        winning = winning_marriage(state, seat, (legal >> MARRIAGE) & 15)
        if winning >= 0:
            return winning
    if legal & _CLOSE and should_close(state, seat, out, legal, CHANCE, WORTH):
        return np.int64(CLOSE)
    return choose_lead(state, seat, out, legal, LEADS)
