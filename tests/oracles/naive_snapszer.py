"""The slow twin of Snapszer with two and with three seats, written from the rules page.

Sides: 0 is the declarer D (seat 0), 1 are all the others jointly (O).  Rule references
(S-a ...) are the rows of the page's table of ambiguities, END (1)...(5) its list.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import comb
from typing import Any

import naive_tricks as tricks
from naive_matches import SnapszerMatch as Match
from naive_redeals import Redeals
from naive_tricks import (
    DOUBLE,
    ENOUGH,
    MARRIAGE,
    PASS,
    SHOW,
    TRUMP,
    Context,
    Pack,
    Twin,
    perft,
    value,
)

__all__ = ["ENDINGS", "OPTIONS", "Deal", "Match", "perft", "redeals", "value"]

NORMAL, SNAPSZER, DURI, FOLD = 40, 41, 42, 43
CARDS = tricks.cards_from(2)  # 24 cards, nine to ace
PACKETS = (4, 4)
SEATS = {"snapszer2": 2, "snapszer3": 3}
D, O = 0, 1  # noqa: E741 - the names of the page
ENDINGS = (
    "fold",
    "enough",  # END (1), or a snapszer made
    "show",  # END (5), or a snapszer or duri made
    "kept_silent",  # END (2)
    "last_trick",  # END (3)
    "all_tricks",  # the declarer's: END (4), or a snapszer or duri made
    "opponent_trick",  # a snapszer or duri lost
)
OPTIONS: dict[str, Any] = {
    "overtrump": True,
    "marriage_void": False,
    "silent_no_marriage": False,
    "show_no_silent": False,
    "utility": "zero_sum",
    "marks": 1,  # against one player, with which the table closes
}


class Deal(Twin):
    """One deal; it inherits nothing from its match, so `context` is ignored."""

    DEFAULTS = OPTIONS

    def __init__(self, game: str, pack: Pack, context: Context = None, **options: Any) -> None:
        super().__init__(game, options)
        self.n = SEATS[game]
        first, second, (out,) = tricks.deal_packets(tricks.parse_pack(pack, CARDS), self.n, PACKETS)
        self.hands = [set(packet) for packet in first]
        self.to_come = [set(packet) for packet in second]  # dealt when the trump is named
        self.out = set(out)  # two seats: eight cards nobody sees
        self.phase = "trump"  # trump, contract, kontra, play
        self.turn = 0
        self.caller = 0  # the declarer
        self.trump: int | None = None
        self.contract: int | None = None
        self.k = 0  # doublings
        self.points = [0, 0]  # by side: card points, declared marriages, tricks
        self.melds = [0, 0]
        self.tricks = [0, 0]
        self.declared = [False, False]  # has the side declared a marriage, void or not?
        self.pending: int | None = None  # suit of a marriage of which no card is led yet
        self.winner: int | None = None  # side
        self.gained: tuple[int, ...] | None = None  # g, whatever the utility

    def side(self, seat: int) -> int:
        return D if seat == 0 else O

    # --- TRUMP, CONTRACT, KONTRA ---

    def trump_moves(self) -> set[int]:
        """Any suit, held or not (S02)."""
        return {TRUMP + s for s in range(4)}

    def make_trump(self, move: int) -> None:
        """Named from four cards, then everyone is completed to eight."""
        self.trump, self.phase = move - TRUMP, "contract"
        self.hands = [a | b for a, b in zip(self.hands, self.to_come, strict=True)]
        self.to_come = [set() for _ in self.hands]

    def contract_moves(self) -> set[int]:
        return {NORMAL, SNAPSZER, DURI, FOLD}

    def make_contract(self, contract: int) -> None:
        self.contract = contract
        if contract == FOLD:  # never doubled (S-j)
            self._finish("fold", O, 6)
        else:
            self.phase, self.queue = "kontra", self._opponents()

    def _opponents(self) -> list[int]:
        return list(range(1, self.n))

    def kontra_moves(self) -> set[int]:
        return {PASS, DOUBLE}

    def make_kontra(self, move: int) -> None:
        """Opponents in seat order, then the declarer, then the opponents; at most x8."""
        self.queue.pop(0)
        if move == DOUBLE:
            self.k += 1
            self.queue = {1: [0], 2: self._opponents(), 3: []}[self.k]
        if not self.queue:
            self.phase, self.turn = "play", 0

    # --- PLAY ---

    def eff(self, side: int) -> int:
        """Card points, and the side's marriages once it has a trick (S-b)."""
        return self.points[side] + (self.melds[side] if self.tricks[side] else 0)

    def followers(self, hand: Iterable[int]) -> set[int]:
        return tricks.strict(
            hand, self.trick, self.trump, overtrump=self.options["overtrump"]
        )  # S-a

    def play_moves(self) -> set[int]:
        hand = self.hands[self.turn]
        if self.trick:
            return self.followers(hand)
        enough = {ENOUGH} if self._may_say_enough() else set()
        if self.pending is not None:  # S-c
            return tricks.pair_of(self.pending, hand) | enough
        moves = hand | enough
        if self.contract != DURI:
            moves |= {MARRIAGE + s for s in tricks.marriages(hand)}
        if self._may_show():
            moves |= {SHOW}
        return moves

    def _may_say_enough(self) -> bool:
        """Who is on lead after a trick took that trick; his side needs 66 (S-d)."""
        led_by_winner = sum(self.tricks) >= 1
        return self.contract != DURI and led_by_winner and self.eff(self.side(self.turn)) >= 66

    def _may_show(self) -> bool:
        """The declarer on lead, sure of every remaining trick (S-m, S16)."""
        hand = self.hands[0]
        return self.turn == 0 and tricks.claim(hand, set(CARDS) - self.played - hand, self.trump)

    def make_play(self, move: int) -> None:
        if move == ENOUGH:
            self._enough()
        elif move == SHOW:
            self._show()
        elif move >= MARRIAGE:
            self._marry(move - MARRIAGE)
        else:
            self.pending = None
            self.lay(move)
            self.turn = (self.turn + 1) % self.n
            if len(self.trick) == self.n:
                self._trick_end()

    def _marry(self, s: int) -> None:
        side = self.side(self.turn)
        void = self.options["marriage_void"] and not self.tricks[side]
        self.melds[side] += 0 if void else tricks.marriage_points(s, self.trump)
        self.declared[side] = True
        self.pending = s

    def _enough(self) -> None:
        side = self.side(self.turn)
        if self.contract == SNAPSZER:
            self._finish("enough", D, 12)
        else:  # END (1)
            self._finish("enough", side, self._scale(1 - side))

    def _show(self) -> None:
        """END (5): the remaining tricks are the declarer's."""
        self.points[D] += tricks.card_points(set().union(*self.hands))
        self.tricks[D] += len(self.hands[0])
        if self.contract != NORMAL:
            self._finish("show", D, self._announced_value())
        elif self.tricks[O] or self.options["show_no_silent"]:
            self._finish("show", D, self._scale(O))
        else:  # S-g
            self._finish("show", D, self._silent())

    # --- END ---

    def _trick_end(self) -> None:
        had_66 = [self.eff(side) >= 66 for side in (D, O)]
        winner, worth = self.take_trick(self.trump)
        side = self.side(winner)
        self.points[side] += worth
        self.tricks[side] += 1
        self.turn = winner
        last = not self.hands[winner]
        if self.contract == NORMAL:
            self._normal_trick_end(side, had_66[1 - side], last)
        elif side == O:
            self._finish("opponent_trick", O, self._announced_value())
        elif last:  # S-h, S09: no 66 needed
            self._finish("all_tricks", D, self._announced_value())

    def _normal_trick_end(self, side: int, other_had_66: bool, last: bool) -> None:
        if other_had_66:  # END (2), S-e: at once
            self._finish("kept_silent", side, self._scale(1 - side))
        elif last and not self.tricks[O]:  # END (4)
            self._finish("all_tricks", D, self._silent())
        elif last:  # END (3), S-i
            self._finish("last_trick", side, self._scale(1 - side))

    def _scale(self, loser: int) -> int:
        if not self.tricks[loser]:
            return 6
        return 4 if self.eff(loser) < 33 else 2

    def _silent(self) -> int:
        """All tricks without announcing it: 16 (S-f)."""
        return 6 if self.options["silent_no_marriage"] and self.declared[D] else 16

    def _announced_value(self) -> int:
        return 12 if self.contract == SNAPSZER else 32

    def _finish(self, ending: str, winner: int, points: int) -> None:
        self.ending, self.winner = ending, winner
        points *= 2**self.k
        self.gained = tuple(points if self.side(p) == winner else 0 for p in range(self.n))
        self.result = self._utility(self.gained)

    def _utility(self, gained: tuple[int, ...]) -> tuple[int, ...]:
        """S-n."""
        if self.options["utility"] == "points":
            return gained
        return tuple(self.n * g - sum(gained) for g in gained)

    # --- what is seen ---

    def announced(self) -> tuple[Hashable, ...]:
        counts = (tuple(self.points), tuple(self.melds), tuple(self.tricks), tuple(self.declared))
        return (self.trump, self.contract, self.k, self.pending, counts)

    def hidden(self) -> tuple[Hashable, ...]:
        return (frozenset(self.out), tuple(frozenset(packet) for packet in self.to_come))

    def sides(self) -> tuple[int, ...]:
        """Settled from the start: the declarer against all others."""
        return tuple(self.side(p) for p in range(self.n))


class _Redeals(Redeals):
    """`seat` saw its own first four; any trump could be named from any four cards, so each
    hidden hand stands for its 70 splits."""

    deal_class = Deal
    cards = CARDS

    def packs(self, full: list[set[int]], out: set[int]) -> tuple[list[int], int]:
        first, second, _ = tricks.deal_packets(self.pack, len(full), PACKETS)
        halves = [(sorted(hand)[:4], sorted(hand)[4:]) for hand in full]
        halves[self.seat] = (first[self.seat], second[self.seat])
        dealt = [card for i in (0, 1) for half in halves for card in half[i]]
        return dealt + sorted(out), comb(8, 4) ** (len(full) - 1)


redeals = _Redeals.ask
