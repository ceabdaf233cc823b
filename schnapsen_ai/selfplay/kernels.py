"""Deals into rows, one for each decision: of policies that play them, or of moves noted before."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..base.arrays import Pool, Record, uncounted
from ..base.jit import template, unlocked
from ..batched.vectors import note as note_move
from ..batched.vectors import write_seen
from ..cards import Moves
from ..engine.alphabeta import exact_moves
from ..engine.arena import lay_out, tidy
from ..games import contract as rules  # bound to a game by `specialise`

UNDEFINED = np.float32(np.nan)


class Deals(NamedTuple):
    """What is to be played, one row a deal."""

    packs: np.ndarray  # uint64: a random word for each
    given: np.ndarray  # uint8[n, places]: instead the packs; or none
    words: np.ndarray  # uint64[n, seats]: the policies'
    holders: np.ndarray  # int64: the seats that B holds
    starts: np.ndarray  # int64: where in `moves` its moves begin; or none
    lengths: np.ndarray  # int64: how many there are
    moves: np.ndarray  # uint8
    payoffs: np.ndarray  # float32[n, seats], of deals that ended otherwise than by a move
    matches: Pool  # of each deal the match as it began; or none


class Rows(NamedTuple):
    """Room for rows."""

    deal: np.ndarray  # int64: which of the deals
    ply: np.ndarray  # int16: moves before it
    seat: np.ndarray  # int8
    bot: np.ndarray  # int8: 0 A, 1 B
    mask: np.ndarray  # uint64: the legal moves
    move: np.ndarray  # int8: the one chosen
    outcome: np.ndarray  # float32: the payoff of the seat in the end
    observation: np.ndarray  # uint8[n, size]
    values: np.ndarray  # float32[n, 63]: exact open-card value of each move; or [n, 0]


class Tools(NamedTuple):
    """What the kernel works with."""

    pool: Pool  # the deal, and what a seat sees of it
    match: Pool
    desks: Pool  # arena.DESK[2, seats]
    past: Pool  # one record of vectors.rows
    form: Pool
    spread: np.ndarray
    plain: np.ndarray
    exact: Any  # `work` of the solver
    found: np.ndarray  # int64[64]


@template
@unlocked
def note(
    deals: Deals, first: int, rows: Rows, tools: Tools, open_: int, policy_a: Any, policy_b: Any
) -> tuple[int, int]:
    """Play from deal `first` on while there is room; the next deal, and how many rows there are.

    policy_a, policy_b: as `arena.enter`; None: the moves are given.  The next deal is
    ``-1 - deal`` if a policy named no legal move in it.
    """
    deals, rows, tools = uncounted(deals), uncounted(rows), uncounted(tools)
    pool, past, desks, form = tools.pool, tools.past, tools.desks, tools.form
    spread, plain = tools.spread, tools.plain
    row_mask, row_move, row_seat, row_bot = rows.mask, rows.move, rows.seat, rows.bot
    row_ply, observation = rows.ply, rows.observation
    state, seen = pool[0], pool[1]
    at = 0
    for d in range(first, len(deals.holders)):
        if at + past[0].made.shape[0] > len(row_move):
            return d, at
        start(deals, d, tools)
        holder, begin = deals.holders[d], at
        while not rules.is_over(state):
            seat, n = rules.to_move(state), past[0].n
            bot, legal = (holder >> seat) & 1, rules.legal(state)
            pool[1] = pool[0]
            rules.conceal(seen, seat)
            row_ply[at], row_seat[at], row_bot[at], row_mask[at] = n, seat, bot, legal
            if observation.shape[1]:
                write_seen(seen, seat, past[0], form[0], spread, plain, observation[at])
            if rows.values.shape[1]:
                note_values(state, legal, tools, rows.values[at])
            if (open_ >> bot) & 1:
                pool[1] = pool[0]
            if policy_a is None:
                if n == deals.lengths[d]:
                    break  # given up
                move = np.int64(deals.moves[deals.starts[d] + n])
            elif bot == 0:
                move = policy_a(seen, seat, legal, desks[0, seat])
            else:
                move = policy_b(seen, seat, legal, desks[1, seat])
            if move < 0 or move > 62 or (legal >> move) & 1 == 0:
                return -1 - d, at
            row_move[at] = move
            at += 1
            note_move(past[0], seat, move)
            rules.learn(state, move)
            rules.play(state, move)
        pay(state, deals, d, rows, begin, at)
    return len(deals.holders), at


@template
def start(deals: Deals, d: int, tools: Tools) -> None:
    """Deal, and lay the desks out."""
    deals, tools = uncounted(deals), uncounted(tools)
    state = tools.pool[0]
    if len(deals.matches):
        tools.match[0] = deals.matches[d]
    if len(deals.given):
        lay_out(state, tools.match, deals.given, d)
    else:
        word = np.full(1, deals.packs[d], np.uint64)
        rules.deal(state, word, tools.match[0])
    for seat in range(deals.words.shape[1]):
        tidy(tools.desks[(deals.holders[d] >> seat) & 1, seat], deals.words[d, seat])
    tools.past[0].n = 0


@template
def pay(state: Record, deals: Deals, d: int, rows: Rows, begin: int, end: int) -> None:
    """A deal is over: what its rows came to."""
    deals, rows = uncounted(deals), uncounted(rows)
    over = rules.is_over(state)
    for at in range(begin, end):
        seat = np.int64(rows.seat[at])
        rows.deal[at] = d
        rows.outcome[at] = rules.payoff(state, seat) if over else deals.payoffs[d, seat]


@template
def note_values(state: Record, legal: Moves, tools: Tools, out: np.ndarray) -> None:
    """Exact values of the legal moves, nan of all others and before the sides are known."""
    known = rules.sides_known(state)
    if known:
        exact_moves(state, tools.exact, tools.found)
    for move in range(63):
        out[move] = tools.found[move] if known and legal >> move & 1 else UNDEFINED
