"""Bots whose policy is a compiled function, and the fixed signatures by which one is passed on.

A dispatcher passed as an argument never comes from numba's disk cache; a function of an explicit
first-class type does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from ..base import cache, jit  # first: it imports numba with the garbage collector off
from ..cards import Move, Seat

# isort: split
import numba
import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher

from ..engine import arena, playouts
from .interface import Bot

if TYPE_CHECKING:
    from ..deal.game import Game
    from ..deal.state import View


def policy_type(game: Game) -> Any:
    """The type of a policy entered by `arena.enter`: (state, seat, legal, desk) -> move."""
    state, desk = numba.from_dtype(game.rules.STATE), numba.from_dtype(arena.DESK)
    return types.FunctionType(types.int64(state, types.int64, types.int64, desk))


def new_desks(params: Sequence[np.ndarray]) -> np.ndarray:
    """A desk for each seat, with the parameters of who sits there: `arena.DESK`."""
    desks = np.zeros(len(params), arena.DESK)
    for desk, numbers in zip(desks, params, strict=True):
        if len(numbers) > arena.MOST_PARAMS:
            raise ValueError(
                f"{len(numbers)} parameters: a compiled bot has {arena.MOST_PARAMS} at most"
            )
        desk["n_params"] = len(numbers)
        desk["params"][: len(numbers)] = numbers
    return desks


_policies: dict[tuple[str, Callable[..., Any]], Any] = {}


def policy_of(game: Game, policy: Callable[..., Any]) -> Any:
    """A policy template compiled for a game, in the form of `arena.enter`."""
    key = (game.rules.__name__, policy)
    if key not in _policies:
        module = sys.modules[policy.__module__]
        kernels = jit.specialise(module, game.rules)
        kernel = getattr(kernels, policy.__name__, None)
        if kernel is None:
            raise TypeError(
                f"the policy {policy.__name__} of {policy.__module__} is not marked with "
                "@schnapsen_ai.template at the top of its module"
            )
        _policies[key] = fixed(
            jit.rebind(
                game.kernels(arena), arena.enter, _label(game, policy), rules=game.rules,
                policy=kernel,
            ),
            policy_type(game).signature,
        )
    return _policies[key]


_deciders: dict[tuple[str, Callable[..., Any]], Any] = {}


def decider_of(game: Game, policy: Callable[..., Any]) -> Any:
    """`arena.decide` with a policy bound: one decision of a compiled bot, asked from Python."""
    key = (game.rules.__name__, policy)
    if key not in _deciders:
        kernel: Any = jit.rebind(
            game.kernels(arena), arena.decide, _label(game, policy), rules=game.rules,
            entry=policy_of(game, policy),
        )
        if cache.COMPILED:  # now, without running the policy, not when a bot is being timed
            pool, desks = (numba.typeof(x) for x in (game.new_pool(1), new_desks([])))
            kernel.compile((pool, types.boolean, desks))
        _deciders[key] = kernel
    return _deciders[key]


def _label(game: Game, policy: Callable[..., Any]) -> str:
    named = f"{policy.__module__}.{policy.__name__} {cache.source_label(policy)}"
    return f"{jit.label_of(game.rules)} {named}"


def fixed(kernel: Any, signature: Any) -> Any:
    """A kernel compiled for one signature and no other."""
    if cache.COMPILED and not kernel.signatures:
        kernel.compile(signature)
        kernel.disable_compile()
    return kernel


def fixed_to(kernel: Any, game: Game, args: Sequence[Any]) -> Any:
    """A kernel compiled for the types of these arguments, where functions are policies."""
    if cache.COMPILED:
        policy = policy_type(game)
        kinds = [policy if isinstance(x, Dispatcher) else numba.typeof(x) for x in args]
        fixed(kernel, tuple(kinds))
    return kernel


_arenas: dict[str, Any] = {}


def arena_of(game: Game) -> Any:
    """The kernels of `engine.arena` for a game, compiled for any two policies."""
    key = game.rules.__name__
    if key in _arenas:
        return _arenas[key]
    kernels = game.kernels(arena)
    if cache.COMPILED:
        pool = numba.typeof(game.new_pool(1))
        match = numba.typeof(np.zeros(1, game.rules.MATCH))
        policy = policy_type(game)
        desks = numba.from_dtype(arena.DESK)[:, ::1]
        i8, i8s, u8s = types.int64, types.int64[::1], types.uint64[::1]
        endings, f8sss = types.int8[:, ::1], types.float64[:, :, ::1]
        fixed(kernels.play_on, i8(pool, i8, i8, policy, policy, desks))
        fixed(
            kernels.play_sets,
            i8(
                pool, match, types.uint8[:, ::1], u8s, types.uint64[:, :, ::1], i8s, i8, policy,
                policy, desks, f8sss, f8sss, endings, i8,
            ),
        )
    _arenas[key] = kernels
    return kernels


_playouts: dict[str, Any] = {}


def playouts_of(game: Game) -> Any:
    """The kernels of `engine.playouts` for a game, compiled for any policy."""
    key = game.rules.__name__
    if key in _playouts:
        return _playouts[key]
    kernels = game.kernels(playouts)
    if cache.COMPILED:
        arena_of(game)
        pool, policy = numba.typeof(game.new_pool(1)), policy_type(game)
        desks = numba.from_dtype(arena.DESK)[:, ::1]
        i8, i8s, u8s, flag = types.int64, types.int64[::1], types.uint64[::1], types.boolean
        fixed(
            kernels.play_out,
            i8(pool, i8, i8s, flag, policy, desks, u8s, types.int64[:, ::1]),
        )
        fixed(kernels.bid_out, flag(pool, policy, desks))
    _playouts[key] = kernels
    return kernels


class CompiledBot(Bot):
    """A bot whose policy is a compiled function, the same for all games.

    ``policy`` is a template (`schnapsen_ai.template`) of the form
    ``policy(state, seat, legal, rng, params, scratch) -> move``: the concealed record (open if
    the bot sees all), the seat, the set of legal moves, a uint64[1] of random words for
    `cards.pick`, the parameters as float64, and int64[64] that is zero when the deal begins.
    When all bots of a pairing are compiled, whole deals run in one compiled loop.
    """

    policy: Callable[..., Any]

    def params(self) -> list[float]:
        """The numbers that the policy gets as `params`."""
        return []

    def params_for(self, game: Game) -> list[float]:
        """The same where they hang on the game; asked in the process that plays."""
        return self.params()

    def begin(self, game: Game, seat: Seat, rng: Any = None) -> None:
        super().begin(game, seat, rng)
        self._desks = new_desks([np.array(self.params_for(game), dtype=np.float64)] * game.n_seats)

    def choose(self, view: View) -> Move:
        if view.to_move != view.seat:
            raise ValueError(f"seat {view.seat} is not to move")
        if "game" not in vars(self):  # asked for a single move
            self.begin(cast("Game", view.game), view.seat, self.rng)
        pool = view.record(2)
        desk = self._desks[self.seat]
        desk["word"] = self.rng.words
        move = decider_of(self.game, type(self).policy)(pool, True, self._desks)
        self.rng.words[:] = desk["word"]
        return int(move)
