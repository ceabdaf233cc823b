"""Takes what it can get: the point-greedy player."""

from __future__ import annotations

from typing import Any

import schnapsen_ai as sa
from schnapsen_ai.base.arrays import Record, Words
from schnapsen_ai.cards import POINTS, Card, Cards, Move, Moves, Seat, bit, lowest, suit_of
from schnapsen_ai.games import contract as rules
from schnapsen_ai.tricks import beats

from ._manners import ALL_CARDS, NO_CARD, claims, highest_rank, without_a_card


@sa.template
def policy(state: Record, seat: Seat, legal: Moves, rng: Words, params: Any, scratch: Any) -> Move:
    move = without_a_card(state, legal)
    if move == NO_CARD:
        led = rules.led(state)
        if led < 0:
            move = highest_rank(legal & ALL_CARDS)
        else:
            move = dearest_winner(legal & ALL_CARDS, led, trump_suit(rules.trumps(state)))
    return claims(state, seat, legal, move)


@sa.template
def trump_suit(trumps: Cards) -> int:
    """The suit of the trumps, -1 where there are none."""
    return suit_of(lowest(trumps)) if trumps else -1


@sa.template
def dearest_winner(cards: Cards, led: Card, trump: int) -> Card:
    """The card that takes the led one with the most points, else the cheapest card."""
    best, most, cheapest, least = NO_CARD, -1, NO_CARD, 99
    while cards:
        card = lowest(cards)
        cards ^= bit(card)
        points = POINTS[card]
        if beats(card, led, trump) and points > most:
            best, most = card, points
        if points < least:
            cheapest, least = card, points
    return cheapest if best == NO_CARD else best


class Greedy(sa.CompiledBot):
    """Takes every trick it can with its dearest card, else throws its cheapest."""

    policy = staticmethod(policy)
