"""One deal at the table: each seat's bot is asked move by move.

A bot that misbehaves in a deal (raises, names an illegal move, returns nonsense) forfeits: with
two seats as if it had resigned; with more, the built-in rule player plays on for it and the
offender is charged the game's largest undoubled loss in a column of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..base.arrays import again
from ..bot import compiled
from ..bot.faults import Offence, answered, illegal, move_of
from ..bot.interface import Bot, Randomness, Resign
from ..bot.limits import Clock, Place, Stop
from ..bot.spec import BotSpec
from ..cards import Move, Seat
from ..deal.state import look
from ..engine import arena
from ..engine.arena import ILLEGAL, OVER
from ..store.blocks import OUT, Block, Fault, Log
from .lineup import Lineup


class DealRunner:
    """One deal of a lineup, asked move by move."""

    def __init__(
        self,
        lineup: Lineup,
        block: Block,
        k: int,
        j: int,
        bots: list[Bot | None],
        clock: Clock,
        stops: Mapping[Place, Stop],
        match: np.ndarray | None = None,
    ) -> None:
        self.lineup = lineup
        self.clock = clock
        self.stops = stops
        self.block = block
        self.k, self.j = k, j
        self.game = lineup.game
        self.bots = bots  # by player; None: not made yet
        self.in_match = match is not None
        self.match = again(lineup.blank_match) if match is None else match
        # Players that are out of the match have no seat.
        self.opening = None if match is None else match.copy()
        self.players = [p for p in self.match["player"][0].tolist() if p >= 0]
        held = int(lineup.holders[j])
        self.holder = sum((held >> p & 1) << s for s, p in enumerate(self.players))
        self.replaced = 0  # seats for which the built-in rule player plays on
        self.number = int(block.deals[k, j]) if self.in_match else 0  # in the match
        seats = range(len(self.players))
        self.bot_at = [self.holder >> seat & 1 for seat in seats]  # A or B, by seat
        self.places = [Place(block.start + k, j, self.number, s, self.bot_at[s]) for s in seats]
        self.open_at = [bool(lineup.open_ >> bot & 1) for bot in self.bot_at]
        self.lost: int | None = None
        self.resigned = -1  # the seat that gave up or forfeited
        self.history: list[int] = []
        self.movers: list[int] = []  # the seat that made each move
        self.seconds: list[float] = []  # and its thinking time
        self.spent = 0.0  # in the last call of a bot
        kernels = lineup.game.kernels(arena)
        self.make, self.score = kernels.make, kernels.score

    def play(self, pack: Any, words: np.ndarray, given: np.ndarray) -> int | None:
        """Play it; the player who lost the whole match by it, if one did."""
        game, block = self.game, self.block
        self.pool = game.new_pool(2)
        if len(given):
            self.pool["pack"][0, : given.shape[1]] = given[0]
            game.board.lay_out_at(self.pool, self.match)
        else:
            game.board.deal_at(self.pool, self.match, np.array([pack], np.uint64))
        self.origin = self.pool["pack"][0, : len(game.pack)].tolist()
        self.desks = self.lineup.desks(self.holder)
        self.desks["word"][:, 0] = words
        self._run(words)
        self._end()
        self._book()
        if self.in_match:
            game.board.next_deal_at(self.match, self.pool)
        else:
            block.deals[self.k, self.j] = 1
        return self.lost

    def _run(self, words: np.ndarray) -> None:
        """Begin, then one decision after the other until the deal is over."""
        self.clock.begin_deal()
        self.listeners: list[int] = []
        for seat in range(len(self.players)):
            spec = self.lineup.specs[self.bot_at[seat]]
            if self.stops and self.places[seat] in self.stops:
                if self._charge(seat) == OVER:
                    return
                continue
            if spec.compiled:
                continue
            if spec.listens:
                self.listeners.append(seat)
            if self.bots[self.players[seat]] is None and not self._guard(seat, "make"):
                return
            if self.replaced >> seat & 1:
                continue
            if not self._guard(seat, "begin", self.game, seat, Randomness(words[seat])):
                return
        seat = int(self.game.board.to_move_at(self.pool, 0))
        while seat >= 0:
            seat = self._decide(seat)

    def _end(self) -> None:
        """Tell bots that want it that the deal is over, but those that gave it up."""
        for seat in range(len(self.players)):
            gone = seat == self.resigned or self.replaced >> seat & 1
            if self.lineup.specs[self.bot_at[seat]].hears_the_end and not gone:
                payoffs = [int(self.game.board.payoff_at(self.pool, 0, s))
                           for s in range(len(self.players))]
                self._guard(seat, "end", payoffs)

    def _charge(self, seat: Seat) -> int:
        """A bot that had to be stopped in this deal forfeits it, without being asked again."""
        stop = self.stops[self.places[seat]]
        bot = self.bot_at[seat]
        self.block.seconds[bot] += stop.seconds
        self.block.asked[bot] += 1
        return self._forfeit(seat, Offence(stop.what))

    def _decide(self, seat: Seat) -> int:
        """One decision; the next seat to move, or a negative number when the deal is over."""
        bot = self.bot_at[seat]
        kernel = self.lineup.deciders[bot]
        if self.replaced >> seat & 1:
            kernel, open_ = self._stand_in(), False
        elif kernel is None:
            return self._ask(seat)
        else:
            open_ = self.open_at[seat]
            self.clock.start(self.places[seat], self.lineup.specs[bot].text, "choose")
        move = kernel(self.pool, open_, self.desks)
        if self.replaced >> seat & 1:
            self.spent = 0.0
        else:
            self.spent, late = self.clock.stop()
            self.block.seconds[bot] += self.spent
            self.block.asked[bot] += 1
            if late is not None:
                return self._forfeit(seat, Offence(late))
        after = self.make(self.pool, move)
        if after == ILLEGAL:
            return self._forfeit(seat, Offence(f"chose {move}, which is not legal"))
        return self._told(seat, move, after)

    def _told(self, seat: Seat, move: Move, after: int) -> int:
        """Note a move just made and let the bots that listen know."""
        self.history.append(move)
        self.movers.append(seat)
        self.seconds.append(self.spent)
        for listener in self.listeners:
            if not self.replaced >> listener & 1 and not self._guard(
                listener, "saw", seat, move
            ):
                return OVER
        return after

    def _stand_in(self) -> Any:
        """The built-in rule player, which plays on for a bot that forfeited."""
        return compiled.decider_of(self.game, BotSpec("rules").cls.policy)  # type: ignore[attr-defined]

    def _call(self, seat: Seat, method: str, *args: Any) -> Any:
        """What a bot says, under the clock: the move, where it was to choose.  Offence, Resign."""
        index = self.bot_at[seat]
        bot, spec = self.bots[self.players[seat]], self.lineup.specs[index]
        name = bot.process_name if spec.isolated else spec.text  # type: ignore[union-attr]
        self.clock.start(self.places[seat], name, method, spec.isolated)
        try:
            if spec.isolated:  # what comes from its process is plain
                said = self._said(seat, method, *args)
            else:
                ctrl_c = not self.clock.in_worker
                said = answered(self._said, seat, method, *args, ctrl_c=ctrl_c)
        finally:
            self.spent, late = self.clock.stop()
            self.block.seconds[index] += self.spent
            self.block.asked[index] += method == "choose"
        if late is not None:
            raise Offence(late)
        if isinstance(said, Offence):
            raise said
        return said

    def _said(self, seat: Seat, method: str, *args: Any) -> int | Offence | None:
        """Call a bot; nothing of what it answers is left but a number."""
        player = self.players[seat]
        try:
            if method == "make":
                self.bots[player] = self.lineup.specs[self.bot_at[seat]].make()
                return None
            answer = getattr(self.bots[player], method)(*args)
            return move_of(answer) if method == "choose" else None
        except MemoryError:
            self.clock.out_of_memory()
            raise

    def _ask(self, seat: Seat) -> int:
        """One decision of a bot in Python."""
        view = look(self.game, self.pool, seat, self.history, self.origin, self.open_at[seat],
                    self.opening)
        try:
            move = self._call(seat, "choose", view)
        except Resign:
            return self._resign(seat)
        except Offence as offence:
            return self._forfeit(seat, offence)
        after = self.make(self.pool, move)
        if after == ILLEGAL:
            return self._forfeit(seat, Offence(illegal(self.game, move)))
        return self._told(seat, move, after)

    def _guard(self, seat: Seat, method: str, *args: Any) -> bool:
        """Call a bot's method; its fault forfeits.  False when that ended the deal."""
        try:
            self._call(seat, method, *args)
            return True
        except Resign:
            return self._resign(seat) >= 0
        except Offence as offence:
            return self._forfeit(seat, offence) >= 0

    def _resign(self, seat: Seat) -> int:
        if self.game.n_seats > 2:
            return self._forfeit(seat, Offence("resigned, which needs a game of two seats"))
        if not self.game.board.is_over_at(self.pool, 0):
            self.game.board.resign_at(self.pool, 0, seat)
            self.resigned = seat
        self.lost = self.players[seat]
        return OVER

    def _forfeit(self, seat: Seat, offence: Offence) -> int:
        """Note a fault and settle it; the next seat to move, or OVER."""
        block = self.block
        plays_on = self.game.n_seats > 2 and not self.game.board.is_over_at(self.pool, 0)
        charged = int(self.game.board.largest_loss_at(self.pool, 0)) if plays_on else 0
        block.faults.append(Fault(*self.places[seat], offence.what, offence.detail, charged))
        if not plays_on:
            return OVER if self.game.board.is_over_at(self.pool, 0) else self._resign(seat)
        self.replaced |= 1 << seat
        self.desks[seat]["n_params"] = 0  # the stand-in's
        return int(self.game.board.to_move_at(self.pool, 0))

    def _book(self) -> None:
        """Add the deal's result to the block."""
        block, k, j = self.block, self.k, self.j
        points, wins = np.zeros((1, 1, 2)), np.zeros((1, 1, 2))
        self.score(self.pool, self.holder, len(self.players), points, wins, 0, 0)
        ending = int(self.pool["ending"][0])
        if block.log is not None:
            self._write(block.log, ending)
        if self.in_match:
            block.deals[k, j] += 1
        block.points[k, j] += points[0, 0]
        block.wins[k, j] += wins[0, 0]
        block.endings[k, j] = ending

    def _write(self, log: Log, ending: int) -> None:
        """Keep the deal move by move."""
        k, j = self.k, self.j
        payoff, pool = self.game.board.payoff_at, self.pool
        payoffs = [int(payoff(pool, 0, s)) for s in range(len(self.players))]
        payoffs += [OUT] * (self.game.n_seats - len(payoffs))
        place = (self.block.start + k, j, int(self.block.deals[k, j]) if self.in_match else 0)
        log.add(place, self.holder, self.origin, self.history, self.movers, self.seconds, payoffs,
                ending, self.resigned,
                b"" if self.opening is None else self.opening.tobytes())


