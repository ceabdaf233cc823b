"""What the simplest bots do when a move is not a card: the same in every game.

They exchange, declare every marriage, pass and never double, never close; they end a deal by a
claim exactly when the claim is true.
"""

from __future__ import annotations

import schnapsen_ai as sa
from schnapsen_ai.base.arrays import Record
from schnapsen_ai.cards import Card, Cards, Moves, Seat, bit, highest, lowest
from schnapsen_ai.games import contract as rules

ALL_CARDS = 0xFFFFFFFF
NO_CARD = -1


@sa.template
def without_a_card(state: Record, legal: Moves) -> Card:
    """The move that is not a card, or NO_CARD where a card should be played."""
    roles = rules.ROLES
    if legal & (roles.exchanges | roles.passes):
        return lowest(legal & (roles.exchanges | roles.passes))
    if legal & roles.marriages:
        return best_marriage(legal & roles.marriages, rules.trumps(state))
    if legal & ALL_CARDS:
        return NO_CARD
    careful = legal & ~(roles.doubles | roles.closes | roles.claims)  # end, draw, the lowest bid
    return lowest(careful if careful else legal)


@sa.template
def best_marriage(marriages: int, trumps: Cards) -> int:
    """The marriage in trumps if there is one, else any."""
    move = lowest(rules.ROLES.marriages)
    for suit in range(4):
        if marriages & bit(move + suit) and trumps & bit(8 * suit + 5):
            return move + suit
    return lowest(marriages)


@sa.template
def claims(state: Record, seat: Seat, legal: Moves, otherwise: int) -> int:
    """A claim if it is legal and true, else the other move.

    The record is the bot's own copy, so it may try the claim in it: ask this last.
    """
    if legal & rules.ROLES.claims:
        claim = lowest(legal & rules.ROLES.claims)
        rules.play(state, claim)
        if rules.is_over(state) and rules.payoff(state, seat) > 0:
            return claim
    return otherwise


@sa.template
def highest_rank(cards: Cards) -> int:
    """The card of the highest rank, of the later suit among equals."""
    for rank in range(7, -1, -1):
        found = cards & (0x01010101 << rank)
        if found:
            return highest(found)
    return NO_CARD
