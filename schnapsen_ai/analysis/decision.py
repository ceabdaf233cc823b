"""Analysis of a real decision: what each legal move is worth to the seat to move.

>>> from schnapsen_ai.analysis import analyse
>>> analysis = analyse(view)                  # a View of the seat to move; or an open State

The seat does not know the cards, so its moves are judged over the *worlds*: the deals that it
cannot tell from the real one, each weighing as many packs as lead to it.  Where the game can list
them and they are at most 5,000, all are gone through; else worlds are drawn with `View.redeal`'s
sampler, and means have a 95 % interval.

*Open cards.*  In each world the exact value of each move, both sides seeing all cards from there
on: their mean, the worlds in which a move is among the best, the worlds that it wins.  That
overrates the seat, which could then play differently in each world.

*Fair.*  What strategies can get that depend only on what the seat sees, against an opponent who
sees everything (`best_defence`); exact, for two seats and listed worlds, where these are few
enough: three numbers, each the largest over all strategies that begin with the move.
``fair_wins``: worlds won (payoff above 0).  ``fair_points``: max-min game points, the payoff that
is certain whatever the world.  ``fair_mean``: mean payoff over the worlds.  It may take a
different strategy to reach each of them.

*Bids.*  Before cards are played, in games with contracts, each word is played out: see `bids`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import seeds
from ..cards import Move, Seat, members
from ..deal.exact import solver_of
from ..deal.state import State, View
from ..search import worlds as fair
from ..stats.intervals import ratio
from .best_defence import Fair, TooMany
from .bids import Progress, bid_rows, is_bid, worlds_for
from .rows import Analysis, MoveRow

if TYPE_CHECKING:
    from ..deal.ruleset import Ruleset

MOST_WORLDS = 5_000  # that are gone through one by one
FAIR_COST = 4_000  # worlds times microseconds of an exact value up to which the fair value is tried
WORLDS = 1000  # that are sampled unless another number is asked for
_CHUNK = 50


def analyse(
    view: View | State,
    worlds: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    policy: str = "rules",
) -> Analysis:
    """What each legal move is worth to the seat to move; see the module's text.

    worlds, seed: of the sampling where worlds cannot all be gone through.  `progress` is told of
    each batch of sampled worlds.  policy: the bot that plays bids out.  ValueError when the deal
    is over or the view is of a seat not to move.
    """
    pool, seat, known = _start(view)
    game = view.game
    if is_bid(game, pool):
        worlds = worlds_for(policy) if worlds is None else worlds
        rows, asked = bid_rows(view, pool, seat, policy, worlds, seed, progress)
        rows.sort(key=lambda row: (-row.mean, row.move))
        return Analysis(
            game.spec, view.text(), seat, worlds, None, False, True, known, False, tuple(rows),
            policy, asked,
        )
    worlds = WORLDS if worlds is None else worlds
    possible = 1 if known else _count(game, pool, seat)
    enumerated = possible is not None and possible <= MOST_WORLDS
    fairly = False
    if enumerated:
        states, weights = (pool, np.ones(1, np.int64)) if known else _list(game, pool, seat)
        rows, fairly = _listed(game, seat, states, weights)
        worlds = possible = len(states)
    else:
        weights = np.ones(1, np.int64)
        rows = _sampled(game, pool, seat, worlds, seed, progress)
    rows.sort(key=lambda row: (-row.mean, -(row.fair_mean or 0), row.move))
    return Analysis(
        game.spec, view.text(), seat, worlds, possible, enumerated,
        equal=bool((weights == weights[0]).all()), known=known, fair=fairly, moves=tuple(rows),
    )


def worlds_planned(view: View | State, policy: str = "rules") -> int:
    """How many worlds `analyse` samples at most, unless another number is asked for."""
    return worlds_for(policy) if is_bid(view.game, view.record()) else WORLDS


def _start(view: View | State) -> tuple[np.ndarray, int, bool]:
    """The state to begin from, the seat to move and whether all cards are known."""
    if view.is_over or view.to_move is None:
        raise ValueError("the deal is over: there is nothing to analyse")
    if isinstance(view, State):
        return view.record(), view.to_move, True
    if view.seat != view.to_move:
        raise ValueError(
            f"seat {view.to_move} is to move, and this is what seat {view.seat} sees: "
            "only the decision of the seat to move can be analysed"
        )
    return view.record(), view.seat, view.sees_all


def _count(game: Ruleset, pool: np.ndarray, seat: Seat) -> int | None:
    if not hasattr(game.rules, "list_worlds"):
        return None
    return int(game.rules.count_worlds(pool, seat))


def _list(game: Ruleset, pool: np.ndarray, seat: Seat) -> tuple[np.ndarray, np.ndarray]:
    states, weights = game.rules.list_worlds(pool, seat)
    return states, weights


# --- worlds drawn at random ---


def _sampled(
    game: Ruleset, pool: np.ndarray, seat: Seat, n: int, seed: int, progress: Progress | None
) -> list[MoveRow]:
    legal = members(game.board.legal_at(pool, 0))
    rng = seeds.words(seeds.secret_of(seed), "analysis", 0, 1)
    seen: dict[bytes, np.ndarray] = {}
    values = np.empty((n, len(legal)), np.int64)
    for start in range(0, n, _CHUNK):
        states = np.repeat(pool, min(_CHUNK, n - start))
        game.kernels(fair).sample(states, seat, rng)
        for i in range(len(states)):
            key = states[i : i + 1].tobytes()
            if key not in seen:
                seen[key] = _exact(game, states[i : i + 1])[0, legal]
            values[start + i] = seen[key]
        if progress is not None:
            progress(len(states))
    top = values.max(axis=1)
    most = float(getattr(game.rules, "MAX_ABS_PAYOFF", np.abs(values).max()))
    rows = []
    for k, move in enumerate(legal):
        mean = ratio(values[:, k], np.ones(n), 2 * most, -most, most)
        best, wins = int((values[:, k] == top).sum()), int((values[:, k] > 0).sum())
        rows.append(
            MoveRow(move, game.move_text(move), mean.value, mean.low, mean.high, best, wins,
                    best / n, wins / n)
        )
    return rows


def _exact(game: Ruleset, states: np.ndarray) -> np.ndarray:
    """The exact payoff of each legal move in each state; ValueError before the sides are known."""
    kernels = game.kernels(fair)
    if not kernels.all_settled(states):
        raise ValueError("the value is not defined before it is settled who plays with whom")
    values = np.zeros((len(states), 64), np.int64)
    kernels.move_values(states, solver_of(game).work, values)
    return values


# --- worlds gone through ---


def _listed(
    game: Ruleset, seat: Seat, states: np.ndarray, weights: np.ndarray
) -> tuple[list[MoveRow], bool]:
    """The rows over listed worlds, and whether they have fair values."""
    cost = int(game.kernels(fair).cost(states)) * len(states)
    if game.n_seats == 2 and hasattr(game.rules, "list_worlds") and cost <= FAIR_COST:
        try:
            return _rows(states, weights, Fair(game, seat), game, True), True
        except TooMany:
            pass
    return _rows(states, weights, None, game, False), False


def _rows(
    states: np.ndarray, weights: np.ndarray, search: Fair | None, game: Ruleset, deeper: bool
) -> list[MoveRow]:
    """A row for each legal move; `deeper`: with the rows after moves that keep the turn."""
    legal = members(game.board.legal_at(states, 0))
    values = _exact(game, states)
    top = values[:, legal].max(axis=1)
    whole = int(weights.sum())
    rows = []
    for move in legal:
        value = values[:, move]
        best, won = value == top, value > 0
        row = MoveRow(
            move, game.move_text(move), float(weights @ value) / whole, None, None,
            int(best.sum()), int(won.sum()),
            int(weights[best].sum()) / whole, int(weights[won].sum()) / whole,
        )
        if search is not None:
            row = replace(row, **_fair_numbers(search, states, weights, move))
            then = search.following(states, move) if deeper and len(states) > 1 else None
            if then is not None:
                more = _rows(then, weights, search, game, False)
                more.sort(key=lambda r: (-r.mean, -(r.fair_mean or 0), r.move))
                row = replace(row, then=tuple(more))
        rows.append(row)
    return rows


def _fair_numbers(
    search: Fair, states: np.ndarray, weights: np.ndarray, move: Move
) -> dict[str, Any]:
    """The best that strategies beginning with a move can get, by each of three measures."""
    front = search.of_move(states, move)
    payoffs = np.array([search.payoffs(outcome, len(states)) for outcome in front])
    won = payoffs > 0
    most = max(range(len(front)), key=lambda i: (int(won[i] @ weights), int(won[i].sum())))
    return {
        "fair_wins": int(won[most].sum()),
        "fair_wins_share": int(won[most] @ weights) / int(weights.sum()),
        "fair_points": int(payoffs.min(axis=1).max()),
        "fair_mean": int((payoffs @ weights).max()) / int(weights.sum()),
    }
