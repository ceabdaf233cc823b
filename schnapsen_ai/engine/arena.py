"""Whole deals between two bots, any number of seats, in compiled loops.

A pairing's two bots are A and B; `holder` is the set of seats that B holds.  Two compiled bots
play whole sets in `play_sets`; where one is written in Python its caller (`tournament.pairing`)
goes move by move with `decide` and `make`.  Both use the same rules, views and random words, so
both give the same results.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import Pool, Record, Words
from ..base.jit import template
from ..cards import Move, Moves, Seat, count
from ..games import contract as rules  # bound to a game by `specialise`

OVER = -1
ILLEGAL = -2

MOST_PARAMS = 64
# What a seat's policy is given besides the state.  One record, since to call a function by its
# address with three arrays costs more than a random player's thoughts.
DESK = np.dtype(
    (
        np.record,
        [
            ("word", np.uint64, (1,)),  # its random words, as `cards.pick` takes them
            ("n_params", np.int64),
            ("params", np.float64, (MOST_PARAMS,)),
            ("scratch", np.int64, (64,)),  # its own, zero when a deal begins
        ],
    )
)


def policy(state: Record, seat: Seat, legal: Moves, rng: Words, params: Any, scratch: Any) -> Move:
    """Stands for the policy of a bot, which `arena_types.policy_of` binds in `enter`."""
    raise NotImplementedError


def entry(state: Record, seat: Seat, legal: Moves, desk: Record) -> int:
    """Stands for a policy entered by `enter`, which `arena_types.decider_of` binds in `decide`."""
    raise NotImplementedError


@template
def enter(state: Record, seat: Seat, legal: Moves, desk: Record) -> int:
    """Call a policy; the one form in which all of them can be passed around."""
    return policy(state, seat, legal, desk.word[:], desk.params[: desk.n_params], desk.scratch[:])


@template
def decide(pool: Pool, open_: bool, desks: Pool) -> int:
    """The move of the policy bound here for the seat to move in ``pool[0]``.

    ``pool[1]`` is overwritten with what the seat sees.  desks: a DESK for each seat.
    """
    seat = rules.to_move(pool[0])
    legal = rules.legal(pool[0])
    pool[1] = pool[0]
    if not open_:
        rules.conceal(pool[1], seat)
    return entry(pool[1], seat, legal, desks[seat])


@template
def make(pool: Pool, move: Move) -> int:
    """Learn and play a move in ``pool[0]``; the next seat to move, OVER, or ILLEGAL."""
    state = pool[0]
    if move < 0 or move > 62 or (rules.legal(state) >> move) & 1 == 0:
        return ILLEGAL
    rules.learn(state, move)
    rules.play(state, move)
    return rules.to_move(state)


@template
def play_on(
    pool: Pool, holder: int, open_: int, policy_a: Any, policy_b: Any, desks: Pool
) -> int:
    """Play the deal of ``pool[0]`` to its end; OVER, or ILLEGAL when a policy named no legal move.

    pool: two states, the second for what a seat sees.  holder: the seats of B.  open_: bit 0 if A
    sees all, bit 1 if B does.  policy_a, policy_b: as `enter`.  desks: DESK[2, seats].
    """
    state = pool[0]
    seen = pool[1]
    while not rules.is_over(state):
        seat = rules.to_move(state)
        bot = (holder >> seat) & 1
        legal = rules.legal(state)
        pool[1] = pool[0]
        if (open_ >> bot) & 1 == 0:
            rules.conceal(seen, seat)
        if bot == 0:
            move = policy_a(seen, seat, legal, desks[0, seat])
        else:
            move = policy_b(seen, seat, legal, desks[1, seat])
        if move < 0 or move > 62 or (legal >> move) & 1 == 0:
            return ILLEGAL
        rules.learn(state, move)
        rules.play(state, move)
    return OVER


@template
def play_sets(
    pool: Pool,
    match: Pool,
    given: np.ndarray,
    packs: np.ndarray,
    words: Words,
    holders: np.ndarray,
    open_: int,
    policy_a: Any,
    policy_b: Any,
    desks: Pool,
    points: np.ndarray,
    wins: np.ndarray,
    endings: np.ndarray,
    first: int,
) -> int:
    """Play sets of single deals, from the `first` on: each pack once in every seating.

    given: packs to play, uint8[packs, size], or none.  packs: uint64[sets], a word for each pack.
    words: uint64[sets, seatings, seats], the bots'.  holders: int64[seatings].  Writes to points
    and wins, float64[sets, seatings, 2], see `score`; endings: int8[sets, seatings].  The rest:
    see `play_on`.  Returns the number of sets finished: all, or those before the first with an
    illegal move.
    """
    state = pool[0]
    n_seats = words.shape[2]
    word = np.empty(1, np.uint64)
    for k in range(first, packs.shape[0]):
        for j in range(holders.shape[0]):
            word[0] = packs[k]
            if given.shape[0] == 0:
                rules.deal(state, word, match[0])
            else:
                lay_out(state, match, given, k)
            holder = holders[j]
            for seat in range(n_seats):
                tidy(desks[(holder >> seat) & 1, seat], words[k, j, seat])
            if play_on(pool, holder, open_, policy_a, policy_b, desks) != OVER:
                return k
            score(pool, holder, n_seats, points, wins, k, j)
            endings[k, j] = state.ending
    return packs.shape[0]


@template
def lay_out(state: Record, match: Pool, given: np.ndarray, k: int) -> None:
    """Deal the `k`-th of the packs given."""
    for i in range(given.shape[1]):
        state.pack[i] = given[k, i]
    rules.lay_out(state, match[0])


@template
def tidy(desk: Record, word: Words) -> None:
    """A deal begins, with this random word: what the policy had noted is gone."""
    desk.word[0] = word
    for i in range(len(desk.scratch)):
        desk.scratch[i] = 0


@template
def score(
    pool: Pool, holder: int, n_seats: int, points: np.ndarray, wins: np.ndarray, k: int, j: int
) -> None:
    """Payoff and win (1, a draw 0.5) of A and of B in a finished deal, to ``[k, j]``.

    Each is the mean over the seats that the bot held, 0 for a bot that held none.
    """
    state = pool[0]
    for bot in range(2):
        seats = holder if bot else ~holder & ((1 << n_seats) - 1)
        total = 0
        won = 0  # in halves
        for seat in range(n_seats):
            if (seats >> seat) & 1:
                payoff = rules.payoff(state, seat)
                total += payoff
                won += 2 if payoff > 0 else 1 if payoff == 0 else 0
        held = max(count(seats), 1)
        points[k, j, bot] = total / held
        wins[k, j, bot] = won / (2 * held)
