"""The bully of the course platforms: trumps first, then the suit led, then the highest card."""

from __future__ import annotations

from typing import Any

import schnapsen_ai as sa
from schnapsen_ai.base.arrays import Record, Words
from schnapsen_ai.cards import Card, Cards, Move, Moves, Seat, suit_cards, suit_of
from schnapsen_ai.games import contract as rules

from ._manners import ALL_CARDS, NO_CARD, claims, highest_rank, without_a_card


@sa.template
def policy(state: Record, seat: Seat, legal: Moves, rng: Words, params: Any, scratch: Any) -> Move:
    move = without_a_card(state, legal)
    if move == NO_CARD:
        move = boldest(legal & ALL_CARDS, rules.trumps(state), rules.led(state))
    return claims(state, seat, legal, move)


@sa.template
def boldest(cards: Cards, trumps: Cards, led: Card) -> int:
    """A trump if there is one, else a card of the suit led, else the highest there is."""
    if cards & trumps:
        return highest_rank(cards & trumps)
    if led >= 0 and cards & suit_cards(suit_of(led)):
        return highest_rank(cards & suit_cards(suit_of(led)))
    return highest_rank(cards)


class Bully(sa.CompiledBot):
    """Plays a trump if it may, else the suit led, else its highest card.  Never closes."""

    policy = staticmethod(policy)
