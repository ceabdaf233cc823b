"""The compiled loops of a batch: play a move in every deal, deal anew, show what is seen.

Deal i is ``pool[i]`` of the `Tables`; it has a row of its own in every other array, its random
words included, so that threads can step slices of a batch at the same time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..base.arrays import Pool, Record, Words, uncounted
from ..base.jit import inline, inlined, jit, template, unlocked
from ..cards import Move, Moves, Seat, bit, pick, word
from ..engine.arena import tidy
from ..games import contract as rules  # bound to a game by `specialise`
from .vectors import note, write_cards, write_seen

FINE = -1  # no deal has an illegal move
_1, _S6, _63 = np.uint64(1), np.uint64(6), np.uint64(63)

# How a batch is played: one record.
HOW = np.dtype(
    (
        np.record,
        [
            ("matches", np.int64),  # 1: each deal belongs to a match of its own; 0: to none
            ("max_deals", np.int64),  # after so many a match is broken off
            ("learns", np.int64),  # 1: what seats learn is noted, since somebody looks
            ("opponents", np.int64),  # the set of players that policies play for
            ("open", np.int64),  # those of them that see all cards
        ],
    )
)


class Tables(NamedTuple):
    """n deals side by side: arrays of n rows, but where it says how many."""

    pool: Pool
    match: Pool  # one row where there are no matches
    past: Pool  # of `vectors.rows`
    desks: Pool  # arena.DESK[n, players], or [n, 0] without opponents
    mask: np.ndarray  # int64: the legal moves
    seat: np.ndarray  # int8: to move
    player: np.ndarray  # int8: who sits there
    observation: np.ndarray  # uint8[n, size]
    oracle: np.ndarray  # uint8[n, size]
    dealt: np.ndarray  # bool: a deal has ended
    points: np.ndarray  # float32[n, players]: its payoffs
    done: np.ndarray  # bool: a match has ended; without matches the same array as `dealt`
    ended: Pool  # matches that have ended
    seen: Pool  # one state, to conceal
    plain: np.ndarray  # uint8: one vector, to be spread out
    opening: Pool  # one match that begins
    how: Pool  # one record of HOW
    form: Pool  # one record of vectors.FORM
    spread: np.ndarray  # of the observation: int64[k, 5], see `vectors.spread_out`
    spread_cards: np.ndarray  # of the oracle


@jit
@unlocked
def sample(mask: np.ndarray, words: Words, out: np.ndarray) -> None:
    """A random member of each set of moves: int64[n]; words: uint64[n]."""
    for i in range(len(mask)):
        out[i] = pick(mask[i], words[i : i + 1])


@jit
def first_illegal(mask: np.ndarray, moves: np.ndarray) -> int:
    """The first deal whose move is not in its set of legal ones, or FINE."""
    wrong = np.uint64(0)
    for i in range(len(mask)):  # no way out of the loop: so several are looked at at once
        move = np.uint64(moves[i])
        wrong |= move >> _S6 | ~(np.uint64(mask[i]) >> (move & _63)) & _1
    if wrong:
        for i in range(len(mask)):
            if not is_legal(mask[i], moves[i]):
                return i
    return FINE


@inline
def is_legal(legal: Moves, move: Move) -> bool:
    return move >= 0 and move <= 62 and (legal >> move) & 1 == 1


# --- the loops over a slice ---


@template
@unlocked
def begin(t: Tables, p0: Any, p1: Any, p2: Any, p3: Any) -> int:
    """Deal everywhere; the first deal in which a policy names no legal move, or FINE.

    p0 .. p3: by player, the policies that play in the loop, as `arena.enter`; all None without.
    """
    t = uncounted(t)
    pool, match, past, desks, how = t.pool, t.match, t.past, t.desks, t.how[0]
    t.dealt[:] = True  # whatever opponents end before the first move is not told
    t.done[:] = True
    for i in range(len(pool)):
        if how.matches:
            match[i] = t.opening[0]
        deal_anew(pool, match, past, desks, how, i)
        if p0 is not None:  # noqa: SIM102  alone, so that numba leaves the rest out
            if not answer(t, i, p0, p1, p2, p3):
                return i
        ask(t, i)
    see(t)
    return FINE


@template
@unlocked
def step(t: Tables, moves: np.ndarray, p0: Any, p1: Any, p2: Any, p3: Any) -> int:
    """Play legal moves, int64[n]; the rest as `begin`."""
    t = uncounted(t)
    pool, match, past, desks, how = t.pool, t.match, t.past, t.desks, t.how[0]
    dealt, points, done = t.dealt, t.points, t.done
    dealt[:] = False
    done[:] = False
    points[:] = 0
    for i in range(len(pool)):
        make(pool, past, how, i, t.seat[i], moves[i])
        if rules.is_over(pool[i]):
            book(t, i)
            deal_anew(pool, match, past, desks, how, i)
        if p0 is not None:  # noqa: SIM102  as above
            if not answer(t, i, p0, p1, p2, p3):
                return i
        ask(t, i)
    see(t)
    return FINE


@template
def see(t: Tables) -> None:
    """What there is to see."""
    t = uncounted(t)
    pool, past, seats, seen = t.pool, t.past, t.seat, t.seen
    form, plain, observation, oracle = t.form[0], t.plain, t.observation, t.oracle
    if observation.shape[1]:
        for i in range(len(pool)):
            seen[0] = pool[i]
            rules.conceal(seen[0], seats[i])
            write_seen(seen[0], seats[i], past[i], form, t.spread, plain, observation[i])
    if oracle.shape[1]:
        for i in range(len(pool)):
            write_cards(pool[i], seats[i], form, t.spread_cards, plain, oracle[i])


# --- one deal ---


@template
@inlined
def make(pool: Pool, past: Pool, how: Record, i: int, seat: Seat, move: Move) -> None:
    """Play a legal move of the seat to move."""
    state = pool[i]
    note(past[i], seat, move)
    if how.learns:
        rules.learn(state, move)
    rules.play(state, move)


@template
@inlined
def ask(t: Tables, i: int) -> None:
    """Who is to move, and what is legal."""
    state = t.pool[i]
    seat = rules.to_move(state)
    t.mask[i] = rules.legal(state)
    t.seat[i] = seat
    t.player[i] = t.match[i * t.how[0].matches].player[seat]


@template
@inlined
def deal_anew(pool: Pool, match: Pool, past: Pool, desks: Pool, how: Record, i: int) -> None:
    """The next deal, of the match if there is one."""
    row = past[i]
    row.n = 0
    rules.deal(pool[i], row.word[:], match[i * how.matches])
    for player in range(desks.shape[1]):
        if how.opponents & bit(player):
            tidy(desks[i, player], word(row.bots[:]))


@template
@inlined
def book(t: Tables, i: int) -> None:
    """A deal is over: its points, and whether its match is too.

    Of several that have ended since the learner's last move, the first is told.
    """
    pool, match, dealt, points, done, how = t.pool, t.match, t.dealt, t.points, t.done, t.how[0]
    at = match[i * how.matches]
    if not dealt[i]:
        for seat in range(points.shape[1]):
            if at.player[seat] >= 0:
                points[i, at.player[seat]] = rules.payoff(pool[i], seat)
        dealt[i] = True
    if how.matches:
        rules.next_deal(at, pool[i])
        if at.over or at.deals >= how.max_deals:
            if not done[i]:
                t.ended[i] = match[i]
                done[i] = True
            match[i] = t.opening[0]


@template
def answer(t: Tables, i: int, p0: Any, p1: Any, p2: Any, p3: Any) -> bool:
    """Let policies play until another player is to move; False if one names no legal move."""
    pool, match, past, desks, how, view = t.pool, t.match, t.past, t.desks, t.how[0], t.seen
    state, seen = pool[i], view[0]
    while True:
        if rules.is_over(state):
            book(t, i)
            deal_anew(pool, match, past, desks, how, i)
        seat = rules.to_move(state)
        player = np.int64(match[i * how.matches].player[seat])
        if not how.opponents & bit(player):
            return True
        legal = rules.legal(state)
        view[0] = pool[i]
        if not how.open & bit(player):
            rules.conceal(seen, seat)
        if player == 0:
            move = p0(seen, seat, legal, desks[i, 0])
        elif player == 1:
            move = p1(seen, seat, legal, desks[i, 1])
        elif player == 2:
            move = p2(seen, seat, legal, desks[i, 2])
        else:
            move = p3(seen, seat, legal, desks[i, 3])
        if not is_legal(legal, move):
            t.seat[i] = seat
            return False
        make(pool, past, how, i, seat, move)
