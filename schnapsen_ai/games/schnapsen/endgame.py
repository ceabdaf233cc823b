"""The last tricks with all cards known: a small exact search for the rule player.

Once nobody draws any more a position is two hands, the lead, and what either side has.  `search`
values it for the leader of the trick by plain alpha-beta on a few ints.  It knows every option
that still matters then; `terms_of` packs those options into one int.

It is not the solver (`solver`), which has tables and answers for whole deals: this one needs no
memory, so that a bot can ask it anywhere, and takes some microseconds for five cards each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import inline, jit
from ...cards import (
    JACKS,
    KINGS,
    POINTS,
    QUEENS,
    bit,
    count,
    highest,
    lowest,
    suit_cards,
    suit_of,
)
from ...tricks import beats, strict
from . import options as opt
from .rules import TARGET

NINES, TENS, ACES = 0x04040404, 0x40404040, 0x80808080

# Terms: the options, and what a closed deal is worth.
MARRY = 1  # marriages are allowed
NEEDS_TRICK = 2  # ... with a trick of one's own
KING = 4  # ... and the king must be led
NEXT_TRICK = 8  # ... and count with the next trick only
SAID = 16  # 66 is claimed by the leader; else it wins at once
AT_LAST = 32  # 66 wins after the last trick
FLAT = 64
CLOSED = 128
TO_LAST_TRICK = 256  # a closed deal that runs out goes to the last trick for 1
LAST = 9  # two bits: what an open deal that runs out is worth
LINE = 11  # six bits: below these points the loser is Schneider
CLOSER_WINS = 17  # two bits each, of a closed deal; 0: on the scale
OTHER_WINS = 19
FAILS = 21
FALSE = 23  # two bits: the rule of false claims
BY_LEAD = 1 << 28  # the lead itself declares, so that no claim can be made before it
OFFERED = 1 << 27  # after the last trick its winner may claim or not
CLOSER_FALSE = 25  # two bits: the cost of the closer's; 0: as any other's

# Info: what changes trick by trick, of the leader and (shifted by THEIRS) of the follower.
TOOK = 1  # has a trick
CLOSER = 2
WAITS = 2  # the bit where three bits of pending twenties start
THEIRS = 5
HALF = 31

EVERY = 0xFFFFFFFF


@jit
def terms_of(state: Any) -> int:
    """The options and the close of a state, packed."""
    options = state.options
    terms = np.int64(0)
    if options[opt.MARRIAGE_AFTER_CLOSE]:
        terms |= MARRY
    if options[opt.MARRIAGE_REQUIRES_TRICK]:
        terms |= NEEDS_TRICK
    if options[opt.KING_LEADS]:
        terms |= KING
    if options[opt.COUNTS_NEXT_TRICK]:
        terms |= NEXT_TRICK
    if not options[opt.CLAIM_AUTO]:
        terms |= SAID
    if options[opt.CLAIM_AUTO] or options[opt.FINAL_CLAIM] != opt.FINAL_NONE:
        terms |= AT_LAST
    if not options[opt.CLAIM_AUTO] and options[opt.FINAL_CLAIM] == opt.OFFER:
        terms |= OFFERED
    if options[opt.MARRIAGE_AUTO] and not options[opt.CLAIM_AUTO]:
        terms |= BY_LEAD
    if options[opt.FLAT]:
        terms |= FLAT
    terms |= np.int64(options[opt.LAST_TRICK]) << LAST
    terms |= np.int64(options[opt.SCHNEIDER_AT]) << LINE
    terms |= np.int64(options[opt.FALSE_CLAIM]) << FALSE
    if state.closer >= 0:
        terms |= _closed_terms(state)
    return terms


@jit
def _closed_terms(state: Any) -> int:
    """What success and failure of the closer are worth, before `flat`."""
    options = state.options
    three = np.int64(3 if state.close_tricks == 0 else 2)
    terms = np.int64(CLOSED)
    if not options[opt.CLOSE_SCORED_AT_END]:
        under = state.close_points < options[opt.SCHNEIDER_AT]
        terms |= (three if three == 3 or under else np.int64(1)) << CLOSER_WINS
    terms |= (np.int64(2) if options[opt.BEATEN_CLOSER_FLAT] else three) << OTHER_WINS
    if options[opt.FAILED_CLOSE] == opt.TO_LAST_TRICK:
        terms |= TO_LAST_TRICK
    terms |= (np.int64(3) if options[opt.FAILED_CLOSE] == opt.ALWAYS_3 else three) << FAILS
    if options[opt.FALSE_CLAIM] == opt.TWO_OR_THREE and not options[opt.CLOSER_FALSE_CLAIM_NOW]:
        terms |= three << CLOSER_FALSE
    return terms


@inline
def half_info(state: Any, seat: int) -> int:
    """A seat's half of `info`."""
    half = np.int64(state.pending[seat]) // 20 << WAITS
    if state.tricks[seat] > 0:
        half |= TOOK
    if state.closer == seat:
        half |= CLOSER
    return half


@inline
def _scale(terms: int, points: int, half: int) -> int:
    """What a loser with these points pays."""
    if half & TOOK == 0:
        return np.int64(3)
    return np.int64(2) if points < (terms >> LINE) & 63 else np.int64(1)


@inline
def claim_worth(terms: int, points: int, mine: int, theirs: int) -> int:
    """What a side wins that has 66; `points` are the other's."""
    if terms & FLAT:
        return np.int64(1)
    if terms & CLOSED:
        fixed = (terms >> CLOSER_WINS) & 3 if mine & CLOSER else (terms >> OTHER_WINS) & 3
        if fixed:
            return fixed
    return _scale(terms, points, theirs)


@inline
def false_claim_cost(terms: int, points: int, mine: int, theirs: int) -> int:
    """What a side loses that claims without 66; `points` are the other's."""
    if terms & FLAT:
        return np.int64(1)
    rule = (terms >> FALSE) & 3
    if rule == opt.FLAT_TWO:
        return np.int64(2)
    if rule == opt.MIRROR:
        return _scale(terms, points, theirs)
    if mine & CLOSER and (terms >> CLOSER_FALSE) & 3:
        return (terms >> CLOSER_FALSE) & 3
    return np.int64(2) if theirs & TOOK else np.int64(3)


@inline
def _run_out(terms: int, points: int, others: int, mine: int, theirs: int) -> int:
    """The cards are gone and nobody claimed: for the taker of the last trick, who has `points`."""
    if terms & CLOSED:
        if terms & TO_LAST_TRICK:
            return np.int64(1)
        value = np.int64(1) if terms & FLAT else (terms >> FAILS) & 3
        return -value if mine & CLOSER else value
    rule = (terms >> LAST) & 3
    if rule == opt.ONE_POINT or (terms & FLAT and rule == opt.ON_SCALE):
        return np.int64(1)
    if rule == opt.ON_SCALE:
        return _scale(terms, others, theirs)
    if points == others:
        return np.int64(0)
    if terms & FLAT:
        return np.int64(1 if points > others else -1)
    if points > others:
        return _scale(terms, others, theirs)
    return -_scale(terms, points, mine)


@inline
def declared(lead: int, card: int, trump: int, info: int, terms: int) -> int:
    """What leading `card`, still in the hand, declares: 20, 40 or 0."""
    if terms & MARRY == 0 or lead & bit(card ^ 1) == 0:
        return np.int64(0)
    if bit(card) & (KINGS if terms & KING else KINGS | QUEENS) == 0:
        return np.int64(0)
    if terms & NEEDS_TRICK and info & TOOK == 0:
        return np.int64(0)
    return np.int64(40) if suit_of(card) == trump else np.int64(20)


@inline
def most_for(terms: int, points: int, mine: int, theirs: int) -> int:
    """The most a side can still win; `points` are the other's.  (They only grow.)"""
    most = claim_worth(terms, points, mine, theirs)
    if terms & CLOSED and mine & CLOSER == 0 and terms & (FLAT | TO_LAST_TRICK) == 0:
        return max(most, (terms >> FAILS) & 3)
    return most


@jit
def search(
    lead: int, foll: int, led: int, trump: int, pl: int, pf: int, info: int, terms: int,
    only: int, alpha: int, beta: int,
) -> int:
    """The exact value for the leader of the trick; `led` is his card, or -1 before he leads.

    lead, foll: the two hands.  pl, pf: their points.  only: the cards that may be played next.
    Exact between alpha and beta; outside of them the result is a bound.
    """
    mine = info & HALF
    theirs = info >> THEIRS
    if led < 0:  # the leader chooses
        most = most_for(terms, pf, mine, theirs)
        if terms & SAID and (mine | theirs) & TOOK:
            worth = -false_claim_cost(terms, pf, mine, theirs)
            if pl >= TARGET:
                worth = claim_worth(terms, pf, mine, theirs)
            alpha = max(alpha, worth)
        if terms & AT_LAST and pl + _sure_run(lead, foll, trump) >= TARGET:
            alpha = max(alpha, claim_worth(terms, pf, mine, theirs))
        low, most = _in_reach(lead, foll, trump, pl, pf, info, terms, most)
        alpha = max(alpha, low)
        if most <= alpha or alpha >= beta:
            return alpha
        beta = min(beta, most)
        first = winners(lead, foll, trump)
        rest = lead & ~first & only
        first &= only
        while first | rest:
            card = highest(first) if first else highest(rest)
            first &= ~bit(card)
            rest &= ~bit(card)
            married = declared(lead, card, trump, info, terms)
            points, after = pl, info
            if married:
                if mine & TOOK and terms & NEXT_TRICK == 0:
                    points += married
                    if points >= TARGET and not terms & BY_LEAD:
                        alpha = max(alpha, claim_worth(terms, pf, mine, theirs))
                        if alpha >= beta:
                            return alpha
                        if terms & SAID == 0:
                            continue
                else:
                    after += (married // 20) << WAITS
            value = search(
                lead ^ bit(card), foll, card, trump, points, pf, after, terms, EVERY, alpha, beta
            )
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    return alpha
        return alpha
    least = -most_for(terms, pl, theirs, mine)
    if least >= beta:
        return beta
    alpha = max(alpha, least)
    replies = strict(foll, led, led, trump) & only
    last = lead == 0
    while replies:
        card = lowest(replies)
        replies &= replies - 1
        value = POINTS[card & 31] + POINTS[led & 31]
        if beats(card, led, trump):
            points = pf + value + ((theirs >> WAITS) & 7) * 20
            half = (theirs & CLOSER) | TOOK
            if last:
                value = -_last(terms, points, pl, half, mine)
            elif terms & SAID == 0 and points >= TARGET:
                value = -claim_worth(terms, pl, half, mine)
            else:
                swapped = half | mine << THEIRS
                value = -search(
                    foll ^ bit(card), lead, -1, trump, points, pl, swapped, terms, EVERY, -beta,
                    -alpha,
                )
        else:
            points = pl + value + ((mine >> WAITS) & 7) * 20
            half = (mine & CLOSER) | TOOK
            if last:
                value = _last(terms, points, pf, half, theirs)
            elif terms & SAID == 0 and points >= TARGET:
                value = claim_worth(terms, pf, half, theirs)
            else:
                kept = half | theirs << THEIRS
                left = foll ^ bit(card)
                value = search(
                    lead, left, -1, trump, points, pf, kept, terms, EVERY, alpha, beta
                )
        if value < beta:
            beta = value
            if beta <= alpha:
                return alpha
    return beta


@inline
def winners(lead: int, foll: int, trump: int) -> int:
    """The cards of the leader that win the trick whatever the follower does."""
    trumps = suit_cards(trump)
    sure = np.int64(0)
    for suit in range(4):
        cards = suit_cards(suit)
        against = foll & cards
        if against:
            sure |= lead & cards & ~((bit(highest(against)) << 1) - 1)
        elif foll & trumps == 0:
            sure |= lead & cards
    return sure


@inline
def _last(terms: int, points: int, others: int, mine: int, theirs: int) -> int:
    """The value for the taker of the very last trick, who now has `points`."""
    if terms & CLOSED == 0 and (terms >> LAST) & 3 == opt.TEN_POINTS:
        points += 10
    if points >= TARGET:
        claim = claim_worth(terms, others, mine, theirs)
        if terms & AT_LAST and not terms & OFFERED:
            return claim
    else:
        claim = -false_claim_cost(terms, others, mine, theirs)
    value = _run_out(terms, points, others, mine, theirs)
    return max(value, claim) if terms & OFFERED else value


@inline
def _marriages(hand: int, trump: int) -> int:
    """What the marriages of a hand are worth together."""
    queens = hand & (hand >> 1) & QUEENS
    return 20 * count(queens) + 20 * count(queens & suit_cards(trump))


@inline
def _in_reach(
    lead: int, foll: int, trump: int, pl: int, pf: int, info: int, terms: int, most: int
) -> tuple[int, int]:
    """Bounds for the leader from who can still get to 66 at all: least and most."""
    least = np.int64(-3)
    if terms & (TO_LAST_TRICK | opt.TEN_POINTS << LAST):
        return least, most
    left = points_of(lead | foll)
    mine = pl + left + _marriages(lead, trump) + ((info >> WAITS) & 7) * 20 >= TARGET
    theirs = pf + left + _marriages(foll, trump) + ((info >> THEIRS + WAITS) & 7) * 20 >= TARGET
    if terms & CLOSED == 0:
        if (terms >> LAST) & 3 == opt.ONE_POINT:
            if not mine:
                most = min(most, 1)
            if not theirs:
                least = np.int64(-1)
        return least, most
    fails = min((terms >> FAILS) & 3, (terms >> OTHER_WINS) & 3)
    if terms & SAID:  # or a false claim, where that is cheaper
        fails = min(fails, 1 if (terms >> FALSE) & 3 == opt.MIRROR else 2)
    if terms & FLAT:
        fails = np.int64(1)
    if info & CLOSER:
        if not mine:
            most = min(most, -fails)
    elif not theirs:
        least = fails
    return least, most


@inline
def points_of(cards: int) -> int:
    """The card points of a set."""
    return (
        11 * count(cards & ACES)
        + 10 * count(cards & TENS)
        + 4 * count(cards & KINGS)
        + 3 * count(cards & QUEENS)
        + 2 * count(cards & JACKS)
    )


@inline
def _sure_run(lead: int, foll: int, trump: int) -> int:
    """Points that the leader takes without giving up the lead.

    Trumps from the top first.  If that draws all of the other's, every plain suit from the top
    follows; else only as many top cards of it as the other must follow.
    """
    trumps = suit_cards(trump)
    drawn, run = _top_run(lead & trumps, foll & trumps)
    for suit in range(4):
        if suit != trump:
            cards = suit_cards(suit)
            _, tops = _top_run(lead & cards, foll & cards)
            if not drawn:
                tops = _highest_few(tops, count(foll & cards))
            run |= tops
    n = count(run)
    return points_of(run) + (2 * max(0, n - count(foll & NINES)))


@inline
def _top_run(mine: int, theirs: int) -> tuple[bool, int]:
    """Whether one suit led from the top draws all of theirs, and the cards that win."""
    if theirs == 0:
        return True, mine
    tops = mine & ~((bit(highest(theirs)) << 1) - 1)
    if count(tops) >= count(theirs):
        return True, mine
    return False, tops


@inline
def _highest_few(cards: int, n: int) -> int:
    while count(cards) > n:
        cards &= cards - 1
    return cards
