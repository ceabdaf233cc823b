"""Exact open-card values: the solver of a game, its tables, and the calls of `State`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ..cards import Seat
from ..engine import alphabeta
from .ruleset import Ruleset

_solvers: dict[str, SimpleNamespace] = {}


def solver_of(game: Ruleset) -> SimpleNamespace:
    """This process's solver of a game: `kernels`, the `work` they use, `nodes` counted where.

    The kernels are those of `engine.alphabeta`, or the game's own where it brings them.  The
    solver is kept here and not by the game, which bots can reach: its scratch states and tables
    hold the open cards of what was solved last.
    """
    if game.spec in _solvers:
        return _solvers[game.spec]
    kernels = game.kernels(alphabeta)
    work = new_work(game)
    nodes = getattr(game.rules, "EXACT_NODES", alphabeta.NODES)  # where the table counts them
    solver = SimpleNamespace(kernels=kernels, work=work, nodes=nodes)
    _solvers[game.spec] = solver
    return solver


def new_work(game: Ruleset) -> Any:
    """Scratch states and the hash table of one solver (one thread's)."""
    n = getattr(game.rules, "EXACT_WORDS", alphabeta.EXACT_WORDS)
    return (game.new_pool(game.rules.MAX_PLIES + 4), np.zeros(n, np.uint64))


def value(game: Ruleset, pool: np.ndarray, seat: Seat) -> int:
    """Exact payoff of a seat of ``pool[0]``; ValueError before the sides are known."""
    _need_sides(game, pool)
    solver = solver_of(game)
    return int(solver.kernels.exact_value_at(pool, 0, seat, solver.work))


def move_values(game: Ruleset, pool: np.ndarray) -> dict[int, int]:
    """Each legal move of ``pool[0]`` with the exact payoff of the seat to move."""
    _need_sides(game, pool)
    out = np.zeros(64, np.int64)
    solver = solver_of(game)
    moves = int(solver.kernels.exact_moves_at(pool, 0, solver.work, out))
    return {m: int(out[m]) for m in range(64) if moves >> m & 1}


def _need_sides(game: Ruleset, pool: np.ndarray) -> None:
    if not game.board.is_over_at(pool, 0) and not game.board.sides_known_at(pool, 0):
        raise ValueError("the value is not defined before it is settled who plays with whom")
