"""Playing sets between two bots: one deal in all seatings, or one match from both sides.

Compiled bots play in one compiled loop (`search.arena`); a bot in Python is asked move by move.
Both use the same packs, the same random words and the same kernels, so results agree.

A bot that misbehaves in a deal (raises, names an illegal move, returns nonsense) forfeits: with
two seats as if it had resigned; with more, the built-in rule player plays on for it and the
offender is charged the game's largest undoubled loss in a column of its own.
"""

from __future__ import annotations

import functools
import time
import traceback
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import arena_types, seeds
from .bot import Bot, BotSpec, CompiledBot, Randomness, Resign
from .cards import word
from .game import Game
from .search import arena
from .search.arena import ILLEGAL, OVER
from .state import as_move, look

MAX_MATCH_DEALS = 1000


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong, where."""

    set: int
    seating: int
    deal: int
    seat: int
    bot: int  # 0 for A, 1 for B
    what: str  # one line
    detail: str = ""  # a traceback


@dataclass
class Block:
    """Consecutive sets of a pairing, played: results by set and seating."""

    start: int
    points: np.ndarray  # payoffs of A and B, summed over the deals (mean over the seats held)
    wins: np.ndarray  # deals won by A and by B, a draw as half
    deals: np.ndarray
    matches: np.ndarray  # 1 if A won the match, 0 if not, 0.5 if nobody did
    endings: np.ndarray  # how the last deal ended
    faults: list[Fault] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])  # thinking, A and B
    asked: list[int] = field(default_factory=lambda: [0, 0])  # decisions timed
    penalties: list[int] = field(default_factory=lambda: [0, 0])  # charged beside the payoffs

    @property
    def sets(self) -> int:
        return len(self.points)


def seatings(game: Game) -> list[int]:
    """The seatings of a set, each the set of seats that B holds.

    Two seats and fixed partnerships: both ways; three seats or free partnerships: all six.
    """
    n = game.n_seats
    if n == 2:
        return [0b10, 0b01]
    if n == 4 and game.rules.FIXED_PARTNERS:
        return [0b1010, 0b0101]
    if n == 4:
        return [m for m in range(16) if m.bit_count() == 2]
    return list(range(1, 2**n - 1))


class Pairing:
    """Two bots, a game, a secret: plays any block of sets, the same way every time."""

    def __init__(
        self,
        game: Game,
        a: BotSpec,
        b: BotSpec,
        secret: bytes,
        unit: str = "deal",
        packs: list[list[int]] | None = None,
    ) -> None:
        self.game = game
        self.specs = (a, b)
        self.secret = secret
        self.unit = unit
        self.packs = packs
        self.holders = np.array(seatings(game), dtype=np.int64)

    # --- what both paths share ---

    @functools.cached_property
    def arena(self) -> Any:
        return arena_types.arena_of(self.game)

    @property
    def compiled(self) -> bool:
        return all(spec.compiled for spec in self.specs)

    @functools.cached_property
    def policies(self) -> list[Any]:
        """Compiled policies of A and B, when both have one."""
        return [
            arena_types.policy_of(self.game, spec.cls.policy)  # type: ignore[attr-defined]
            for spec in self.specs
        ]

    @functools.cached_property
    def params(self) -> list[np.ndarray]:
        """The parameters of A and B as their policies get them."""
        made = [spec.make() for spec in self.specs]
        numbers = [bot.params() if isinstance(bot, CompiledBot) else [] for bot in made]
        return [np.array(n, dtype=np.float64) for n in numbers]

    def prepare(self) -> None:
        """Compile everything that playing will need."""
        _ = self.params
        if self.compiled and self.unit == "deal":
            _ = self.policies, self.arena
        self.play(0, 1)

    @functools.cached_property
    def open_(self) -> int:
        """Bit 0 if A sees all, bit 1 if B does."""
        return sum(1 << i for i, spec in enumerate(self.specs) if spec.sees_all)

    @functools.cached_property
    def deciders(self) -> list[Any]:
        """For each bot the kernel that decides for it, None for a bot in Python."""
        return [
            arena_types.decider_of(self.game, spec.cls.policy)  # type: ignore[attr-defined]
            if spec.compiled
            else None
            for spec in self.specs
        ]

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

    def play(self, start: int, n: int) -> Block:
        """Play sets ``start .. start + n - 1``."""
        shape = (n, len(self.holders))
        block = Block(
            start,
            np.zeros((*shape, 2)),
            np.zeros((*shape, 2)),
            np.ones(shape, np.int64),
            np.full(shape, np.nan),
            np.zeros(shape, np.int64),
        )
        if self.compiled and self.unit == "deal":
            self._play_compiled(block)
        else:
            for k in range(n):
                self._play_set(block, k)
        return block

    def _play_compiled(self, block: Block) -> None:
        """All in one loop; a set with an illegal move is played again move by move."""
        pool = self.game.new_pool(2)
        match = self.game.new_match()
        n_seats = self.game.n_seats
        packs, words = self.words(block.start, block.sets)
        policy_a, policy_b = self.policies
        scratch = np.zeros((n_seats, 64), np.int64)
        rngs = np.zeros(n_seats + 1, np.uint64)
        given = self.given(block.start, block.sets)
        began = time.perf_counter()
        done = 0
        while done < block.sets:
            done = self.arena.play_sets(
                pool, match, given, packs, words, self.holders, self.open_, policy_a, policy_b,
                *self.params, scratch, rngs, block.points, block.wins, block.endings, done,
            )
            if done < block.sets:
                self._play_set(block, done)
                done += 1
        spent = time.perf_counter() - began
        block.seconds = [spent / 2, spent / 2]

    def _play_set(self, block: Block, k: int) -> None:
        packs, words = self.words(block.start + k, 1)
        given = self.given(block.start + k, 1)
        for j in range(len(self.holders)):
            if self.unit == "deal":
                Deal(self, block, k, j, self._begin(j)).play(packs[0], words[0, j], given)
            else:
                self._play_match(block, k, j, packs[0], words[0, j])

    def _begin(self, seating: int) -> list[Bot]:
        """Fresh instances, by player: compiled bots have none."""
        return [
            self.specs[int(self.holders[seating]) >> player & 1].make()
            for player in range(self.game.n_seats)
        ]

    def _play_match(self, block: Block, k: int, j: int, pack: Any, words: np.ndarray) -> None:
        """One match: the same packs by deal index whoever sits where."""
        match = self.game.new_match()
        bots = self._begin(j)
        pack_words = np.array([pack], np.uint64)
        bot_words = words.copy()
        block.deals[k, j] = 0
        lost: int | None = None  # a player who resigned or forfeited
        while not match["over"][0] and block.deals[k, j] < MAX_MATCH_DEALS and lost is None:
            deal = Deal(self, block, k, j, bots, match)
            seat_words = np.array(
                [word(bot_words[p : p + 1]) for p in range(len(bot_words))], np.uint64
            )
            lost = deal.play(word(pack_words), seat_words, self.given(0, 0))
        holder = int(self.holders[j])
        won = _match_result(self.game, match, holder, lost)
        block.matches[k, j] = won


def _match_result(game: Game, match: np.ndarray, holder: int, lost: int | None) -> float:
    """1 if A won the match, 0 if B, 0.5 if nobody."""
    winner = int(match["winner"][0])
    if lost is not None:
        return float(holder >> lost & 1)
    if winner < 0:
        return 0.5
    return float(1 - (holder >> winner & 1))


class Deal:
    """One deal of a pairing, asked move by move."""

    def __init__(
        self,
        pairing: Pairing,
        block: Block,
        k: int,
        j: int,
        bots: list[Bot],
        match: np.ndarray | None = None,
    ) -> None:
        self.pairing = pairing
        self.block = block
        self.k, self.j = k, j
        self.game = pairing.game
        self.bots = bots
        self.in_match = match is not None
        self.match = pairing.game.new_match() if match is None else match
        # Players that are out of the match have no seat.
        self.players = [p for p in self.match["player"][0].tolist() if p >= 0]
        held = int(pairing.holders[j])
        self.holder = sum((held >> p & 1) << s for s, p in enumerate(self.players))
        self.replaced = 0  # seats for which the built-in rule player plays on
        self.lost: int | None = None
        self.history: list[int] = []
        self.make = pairing.game.kernels(arena).make

    def bot_of(self, seat: int) -> int:
        return self.holder >> seat & 1

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
        self.rngs = words.copy()
        self.scratch = np.zeros((game.n_seats, 64), np.int64)
        self._run(words)
        self._book()
        if self.in_match:
            game.board.next_deal_at(self.match, self.pool)
        else:
            block.deals[self.k, self.j] = 1
        return self.lost

    def _run(self, words: np.ndarray) -> None:
        """Begin, then one decision after the other until the deal is over."""
        self.listeners = []
        for seat, player in enumerate(self.players):
            bot = self.bots[player]
            if self.pairing.specs[self.bot_of(seat)].compiled:
                continue
            if type(bot).saw is not Bot.saw:
                self.listeners.append((seat, bot))
            if not self._guard(seat, bot.begin, self.game, seat, Randomness(words[seat])):
                return
        seat = int(self.game.board.to_move_at(self.pool, 0))
        while seat >= 0:
            seat = self._decide(seat)

    def _decide(self, seat: int) -> int:
        """One decision; the next seat to move, or a negative number when the deal is over."""
        bot = self.bot_of(seat)
        kernel = self.pairing.deciders[bot]
        if self.replaced >> seat & 1:
            kernel, params, open_ = self._stand_in(), np.zeros(0), False
        elif kernel is None:
            return self._ask(seat)
        else:
            params, open_ = self.pairing.params[bot], bool(self.pairing.open_ >> bot & 1)
        move = kernel(self.pool, open_, self.rngs, params, self.scratch)
        after = self.make(self.pool, move)
        if after == ILLEGAL:
            return self._forfeit(seat, f"chose {move}, which is not legal", "")
        return self._told(seat, move, after)

    def _told(self, seat: int, move: int, after: int) -> int:
        """Note a move just made and let the bots that listen know."""
        self.history.append(move)
        for listener, bot in self.listeners:
            if not self.replaced >> listener & 1 and not self._guard(
                listener, bot.saw, seat, move
            ):
                return OVER
        return after

    def _stand_in(self) -> Any:
        """The built-in rule player, which plays on for a bot that forfeited."""
        return arena_types.decider_of(self.game, BotSpec("rules").cls.policy)  # type: ignore[attr-defined]

    def _ask(self, seat: int) -> int:
        """One decision of a bot in Python."""
        index = self.bot_of(seat)
        bot = self.bots[self.players[seat]]
        open_ = bool(self.pairing.open_ >> index & 1)
        view = look(self.game, self.pool, seat, self.history, self.origin, open_)
        began = time.perf_counter()
        try:
            answer = bot.choose(view)
        except Resign:
            return self._resign(seat)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return self._forfeit(seat, f"raised {_short(error)}", traceback.format_exc())
        finally:
            self.block.seconds[index] += time.perf_counter() - began
            self.block.asked[index] += 1
        move = as_move(answer)
        after = ILLEGAL if move is None else self.make(self.pool, move)
        if move is None or after == ILLEGAL:
            return self._forfeit(seat, self._nonsense(answer), "")
        return self._told(seat, move, after)

    def _nonsense(self, answer: object) -> str:
        move = as_move(answer)
        if move is None:
            try:
                shown = repr(answer)[:60]
            except BaseException:
                shown = f"an object of {type(answer).__name__}"
            return f"returned {shown}, which is not a move"
        try:
            text = self.game.move_text(move)
        except ValueError:
            text = str(move)
        return f"chose {text}, which is not legal"

    def _guard(self, seat: int, method: Any, *args: Any) -> bool:
        """Call a bot's method; its fault forfeits.  False when that ended the deal."""
        began = time.perf_counter()
        try:
            method(*args)
            return True
        except KeyboardInterrupt:
            raise
        except Resign:
            return self._resign(seat) >= 0
        except BaseException as error:
            what, detail = f"raised {_short(error)}", traceback.format_exc()
            return self._forfeit(seat, what, detail) >= 0
        finally:
            self.block.seconds[self.bot_of(seat)] += time.perf_counter() - began

    def _resign(self, seat: int) -> int:
        if self.game.n_seats > 2:
            return self._forfeit(seat, "resigned, which a game of more seats does not know", "")
        if not self.game.board.is_over_at(self.pool, 0):
            self.game.board.resign_at(self.pool, 0, seat)
        self.lost = self.players[seat]
        return OVER

    def _forfeit(self, seat: int, what: str, detail: str) -> int:
        """Note a fault and settle it; the next seat to move, or OVER."""
        k, j, block = self.k, self.j, self.block
        deal = int(block.deals[k, j]) if self.in_match else 0
        bot = self.bot_of(seat)
        block.faults.append(Fault(block.start + k, j, deal, seat, bot, what, detail))
        if self.game.board.is_over_at(self.pool, 0):
            return OVER
        if self.game.n_seats == 2:
            return self._resign(seat)
        block.penalties[bot] += int(self.game.board.largest_loss_at(self.pool, 0))
        self.replaced |= 1 << seat
        return int(self.game.board.to_move_at(self.pool, 0))

    def _book(self) -> None:
        """Add the deal's result to the block."""
        block, k, j = self.block, self.k, self.j
        points, wins = np.zeros(2), np.zeros(2)
        self.game.kernels(arena).score(self.pool, self.holder, len(self.players), points, wins)
        if self.in_match:
            block.deals[k, j] += 1
        block.points[k, j] += points
        block.wins[k, j] += wins
        block.endings[k, j] = int(self.pool["ending"][0])


def _short(error: BaseException) -> str:
    try:
        text = str(error).strip().splitlines()
    except BaseException:
        text = []
    name = type(error).__name__
    return f"{name}: {text[0][:120]}" if text else name
