"""How likely the other side takes a card that is led: an estimate for rule players.

Under the strict rule a led card is taken by the highest higher card of its suit, or trumped by
who has none of the suit.  Each unseen card is thought to lie with each seat that may hold it
(and with the cards that are out) equally likely, and all cards independently.
"""

from __future__ import annotations

import numpy as np

from ...base.jit import jit
from ...cards import Card, Cards, Seat, above, bit, count, highest, suit_cards, suit_of

# (1 - 1/places) ** cards, by places and cards; tables, so that compiled and interpreted agree.
_NONE = np.array(
    [[1.0] + [np.prod(np.full(n, 1 - 1 / max(p, 1))) for n in range(1, 25)] for p in range(5)]
)


@jit
def chance_of_lead(
    card: Card,
    seat: Seat,
    unseen: Cards,
    trump: int,
    holds: np.ndarray,
    lacks: np.ndarray,
    enemy: np.ndarray,
    friends: int,
    places: int,
) -> float:
    """The chance that a lead of `card` by `seat` is not taken by the other side.

    `unseen`: cards whose place the seat does not know; `holds`, `lacks` (by seat): cards known to
    be, and not to be, in a hand; `enemy` (float, by seat): how likely a seat is on the other
    side; `friends`: cards certainly in a friend's hand; `places`: hands, and cards out, among
    which the unseen cards lie.
    """
    suit = suit_of(card)
    keep = 1.0 - _beaten_in_suit(above(card), seat, unseen, holds, lacks, enemy, friends, places)
    if suit == trump or trump < 0:
        return keep
    others = suit_cards(suit)
    trumps = suit_cards(trump)
    for other in range(4):
        if other == seat or enemy[other] == 0.0 or holds[other] & others:
            continue
        may_hold = unseen & ~lacks[other] & ~friends
        void = _NONE[places, count(may_hold & others)]
        trumpless = _NONE[places, count(may_hold & trumps)]
        if holds[other] & trumps:
            trumpless = 0.0
        keep *= 1.0 - enemy[other] * void * (1.0 - trumpless)
    return keep


@jit
def _beaten_in_suit(
    higher: int,
    seat: Seat,
    unseen: Cards,
    holds: np.ndarray,
    lacks: np.ndarray,
    enemy: np.ndarray,
    friends: int,
    places: int,
) -> float:
    """The chance that the highest of `higher` that is in play lies with the other side."""
    beaten = 0.0
    open_ = 1.0  # the chance that none of those looked at is in play
    while higher:
        top = highest(higher)
        card = bit(top)
        higher ^= card
        if friends & card:
            return beaten
        for other in range(4):
            if other != seat and holds[other] & card:
                return beaten + open_ * enemy[other]
        if not unseen & card:
            continue  # played, or one's own
        hands, hostile = 0, 0.0
        for other in range(4):
            if other != seat and enemy[other] >= 0.0 and not lacks[other] & card:
                hands += 1
                hostile += enemy[other]
        out = max(places - _seats(seat, enemy), 0)
        if hands + out == 0:
            continue
        beaten += open_ * hostile / (hands + out)
        open_ *= out / (hands + out)
    return beaten


@jit
def _seats(seat: Seat, enemy: np.ndarray) -> int:
    """How many other seats there are; a negative `enemy` marks those that there are not."""
    n = 0
    for other in range(4):
        if other != seat and enemy[other] >= 0.0:
            n += 1
    return n
