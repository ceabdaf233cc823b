"""The oracle of the information sets: all deals that one seat cannot tell from the real one.

A deal is a pack up to the order inside one packet.  The unseen cards are given out in every
way and the history is replayed from the packs: every move must be legal, and at every moment
the seat must see just what it sees in the real deal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import combinations
from typing import Any

from naive_tricks import Twin, parse_pack

Hands = list[set[int]]
World = tuple[frozenset[int], ...]  # the present hands, and the cards out if there are any


class Redeals:
    """One question to the oracle, and what is known about it so far; a game fills in `packs`.

    With the secret fixed, whether a seat's moves were legal is a matter of its own hand alone,
    so a hand is judged in the first world in which it turns up; with `literal` no verdict is
    remembered and every world is judged by a replay of its own.
    """

    deal_class: Callable[..., Twin]
    cards: list[int]

    @classmethod
    def ask(
        cls,
        game: str,
        pack: str | Iterable[int],
        history: Iterable[int],
        seat: int,
        context: dict[str, Any] | None = None,
        literal: bool = False,
        **options: Any,
    ) -> dict[World, int]:
        """Deals that `seat` cannot tell from this one, counted by the present hands."""
        question = cls()
        question.start = lambda cards: cls.deal_class(game, cards, context, **options)
        question.pack, question.history = parse_pack(pack, cls.cards), list(history)
        question.seat, question.literal = seat, literal
        return question.count()

    def __init__(self) -> None:
        self.start: Callable[[list[int]], Twin]
        self.pack: list[int]
        self.history: list[int]
        self.seat: int
        self.literal: bool
        self.views: list[Hashable]  # what the seat saw at every moment
        self.taken: Hands  # the cards each seat has played
        self.banned: Hands  # the cards each seat cannot hold any more
        self.called: int | None  # Rablo: the called card
        self.known: dict[Hashable, bool] = {}  # were the moves of this hand legal?

    def packs(self, full: Hands, out: set[int]) -> tuple[list[int], int]:
        """A pack in which the seats get these hands and the number of deals it stands for
        (they differ in the packets of a hand only), 0 if none of them will do."""
        raise NotImplementedError

    def secret(self, full: Hands) -> Hashable:
        """What the course of a deal depends on beside the moves and the mover's hand."""
        return None

    def count(self) -> dict[World, int]:
        real = self._real_deal()
        counts: dict[World, int] = {}
        for hands, out in self._assignments(real):
            full = [hand | own for hand, own in zip(hands, self.taken, strict=True)]
            pack, ways = self.packs(full, out)
            if ways and self._consistent(full, pack):
                rest = (frozenset(out),) if hasattr(real, "out") else ()
                counts[(*(frozenset(hand) for hand in hands), *rest)] = ways
        return counts

    def _real_deal(self) -> Twin:
        real = self.start(self.pack)
        self.taken = [set() for _ in real.hands]
        self.banned = [set() for _ in real.hands]
        self.views = [real.public(self.seat)]
        for move in self.history:
            if real.plays_card(move):
                self._note(real, move)
            real.play(move)
            self.views.append(real.public(self.seat))
        if any(getattr(real, "to_come", ())):
            raise ValueError("not all cards are dealt yet")
        self.called = getattr(real, "called", None)
        return real

    def _note(self, real: Twin, card: int) -> None:
        """Who plays the card, and beside which cards it could not have been played.

        Only to prune: a card that forbids another forbids it in every hand, for a bigger
        hand never makes more of its cards legal.
        """
        self.taken[real.to_move].add(card)
        if real.trick:
            beside = {c for c in self.pack if card not in real.followers({card, c})}
            self.banned[real.to_move] |= beside

    def _assignments(self, real: Twin) -> Iterator[tuple[Hands, set[int]]]:
        """Every way to give the cards the seat does not see to their hidden places."""
        places = [p for p in range(len(real.hands)) if p != self.seat]
        unseen = set(getattr(real, "out", ())).union(*(real.hands[p] for p in places))

        def fill(index: int, left: set[int]) -> Iterator[dict[int, set[int]]]:
            if index == len(places):
                yield {}
                return
            place = places[index]
            for chosen in combinations(sorted(left - self.banned[place]), len(real.hands[place])):
                for rest in fill(index + 1, left.difference(chosen)):
                    yield {place: set(chosen), **rest}

        for filled in fill(0, unseen):
            hands = [filled.get(p, real.hands[p]) for p in range(len(real.hands))]
            yield hands, unseen.difference(*filled.values())

    def _consistent(self, full: Hands, pack: list[int]) -> bool:
        secret = self.secret(full)
        marks = {p: (secret, p, frozenset(full[p])) for p in range(len(full)) if p != self.seat}
        verdicts = [None if self.literal else self.known.get(mark) for mark in marks.values()]
        if False in verdicts:
            return False
        if None in verdicts:
            offenders = self._replay(pack)
            for p, mark in marks.items():
                self.known[mark] = not offenders & {p, self.seat}
            return not offenders
        return True

    def _replay(self, pack: list[int]) -> set[int]:
        """The seats that moved illegally; the looking seat itself if a view differs.

        A view holds the legal moves of that seat, so its own moves need no second look.
        """
        deal, offenders = self.start(pack), set()
        for move, view in zip(self.history, self.views, strict=False):
            if deal.public(self.seat) != view:
                return offenders | {self.seat}
            if deal.to_move != self.seat and move not in deal.legal():
                offenders.add(deal.to_move)
            deal.make(move)
        return offenders if deal.public(self.seat) == self.views[-1] else offenders | {self.seat}
