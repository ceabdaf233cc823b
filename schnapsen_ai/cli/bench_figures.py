"""What ``schnapsen-ai bench`` measures: engine, solver, search, tournament."""

from __future__ import annotations

import itertools
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ..bot.interface import Randomness
from ..bot.spec import BotSpec, make_bot
from ..deal.exact import solver_of
from ..deal.game import Game, load
from ..engine import rollout
from ..search import sample_positions as positions
from ..store.writer import Store
from ..tournament.runner import run as play
from .solve import solve_pack

Note = Callable[[str], None]  # is told what is measured next

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


def one_game(name: str, seconds: float, note: Note) -> dict[str, Any]:
    """The figures of one game."""
    game = load(name)
    note("random deals")
    rate, plies, mean = random_deals(game, seconds)
    p99 = redeal_p99(game, 300)
    note("the exact solver after the bidding")
    mean_ms, p99_ms, nodes = solve_after_bidding(game, SOLVED)
    note("ismcts")
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


def project(seconds: float, note: Note) -> dict[str, Any]:
    """The figures of the whole project."""
    auto, plain = load("schnapsen_auto_claim"), load("schnapsen")
    note("random deals")
    rate, plies, mean = random_deals(auto, seconds)
    figures: dict[str, Any] = dict.fromkeys(FIGURES)
    figures.update(random_deals_per_s=rate, plies_per_deal=plies, mean_forehand=mean)
    note("the exact solver")
    ms, nodes = solve(plain, seconds)
    figures.update(solve_mean_ms=ms, solve_nodes_per_deal=nodes)
    figures["endgame_solves_per_s"] = endgames(auto, seconds)
    note("ismcts")
    figures["ismcts_iterations_per_s"] = ismcts(plain)
    note("redeal")
    figures["redeal_p99_us"] = redeal_p99(plain, 500)
    note("a tournament")
    figures["tournament_deals_per_s"] = tournament(auto, seconds)
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

    # by two names, since a results file has each bot once
    bots = [BotSpec("random"), BotSpec("schnapsen_ai.bots.random:Random")]
    play(game, bots, 2000, 1, 1)
    n, files = 200_000, itertools.count()
    with tempfile.TemporaryDirectory() as folder:

        def burst() -> int:
            with Store(f"{folder}/{next(files)}.db") as store:
                return play(game, bots, n, 1, 1, store=store).deals

        return repeat(seconds, burst)

