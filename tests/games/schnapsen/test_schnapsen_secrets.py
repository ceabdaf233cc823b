"""Nothing hidden can be reached from a View: a walk over all that hangs on it.

Modules, classes and the globals of functions are not entered: they are the program, not the deal.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest
from naive import PRESETS
from numba.core.dispatcher import Dispatcher

import schnapsen_ai as sa
from schnapsen_ai.base import seeds
from schnapsen_ai.cards import members
from schnapsen_ai.deal.exact import solver_of
from schnapsen_ai.deal.state import look
from schnapsen_ai.engine import step

SEED = 918273645546372


def parts(thing: Any) -> list[Any]:
    """What a thing holds; of a function only what it closed over and its defaults."""
    if isinstance(thing, ModuleType | type | BuiltinFunctionType):
        return []
    if isinstance(thing, Dispatcher):
        return [thing.py_func]
    if isinstance(thing, FunctionType):
        return [thing.__closure__, thing.__defaults__, thing.__kwdefaults__, thing.__dict__]
    found = list(gc.get_referents(thing))
    if isinstance(thing, np.ndarray):
        found.append(thing.base)
    for cls in type(thing).__mro__:  # slots are not always told to the collector
        for name in vars(cls).get("__slots__", ()):
            found.append(getattr(thing, name, None))
    return found


def reachable(start: Any) -> Iterator[Any]:
    seen: dict[int, Any] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) not in seen:
            seen[id(thing)] = thing
            yield thing
            waiting.extend(parts(thing))


def secrets_of(state: sa.State, seat: int) -> dict[str, Any]:
    """Numbers and runs of bytes that would tell the seat what it must not know."""
    record = state._pool[0]
    size, left = int(record["pack_size"]), int(record["talon"])
    pack = record["pack"][:size].tolist()
    talon = pack[size + 1 - left :] if left > 2 else []
    word = int(seeds.words(seeds.secret_of(SEED), "pack", 0, 1)[0])
    advanced = np.array([word], np.uint64)
    state.game.deal(seed=SEED)  # leaves nothing behind either
    hand = int(record["hand"][1 - seat])
    return {
        "hand": {hand, *([] if hand == 0 else [hand & 0xFFFFFFFF])},
        "seed": {SEED, word, int(advanced[0])},
        "secret": seeds.secret_of(SEED),
        "orders": [tuple(pack), *([tuple(talon)] if len(talon) > 2 else [])],
    }


def found_in(thing: Any, secrets: dict[str, Any]) -> set[str]:
    """Which secrets a single thing gives away."""
    numbers, text = numbers_of(thing)
    found = {name for name in ("hand", "seed") if secrets[name] & numbers}
    if isinstance(thing, bytes) and secrets["secret"] in thing:
        found.add("secret")
    for order in secrets["orders"]:
        if has_run(text, list(order)):
            found.add("order")
    if isinstance(thing, np.ndarray | np.void | bytes | bytearray):
        data = thing.tobytes() if hasattr(thing, "tobytes") else bytes(thing)
        for hand in secrets["hand"]:
            if hand.to_bytes(8, "little") in data:
                found.add("hand")
        for word in secrets["seed"]:
            if word.to_bytes(8, "little") in data:
                found.add("seed")
        for order in secrets["orders"]:
            if bytes(order) in data:
                found.add("order")
    return found


def numbers_of(thing: Any) -> tuple[set[int], list[int]]:
    """The plain ints of a thing, and the ints of a sequence in order."""
    if isinstance(thing, int):
        return {int(thing)}, []
    if isinstance(thing, np.integer):
        return {int(thing)}, []
    if isinstance(thing, list | tuple):
        return set(), [int(x) if isinstance(x, int | np.integer) else -1 for x in thing]
    return set(), []


def has_run(text: list[int], run: list[int]) -> bool:
    return any(text[i : i + len(run)] == run for i in range(len(text) - len(run) + 1))


def leaks(view: sa.View, secrets: dict[str, Any]) -> set[str]:
    found: set[str] = set()
    for thing in reachable(view):
        found |= found_in(thing, secrets)
    return found


def played(name: str, moves: int, **options: Any) -> sa.State:
    state = sa.load(name, **options).deal(seed=SEED)
    for _ in range(moves):
        cards = [move for move in state.legal_moves() if move < 32 or move == 40]
        state.play(cards[0])
    return state


@pytest.mark.parametrize("moves", [0, 1, 4])
@pytest.mark.parametrize("name", PRESETS)
def test_nothing_hidden_is_reachable(name, moves):
    state = played(name, moves)
    for seat in (0, 1):
        view = state.view(seat)
        view.redeal(np.random.default_rng(1))
        view.observation()
        str(view), repr(view), view.legal_moves()
        assert leaks(view, secrets_of(state, seat)) == set()


@pytest.mark.parametrize("name", PRESETS)
def test_the_walk_finds_what_is_there(name):
    """The same walk over an open view finds the hand and the pack."""
    state = played(name, 4)
    for seat in (0, 1):
        view = look(state.game, state._pool, seat, state._history, state._origin, True)
        assert leaks(view, secrets_of(state, seat)) >= {"hand", "order"}


def test_the_walk_finds_hidden_corners():
    """Closures, bases of arrays, attributes of functions, seeds: each planted and found."""
    state = played("schnapsen", 2)
    secrets = secrets_of(state, 0)
    hand, order = next(iter(secrets["hand"])), list(secrets["orders"][0])
    base = np.array([hand, 0, 0], np.int64)
    noted = lambda: None  # noqa: E731
    noted.hint = np.array(order, np.uint8)  # type: ignore[attr-defined]
    for planted, what in [
        ((lambda: hand), "hand"),
        (base[1:], "hand"),
        (noted, "order"),
        ({"deep": [{"er": (order,)}]}, "order"),
        (np.array([SEED], np.uint64), "seed"),
        ([secrets["secret"]], "secret"),
    ]:
        assert what in leaks(planted, secrets), what  # type: ignore[arg-type]


def test_an_honest_view_refuses_the_open_state():
    view = played("schnapsen", 2).view(0)
    with pytest.raises(ValueError, match="sees_all"):
        _ = view.state


def test_a_solved_deal_leaves_nothing_behind():
    """The solver's scratch states and tables hang on no view of the deal it has solved.

    With the talon open: once it is gone the other hand is known by elimination.
    """
    state = played("schnapsen", 4)
    state.value(0)
    for seat in (0, 1):
        assert not state.view(seat).known()
        assert leaks(state.view(seat), secrets_of(state, seat)) == set()
    state.game.solver = solver_of(state.game)  # type: ignore[attr-defined]  # kept by the game
    assert "hand" in leaks(state.view(0), secrets_of(state, 0))


def test_a_view_is_a_copy():
    state = played("schnapsen", 2)
    view = state.view(0)
    before = state._pool.tobytes()
    view._record.view(np.uint8)[:] = 255
    view._numbers[:] = [0] * len(view._numbers)
    assert state._pool.tobytes() == before
    assert not np.shares_memory(view._record, state._pool)
    assert state.game.kernels(step) is state.game.board
    assert members(int(state._pool["hand"][0][0])) == state.view(0).hand
