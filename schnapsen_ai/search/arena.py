"""Whole deals between two bots, any number of seats, in compiled loops.

A pairing's two bots are A and B; `holder` is the set of seats that B holds.  Two compiled bots
play whole sets in `play_sets`; where one is written in Python its caller (`match`) goes move by
move with `decide` and `make`.  Both use the same rules, views and random words, so both give the
same results.
"""

from __future__ import annotations

from typing import Any

from .._jit import template
from ..cards import count
from ..games import contract as rules  # bound to a game by `specialise`

OVER = -1
ILLEGAL = -2


def policy(state: Any, seat: int, legal: int, rng: Any, params: Any, scratch: Any) -> int:
    """Stands for the policy that `arena_types.decider_of` binds."""
    raise NotImplementedError


@template
def decide(pool: Any, open_: bool, rngs: Any, params: Any, scratch: Any) -> int:
    """The move of the policy bound here for the seat to move in ``pool[0]``.

    ``pool[1]`` is overwritten with what the seat sees.
    """
    seat = rules.to_move(pool[0])
    legal = rules.legal(pool[0])
    pool[1] = pool[0]
    if not open_:
        rules.conceal(pool[1], seat)
    return policy(pool[1], seat, legal, rngs[seat : seat + 1], params, scratch[seat])


@template
def make(pool: Any, move: int) -> int:
    """Learn and play a move in ``pool[0]``; the next seat to move, OVER, or ILLEGAL."""
    state = pool[0]
    if move < 0 or move > 62 or (rules.legal(state) >> move) & 1 == 0:
        return ILLEGAL
    rules.learn(state, move)
    rules.play(state, move)
    return rules.to_move(state)


@template
def play_on(
    pool: Any,
    holder: int,
    open_: int,
    policy_a: Any,
    policy_b: Any,
    params_a: Any,
    params_b: Any,
    rngs: Any,
    scratch: Any,
) -> int:
    """Play the deal of ``pool[0]`` to its end; OVER, or ILLEGAL when a policy named no legal move.

    pool: two states, the second for what a seat sees.  holder: the seats of B.  open_: bit 0 if A
    sees all, bit 1 if B does.  rngs: uint64[seats].  scratch: int64[seats, 64].
    """
    state = pool[0]
    seen = pool[1]
    # Views of arrays made at each move would cost more than a random player's thoughts.
    word = rngs[rngs.shape[0] - 1 :]
    while not rules.is_over(state):
        seat = rules.to_move(state)
        bot = (holder >> seat) & 1
        legal = rules.legal(state)
        pool[1] = pool[0]
        if (open_ >> bot) & 1 == 0:
            rules.conceal(seen, seat)
        word[0] = rngs[seat]
        if bot == 0:
            move = policy_a(seen, seat, legal, word, params_a, scratch[seat])
        else:
            move = policy_b(seen, seat, legal, word, params_b, scratch[seat])
        rngs[seat] = word[0]
        if move < 0 or move > 62 or (legal >> move) & 1 == 0:
            return ILLEGAL
        rules.learn(state, move)
        rules.play(state, move)
    return OVER


@template
def start(pool: Any, match: Any, given: Any, k: int, rng: Any) -> None:
    """Deal a random pack, or the `k`-th of those given (uint8[packs, size])."""
    state = pool[0]
    if given.shape[0] == 0:
        rules.deal(state, rng, match[0])
        return
    for i in range(given.shape[1]):
        state.pack[i] = given[k, i]
    rules.lay_out(state, match[0])


@template
def play_sets(
    pool: Any,
    match: Any,
    given: Any,
    packs: Any,
    words: Any,
    holders: Any,
    open_: int,
    policy_a: Any,
    policy_b: Any,
    params_a: Any,
    params_b: Any,
    scratch: Any,
    rngs: Any,
    points: Any,
    wins: Any,
    endings: Any,
    first: int,
) -> int:
    """Play sets of single deals, from the `first` on: each pack once in every seating.

    given: packs to play, or none.  packs: uint64[sets], a word for each pack.  words:
    uint64[sets, seatings, seats], the bots'.  holders: int64[seatings].  rngs: uint64[seats + 1].
    Writes to points and wins, float64[sets, seatings, 2], see `score`; endings: int64[sets,
    seatings].  Returns the number of sets finished: all, or those before the first with an illegal
    move.
    """
    state = pool[0]
    n_seats = words.shape[2]
    for k in range(first, packs.shape[0]):
        for j in range(holders.shape[0]):
            rngs[n_seats] = packs[k]
            start(pool, match, given, k, rngs[n_seats:])
            clear(scratch)
            for seat in range(n_seats):
                rngs[seat] = words[k, j, seat]
            holder = holders[j]
            status = play_on(
                pool, holder, open_, policy_a, policy_b, params_a, params_b, rngs, scratch
            )
            if status != OVER:
                return k
            score(pool, holder, n_seats, points[k, j], wins[k, j])
            endings[k, j] = state.ending
    return packs.shape[0]


@template
def clear(scratch: Any) -> None:
    """A deal begins: what the policies had noted is gone."""
    for seat in range(scratch.shape[0]):
        for i in range(scratch.shape[1]):
            scratch[seat, i] = 0


@template
def score(pool: Any, holder: int, n_seats: int, points: Any, wins: Any) -> None:
    """Payoff and win (1, a draw 0.5) of A and of B in a finished deal.

    Each is the mean over the seats that the bot held; float64[2], 0 for a bot that held none.
    """
    state = pool[0]
    held = (n_seats - count(holder), count(holder))
    for bot in range(2):
        points[bot] = 0.0
        wins[bot] = 0.0
    for seat in range(n_seats):
        bot = (holder >> seat) & 1
        payoff = rules.payoff(state, seat)
        points[bot] += payoff / held[bot]
        if payoff > 0:
            wins[bot] += 1.0 / held[bot]
        elif payoff == 0:
            wins[bot] += 0.5 / held[bot]
