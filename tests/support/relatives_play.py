"""Whole deals of Rabló, Snapszer and Bauernschnapsen: by the rule player, and without compiler."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from types import ModuleType

import numba
import numpy as np
from processes import printed_by
from relatives_engine import Engine

from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.cards import lowest, pick, set_of


@functools.cache
def _duel_kernel(game: ModuleType) -> Callable[..., None]:
    advise, deal, learn, play = game.advise, game.deal, game.learn, game.play
    legal, to_move, payoff, conceal = game.legal, game.to_move, game.payoff, game.conceal

    def duel(states, match, rng, deals, advised, quiet, total):  # type: ignore[no-untyped-def]
        state, seen = states[0], states[1]
        for _ in range(deals):
            deal(state, rng, match[0])
            while to_move(state) >= 0:
                seat, moves = to_move(state), legal(state)
                if (advised >> seat) & 1:
                    states[1] = states[0]
                    conceal(seen, seat)
                    move = advise(seen, moves, rng)
                elif moves & quiet:
                    move = lowest(moves & quiet)
                else:
                    move = pick(moves, rng)
                if (moves >> move) & 1 == 0:
                    raise ValueError("illegal advice")
                learn(state, move)
                play(state, move)
            for seat in range(4):
                total[seat] += payoff(state, seat)

    return numba.njit(duel) if COMPILED else duel


def duel(
    engine: Engine, advised: Iterable[int], quiet: Iterable[int] = (), deals: int = 4000
) -> list:
    """Mean payoffs of random deals in which the `advised` seats follow the rule player.

    The others play a `quiet` move where they can (the cheapest way through a bidding), else any.
    """
    total, rng = np.zeros(4), np.array([77], dtype=np.uint64)
    kernel = _duel_kernel(engine.game)
    kernel(engine.states, engine.matches, rng, deals, set_of(advised), set_of(quiet), total)
    return (total / deals).tolist()


# --- the same deals without the compiler ---

_SCRIPT = """
import hashlib, importlib, random, sys
import numpy as np
from relatives_engine import Engine, random_options
from schnapsen_ai.card_text import Style
game = importlib.import_module("schnapsen_ai.games." + sys.argv[1])
digest, choose = hashlib.sha256(), random.Random(5)
rng = np.array([3], dtype=np.uint64)
for i in range(int(sys.argv[3])):
    engine = Engine(game, sys.argv[2], **random_options(game, choose))
    game.deal(engine.state, rng, engine.match)
    out = np.zeros(game.OBSERVATION_SIZE, np.uint8)
    while engine.to_move is not None:
        seat = engine.to_move
        for looking in range(engine.n):
            world = engine.world(looking, rng)
            game.backfill(world, looking, rng)
            game.observe(world, looking, out)
            digest.update(world.tobytes() + out.tobytes())
            for other in range(engine.n):
                digest.update(str(int(game.known_in(world, looking, other))).encode())
        legal = engine.legal()
        concealed = engine.concealed(seat)
        advice = int(game.advise(concealed, game.legal(concealed), rng))
        assert advice in legal
        engine.play(advice if choose.random() < 0.3 else choose.choice(legal))
        digest.update(str(engine.history[-1]).encode())
        digest.update(engine.state.tobytes())
    game.next_deal(engine.match, engine.state)
    digest.update(engine.match.tobytes())
    digest.update(repr(game.describe(engine.state, Style("french"))).encode())
print(digest.hexdigest())
"""


def digest_of_play(folder: str, name: str, deals: int, interpreted: bool) -> str:
    """Whole deals with everything a game offers, hashed, in a process of its own."""
    return printed_by(_SCRIPT, folder, name, str(deals), compiled=not interpreted)
