"""The test behind SHOW: does a hand surely win every remaining trick?

Sound, and decided suit by suit in the worst case: the holder first leads his trumps from the
top, then each other suit from the top.  (Relatives' page, section 0, CLAIM.)
"""

from __future__ import annotations

from ...base.jit import inline, jit
from ...cards import Cards, bit, count, highest, suit_cards


@inline
def _tops(own: int, against: int) -> bool:
    """Whether the highest card of a suit is `own`'s; true where one of both has no card."""
    return own == 0 or against < own


@jit
def solid(own: int, against: int) -> bool:
    """One suit led from the top: the i-th card finds no higher one left.  Sets of one suit."""
    if own == 0 or against == 0:
        return True
    top = own & ~((bit(highest(against)) << 1) - 1)
    return top == own or count(top) >= count(against)


@inline
def certain(hand: Cards, unseen: Cards, trump: int) -> bool:
    """Whether `hand`, on lead, surely wins every trick against any holding of `unseen`.

    `unseen` are the cards neither played nor in the hand; `trump` is a suit, or -1 for none.
    """
    # Most hands fail here: some suit in which another card is higher than all of one's own.
    for suit in range(4):
        cards = suit_cards(suit)
        if not _tops(hand & cards, unseen & cards):
            return False
    return _certain(hand, unseen, trump)


@jit
def _certain(hand: Cards, unseen: Cards, trump: int) -> bool:
    if trump >= 0:
        trumps = suit_cards(trump)
        own = hand & trumps
        if own != hand and count(own) < count(unseen & trumps):
            return False  # a trump could take a card of a side suit
    for suit in range(4):
        cards = suit_cards(suit)
        if not solid(hand & cards, unseen & cards):
            return False
    return True
