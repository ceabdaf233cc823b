"""What the simplest bots do when a move is not a card: the same in every game.

They exchange, declare every marriage, pass and never double, never close; they end a deal by a
claim exactly when the claim is true.  The ids of moves are those of `Game.move_text`.
"""

from __future__ import annotations

from typing import Any

import schnapsen_ai as sa
from schnapsen_ai.cards import bit, highest, lowest
from schnapsen_ai.games import contract as rules

ALL_CARDS = 0xFFFFFFFF
MARRIAGES = 15 << 32
EXCHANGE_OR_PASS = 36
DOUBLE_OR_CLOSE, CLAIM = 37, 38
NO_CARD = -1


@sa.template
def without_a_card(state: Any, legal: int) -> int:
    """The move that is not a card, or NO_CARD where a card should be played."""
    if legal & bit(EXCHANGE_OR_PASS):
        return EXCHANGE_OR_PASS
    if legal & MARRIAGES:
        return best_marriage(legal & MARRIAGES, rules.trumps(state))
    if legal & ALL_CARDS:
        return NO_CARD
    careful = legal & ~(bit(DOUBLE_OR_CLOSE) | bit(CLAIM))  # end, draw, the lowest bid
    return lowest(careful if careful else legal)


@sa.template
def best_marriage(marriages: int, trumps: int) -> int:
    """The marriage in trumps if there is one, else any."""
    for suit in range(4):
        if marriages & bit(32 + suit) and trumps & bit(8 * suit + 5):
            return 32 + suit
    return lowest(marriages)


@sa.template
def claims(state: Any, seat: int, legal: int, otherwise: int) -> int:
    """A claim if it is legal and true, else the other move.

    The record is the bot's own copy, so it may try the claim in it: ask this last.
    """
    if legal & bit(CLAIM):
        rules.play(state, CLAIM)
        if rules.is_over(state) and rules.payoff(state, seat) > 0:
            return CLAIM
    return otherwise


@sa.template
def highest_rank(cards: int) -> int:
    """The card of the highest rank, of the later suit among equals."""
    for rank in range(7, -1, -1):
        found = cards & (0x01010101 << rank)
        if found:
            return highest(found)
    return NO_CARD
