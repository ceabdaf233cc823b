"""What each seat is worth between rule players, in every game: mean payoff by seat, 95 %.

    python experiments/seat_costs.py [DEALS]

Seat 0 is forehand (the first to bid or to lead), the last seat deals.
"""

from __future__ import annotations

import argparse

import numpy as np

import schnapsen_ai as sa
from schnapsen_ai.bot.interface import Randomness
from schnapsen_ai.stats.intervals import ratio

GAMES = ("schnapsen", "sixty_six", "snapszer2", "snapszer3", "bauernschnapsen", "rablo", "watten",
         "schafkopf")


def payoffs(game: sa.Game, deals: int, seed: int = 1) -> np.ndarray:
    """float64[deals, seats]: single deals of a seed between rule players."""
    made = []
    for index in range(deals):
        state = game.deal(seed=seed, index=index)
        bots = [sa.make_bot("rules") for _ in range(game.n_seats)]
        for seat, bot in enumerate(bots):
            bot.begin(game, seat, Randomness(np.uint64(index * game.n_seats + seat + 1)))
        while not state.is_over:
            seat = state.to_move
            state.play(bots[seat].choose(state.view(seat)))
        made.append(state.payoffs())
    return np.array(made, dtype=float)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("deals", nargs="?", type=int, default=2000)
    deals = parser.parse_args().deals
    if deals < 1:
        parser.error(f"{deals} deals: play one at least")
    for name in GAMES:
        paid = payoffs(sa.load(name), deals)
        span = float(np.ptp(paid)) or 1.0
        seats = (ratio(p, np.ones(deals), span, -np.inf, np.inf) for p in paid.T)
        cells = (f"{e.value:+.2f} [{e.low:+.2f}, {e.high:+.2f}]" for e in seats)
        print(f"{name:16}", *cells, sep="  ", flush=True)


if __name__ == "__main__":
    main()
