"""The slow twins of the matches: who sits where in the next deal, and what a deal changes.

A match knows players, a deal knows seats: seat 0 acts first and the last seat is the dealer,
who moves on by one player every deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class RabloMatch:
    """From 3000 each to the first player without money, with the pot; R-k, R-l."""

    def __init__(self, game: str = "rablo", **options: Any) -> None:
        self.game, self.options = game, options
        self.money = [3000] * 4
        self.pot = 0
        self.dealer = 3
        self.over = False

    def seats(self) -> tuple[int, ...]:
        """The player of each seat of the next deal."""
        return tuple((self.dealer + 1 + seat) % 4 for seat in range(4))

    def next_context(self) -> dict[str, Any]:
        check_running(self.over)
        money = tuple(self.money[player] for player in self.seats())
        return {"game": self.game, "seats": self.seats(), "money": money, "pot": self.pot}

    def record(self, payoffs: Iterable[int]) -> None:
        check_running(self.over)
        payoffs = tuple(payoffs)
        for player, amount in zip(self.seats(), payoffs, strict=True):
            self.money[player] += amount
        passed_out = all(amount < 0 for amount in payoffs)
        self.pot = self.pot - sum(payoffs) if passed_out else 0
        self.dealer = (self.dealer + 1) % 4
        self.over = min(self.money) <= 0  # a pot left over stays unpaid

    def winner(self) -> int | None:
        """The player with the most money, if there is only one."""
        first, second = sorted(range(4), key=lambda player: -self.money[player])[:2]
        return first if self.money[first] > self.money[second] else None


class SnapszerMatch:
    """From 32 down; who reaches 0 is out, the last one in gets the mark (`loser`).

    Those who go out first are the `winners`.
    """

    def __init__(self, game: str = "snapszer3", **options: Any) -> None:
        self.options = options
        self.left = [32] * (3 if game == "snapszer3" else 2)
        self.playing = list(range(len(self.left)))
        self.dealer = self.playing[-1]
        self.marks = [0] * len(self.left)
        self.loser: int | None = None
        self.winners: list[int] = []
        self.over = False

    def _next_player(self, player: int) -> int:
        """The next one clockwise who is still in (S-l)."""
        following = [(player + i) % len(self.left) for i in range(1, len(self.left) + 1)]
        return next(p for p in following if p in self.playing)

    def seats(self) -> tuple[int, ...]:
        order = [self._next_player(self.dealer)]
        while len(order) < len(self.playing):
            order.append(self._next_player(order[-1]))
        return tuple(order)

    def next_context(self) -> dict[str, Any]:
        """The game is snapszer2 as soon as only two players are in."""
        check_running(self.over)
        return {"game": f"snapszer{len(self.playing)}", "seats": self.seats()}

    def gained(self, payoffs: Iterable[int]) -> tuple[int, ...]:
        """The points g behind the payoffs: n*g - sum, and somebody always gains nothing."""
        payoffs = tuple(payoffs)
        per_point = len(payoffs) if self.options.get("utility", "zero_sum") == "zero_sum" else 1
        return tuple((amount - min(payoffs)) // per_point for amount in payoffs)

    def record(self, payoffs: Iterable[int]) -> None:
        check_running(self.over)
        seats = self.seats()
        for player, points in zip(seats, self.gained(payoffs), strict=True):
            self.left[player] -= points
        self.winners = self.winners or [p for p in self.playing if self.left[p] <= 0]
        self.playing = [p for p in self.playing if self.left[p] > 0]
        if len(self.playing) > 1:
            self.dealer = self._next_player(self.dealer)
            return
        self.loser = self.playing[0]  # both opponents out together leave the declarer
        self.marks[self.loser] += 1
        closing = self.options.get("marks", 1)
        self.over = max(self.marks) == closing
        if self.over and closing > 1:
            self.winners = [p for p, m in enumerate(self.marks) if m == min(self.marks)]
        elif not self.over:  # the table goes on
            everybody = len(self.left)
            self.left, self.playing = [32] * everybody, list(range(everybody))
            self.dealer, self.winners, self.loser = (self.dealer + 1) % everybody, [], None


class BauernMatch:
    """To 24 points of a team (players 0 and 2, 1 and 3); a Bummerl, or two, to the losers."""

    def __init__(self, game: str = "bauernschnapsen", **options: Any) -> None:
        self.game, self.options = game, options
        self.scores = [0, 0]
        self.bummerl = [0, 0]
        self.dealer = 3
        self.over = False

    def seats(self) -> tuple[int, ...]:
        return tuple((self.dealer + 1 + seat) % 4 for seat in range(4))

    def next_context(self) -> dict[str, Any]:
        check_running(self.over)
        return {"game": self.game, "seats": self.seats(), "scores": tuple(self.scores)}

    def record(self, payoffs: Iterable[int]) -> None:
        check_running(self.over)
        first, second, *_ = payoffs
        winner = self.seats()[0 if first > second else 1] % 2
        self.scores[winner] += abs(first)
        self.dealer = (self.dealer + 1) % 4
        if self.scores[winner] >= 24:
            self.over = True
            self.bummerl[1 - winner] = 2 if self.scores[1 - winner] == 0 else 1


def check_running(over: bool) -> None:
    if over:
        raise ValueError("the match is over")
