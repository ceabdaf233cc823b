"""Many deals side by side, each at a decision: what learning and its evaluation play on.

A *table* of n deals moves on in steps: `settle` plays what needs no choice and ends deals,
`encode` writes the features of those that are left, somebody picks the moves (a network for all
of them at once, `advise` for the rule player), `make` plays them.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..base.arrays import Pool, Record, Words
from ..base.jit import template
from ..cards import Moves, below, bit, count, lowest, nth
from ..deal.exact import new_work
from ..deal.game import Game
from ..engine.alphabeta import exact_value
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import all_seen, exact_cost, sensible
from .features import active, features_of, order_of, output_of
from .occasions import Occasions, gain, single

MOST_MOVES = 32  # to choose from at once
CHEAP = 300  # microseconds: an exact value that costs less ends a deal


@template
def begin(
    pool: Pool, blanks: Pool, matches: Pool, in_match: np.ndarray, words: Words,
    counted: np.ndarray,
) -> None:
    """Deal every deal anew, each from its own random word, and on an occasion of its own.

    counted: bool[n], whether its payoffs count by what they do to the match.
    """
    for i in range(pool.shape[0]):
        k = below(words[i : i + 1], blanks.shape[0])
        pool[i] = blanks[k]
        rules.deal(pool[i], words[i : i + 1], matches[k])
        counted[i] = in_match[k]


@template
def choices(state: Record) -> Moves:
    """The moves that a network chooses from: legal ones, without sure blunders."""
    legal = rules.legal(state)
    moves = sensible(state, legal)
    if moves & rules.ROLES.claims == 0:  # a random player never closes, and is right
        moves |= legal & rules.ROLES.closes
    return moves


@template
def settle(
    pool: Pool, work: Any, live: np.ndarray, legal: np.ndarray, counted: np.ndarray, step: int,
    payoffs: np.ndarray,
) -> int:
    """Go on to a real choice in each deal that is live; how many are.

    legal: int64[n], the moves to choose from.  Ended deals get their payoffs, float64[n, seats]:
    as soon as everyone knows all cards by the exact value, where that is cheap; the `gain` of
    those where `counted`.
    """
    n = 0
    for i in range(pool.shape[0]):
        if not live[i]:
            continue
        state = pool[i]
        while True:
            over = rules.is_over(state)
            if over or (all_seen(state) and exact_cost(state) < CHEAP):
                for seat in range(payoffs.shape[1]):
                    won = rules.payoff(state, seat) if over else exact_value(state, seat, work)
                    payoffs[i, seat] = gain(state, seat, won, step) if counted[i] else won
                live[i] = False
                break
            moves = choices(state)
            if moves & (moves - 1):
                legal[i] = moves
                n += 1
                break
            move = lowest(moves)
            rules.learn(state, move)
            rules.play(state, move)
    return n


@template
def encode(
    pool: Pool, look: Pool, live: np.ndarray, legal: np.ndarray, sight: Any
) -> None:
    """What a network needs of each live deal: `Sight`."""
    features, n_features, moves, outputs, n_moves, seats = sight
    order = np.zeros(4, np.int64)
    for i in range(pool.shape[0]):
        if not live[i]:
            continue
        seat = rules.to_move(pool[i])
        look[0] = pool[i]
        rules.conceal(look[0], seat)
        order_of(look[0], seat, order)
        n_features[i] = active(look[0], seat, order, features[i])
        seats[i] = seat
        rest = legal[i]
        n = 0
        while rest:
            move = lowest(rest)
            rest ^= bit(move)
            moves[i, n] = move
            outputs[i, n] = output_of(move, order)
            n += 1
        n_moves[i] = n


@template
def advise(pool: Pool, look: Pool, asked: np.ndarray, words: Words, picked: np.ndarray) -> None:
    """The rule player's move in each deal where it is asked."""
    for i in range(pool.shape[0]):
        if asked[i]:
            look[0] = pool[i]
            rules.conceal(look[0], rules.to_move(pool[i]))
            picked[i] = rules.advise(look[0], rules.legal(pool[i]), words[i : i + 1])


@template
def at_random(legal: np.ndarray, asked: np.ndarray, words: Words, picked: np.ndarray) -> None:
    """A random one of the moves to choose from, in each deal where it is asked."""
    for i in range(legal.shape[0]):
        if asked[i]:
            picked[i] = nth(legal[i], below(words[i : i + 1], count(legal[i])))


@template
def make(pool: Pool, live: np.ndarray, picked: np.ndarray) -> None:
    """Play the move picked in each live deal."""
    for i in range(pool.shape[0]):
        if live[i]:
            rules.learn(pool[i], picked[i])
            rules.play(pool[i], picked[i])


class Lockstep:
    """A table of n deals of a game.

    live: bool[n], at a choice.  legal: int64[n], the moves to choose from.  seats: int8[n], who
    chooses.  features, n_features: int16[n, most], int64[n], the active features.  moves, outputs,
    n_moves: the same moves as int64[n, 24], with the outputs of a network that speak of them.
    payoffs: float64[n, seats] of the deals that are over (seats that a deal lacks get nothing).
    """

    def __init__(self, game: Game, n: int, occasions: Occasions | None = None) -> None:
        self.game, self.n = game, n
        self._occasions = occasions or single(game)
        self._kernels = game.kernels(sys.modules[__name__])
        self._work = new_work(game)
        self._look = game.new_pool(1)
        self.pool = game.new_pool(n)
        self.words = np.zeros(n, np.uint64)
        self.live = np.zeros(n, np.bool_)
        self.legal = np.zeros(n, np.int64)
        self.seats = np.zeros(n, np.int8)
        self.features = np.zeros((n, features_of(game.rules).most), np.int16)
        self.n_features = np.zeros(n, np.int64)
        self.moves = np.zeros((n, MOST_MOVES), np.int64)
        self.outputs = np.zeros((n, MOST_MOVES), np.int64)
        self.n_moves = np.zeros(n, np.int64)
        self.picked = np.zeros(n, np.int64)
        self.payoffs = np.zeros((n, game.rules.N_SEATS))
        self._counted = np.zeros(n, np.bool_)

    def deal(self, words: np.ndarray) -> None:
        """Begin: one random word for each deal, uint64[n], from which all its chance comes."""
        self.words[:] = words
        self.live[:] = True
        blanks, matches, in_match, _ = self._occasions
        self._kernels.begin(self.pool, blanks, matches, in_match, self.words, self._counted)

    def settle(self) -> bool:
        """Go on to the next choice of each deal; False when all are over."""
        n = self._kernels.settle(self.pool, self._work, self.live, self.legal, self._counted,
                                 self._occasions.step, self.payoffs)
        if n:
            sight = (self.features, self.n_features, self.moves, self.outputs, self.n_moves,
                     self.seats)
            self._kernels.encode(self.pool, self._look, self.live, self.legal, sight)
        return n > 0

    def ask_rules(self, asked: np.ndarray) -> None:
        """Let the rule player pick in some deals, bool[n]."""
        self._kernels.advise(self.pool, self._look, asked, self.words, self.picked)

    def ask_chance(self, asked: np.ndarray) -> None:
        """Pick at random in some deals, bool[n]."""
        self._kernels.at_random(self.legal, asked, self.words, self.picked)

    def make(self) -> None:
        """Play the moves picked."""
        self._kernels.make(self.pool, self.live, self.picked)
