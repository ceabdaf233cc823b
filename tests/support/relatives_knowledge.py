"""What a seat knows in Rabló, Snapszer and Bauernschnapsen: nothing hidden is left, redeals fit."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numba
import numpy as np
from chances import chi_square_p
from relatives_engine import Engine

from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.cards import members, set_of


def check_knowledge(engine: Engine, pack: list[int], rng: Any) -> None:
    """At one decision, for every seat: nothing hidden is left, and the two redeal properties."""
    game, n = engine.game, engine.n
    open_hands = [int(engine.state.hand[p]) for p in range(n)]
    for seat in range(n):
        concealed = engine.concealed(seat)
        bytes_ = concealed.tobytes()
        seen = [int(concealed.hand[p]) for p in range(n)]
        for p in range(n):
            if p != seat:
                assert seen[p] & ~open_hands[p] == 0
                assert seen[p] & ~int(game.known_in(concealed, seat, p)) == 0
            else:
                assert seen[p] == open_hands[p]
        hidden = set_of(pack) & ~set_of(engine_played(engine))
        assert int(game.unseen(concealed, seat)) == hidden & ~set_of(
            card for p in range(n) for card in members(seen[p])
        )
        vector = observed(game, concealed, seat)
        assert vector == observed(game, engine.state, seat)
        world = engine.world(seat, rng)
        assert vector == observed(game, world, seat)
        game.backfill(world, seat, rng)
        assert sorted(int(card) for card in world.pack) == sorted(pack)
        again = world.copy()
        game.conceal(again, seat)
        assert again.tobytes() == bytes_
        assert replays(engine, world, seat) == bytes_


def engine_played(engine: Engine) -> list[int]:
    return members(np.bitwise_or.reduce(engine.state.played))


def observed(game: ModuleType, state: Any, seat: int) -> bytes:
    out = np.full(game.OBSERVATION_SIZE, 255, np.uint8)
    game.observe(state, seat, out)
    return out.tobytes()


def replays(engine: Engine, world: Any, seat: int) -> bytes:
    """Play the history from a world's pack; what the seat then sees, as bytes."""
    other = Engine(engine.game, engine.name)
    other.state.options[:] = world.options
    other.matches[0] = engine.matches[0]
    other.lay_out([int(card) for card in world.pack])
    for move in engine.history:
        other.play(move)
    assert other.hands() == [set(members(world.hand[p])) for p in range(engine.n)]
    return bytes(other.concealed(seat).tobytes())


def check_uniform(
    engine: Engine,
    worlds: dict[tuple[frozenset[int], ...], int],
    seat: int,
    rng: Any,
    draws: int = 40_000,
    bins: int = 1500,
) -> None:
    """Redeal against the twin's list of worlds: the same ones, in proportion (chi-square)."""
    n = engine.n
    known = {tuple(set_of(hand) for hand in world[:n]): ways for world, ways in worlds.items()}
    index = {hands: i % bins for i, hands in enumerate(known)}
    expected = np.zeros(min(bins, len(known)))
    for hands, ways in known.items():
        expected[index[hands]] += ways
    expected *= draws / expected.sum()
    found = np.zeros_like(expected)
    concealed = engine.concealed(seat)
    drawn = np.zeros((draws, 4), np.int64)
    draw_kernel(engine.game)(engine.states, seat, rng, drawn)
    for hands in map(tuple, drawn[:, :n].tolist()):
        found[index[hands]] += 1
    assert expected.min() > 5
    assert chi_square_p(found, expected) > 0.001
    for other in range(n):  # and what is known for sure, against the same list
        if other != seat:
            held = [hands[other] for hands in known]
            unseen = int(engine.game.unseen(concealed, seat))
            always = held[0]
            ever = 0
            for cards in held:
                always &= cards
                ever |= cards
            assert int(engine.game.known_in(concealed, seat, other)) == always
            assert int(engine.game.known_absent_from(concealed, seat, other)) == unseen & ~ever


@functools.cache
def draw_kernel(game: ModuleType) -> Callable[..., None]:
    """Redeal ``states[1]`` again and again, and keep the hands."""
    redeal = game.redeal

    def draw(states: Any, seat: int, rng: Any, drawn: Any) -> None:
        for i in range(len(drawn)):
            states[2] = states[1]
            redeal(states[2], seat, rng)
            for p in range(4):
                drawn[i, p] = states[2].hand[p]

    return numba.njit(draw) if COMPILED else draw


def late_position(
    draw: Callable[[], tuple[Engine, list[int]]],
    choose: Callable[[Engine, random.Random], int],
    rng: random.Random,
    left: int,
    at_least: int,
    **wanted: Any,
) -> tuple[Engine, list[int]]:
    """(deal, pack) in the play with so many cards in the leader's hand and enough knowledge.

    draw: a fresh deal with its pack; choose: the move of a deal; wanted: fields of the state.
    """
    while True:
        deal, pack = draw()
        while deal.to_move is not None:
            sizes = [len(hand) for hand in deal.hands()]
            if deal.field("phase") >= deal.game.LEAD and max(sizes) <= left and min(sizes) > 0:
                out = set_of(engine_played(deal))
                learned = deal.field("must_hold") + deal.field("cannot_hold")
                known = sum((m & ~out).bit_count() for m in learned)
                fits = all(deal.field(name) == value for name, value in wanted.items())
                if known >= at_least and fits:
                    return deal, pack
            deal.play(choose(deal, rng))
