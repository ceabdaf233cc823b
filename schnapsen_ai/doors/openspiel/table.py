"""One deal as an OpenSpiel state holds it: cards that chance deals one by one, then moves."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from ...card_text import card_text
from ...cards import Card, Move, Seat
from ...deal.game import deal_pack
from ...deal.ruleset import Ruleset
from ...deal.state import State, View

_UNKNOWN = "??"


class Table:
    """A deal: `state` is None until all its cards are dealt.  Copied and pickled by what it is."""

    __slots__ = ("cards", "game", "movers", "state")

    def __init__(self, game: Ruleset) -> None:
        self.game = game
        self.state: State | None = None
        self.cards: list[Card] = []
        self.movers: list[Seat] = []  # who made each move

    def deal(self, card: Card) -> None:
        """The next card of the pack; with the last one play begins."""
        self.cards.append(card)
        if len(self.cards) == len(self.game.pack):
            self.state = self._laid_out(self.cards)

    def _laid_out(self, cards: list[Card]) -> State:
        return deal_pack(self.game, " ".join(card_text(c) for c in cards))

    def left(self) -> list[Card]:
        """The cards that are still to be dealt, ascending."""
        return sorted(set(self.game.pack) - set(self.cards))

    def play(self, move: Move) -> None:
        assert self.state is not None and self.state.to_move is not None
        mover = self.state.to_move
        self.state.play(move)
        self.movers.append(mover)

    def hand(self, seat: Seat) -> list[Card]:
        """The cards that a seat holds: while they are dealt, those that it has got so far."""
        if self.state is not None:
            return self.state.view(seat).hand
        full = self._laid_out(self.cards + self.left())  # who gets which place tell any cards
        own = full.view(seat).hand
        return [c for c in self.cards if c in own]

    def __str__(self) -> str:
        if self.state is None:
            return "dealt: " + (" ".join(card_text(c) for c in self.cards) or "nothing")
        moves = " ".join(self.game.move_text(m) for m in self.state.history)
        return f"{self.state}\nmoves: {moves or 'none'}\n{_digest(self.state.record())}"

    def __deepcopy__(self, memo: Any) -> Table:
        other = Table.__new__(type(self))
        other.game = self.game
        other.cards, other.movers = list(self.cards), list(self.movers)
        other.state = None if self.state is None else self.state.copy()
        return other


def known(view: View) -> str:
    """All that a seat has seen, as a text: equal for two views exactly when these are equal.

    What it has seen of the pack, the moves, and a digest of the concealed record (points, cards
    known and ruled out: what the moves alone need not tell, as under ``marriage=auto``).
    """
    record = view.record()
    places = record["pack"][0, : len(view.game.pack)].tolist()
    pack = "".join(card_text(c) if c in view.game.pack else _UNKNOWN for c in places)
    hand = "".join(card_text(c) for c in view.hand)
    moves = ".".join(map(str, view.history))
    return f"seat {view.seat} hand {hand} pack {pack} moves {moves} facts {_digest(record)}"


def _digest(record: Any) -> str:
    return blake2b(record.tobytes(), digest_size=12).hexdigest()
