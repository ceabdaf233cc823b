"""What trick-takers share: which cards may follow, and which card wins."""

from __future__ import annotations

from .base.jit import inline
from .cards import Card, Cards, above, bit, suit_cards, suit_of


@inline
def beats(card: Card, best: int, trump: int) -> bool:
    """Whether `card`, played later, beats `best`; `trump` is a suit, or -1 for no trumps."""
    if suit_of(card) == suit_of(best):
        return card > best
    return suit_of(card) == trump


@inline
def strict(hand: Cards, led: Card, best: int, trump: int) -> Cards:
    """The cards of `hand` that may follow under the strict rule.

    Follow suit and head the trick if possible, else follow suit, else head it with a trump or
    at least trump, else anything.  `led` is the first card of the trick, `best` the card that
    wins it so far, `trump` a suit or -1.  (Schnapsen A4; relatives' page, section 0.)
    """
    same = hand & suit_cards(suit_of(led))
    if same:
        if suit_of(best) == suit_of(led):
            higher = same & above(best)
            return higher if higher else same
        return same
    if trump < 0:
        return hand
    trumps = hand & suit_cards(trump)
    if not trumps:
        return hand
    if suit_of(best) == trump:
        higher = trumps & above(best)
        return higher if higher else trumps
    return trumps


@inline
def shown_void(card: Card, led: Card, best: int, trump: int) -> Cards:
    """The cards that a seat cannot hold, having followed with `card` under the strict rule."""
    followed = suit_of(card) == suit_of(led)
    if followed:
        if suit_of(best) == suit_of(led) and card < best:
            return above(best)
        return 0
    none = suit_cards(suit_of(led))
    if trump < 0:
        return none
    if suit_of(card) != trump:
        return none | suit_cards(trump)
    if suit_of(best) == trump and card < best:
        return none | above(best)
    return none


@inline
def pair_of(card: Card) -> Card:
    """The other half of a marriage: the queen for a king, the king for a queen."""
    return bit(card ^ 1)
