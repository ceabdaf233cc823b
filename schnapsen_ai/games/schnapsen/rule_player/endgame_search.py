"""The last tricks with all cards known: a small exact search for the rule player.

Once nobody draws any more a position is two hands, the lead, and what either side has.  `search`
values it for the leader of the trick by plain alpha-beta on a few ints, under the house rules that
still matter then (`endgame_rules`).

Unlike the `solver`, which answers for whole deals, it needs no tables and some microseconds.
"""

from __future__ import annotations

import numpy as np

from ....base.jit import inline, jit
from ....cards import (
    JACKS,
    KINGS,
    POINTS,
    QUEENS,
    Card,
    Cards,
    Moves,
    bit,
    count,
    highest,
    lowest,
    suit_cards,
    suit_of,
)
from ....tricks import beats, strict
from ..packed_rules import (
    AT_LAST,
    BY_LEAD,
    CLOSED,
    DECLARED,
    FAILS,
    FLAT,
    KING,
    MARRY,
    MIRROR,
    NEEDS_TRICK,
    OFFERED,
    ON_SCALE,
    OTHER_WINS,
    TEN_MORE,
    TO_LAST_TRICK,
    WAITS,
)
from ..scoring import TARGET
from .endgame_rules import (
    CLOSER,
    EVERY,
    HALF,
    PENDING,
    THEIRS,
    TOOK,
    claim_worth,
    false_claim_cost,
    most_for,
    run_out,
)

NINES, TENS, ACES = 0x04040404, 0x40404040, 0x80808080


@inline
def declared(lead: int, card: Card, trump: int, info: int, terms: int) -> int:
    """What leading `card`, still in the hand, declares: 20, 40 or 0."""
    if terms & MARRY == 0 or lead & bit(card ^ 1) == 0:
        return np.int64(0)
    if bit(card) & (KINGS if terms & KING else KINGS | QUEENS) == 0:
        return np.int64(0)
    if terms & NEEDS_TRICK and info & TOOK == 0:
        return np.int64(0)
    return np.int64(40) if suit_of(card) == trump else np.int64(20)


NOT_LED = np.int64(-1)  # no plain -1: see endgame_rules.EVERY


@jit
def search(
    lead: int, foll: int, led: Card, trump: int, pl: int, pf: int, info: int, terms: int,
    only: int, alpha: int, beta: int,
) -> int:
    """The exact value for the leader of the trick; `led` is his card, or -1 before he leads.

    lead, foll: the two hands.  pl, pf: their points.  only: the cards that may be played next.
    Exact between alpha and beta; outside of them the result is a bound.
    """
    mine = info & HALF
    theirs = info >> THEIRS
    if led < 0:  # the leader chooses
        alpha, most = _bounds(lead, foll, trump, pl, pf, info, terms, alpha)
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
                if mine & TOOK and terms & WAITS == 0:
                    points += married
                    if points >= TARGET and not terms & BY_LEAD:
                        alpha = max(alpha, claim_worth(terms, pf, mine, theirs))
                        if alpha >= beta:
                            return alpha
                        if terms & DECLARED == 0:
                            continue
                else:
                    after += (married // 20) << PENDING
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
        takes = beats(card, led, trump)
        gain = POINTS[card & 31] + POINTS[led & 31]
        left = foll ^ bit(card)
        if takes:
            points, others = pf + gain + ((theirs >> PENDING) & 7) * 20, pl
            half, other = (theirs & CLOSER) | TOOK, mine
            winner, loser, low, high = left, lead, -beta, -alpha
        else:
            points, others = pl + gain + ((mine >> PENDING) & 7) * 20, pf
            half, other = (mine & CLOSER) | TOOK, theirs
            winner, loser, low, high = lead, left, alpha, beta
        if last:
            value = _last(terms, points, others, half, other)
        elif terms & DECLARED == 0 and points >= TARGET:
            value = claim_worth(terms, others, half, other)
        else:
            now = half | other << THEIRS
            value = search(
                winner, loser, NOT_LED, trump, points, others, now, terms, EVERY, low, high
            )
        if takes:
            value = -value
        if value < beta:
            beta = value
            if beta <= alpha:
                return alpha
    return beta


@inline
def _bounds(
    lead: int, foll: int, trump: int, pl: int, pf: int, info: int, terms: int, alpha: int
) -> tuple[int, int]:
    """What the leader has without search, at least `alpha`, and the most that he can get.

    From a claim now, true or false, a sure run to 66, and who can still get there at all.
    """
    mine, theirs = info & HALF, info >> THEIRS
    most = most_for(terms, pf, mine, theirs)
    if terms & DECLARED and (mine | theirs) & TOOK:
        worth = -false_claim_cost(terms, pf, mine, theirs)
        if pl >= TARGET:
            worth = claim_worth(terms, pf, mine, theirs)
        alpha = max(alpha, worth)
    if terms & AT_LAST and pl + _sure_run(lead, foll, trump) >= TARGET:
        alpha = max(alpha, claim_worth(terms, pf, mine, theirs))
    least, most = _in_reach(lead, foll, trump, pl, pf, info, terms, most)
    return max(alpha, least), most


@inline
def winners(lead: int, foll: int, trump: int) -> Cards:
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
def _last(terms: int, points: int, others: int, mine: Cards, theirs: Cards) -> int:
    """The value for the taker of the very last trick, who now has `points`."""
    if terms & (CLOSED | TEN_MORE) == TEN_MORE:
        points += 10
    if points >= TARGET:
        claim = claim_worth(terms, others, mine, theirs)
        if terms & AT_LAST and not terms & OFFERED:
            return claim
    else:
        claim = -false_claim_cost(terms, others, mine, theirs)
    value = run_out(terms, points, others, mine, theirs)
    return max(value, claim) if terms & OFFERED else value


@inline
def _marriages(hand: Cards, trump: int) -> Moves:
    """What the marriages of a hand are worth together."""
    queens = hand & (hand >> 1) & QUEENS
    return 20 * count(queens) + 20 * count(queens & suit_cards(trump))


@inline
def _in_reach(
    lead: int, foll: int, trump: int, pl: int, pf: int, info: int, terms: int, most: int
) -> tuple[int, int]:
    """Bounds for the leader from who can still get to 66 at all: least and most."""
    least = np.int64(-3)
    if terms & (TO_LAST_TRICK | TEN_MORE):
        return least, most
    left = points_of(lead | foll)
    mine = pl + left + _marriages(lead, trump) + ((info >> PENDING) & 7) * 20 >= TARGET
    theirs = pf + left + _marriages(foll, trump) + ((info >> THEIRS + PENDING) & 7) * 20 >= TARGET
    if terms & CLOSED == 0:
        if not terms & ON_SCALE:
            if not mine:
                most = min(most, 1)
            if not theirs:
                least = np.int64(-1)
        return least, most
    fails = min((terms >> FAILS) & 3, (terms >> OTHER_WINS) & 3)
    if terms & DECLARED:  # or a false claim, where that is cheaper
        fails = min(fails, 1 if terms & MIRROR else 2)
    if terms & FLAT:
        fails = np.int64(1)
    if info & CLOSER:
        if not mine:
            most = min(most, -fails)
    elif not theirs:
        least = fails
    return least, most


@inline
def points_of(cards: Cards) -> int:
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
def _top_run(mine: Cards, theirs: Cards) -> tuple[bool, int]:
    """Whether one suit led from the top draws all of theirs, and the cards that win."""
    if theirs == 0:
        return True, mine
    tops = mine & ~((bit(highest(theirs)) << 1) - 1)
    if count(tops) >= count(theirs):
        return True, mine
    return False, tops


@inline
def _highest_few(cards: Cards, n: int) -> int:
    while count(cards) > n:
        cards &= cards - 1
    return cards
