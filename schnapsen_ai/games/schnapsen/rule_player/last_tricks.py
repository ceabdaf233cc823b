"""What the rule player does when the rest of a deal can be counted out, or is lost."""

from __future__ import annotations

import numpy as np

from ....base.arrays import Record
from ....base.jit import inline, jit
from ....cards import Cards, Moves, Seat, bit, count, highest, lowest, nth, suit_of
from ..packed_rules import BY_LEAD, DECLARED, WAITS
from ..scoring import TARGET
from ..state import CLAIM, FINAL, FOLLOW, MARRIAGE
from . import endgame_rules as t
from .endgame_search import declared, search, winners

CARDS = 0xFFFFFFFF
_CLAIM = 1 << CLAIM
WORLDS = 12  # hands of the other that are tried before a hopeless deal is given up


@jit
def last_tricks(state: Record, seat: Seat, theirs: Cards, legal: Moves) -> int:
    """The best move with all cards known, nobody drawing any more."""
    if state.phase == FOLLOW:
        return _best_reply(state, seat, theirs, legal)
    return _best_lead(state, seat, theirs, legal)


@inline
def _best_reply(state: Record, seat: Seat, theirs: Cards, legal: Moves) -> int:
    other = seat ^ 1
    terms = t.terms_of(state)
    info = t.half_info(state, other) | t.half_info(state, seat) << t.THEIRS
    best = np.int64(4)  # what the leader gets
    move = np.int64(-1)
    rest = legal & CARDS
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        value = search(
            theirs, np.int64(state.hand[seat]), np.int64(state.led), np.int64(state.trump),
            np.int64(state.points[other]), np.int64(state.points[seat]), info, terms, bit(card),
            np.int64(-3), min(np.int64(3), best),
        )
        if value < best:
            best, move = value, card
    return move


@inline
def _best_lead(state: Record, seat: Seat, theirs: Cards, legal: Moves) -> int:
    other = seat ^ 1
    terms = t.terms_of(state)
    hand, trump = np.int64(state.hand[seat]), np.int64(state.trump)
    points, against = np.int64(state.points[seat]), np.int64(state.points[other])
    mine, others = t.half_info(state, seat), t.half_info(state, other)
    info = mine | others << t.THEIRS
    most = t.most_for(terms, against, mine, others)
    best, move = np.int64(-4), np.int64(-1)
    if legal & _CLAIM:  # a false one, unless a card loses no more
        best, move = -t.false_claim_cost(terms, against, mine, others) - 1, np.int64(CLAIM)
    first = winners(hand, theirs, trump) & legal
    rest = legal & CARDS & ~first
    while first | rest:
        card = highest(first) if first else highest(rest)
        first &= ~bit(card)
        rest &= ~bit(card)
        married = np.int64(0)
        if state.must_lead == 0:
            married = declared(hand, card, trump, info, terms)
        counts = mine & t.TOOK != 0 and terms & WAITS == 0
        have = points + (married if counts else 0)
        after = info + (0 if counts else (married // 20) << t.PENDING)
        if married and have >= TARGET and not terms & BY_LEAD:
            value = t.claim_worth(terms, against, mine, others)
        else:
            value = search(
                hand ^ bit(card), theirs, card, trump, have, against, after, terms, t.EVERY,
                max(np.int64(-3), best), np.int64(3),
            )
        if value > best or move < 0:
            best, move = value, card
            if married and legal & bit(MARRIAGE + suit_of(card)):
                move = MARRIAGE + suit_of(card)
            if best >= most:
                break
    return move


@jit
def gives_up(state: Record, seat: Seat, out: int) -> bool:
    """Whether a false claim loses less than going on: on lead in a closed deal, or at its t.

    Asked only where failing costs more than a false claim.  Then hands of the other are drawn
    (the same ones for the same view), and the deal is given up if even with open cards it is on
    average worth less than the false claim.
    """
    if state.closer < 0:
        return False
    other = seat ^ 1
    terms = t.terms_of(state)
    mine, theirs = t.half_info(state, seat), t.half_info(state, other)
    pm, po = np.int64(state.points[seat]), np.int64(state.points[other])
    cost = t.false_claim_cost(terms, po, mine, theirs)
    if cost >= t.most_for(terms, pm, theirs, mine):
        return False
    if state.phase == FINAL:
        return -cost > t.run_out(terms, pm, po, mine, theirs)
    hand = np.int64(state.hand[seat])
    if state.closer == seat and count(hand) > 3:
        return False  # it is too early to despair of one's own close
    known = np.int64(state.must_hold[other])
    hidden = count(hand) - count(known)
    info = mine | theirs << t.THEIRS
    trump = np.int64(state.trump)
    noise = (hand * 0x9E3779B1 ^ out * 0x85EBCA6B) & 0x7FFFFFFF
    total = np.int64(0)
    for _ in range(WORLDS):
        rest = out & ~known & ~state.cannot_hold[other]
        drawn = known
        for _ in range(hidden):
            noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
            card = nth(rest, (noise >> 8) % count(rest))
            rest ^= bit(card)
            drawn |= bit(card)
        total += search(
            hand, drawn, np.int64(-1), trump, pm, po, info, terms & ~DECLARED, t.EVERY,
            np.int64(-3), np.int64(3),
        )
    return total < -cost * WORLDS
