"""Playing sets between two bots: one deal in all seatings, or one match from both sides.

Compiled bots play in one compiled loop (`engine.arena`); a bot in Python is asked move by move.
Both use the same packs, the same random words and the same kernels, so results agree.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..base import seeds
from ..bot import compiled
from ..bot.interface import Bot
from ..bot.limits import Clock, Place, Stop
from ..bot.spec import BotSpec
from ..bot.warmup import warm
from ..cards import word
from ..deal import matches
from ..deal.game import Game
from ..deal.state import look
from ..sandbox.apart import ApartSpec
from ..sandbox.remote_bot import RemoteSpec
from ..store.blocks import Block, Fault, Log
from .deal_runner import DealRunner
from .lineup import Lineup


class Pairing(Lineup):
    """Two bots, a game, a secret: plays any block of sets, the same way every time."""

    def __init__(
        self,
        game: Game,
        a: BotSpec,
        b: BotSpec,
        secret: bytes,
        unit: str = "deal",
        packs: list[list[int]] | None = None,
        keep_log: bool = False,
        max_deals: int | None = None,
        backwards: bool = False,
        move_by_move: bool = False,
    ) -> None:
        super().__init__(game, a, b)
        self.secret = secret
        self.unit = unit
        self.packs = packs
        self.keep_log = keep_log  # of deals that are played move by move
        self.max_deals = max_deals
        self.backwards = backwards  # the last seating of a set first: that must change nothing
        self.move_by_move = move_by_move  # even where one compiled loop would do

    # --- what both paths share ---

    @property
    def in_one_loop(self) -> bool:
        """Whether whole deals are played in one compiled loop."""
        return self.compiled and self.unit == "deal" and not self.move_by_move

    @property
    def hosts_strangers(self) -> bool:
        """Whether bots that are not built in live in the process that plays this."""
        return any(not spec.built_in and not spec.isolated for spec in self.specs)

    @functools.cached_property
    def apart(self) -> Pairing:
        """The same with each of those in a process of its own."""
        a, b = (s if s.built_in or s.isolated else ApartSpec(s) for s in self.specs)
        return Pairing(self.game, a, b, self.secret, self.unit, self.packs, self.keep_log,
                       self.max_deals, self.backwards, self.move_by_move)

    def prepare(self) -> None:
        """Compile everything that playing will need; runs no bot but built-in ones."""
        if self.in_one_loop:
            _ = self.policies, self.arena, self.params
        if not (self.in_one_loop and self.trusted):
            _ = self.deciders
        honest = [spec if spec.built_in else BotSpec("random") for spec in self.specs]
        Pairing(self.game, honest[0], honest[1], b"", self.unit).play(0, 1)
        if any(spec.isolated for spec in self.specs):
            if not self.game.is_own:
                raise ValueError(f"{self.game.name} is no game of schnapsen-ai: a bot in a process "
                                 "of its own cannot load it; leave --isolate out")
            warm(self.game)
        if not self.compiled:  # what a bot in Python may ask of what it sees
            pool = self.game.new_pool(2)
            self.game.board.deal_at(pool, self.game.new_match(), np.zeros(1, np.uint64))
            look(self.game, pool, 0, [], None, False).redeal(np.random.default_rng(0))

    def words(self, start: int, n: int) -> tuple[np.ndarray, np.ndarray]:
        """Words for packs, uint64[n], and for the bots, uint64[n, seatings, seats]."""
        packs = seeds.words(self.secret, "pack", start, n)
        a, b = (spec.text for spec in self.specs)
        each = len(self.holders) * self.game.n_seats
        bots = seeds.words(self.secret, f"bots {a} | {b}", start * each, n * each)
        return packs, bots.reshape(n, len(self.holders), self.game.n_seats)

    def given(self, start: int, n: int) -> np.ndarray:
        packs = [] if self.packs is None else self.packs[start : start + n]
        return np.array(packs, dtype=np.uint8).reshape(len(packs), len(self.game.pack))

    def play(
        self,
        start: int,
        n: int,
        clock: Clock | None = None,
        stops: Sequence[Stop] = (),
    ) -> Block:
        """Play sets ``start .. start + n - 1``.

        clock: holds bots to limits.  stops: bots to be charged without being asked.
        """
        clock = clock or Clock()
        block = Block.blank(start, n, len(self.holders), Log() if self.keep_log else None)
        if self.in_one_loop:
            self._play_compiled(block, clock)
            return block.narrow()
        for spec in self.specs:
            spec.expect(self.game, clock)
        found = {v.place: v for v in stops}
        dealt = *self.words(start, n), self.given(start, n)
        for j in self._seatings(clock):
            for k in range(n):
                self._play_seating(block, k, j, *dealt, clock, found)
        charged = {(*f.place, f.what) for f in block.faults}
        for v in stops:  # those for deals that this time were not reached
            if (*v.place, v.what) not in charged:
                block.faults.append(Fault(*v.place, v.what))
        block.faults.sort(key=lambda fault: fault.place)  # however the sets were cut into blocks
        return block.narrow()

    def _play_compiled(self, block: Block, clock: Clock) -> None:
        """All in one loop; a set with an illegal move is played again move by move."""
        pool = self.game.new_pool(2)
        match = self.game.new_match()
        n_seats = self.game.n_seats
        packs, words = self.words(block.start, block.sets)
        policy_a, policy_b = self.policies
        desks = np.stack([compiled.new_desks([p] * n_seats) for p in self.params])
        given = self.given(block.start, block.sets)
        began = time.perf_counter()
        done = 0
        while done < block.sets:
            clock.at_table()
            done = self.arena.play_sets(
                pool, match, given, packs, words, self.holders, self.open_, policy_a, policy_b,
                desks, block.points, block.wins, block.endings, done,
            )
            clock.at_table()
            if done < block.sets:
                for j in range(len(self.holders)):
                    self._play_seating(block, done, j, packs, words, given, clock, {})
                done += 1
        spent = time.perf_counter() - began
        block.seconds, block.asked = [spent / 2, spent / 2], [0, 0]  # nobody was timed alone

    def _seatings(self, clock: Clock) -> list[int]:
        """In which order a block is played in them: one after the other, so that an isolated bot
        is never alive in two; first in the one whose processes are there from the last block."""
        order = list(range(len(self.holders)))
        first = 0 if clock.supervisor is None else clock.supervisor.seating % len(order)
        order = order[first:] + order[:first]
        return order[::-1] if self.backwards else order

    def _play_seating(
        self, block: Block, k: int, j: int, packs: np.ndarray, words: np.ndarray,
        given: np.ndarray, clock: Clock, stops: Mapping[Place, Stop],
    ) -> None:
        """The k-th set of a block in its j-th seating."""
        if self.unit == "deal":
            deal = DealRunner(self, block, k, j, self._begin(j, clock), clock, stops)
            deal.play(packs[k], words[k, j], given[k : k + 1])
        else:
            self._play_match(block, k, j, packs[k], words[k, j], clock, stops)

    def _begin(self, seating: int, clock: Clock) -> list[Bot | None]:
        """By player: bots in processes of their own, which start before they are timed; None for
        all others, which are made under the clock."""
        names = tuple(spec.text for spec in self.specs)
        seats = range(self.game.n_seats)
        specs = [self.specs[int(self.holders[seating]) >> player & 1] for player in seats]
        return [
            spec.make_at((names, seating, player), clock) if isinstance(spec, RemoteSpec) else None
            for player, spec in zip(seats, specs, strict=True)
        ]

    def _play_match(
        self, block: Block, k: int, j: int, pack: Any, words: np.ndarray,
        clock: Clock, stops: Mapping[Place, Stop],
    ) -> None:
        """One match: the same packs by deal index whoever sits where."""
        match = matches.opening(self.game, self.max_deals)
        limit = self.max_deals or matches.MAX_DEALS
        bots = self._begin(j, clock)
        pack_words = np.array([pack], np.uint64)
        bot_words = words.copy()
        block.deals[k, j] = 0
        lost: int | None = None  # a player who resigned or forfeited
        while not match["over"][0] and block.deals[k, j] < limit and lost is None:
            deal = DealRunner(self, block, k, j, bots, clock, stops, match)
            seat_words = np.array(
                [word(bot_words[p : p + 1]) for p in range(len(bot_words))], np.uint64
            )
            lost = deal.play(word(pack_words), seat_words, self.given(0, 0))
        holder = int(self.holders[j])
        won = _match_result(self.game, match, holder, lost)
        block.matches[k, j] = won
        block.marks[k, j] = _marks(match, holder, lost)


def _marks(match: np.ndarray, holder: int, lost: int | None) -> list[float]:
    """The marks of a match against A and B, each the mean over the players or teams it held.

    Who gave up has one, if the game has given none.
    """
    marks = match["marks"][0].astype(float)
    if lost is not None and not marks.any():
        marks[lost % len(marks)] = 1.0
    held = np.array([holder >> player & 1 for player in range(len(marks))])
    return [float(marks[held == bot].mean()) if (held == bot).any() else 0.0 for bot in (0, 1)]


def _match_result(game: Game, match: np.ndarray, holder: int, lost: int | None) -> float:
    """A's share of the match won; 0.5 if nobody won it.

    A match in money that was broken off goes to the richest, if it is one.
    """
    if lost is not None:
        return float(holder >> lost & 1)
    won = matches.winners_now(game, match)
    shares = [1 - (holder >> winner & 1) for winner in won]
    return sum(shares) / len(shares) if shares else 0.5
