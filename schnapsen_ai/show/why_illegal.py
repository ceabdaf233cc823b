"""Why a move is refused, for a person: the rule that stands against it, where one can be named."""

from __future__ import annotations

from typing import Any

from ..cards import Card, Move
from ..deal.state import View

Reason = tuple[str, dict[str, Any]]  # a key of `words` ("w.follow") and what fills it in


def why_not(view: View, move: Move) -> Reason:
    """The reason why `move` is not legal for the seat of `view`, which must be so."""
    if view.is_over:
        return "w.over", {}
    if view.to_move != view.seat:
        return "w.not_turn", {"seat": view.to_move}
    legal = view.legal_moves()
    cards = [m for m in legal if m < 32]
    if move >= 32:
        return _not_that_word(view, move, legal)
    if not set(cards) & set(view.hand):
        return "w.must_answer" if not cards else "w.bidding", {"moves": legal}
    if move not in view.hand:
        return "w.not_held", {"card": move}
    return _not_that_card(view, move, [c for c in cards if c in view.hand])


def _not_that_word(view: View, move: Move, legal: list[int]) -> Reason:
    reasons = getattr(view.game.rules, "REFUSALS", {})
    return reasons.get(move, "w.not_now"), {"moves": legal}


def _not_that_card(view: View, card: Card, legal: list[int]) -> Reason:
    """`card` is held, yet only `legal` may be played."""
    led, trumps = view.led, set(view.trumps)
    if led is None:
        pair = {c >> 3 for c in legal}
        if len(legal) <= 2 and len(pair) == 1 and {c & 7 for c in legal} <= {4, 5}:
            return "w.marriage_lead", {"cards": legal}
        return "w.rules", {"cards": legal}

    def suit(c: int) -> int:
        return 4 if c in trumps else c >> 3  # trumps are a suit of their own

    suits = {suit(c) for c in legal}
    strict = getattr(view.game.rules, "STRICT", False)
    if suits == {suit(led)}:
        if suit(card) != suit(led):
            name = "trumps" if suit(led) == 4 else "suit"
            return "w.follow", {name: led >> 3}
        if strict:
            return "w.beat", {"card": led}
    if suits == {4} and strict:
        return ("w.overtrump" if card in trumps else "w.trump"), {}
    return "w.rules", {"cards": legal}
