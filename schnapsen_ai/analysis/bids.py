"""What a bid is worth: each word that a seat may say, played out in many worlds.

Before the contract is settled an exact open-card value is not defined, or it is that of a
clairvoyant who bids on what he sees of the others' cards.  So each world that fits the hand and
what was said is played to the end after each bid, by one policy at every seat, in the same worlds
for all bids.  Every deal that the rules allow is as likely as any other: that somebody could have
bid more and did not is no evidence.

Beside it stands the clairvoyant's number: the rule player bids on until cards are played, then
everybody plays best with all cards open.  It is asked in fewer worlds where it is dear.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import numpy as np

from ..base import seeds
from ..base.arrays import again
from ..bot import compiled
from ..bot.interface import Randomness, Resign
from ..bot.spec import BotSpec
from ..cards import Move, Seat, members
from ..deal.exact import solver_of
from ..deal.history import DealHistory
from ..deal.state import State, View
from ..engine import playouts
from ..search import worlds as exact
from ..stats.intervals import ratio
from .rows import MoveRow

if TYPE_CHECKING:
    from ..deal.game import Game
    from ..deal.ruleset import Ruleset

WORLDS, WORLDS_OF_PYTHON = 4000, 200  # unless another number is asked for
EXACT_COST = 10_000_000  # microseconds that the clairvoyant may cost, by `exact_cost`
EXACT_WORLDS = 500  # at most
_CHUNK = 50

Progress = Callable[[int], None]


def is_bid(game: Ruleset, pool: np.ndarray) -> bool:
    """Whether the seat to move in ``pool[0]`` has a word to say before it may play a card."""
    if not hasattr(game.rules, "contract_of"):
        return False
    return not game.kernels(playouts).plays_cards(pool, 0)


def worlds_for(policy: str) -> int:
    """How many worlds bids are played out in, unless another number is asked for."""
    return WORLDS if BotSpec(policy).compiled else WORLDS_OF_PYTHON


def bid_rows(
    view: View | State,
    pool: np.ndarray,
    seat: Seat,
    policy: str,
    worlds: int,
    seed: int,
    progress: Progress | None,
) -> tuple[list[MoveRow], int]:
    """A row for each bid, and in how many worlds the clairvoyant was asked.

    pool: what `seat` sees, or the open deal of a State.  ValueError where the policy fails.
    """
    spec = BotSpec(policy)
    if spec.sees_all:
        raise ValueError(f"{spec.text} sees all cards: name a policy that sees its own")
    game = view.game
    bids = np.array(members(game.board.legal_at(pool, 0)), np.int64)
    table = _Compiled(view, pool, seat, spec) if spec.compiled else _Python(view, seat, spec)
    words = seeds.words(seeds.secret_of(seed), "bids", 0, worlds)
    parts = []
    for start in range(0, worlds, _CHUNK):
        part = words[start : start + _CHUNK]
        parts.append(table.payoffs(bids, part))
        if progress is not None:
            progress(len(part))
    open_values = _clairvoyant(view, pool, seat, bids, words)
    return _rows(game, bids, np.concatenate(parts), open_values), len(open_values)


def _rows(
    game: Ruleset, bids: np.ndarray, payoffs: np.ndarray, open_values: np.ndarray
) -> list[MoveRow]:
    n = len(payoffs)
    most = float(min(game.largest_payoff, max(np.abs(payoffs).max(), 1)))
    top = payoffs.max(axis=1)
    rows = []
    for k, move in enumerate(bids.tolist()):
        mine = payoffs[:, k]
        mean = ratio(mine, np.ones(n), 2 * most, -np.inf, np.inf)
        best, wins = int((mine == top).sum()), int((mine > 0).sum())
        rows.append(MoveRow(
            move, game.move_text(move), mean.value, mean.low, mean.high, best, wins, best / n,
            wins / n, clairvoyant=float(open_values[:, k].mean()) if len(open_values) else None,
        ))
    return rows


# --- played out ---


class _Compiled:
    """A compiled policy: all worlds in one loop."""

    def __init__(self, view: View | State, pool: np.ndarray, seat: Seat, spec: BotSpec) -> None:
        game = cast("Game", view.game)
        self.open = isinstance(view, State)
        self.pool, self.seat, self.name = again(pool, 4), seat, spec.text
        self.kernels = compiled.playouts_of(game)
        self.policy = compiled.policy_of(game, spec.cls.policy)  # type: ignore[attr-defined]
        bot = cast(compiled.CompiledBot, spec.make())
        numbers = np.array(bot.params(), np.float64)
        self.desks = compiled.new_desks([numbers] * game.rules.N_SEATS)[None]

    def payoffs(self, bids: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Of the seat, by world and bid; `words`: one for each world."""
        out = np.zeros((len(words), len(bids)), np.int64)
        done = self.kernels.play_out(
            self.pool, self.seat, bids, self.open, self.policy, self.desks, words, out
        )
        if done < len(words):
            raise ValueError(f"{self.name} named a move that is not legal")
        return out


class _Python:
    """A policy written in Python: a deal at a time."""

    def __init__(self, view: View | State, seat: Seat, spec: BotSpec) -> None:
        self.view, self.seat, self.spec = view, seat, spec

    def payoffs(self, bids: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Of the seat, by world and bid; `words`: one for each world."""
        out = np.zeros((len(words), len(bids)), np.int64)
        for k, word in enumerate(words):
            world = _world(self.view, word)
            for j, move in enumerate(bids.tolist()):
                out[k, j] = self._play_out(world.copy(), move, int(word))
        return out

    def _play_out(self, state: State, move: Move, word: int) -> int:
        game = cast("Game", state.game)
        seats = range(game.seats_of(state.record()[0]))
        bots = [self.spec.make() for _ in seats]
        for seat, bot in enumerate(bots):
            bot.begin(game, seat, Randomness((word + seat + 1) % 2**64))
        state.play(move)
        for told in DealHistory.of(state).log if self.spec.listens else ():
            for bot in bots:
                bot.saw(*told)
        while not state.is_over:
            turn = cast(int, state.to_move)
            try:
                state.play(bots[turn].choose(state.view(turn)))
            except Resign:
                state.resign(turn)
                break
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                raise ValueError(f"{self.spec.text} cannot play this out: {what}") from error
            for bot in bots if self.spec.listens else ():
                bot.saw(turn, state.history[-1])
        return state.payoffs()[self.seat]


def _world(view: View | State, word: int) -> State:
    """A deal as the seat may believe it to be."""
    return view.copy() if isinstance(view, State) else view.redeal(seeds.generator(int(word)))


# --- with open cards ---


def _clairvoyant(
    view: View | State, pool: np.ndarray, seat: Seat, bids: np.ndarray, words: np.ndarray
) -> np.ndarray:
    """The payoffs of the seat where all cards are open from the first card played, as above.

    The rule player bids on.  In the first worlds, as many as EXACT_COST allows.
    """
    game = cast("Game", view.game)
    solver, costs = solver_of(game), game.kernels(exact)
    table = _Compiled(view, pool, seat, BotSpec("rules"))
    values: list[list[int]] = []
    spent = 0
    for word in words[:EXACT_WORLDS]:
        world = again(pool)
        if not table.open:
            game.board.redeal_at(world, 0, seat, np.array([word], np.uint64))
        row = []
        for move in bids.tolist():
            state = again(world, 2)
            game.board.try_move(state, 0, move)
            if not table.kernels.bid_out(state, table.policy, table.desks):
                raise ValueError("the rule player named a move that is not legal")
            row.append(int(solver.kernels.exact_value_at(state, 0, seat, solver.work)))
            spent += int(costs.cost(state))
        values.append(row)
        if spent > EXACT_COST:
            break
    return np.array(values, np.int64).reshape(len(values), len(bids))
