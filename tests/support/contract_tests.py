"""The properties that every game of the contract has, as functions of a `Game`.

`test_contract` runs them on every preset, `test_toy` on the toy game.
"""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.base.jit import template
from schnapsen_ai.cards import members, set_of
from schnapsen_ai.games import contract as rules
from schnapsen_ai.games import hooks
from schnapsen_ai.games.hooks import bounds, distinct, exact_cost, sensible
from schnapsen_ai.games.shared.open_cards import NO_BOUND


@template
def redeal_only(pool: Any, i: int, seat: int, rng: Any) -> None:
    rules.redeal(pool[i], seat, rng)


@template
def hand_at(pool: Any, i: int, seat: int) -> int:
    return rules.hand(pool[i], seat)


@template
def bounds_at(pool: Any, i: int, seat: int) -> tuple[int, int]:
    return bounds(pool[i], seat)


@template
def distinct_at(pool: Any, i: int) -> int:
    """The moves an exact search tries; all while the sides are unknown."""
    moves = rules.legal(pool[i])
    return distinct(pool[i], moves) if rules.sides_known(pool[i]) else moves


@template
def sensible_at(pool: Any, i: int) -> int:
    return sensible(pool[i], rules.legal(pool[i]))


@template
def cost_at(pool: Any, i: int) -> int:
    return exact_cost(pool[i])


@template
def side_at(pool: Any, i: int, seat: int) -> int:
    return rules.side(pool[i], seat) if rules.sides_known(pool[i]) else -1


def kernels(game: sa.Game) -> Any:
    import contract_tests

    return game.kernels(contract_tests)


def hands(game: sa.Game, pool: np.ndarray) -> list[int]:
    return [int(kernels(game).hand_at(pool, 0, s)) for s in range(game.n_seats)]


def decisions(
    game: sa.Game, deals: int, seed: int = 0, narrow: Callable[[sa.State], list[int]] | None = None
) -> Iterator[sa.State]:
    """Every decision of some random deals; cards are played more often than the rest.

    narrow: the moves to choose from, the legal ones unless given.
    """
    chance = random.Random(seed)
    for k in range(deals):
        state = game.deal(seed=seed, index=k)
        while not state.is_over:
            yield state
            moves = narrow(state) if narrow else state.legal_moves()
            cards = [m for m in moves if m < 32]
            state.play(chance.choice(cards if cards and chance.random() < 0.85 else moves))
        yield state


def concealed(state: sa.State, seat: int) -> np.ndarray:
    pool = state._pool.copy()
    state.game.board.conceal_at(pool, 0, seat)
    return pool


# --- the rules ---


def check_cards_are_conserved(game: sa.Game, deals: int = 30) -> None:
    gone: set[int] = set()
    before: list[int] = []
    for state in decisions(game, deals):
        now = hands(game, state._pool)
        if not state.history:
            gone = set()
            assert sorted(state.pack.split()) == sorted(
                sa.card_text.card_text(c) for c in game.pack
            )
        elif state.history[-1] < 32:
            card = state.history[-1]
            left = [s for s in range(game.n_seats) if (before[s] & ~now[s]) >> card & 1]
            gone |= {card} if left else set()
        everything = [c for h in now for c in members(h)]
        assert len(set(everything)) == len(everything)
        assert set(everything) <= set(game.pack) - gone
        if not state.is_over:
            for seat, cards in enumerate(now):
                assert game.rules.hand_size(state._pool[0], seat) == cards.bit_count()
        before = now


def check_deals_end(game: sa.Game, deals: int = 100) -> None:
    for state in decisions(game, deals, seed=1):
        if state.is_over:
            assert state.legal_moves() == [] and state.to_move is None
            assert 0 < len(state.history) <= game.rules.MAX_PLIES
            assert len(state.payoffs()) == game.n_seats and state.ending != "not over"
        else:
            assert state.legal_moves() and 0 <= state.to_move < game.n_seats
            assert state.ending == "not over"
            with pytest.raises(ValueError, match="not over"):
                state.payoffs()


def check_payoffs(game: sa.Game, deals: int = 100, zero_sum: bool = True) -> None:
    most = getattr(game.rules, "MAX_ABS_PAYOFF", None)
    for state in decisions(game, deals, seed=2):
        if state.is_over:
            assert sum(state.payoffs()) == 0 or not zero_sum
            assert most is None or max(map(abs, state.payoffs())) <= most


def check_sides(game: sa.Game, deals: int = 20) -> None:
    """Once known, the sides stay as they are until the end."""
    known: list[int] = []
    for state in decisions(game, deals, seed=3):
        if not state.history:
            known = []
        if state.is_over:
            continue
        sides = [int(kernels(game).side_at(state._pool, 0, s)) for s in range(game.n_seats)]
        if known:
            assert sides == known
        elif sides[0] >= 0:
            known = sides
            assert set(sides) <= {0, 1}
        if game.n_seats == 2:
            assert sorted(sides) == [0, 1]


def check_hooks(game: sa.Game, deals: int = 20) -> None:
    """Those that the game defines take what the defaults take, and keep their word."""
    for name, default in vars(hooks).items():
        if hasattr(default, "__hook__") and hasattr(game.rules, name):
            own = getattr(game.rules, name)
            ours = list(inspect.signature(getattr(own, "py_func", own)).parameters)
            assert ours == list(inspect.signature(default).parameters), name
    k = kernels(game)
    promised: list[tuple[int, int]] = []

    def narrow(state: sa.State) -> list[int]:
        moves = int(k.distinct_at(state._pool, 0))
        assert moves and not moves & ~set_of(state.legal_moves())
        return members(moves)

    for state in decisions(game, deals, seed=4, narrow=narrow):
        if not state.history:
            promised = [(-NO_BOUND, NO_BOUND)] * game.n_seats
        if state.is_over:
            for (low, high), payoff in zip(promised, state.payoffs(), strict=True):
                assert low <= payoff <= high
            continue
        some = int(k.sensible_at(state._pool, 0))
        assert some and not some & ~set_of(state.legal_moves())
        assert k.cost_at(state._pool, 0) >= 0
        if min(int(k.side_at(state._pool, 0, s)) for s in range(game.n_seats)) >= 0:
            for s in range(game.n_seats):
                low, high = k.bounds_at(state._pool, 0, s)
                promised[s] = (max(promised[s][0], low), min(promised[s][1], high))


# --- what a seat knows ---


def check_redeal_hides_again(game: sa.Game, deals: int = 8) -> None:
    """Conceal, redeal, conceal: byte for byte the same; legal moves need nothing hidden."""
    words = np.array([7], np.uint64)
    for state in decisions(game, deals, seed=5):
        if state.is_over:
            continue
        for seat in range(game.n_seats):
            hidden = concealed(state, seat)
            for redeal in (kernels(game).redeal_only, game.board.redeal_at):
                world = hidden.copy()
                redeal(world, 0, seat, words)
                assert [h.bit_count() for h in hands(game, world)] == [
                    h.bit_count() for h in hands(game, state._pool)
                ]
                game.board.conceal_at(world, 0, seat)
                assert world.tobytes() == hidden.tobytes()
            if seat == state.to_move:
                assert game.board.legal_at(hidden, 0) == game.board.legal_at(state._pool, 0)
            again = hidden.copy()
            game.board.conceal_at(again, 0, seat)
            assert again.tobytes() == hidden.tobytes()


def check_worlds_replay(game: sa.Game, deals: int = 8) -> None:
    """A redealt world was possible: its pack and the history give what the seat sees.

    As the worlds differ in all that is hidden, this also shows that a concealed record holds
    nothing hidden.
    """
    rng = np.random.default_rng(8)
    for state in decisions(game, deals, seed=6):
        if state.is_over:
            continue
        for seat in range(game.n_seats):
            hidden = concealed(state, seat)
            world = state.view(seat).redeal(rng)
            replayed = game.deal(pack=world.pack)
            for move in state.history:
                replayed.play(move)
            assert hands(game, replayed._pool) == hands(game, world._pool)
            assert concealed(replayed, seat).tobytes() == hidden.tobytes()
            facts, same = state.view(seat)._numbers, replayed.view(seat)._numbers
            assert facts == same
            assert (state.view(seat).observation() == replayed.view(seat).observation()).all()


def ways(view: sa.View) -> int:
    """Ways to place the unseen cards in the hidden places of hands; the rest lies elsewhere."""
    left = len(view.unseen)
    total = 1
    for other in range(view.game.n_seats):
        if other != view.seat:
            size = view.game.rules.hand_size(view._record[0], other)
            hidden = size - len(set(view.known(other)) - set(view.unseen))
            total *= math.comb(left, hidden)
            left -= hidden
    return total


def check_true_deal_is_reached(game: sa.Game, deals: int = 30, tries: int = 4000) -> None:
    """Redealing often enough gives the cards as they are, where few places are open."""
    words = np.array([9], np.uint64)
    found = 0
    for state in decisions(game, deals, seed=7):
        if state.is_over:
            continue
        seat = state.to_move
        view = state.view(seat)
        if found == 12 or not view.unseen or ways(view) > 300:
            continue
        truth, hidden = hands(game, state._pool), concealed(state, seat)
        for _ in range(tries):
            world = hidden.copy()
            kernels(game).redeal_only(world, 0, seat, words)
            if hands(game, world) == truth:
                found += 1
                break
        else:
            raise AssertionError(f"never dealt what is true: {state!r}")
    assert found


def check_knowledge_is_true(game: sa.Game, deals: int = 12) -> None:
    """Cards said to be in a hand are there, and those said not to be are not."""
    for state in decisions(game, deals, seed=8):
        if state.is_over:
            continue
        truth = hands(game, state._pool)
        for seat in range(game.n_seats):
            view = state.view(seat)
            assert set_of(view.hand) == truth[seat]
            assert set(view.unseen) | set(view.seen) == set(game.pack)
            for other in range(game.n_seats):
                assert not set_of(view.known(other)) & ~truth[other]
                assert other == seat or not set_of(view.absent(other)) & truth[other]
                assert other == seat or not set(view.unseen) & set(view.hand)


CHECKS = [value for name, value in sorted(globals().items()) if name.startswith("check_")]
