"""Which cards a message names, and which cards a seat may see: for tests that nothing leaks."""

from __future__ import annotations

from typing import Any

from schnapsen_ai.deal.history import DealHistory

# Keys under which a number is no card that is somewhere: all cards of a kind, or a choice.
_NO_PLACE = {"unseen", "trumps", "lacks"}


def cards_in(message: Any, key: str = "") -> set[int]:
    """Every card that a scene, or a message around it, says to be somewhere."""
    if isinstance(message, dict):
        found: set[int] = set()
        for name, value in message.items():
            if name == "facts":
                found |= {f["value"] for f in value if f["kind"] == "card"}
            elif name not in _NO_PLACE:
                found |= cards_in(value, name)
        return found
    if isinstance(message, list):
        if key == "cards" and message and isinstance(message[0], list):
            return {card for _, card in message}
        return {card for item in message for card in cards_in(item, key)}
    if isinstance(message, int) and key in ("card", "cards", "hand", "holds", "up"):
        return {message}
    return set()


def may_be_seen(history: DealHistory, seat: int, ply: int | None = None) -> set[int]:
    """Own cards, cards played, shown or known to be somewhere, and those that may be named."""
    at = len(history.log) if ply is None else ply
    view = history.view_at(at, seat)
    cards = set(view.hand) | {move for _, move in history.log[:at] if move < 32}
    cards |= {move for move in view.legal_moves() if move < 32}
    for other in range(history.seats):
        if other != seat:
            cards |= set(view.known(other))
    for name in ("turn_up", "turned", "called", "hauptschlag"):
        if name in view.game.view_places:
            cards |= {getattr(view, name)}
    return cards
