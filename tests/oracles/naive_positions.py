"""Hand-made deals and positions for the tests of the trick-game twins."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, TypeVar

from naive_tricks import Twin, parse_cards

AnyDeal = TypeVar("AnyDeal", bound=Twin)


def cards(text: str) -> set[int]:
    return set(parse_cards(text))


def pack_of(hands: list[str], first: int, out: str = "") -> list[int]:
    """The pack that deals these hands in two packets, the first of this size."""
    dealt = [parse_cards(text) for text in hands]
    ones = [card for hand in dealt for card in hand[:first]]
    return ones + [card for hand in dealt for card in hand[first:]] + parse_cards(out)


def set_up(deal: AnyDeal, hands: Iterable[str], **attributes: Any) -> AnyDeal:
    """Puts a position on the table: these hands, the rest of the pack played, and attributes."""
    everything = deal.played.union(*deal.hands, getattr(deal, "out", ()))
    everything = everything.union(*getattr(deal, "to_come", ()))
    deal.hands = [cards(text) for text in hands]
    if hasattr(deal, "to_come"):
        deal.to_come = [type(packet)() for packet in deal.to_come]
    if hasattr(deal, "out"):
        deal.out = deal.out.difference(*deal.hands)
    for name, value in attributes.items():
        if not hasattr(deal, name):
            raise AttributeError(name)
        setattr(deal, name, deepcopy(value))
    deal.played = everything.difference(getattr(deal, "out", ()), *deal.hands)
    return deal


def play_all(deal: AnyDeal, moves: Iterable[int]) -> AnyDeal:
    for move in moves:
        deal.play(move)
    return deal


def play_cards(deal: AnyDeal, text: str) -> AnyDeal:
    return play_all(deal, parse_cards(text))
