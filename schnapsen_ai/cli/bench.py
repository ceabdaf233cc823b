"""``schnapsen-ai bench``: the speed of the engine, the solver, the search and the tournament."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from .._version import __version__
from ..bot.interface import Randomness
from ..bot.spec import BotSpec, make_bot
from ..deal.exact import solver_of
from ..deal.game import Game, load
from .options import above_zero, json_argument

SOLVED = 1000  # deals solved after the bidding
PACKS = 100  # of the first decision of ismcts
ENOUGH_DEALS = 2_000_000  # for the means to be told from others

# Figures and what they measure; None is printed for what cannot be measured.
FIGURES = (
    "random_deals_per_s",
    "plies_per_deal",
    "mean_forehand",
    "solve_mean_ms",
    "solve_nodes_per_deal",
    "endgame_solves_per_s",
    "ismcts_iterations_per_s",
    "redeal_p99_us",
    "tournament_deals_per_s",
)


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--game",
        metavar="NAME",
        help="the figures of one game: random deals, redeal, solver after the bidding, ismcts",
    )
    sub.add_argument("--seconds", type=above_zero, default=1.0, help="for each figure (default 1)")
    json_argument(sub)


def run(args: Any) -> int:
    if args.seconds <= 0:
        raise ValueError("--seconds must be above 0")
    figures = _one_game(args) if args.game else _all(args)
    if args.json:
        print(json.dumps({"version": __version__, **figures}))
    else:
        for name, value in figures.items():
            print(f"{name:26} {_text(value)}")
    return 0


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _note(args: Any, what: str) -> None:
    if not args.json:
        print(f"measuring {what} ...", file=sys.stderr)


def _one_game(args: Any) -> dict[str, Any]:
    game = load(args.game)
    _note(args, "random deals")
    rate, plies, mean = random_deals(game, args.seconds)
    p99 = redeal_p99(game, 300)
    _note(args, "the exact solver after the bidding")
    mean_ms, p99_ms, nodes = solve_after_bidding(game, SOLVED)
    _note(args, "ismcts")
    return {
        "game": game.name,
        "random_deals_per_s": rate,
        "plies_per_deal": plies,
        "mean_forehand": mean,
        "redeal_p99_us": p99,
        "solved": SOLVED,
        "solve_mean_ms": mean_ms,
        "solve_p99_ms": p99_ms,
        "solve_nodes_per_deal": nodes,
        "ismcts_iterations_per_s": ismcts(game),
    }


def _all(args: Any) -> dict[str, Any]:
    auto, plain = load("schnapsen_auto_claim"), load("schnapsen")
    _note(args, "random deals")
    rate, plies, mean = random_deals(auto, args.seconds)
    figures: dict[str, Any] = dict.fromkeys(FIGURES)
    figures.update(random_deals_per_s=rate, plies_per_deal=plies, mean_forehand=mean)
    _note(args, "the exact solver")
    ms, nodes = solve(plain, args.seconds)
    figures.update(solve_mean_ms=ms, solve_nodes_per_deal=nodes)
    figures["endgame_solves_per_s"] = endgames(auto, args.seconds)
    _note(args, "ismcts")
    figures["ismcts_iterations_per_s"] = ismcts(plain)
    _note(args, "redeal")
    figures["redeal_p99_us"] = redeal_p99(plain, 500)
    _note(args, "a tournament")
    figures["tournament_deals_per_s"] = tournament(auto, args.seconds)
    return figures


def repeat(seconds: float, call: Callable[[], int]) -> float:
    """How many a second: `call` does some work and says how much; the best of short bursts."""
    best, until = 0.0, time.perf_counter() + seconds
    while True:
        began = time.perf_counter()
        n = call()
        best = max(best, n / (time.perf_counter() - began))
        if time.perf_counter() > until:
            return best


def random_deals(game: Game, seconds: float) -> tuple[float, float, float]:
    """Uniformly random deals a second, dealing included; plies a deal; mean of seat 0."""
    from ..engine import rollout

    kernel = game.kernels(rollout).random_deals
    pool, match = game.new_pool(1), game.new_match()
    rng, totals = np.array([1], np.uint64), np.zeros(3)
    kernel(pool, match, rng, 1, totals)
    totals[:] = 0
    deals, n = 0, 100_000

    def burst() -> int:
        nonlocal deals
        kernel(pool, match, rng, n, totals)
        deals += n
        return n

    rate = repeat(seconds, burst)
    if deals < ENOUGH_DEALS:
        kernel(pool, match, rng, ENOUGH_DEALS - deals, totals)
        deals = ENOUGH_DEALS
    return rate, totals[0] / deals, totals[1] / deals


def solve(game: Game, seconds: float) -> tuple[float, float]:
    """Milliseconds and nodes of a full open-card deal, the table cleared between deals."""
    from .solve import solve_pack

    solve_pack(game, game.deal(seed=1).record())  # compiles
    spent, nodes, k = 0.0, 0, 0
    while spent < max(seconds, 0.3) or k < 100:
        _, s, n = solve_pack(game, game.deal(seed=1, index=k).record())
        spent, nodes = spent + s, nodes + n
        k += 1
    return 1000 * spent / k, nodes / k


def solve_after_bidding(game: Game, deals: int, seed: int = 1) -> tuple[float, float, float]:
    """Milliseconds (mean, 99th percentile) and nodes of exact values at the first lead.

    Random deals and random bidding, process time, the table cleared between deals.
    """
    from ..search import sample_positions as positions

    pool = game.new_pool(deals)
    game.kernels(positions).fill_bid(pool, game.new_match(), np.array([seed], np.uint64))
    solver = solver_of(game)
    kernels, work = solver.kernels, solver.work
    kernels.exact_value_at(pool, 0, 0, work)  # compiles
    times, nodes = [], 0
    for i in range(deals):
        kernels.exact_clear(work)
        began = time.process_time()
        kernels.exact_value_at(pool, i, 0, work)
        times.append(1000 * (time.process_time() - began))
        nodes += int(work[1][solver.nodes])
    return float(np.mean(times)), float(np.percentile(times, 99)), nodes / deals


def endgames(game: Game, seconds: float) -> float:
    """Exact solutions a second of positions whose talon has just gone."""
    from ..search import sample_positions as positions

    kernels = game.kernels(positions)
    pool = game.new_pool(4096)
    kernels.fill(pool, game.new_match(), np.array([1], np.uint64))
    work = solver_of(game).work
    kernels.solve_all(pool, 16, work)  # compiles

    def burst() -> int:
        kernels.solve_all(pool, len(pool), work)
        return len(pool)

    return repeat(seconds, burst)


def ismcts(game: Game) -> float:
    """Iterations a second, uniform rollouts, one decision at the start of a deal, 100 packs."""
    n = 10_000
    rates = []
    for k in range(PACKS + 1):
        bot = make_bot(f"ismcts:iterations={n},rollouts=uniform,others=tree,exact=no")
        bot.begin(game, 0, Randomness(k + 1))
        view = game.deal(seed=1, index=k).view(0)
        began = time.perf_counter()
        bot.choose(view)
        rates.append(n / (time.perf_counter() - began))
    return float(np.mean(rates[1:]))


def redeal_p99(game: Game, deals: int) -> float:
    """The 99th percentile, in microseconds, of a redeal with a whole pack, over random deals."""
    from ..search import sample_positions as positions

    kernels = game.kernels(positions)
    rng = np.array([1], np.uint64)
    pool, match = game.new_pool(2), game.new_match()
    views = game.new_pool(64 * deals)
    seats = np.zeros(len(views), np.int64)
    n = int(kernels.collect(pool, match, rng, views, seats))
    times = []
    timer = time.perf_counter_ns
    for i in range(min(n, 20_000)):
        one, seat = views[i : i + 1], int(seats[i])
        began = timer()
        kernels.redeal_one(one, seat, rng)
        times.append(timer() - began)
    return float(np.percentile(times[100:], 99)) / 1000


def tournament(game: Game, seconds: float) -> float:
    """Deals a second of random against random through runner and store, on one core."""
    from ..store.writer import Store
    from ..tournament.runner import run as play

    bots = [BotSpec("random")] * 2
    play(game, bots, 2000, 1, 1)
    n, files = 200_000, itertools.count()
    with tempfile.TemporaryDirectory() as folder:

        def burst() -> int:
            with Store(f"{folder}/{next(files)}.db") as store:
                return play(game, bots, n, 1, 1, store=store).deals

        return repeat(seconds, burst)

