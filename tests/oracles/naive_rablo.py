"""The slow twin of Rablo (Rufschnapsen, Partner Schnapsen), written from the rules page.

Rule references (R-a ...) are the rows of the page's table of ambiguities.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import comb
from typing import Any

import naive_tricks as tricks
from naive_matches import RabloMatch as Match
from naive_redeals import Redeals
from naive_tricks import DOUBLE, ENOUGH, MARRIAGE, PASS, SHOW, Context, Pack, Twin, perft, value

__all__ = ["ENDINGS", "OPTIONS", "Deal", "Match", "perft", "redeals", "value"]

SNAPSZER, DURI = 40, 41
HEARTS = 2
CARDS = tricks.cards_from(2)  # 24 cards, nine to ace
PACKETS = (3, 3)
STAKES = (50, 100, 150, 300)  # levels 0..3: snapszer, heart snapszer, duri, heart duri
# Four passes; ENOUGH, said or automatic; SHOW; all six tricks are the calling side's; an
# opponent's trick (the calling side wins by it if it is a snapszer and it had 66).
ENDINGS = ("passed_out", "enough", "show", "all_tricks", "opponent_trick")
OPTIONS: dict[str, Any] = {
    "pass_final": False,
    "auto_enough": False,
    "marriage_needs_trick": False,
    "enough_needs_called_card": False,
    "cap_payment": False,
}


def level_of(kind: int, card: int) -> int:
    """Levels: 0 snapszer, 1 heart snapszer, 2 duri, 3 heart duri."""
    return (2 if kind == DURI else 0) + (1 if tricks.suit(card) == HEARTS else 0)


# The cards whose call is strictly higher than the standing level, -1 when nobody called (R-b).
HIGHER = {
    (standing, kind): frozenset(c for c in CARDS if level_of(kind, c) > standing)
    for standing in range(-1, 4)
    for kind in (SNAPSZER, DURI)
}


class Deal(Twin):
    """One deal.  `context`: money of the seats (seat 3 deals) and the pot; by default the
    first deal of a match, 3000 each and an empty pot."""

    DEFAULTS = OPTIONS

    def __init__(self, game: str, pack: Pack, context: Context = None, **options: Any) -> None:
        super().__init__(game, options)
        context = context or {}
        self.money: tuple[int, ...] = tuple(context.get("money", (3000,) * 4))
        self.pot: int = context.get("pot", 0)
        first, second, _ = tricks.deal_packets(tricks.parse_pack(pack, CARDS), 4, PACKETS)
        self.hands = [{*a, *b} for a, b in zip(first, second, strict=True)]
        self.phase = "bid"  # bid, kontra, play
        self.turn = 0
        self.level = -1  # the standing call: its level, its card, who made it
        self.called: int | None = None
        self.caller: int | None = None
        self.naming: int | None = None  # SNAPSZER or DURI said, the card not named yet
        self.passes = 0  # in a row
        self.passed: set[int] = set()
        self.partner: int | None = None  # who holds the called card (the caller: maszek)
        self.trump: int | None = None
        self.k = 0  # doublings
        self.doublers: list[int] = []
        self.points = 0  # card points, tricks and declared marriages of the calling side
        self.tricks = 0
        self.melds = 0
        self.pending: int | None = None  # suit of a marriage of which no card is led yet
        self.won: bool | None = None  # did the calling side win?

    # --- 1. BID ---

    def bid_moves(self) -> set[int]:
        if self.naming is not None:
            return set(HIGHER[self.level, self.naming])
        return {PASS} | {kind for kind in (SNAPSZER, DURI) if HIGHER[self.level, kind]}

    def make_bid(self, move: int) -> None:
        if self.naming is not None:
            self._call(self.naming, move)
        elif move == PASS:
            self.passes += 1
            self.passed.add(self.turn)
            self._next_bidder()
        else:
            self.naming = move

    def _call(self, kind: int, card: int) -> None:
        self.level, self.called, self.caller = level_of(kind, card), card, self.turn
        self.naming, self.passes = None, 0
        if self.level == 3:  # R-c
            self._open_kontra()
        else:
            self._next_bidder()

    def _next_bidder(self) -> None:
        if self._auction_over():
            return self._pass_out() if self.caller is None else self._open_kontra()
        self.turn = (self.turn + 1) % 4
        while self.options["pass_final"] and self.turn in self.passed:
            self.turn = (self.turn + 1) % 4

    def _auction_over(self) -> bool:
        """Three passes in a row after a call (R-a), or four at the start."""
        if self.options["pass_final"]:
            return self.passed | {self.caller} >= {0, 1, 2, 3}
        return self.passes == (4 if self.caller is None else 3)

    def _pass_out(self) -> None:
        """Four passes: 50 from everybody into the pot."""
        paid = [self._can_pay(seat, 50) for seat in range(4)]
        self.pot += sum(paid)
        self.ending, self.result = "passed_out", tuple(-amount for amount in paid)

    # --- 2. KONTRA ---

    def _open_kontra(self) -> None:
        self.phase, self.trump = "kontra", tricks.suit(self.called)
        self.partner = next(p for p in range(4) if self.called in self.hands[p])
        self.queue = self._after(self.caller)

    @staticmethod
    def _after(seat: int) -> list[int]:
        return [(seat + i) % 4 for i in (1, 2, 3)]

    def _calling(self, seat: int) -> bool:
        return seat in (self.caller, self.partner)

    def kontra_moves(self) -> set[int]:
        """k = 0 and 2: the non-called may double, k = 1: caller or holder (R-m, R-n)."""
        may = self._calling(self.to_move) == (self.k == 1)
        return {PASS, DOUBLE} if may else {PASS}

    def make_kontra(self, move: int) -> None:
        seat = self.queue.pop(0)
        if move == DOUBLE:
            self.k += 1
            self.doublers.append(seat)
            known = [self.caller, *self.doublers]  # seats publicly on a side
            own = [p for p in known if self._calling(p) == self._calling(seat)]
            self.queue = [] if self.k == 3 else [p for p in self._after(seat) if p not in own]
        if not self.queue:
            self.phase, self.turn = "play", self.caller

    # --- 3. PLAY ---

    def team_points(self) -> int:
        """Points of the calling side, marriages included (R-i)."""
        counts = self.tricks > 0 or not self.options["marriage_needs_trick"]
        return self.points + (self.melds if counts else 0)

    def followers(self, hand: Iterable[int]) -> set[int]:
        return tricks.strict(hand, self.trick, self.trump)  # R-d, R-o

    def play_moves(self) -> set[int]:
        hand = self.hands[self.turn]
        if self.trick:
            return self.followers(hand)
        if self.pending is not None:  # king or queen, or ENOUGH first (R-g)
            return tricks.pair_of(self.pending, hand) | self._enough_moves()
        moves = hand | self._enough_moves()
        if self._snapszer():
            moves |= {MARRIAGE + s for s in tricks.marriages(hand)}
        if tricks.claim(hand, set(CARDS) - self.played - hand, self.trump):
            moves |= {SHOW}
        return moves

    def _snapszer(self) -> bool:
        return self.level < 2

    def _can_say_enough(self) -> bool:
        """R-e, R-f: 66 and a trick, on lead (always caller or partner), never in a duri."""
        if self.options["enough_needs_called_card"] and self.called not in self.played:  # R-p
            return False
        return self._snapszer() and self.tricks >= 1 and self.team_points() >= 66

    def _enough_moves(self) -> set[int]:
        by_hand = self._can_say_enough() and not self.options["auto_enough"]
        return {ENOUGH} if by_hand else set()

    def _say_enough_if_automatic(self) -> None:
        if self.options["auto_enough"] and self._can_say_enough():
            self._finish("enough", True)

    def make_play(self, move: int) -> None:
        if move == ENOUGH:
            self._finish("enough", True)
        elif move == SHOW:
            self._show()
        elif move >= MARRIAGE:
            self.pending = move - MARRIAGE
            self.melds += tricks.marriage_points(self.pending, self.trump)
            self._say_enough_if_automatic()
        else:
            self._card(move)

    def _show(self) -> None:
        """The remaining tricks are credited first, so 66 is always met (R-h)."""
        self.points += tricks.card_points(set().union(*self.hands))
        self.tricks += len(self.hands[self.turn])
        self._finish("show", True)

    def _card(self, card: int) -> None:
        self.pending = None
        self.lay(card)
        if len(self.trick) < 4:
            self.turn = (self.turn + 1) % 4
        else:
            self._trick_end()

    # --- 4. END ---

    def _trick_end(self) -> None:
        winner, worth = self.take_trick(self.trump)
        if not self._calling(winner):  # this trick excluded, all declared marriages included
            self._finish("opponent_trick", self._snapszer() and self.team_points() >= 66)
            return
        self.turn = winner
        self.points += worth
        self.tricks += 1
        if self.tricks == 6:
            self._finish("all_tricks", True)
        else:
            self._say_enough_if_automatic()

    def _finish(self, ending: str, won: bool) -> None:
        self.ending, self.won = ending, won
        stake = STAKES[self.level] * 2**self.k
        winners = [p for p in range(4) if self._calling(p) == won]
        self.result = self._settle(stake, winners)
        self.pot = 0

    # --- settlement ---

    def _can_pay(self, seat: int, amount: int) -> int:
        return min(amount, self.money[seat]) if self.options["cap_payment"] else amount  # R-k

    def _settle(self, stake: int, winners: list[int]) -> tuple[int, ...]:
        """Alone the caller wins or pays three stakes; with a partner everybody has one."""
        alone = self.partner == self.caller
        pay = [0] * 4
        for p in range(4):
            if p not in winners:
                pay[p] = -self._can_pay(p, stake * (3 if alone and p == self.caller else 1))
        paid_in = -sum(pay)
        for p in winners:
            pay[p] = paid_in // len(winners)
        for i, p in enumerate(winners):  # R-j: odd units from the first winner after the dealer
            pay[p] += self.pot // len(winners) + (1 if i < self.pot % len(winners) else 0)
        return tuple(pay)

    # --- what is seen ---

    def plays_card(self, move: int) -> bool:
        return move < 32 and self.phase == "play"

    def announced(self) -> tuple[Hashable, ...]:
        bidding = (self.level, self.called, self.caller, self.naming, self.passes)
        kontra = (frozenset(self.passed), self.k, tuple(self.doublers))
        play = (self.points, self.tricks, self.melds, self.pending)
        return (bidding, kontra, play, self.money, self.pot)

    def hidden(self) -> tuple[Hashable, ...]:
        return (self.partner,)

    def sides(self) -> tuple[int, ...] | None:
        """Settled by the auction: caller and holder of the called card are side 0."""
        if self.partner is None:
            return None
        return tuple(0 if self._calling(p) else 1 for p in range(4))


class _Redeals(Redeals):
    """Nobody, the looking seat included, ever sees the border between the two packets (no
    decision lies between them), so every hand stands for its 20 splits."""

    deal_class = Deal
    cards = CARDS

    def packs(self, full: list[set[int]], out: set[int]) -> tuple[list[int], int]:
        hands = [sorted(hand) for hand in full]
        halves = [hand[:3] for hand in hands] + [hand[3:] for hand in hands]
        return [card for packet in halves for card in packet], comb(6, 3) ** 4

    def secret(self, full: list[set[int]]) -> int | None:
        """Who holds the called card."""
        return next((p for p in range(4) if self.called in full[p]), None)


redeals = _Redeals.ask
