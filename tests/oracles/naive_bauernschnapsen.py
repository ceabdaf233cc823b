"""The slow twin of Bauernschnapsen, written from the rules page.

Seat 0 is the caller; the teams are seats 0 and 2 (team 0) and seats 1 and 3 (team 1).  Rule
references (B-a ...) are the rows of the page's table of ambiguities.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import naive_tricks as tricks
from naive_matches import BauernMatch as Match
from naive_redeals import Redeals
from naive_tricks import DOUBLE, MARRIAGE, PASS, TRUMP, Context, Pack, Twin, perft, value

__all__ = ["ENDINGS", "OPTIONS", "Deal", "Match", "perft", "redeals", "value"]

CLAIM = 38  # with the option need_claim
TURN_UP = 48
BETTLER, SCHNAPSER, GANG, BAUERN, KSCHNAPSER, RING, KBAUER, HERREN = range(49, 57)
VALUES = dict(zip(range(49, 57), (4, 6, 9, 12, 12, 18, 24, 24), strict=True))
NO_TRUMP = (BETTLER, GANG)
SHOWN = (RING, HERREN)
CARDS = tricks.cards_from(3)  # 20 cards, jack to ace
PACKETS = (3, 2)
# RING or HERREN; 66 in the normal game; the same said (need_claim); the normal game played out;
# a contract made; a contract lost.
ENDINGS = ("shown", "sixty_six", "claim", "last_trick", "made", "failed")
OPTIONS = dict.fromkeys(("bauern_caller_only", "trump_any", "bettler_free", "need_claim"), False)


class Deal(Twin):
    """One deal; it inherits nothing from its match, so `context` is ignored."""

    DEFAULTS = OPTIONS

    def __init__(self, game: str, pack: Pack, context: Context = None, **options: Any) -> None:
        super().__init__(game, options)
        first, second, _ = tricks.deal_packets(tricks.parse_pack(pack, CARDS), 4, PACKETS)
        self.hands = [set(packet) for packet in first]
        self.to_come = second  # dealt when trump is settled; to_come[0][0] may be turned up
        self.phase = "trump"  # trump, announce, kontra, play
        self.turn = 0
        self.caller = 0
        self.trump: int | None = None  # of the deal, though a contract may be without
        self.turned: int | None = None  # the caller's fourth card, if shown
        self.said: list[int] = []  # by the seats in turn
        self.contract: int | None = None  # None: the normal game
        self.declarer = 0
        self.k = 0  # doublings
        self.points = [0, 0]  # by team: card points, declared marriages, tricks
        self.melds = [0, 0]
        self.tricks = [0, 0]
        self.pending: int | None = None  # suit of a marriage of which no card is led yet
        self.winner: int | None = None  # team

    # --- 1. TRUMP ---

    def trump_moves(self) -> set[int]:
        """A suit among the first three cards (B-c), or the fourth card turned up (B-d)."""
        suits = range(4) if self.options["trump_any"] else self._suits()
        return {TURN_UP} | {TRUMP + s for s in suits}

    def make_trump(self, move: int) -> None:
        if move == TURN_UP:
            self.turned = self.to_come[0][0]
            self.trump = tricks.suit(self.turned)
        else:
            self.trump = move - TRUMP
        self.hands = [a.union(b) for a, b in zip(self.hands, self.to_come, strict=True)]
        self.to_come = [[] for _ in self.hands]
        self.phase = "announce"

    # --- 2. ANN ---

    def announce_moves(self) -> set[int]:
        """Everybody speaks once; strictly above the standing value (B-a, B-b)."""
        standing = VALUES[self.contract] if self.contract else 0
        contracts = self._entitled() - ({RING} if len(self._suits()) > 1 else set())
        return {PASS} | {c for c in contracts if VALUES[c] > standing}

    def _entitled(self) -> set[int]:
        """Who may announce what (B-e, B-m)."""
        anyone = {BETTLER, GANG, RING}
        if self.turn % 2 == 1:
            return anyone | {KSCHNAPSER, KBAUER}
        own = {SCHNAPSER, BAUERN}
        if self.turn == 2 and self.options["bauern_caller_only"]:
            own = {SCHNAPSER}
        if self.turn == 0 and self._suits() == {self.trump}:
            own |= {HERREN}
        return anyone | own

    def _suits(self) -> set[int]:
        return {tricks.suit(card) for card in self.hands[self.turn]}

    def make_announce(self, move: int) -> None:
        self.said.append(move)
        if move != PASS:
            self.contract, self.declarer = move, self.turn
        self.turn = (self.turn + 1) % 4
        if len(self.said) == 4:  # always four turns
            self._auction_over()

    def _auction_over(self) -> None:
        if self.contract in SHOWN:  # B-l: no window
            self._finish("shown", self.declarer % 2, VALUES[self.contract])
        else:
            self.phase, self.queue = "kontra", self._others(self.declarer)

    # --- 3. KONTRA ---

    @staticmethod
    def _others(seat: int) -> list[int]:
        """The two seats of the other team, from the left of this seat."""
        return [(seat + 1) % 4, (seat + 3) % 4]

    def kontra_moves(self) -> set[int]:
        return {PASS, DOUBLE}

    def make_kontra(self, move: int) -> None:
        seat = self.queue.pop(0)
        if move == DOUBLE:
            self.k += 1
            self.queue = self._others(seat) if self.k < 3 else []
        if not self.queue:
            self.phase, self.turn = "play", self._first_leader()

    # --- 4. PLAY ---

    def _first_leader(self) -> int:
        """The announcer, but the caller in the normal game and against Kontra- (B-f)."""
        return 0 if self.contract in (None, KSCHNAPSER, KBAUER) else self.declarer

    def play_trump(self) -> int | None:
        return None if self.contract in NO_TRUMP else self.trump

    def _playing(self) -> list[int]:
        """In a Bettler the announcer's partner sits out."""
        idle = (self.declarer + 2) % 4 if self.contract == BETTLER else None
        return [seat for seat in range(4) if seat != idle]

    def eff(self, team: int) -> int:
        """Card points, and the marriages of a team that has a trick."""
        return self.points[team] + (self.melds[team] if self.tricks[team] else 0)

    def followers(self, hand: Iterable[int]) -> set[int]:
        """STRICT, no exemption for a partner's card (B-i, B-k)."""
        free = self.contract == BETTLER and self.options["bettler_free"]
        return tricks.strict(hand, self.trick, self.play_trump(), must_beat=not free)

    def play_moves(self) -> set[int]:
        hand = self.hands[self.turn]
        if self.trick:
            return self.followers(hand)
        spoken = {CLAIM} if self._may_claim() else set()
        if self.pending is not None:
            return tricks.pair_of(self.pending, hand) | spoken
        married = {MARRIAGE + s for s in tricks.marriages(hand)} if self._may_marry() else set()
        return hand | spoken | married

    def _may_marry(self) -> bool:
        if self.contract is None:
            return True
        return self.contract in (SCHNAPSER, KSCHNAPSER) and self.turn == self.declarer

    def _may_claim(self) -> bool:
        """Option need_claim: on lead, the team has 66; it is about the normal game (B-g)."""
        needed = self.options["need_claim"] and self.contract is None
        return needed and self.eff(self.turn % 2) >= 66

    def make_play(self, move: int) -> None:
        if move == CLAIM:
            self._finish("claim", self.turn % 2, self._scale(1 - self.turn % 2))
        elif move >= MARRIAGE:
            self._marry(move - MARRIAGE)
        else:
            self.pending = None
            self.lay(move)
            self._next_turn()

    def _marry(self, s: int) -> None:
        self.pending = s
        self.melds[self.turn % 2] += tricks.marriage_points(s, self.trump)
        self._check_66(self.turn % 2)

    def _next_turn(self) -> None:
        playing = self._playing()
        if len(self.trick) == len(playing):
            self._trick_end()
        else:
            after = [(self.turn + 1) % 4, (self.turn + 2) % 4]
            self.turn = next(seat for seat in after if seat in playing)

    def _trick_end(self) -> None:
        winner, worth = self.take_trick(self.play_trump())
        team, self.turn = winner % 2, winner
        self.points[team] += worth
        self.tricks[team] += 1
        if self.contract is None:
            self._normal_trick_end(team)
        elif (winner == self.declarer) == (self.contract == BETTLER):
            self._end_contract(made=False)  # somebody else's, or in a Bettler the announcer's
        else:
            self._contract_trick_end(team)

    def _normal_trick_end(self, team: int) -> None:
        self._check_66(team)
        if not self.ending and not self.hands[self.turn]:  # B-n: whatever tricks and points
            self._finish("last_trick", team, 1)

    def _contract_trick_end(self, team: int) -> None:
        self._check_66(team)
        too_late = self.contract in (SCHNAPSER, KSCHNAPSER) and self.tricks[team] == 3
        if not self.ending and (too_late or not self.hands[self.turn]):
            self._end_contract(made=not too_late)

    def _check_66(self, team: int) -> None:
        """B-g, B-h: at once, after a trick and after a marriage that counts."""
        if self.eff(team) < 66 or not self.tricks[team]:
            return
        if self.contract is None and not self.options["need_claim"]:
            self._finish("sixty_six", team, self._scale(1 - team))
        elif self.contract in (SCHNAPSER, KSCHNAPSER) and team == self.declarer % 2:
            self._end_contract(made=True)

    def _scale(self, loser: int) -> int:
        if not self.tricks[loser]:
            return 3
        return 2 if self.eff(loser) < 33 else 1

    def _end_contract(self, made: bool) -> None:
        own = self.declarer % 2
        team = own if made else 1 - own
        self._finish("made" if made else "failed", team, VALUES[self.contract])

    def _finish(self, ending: str, team: int, points: int) -> None:
        self.ending, self.winner = ending, team
        points *= 2**self.k
        self.result = tuple(points if seat % 2 == team else -points for seat in range(4))

    # --- what is seen ---

    def announced(self) -> tuple[Hashable, ...]:
        auction = (self.trump, self.turned, tuple(self.said), self.contract, self.declarer, self.k)
        counts = (tuple(self.points), tuple(self.melds), tuple(self.tricks))
        return (auction, counts, self.pending)

    def hidden(self) -> tuple[Hashable, ...]:
        return tuple(tuple(packet) for packet in self.to_come)

    def sides(self) -> tuple[int, ...] | None:
        """Settled by the auction: the declarer's team is side 0."""
        if self.phase in ("trump", "announce") and not self.ending:
            return None
        return tuple((seat - self.declarer) % 2 for seat in range(4))


class _Redeals(Redeals):
    """Each hand stands for its splits into 3 and 2 (1 and 1, if one was turned up): one for
    `seat`, who saw its first three, all ten for the others, but of the caller's only those
    that allow his trump.  Nothing else looks at packets, so one pack of each is replayed."""

    deal_class = Deal
    cards = CARDS

    def packs(self, full: list[set[int]], out: set[int]) -> tuple[list[int], int]:
        first, second, _ = tricks.deal_packets(self.pack, 4, PACKETS)
        halves = [(sorted(hand)[:3], sorted(hand)[3:]) for hand in full]
        halves[self.seat] = (first[self.seat], second[self.seat])
        ways = comb(5, 3) ** len({1, 2, 3} - {self.seat})
        if self.seat != 0:
            splits = self.caller_splits(frozenset(full[0]))
            if not splits:
                return [], 0
            halves[0] = splits[0]
            ways *= len(splits)
        return [card for i in (0, 1) for half in halves for card in half[i]], ways

    @cache  # noqa: B019 - a question is short-lived
    def caller_splits(self, hand: frozenset[int]) -> list[tuple[list[int], list[int]]]:
        """The splits of a hand from which the caller's first move is legal."""
        turned = [self.pack[12]] if self.history[0] == TURN_UP else []
        if not hand.issuperset(turned):
            return []
        splits = []
        for three in combinations(sorted(hand.difference(turned)), 3):
            two = turned + sorted(hand.difference(three, turned))
            others = [card for card in CARDS if card not in hand]
            if self.history[0] in self.start([*three, *others[:9], *two, *others[9:]]).legal():
                splits.append((list(three), two))
        return splits


redeals = _Redeals.ask
