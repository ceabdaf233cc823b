"""A batch of deals, or of matches, that are stepped together: `batch` makes one.

>>> env = sa.batch("schnapsen", n=4096, seed=1, observations=True)
>>> for _ in range(1000):
...     env.step(env.sample())      # then env.done and env.reward tell which deals have ended

All arrays are filled anew in place: copy what is to be kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ..base import seeds
from ..base.numbers import counted
from ..bot.spec import BotSpec
from ..card_text import card_text
from ..cards import members
from ..deal import matches
from ..deal.game import Game, load
from ..deal.moves import IllegalMove
from ..deal.state import State
from . import kernels
from .kernels import FINE, HOW
from .layout import Layout, parse
from .opponents import Opponents
from .tables import CHANGING, cut, new_tables, parts

UNITS = ("deal", "match")


def batch(
    game: str | Game = "schnapsen",
    n: int = 1024,
    seed: int | None = None,
    observations: str | bool = False,
    unit: str = "deal",
    opponents: Mapping[int, str | BotSpec] | None = None,
    threads: int = 1,
    max_deals: int | None = None,
    **options: Any,
) -> Batch:
    """n deals (or matches) of a game, side by side; house rules as keyword arguments.

    seed: fixes all that follows; without one, fresh random bits.  observations: True or
    "compact", "onehot", each with "+options" (the house rules), "+recall" (all that the seat has
    seen: the deal's moves and its own cards of the pack) and "+oracle" (all cards, in `oracle`,
    for a critic), as in "onehot+recall".  opponents: {seat: bot}, bots with a compiled policy
    that play inside `step`; in matches {player: bot}, by the seat of the first deal.  threads:
    how many share the work; they change no result.  max_deals: matches are broken off then.
    ValueError says which of these is wrong.
    """
    chosen = game if isinstance(game, Game) else load(game, **options)
    if isinstance(game, Game) and options:
        raise ValueError(f"the game is made already: give {', '.join(options)} to load")
    return Batch(chosen, n, seed, observations, unit, opponents, threads, max_deals)


class Batch:
    """Deals side by side.  Arrays of n rows, in the order of the deals:

    mask: uint64, the legal moves, bit m for move m.  seat: int8, who is to move.  player: int8,
    who sits there (in a match the seats change; in single deals the same as `seat`).
    observation: uint8[n, size], what that seat sees; `layout` says what each byte is.  oracle:
    uint8[n, size], all cards, if asked for.

    After `step`: done: bool, whether the deal (in matches: the match) has just ended; another one
    has begun in its place.  reward: float32[n, players], what it brought: the payoffs of the
    deal; of a match 1 to those who won it and -1 to the others, 0 where nobody did.  dealt and
    points: the same of single deals inside matches.  Where opponents end several before the
    learner is to move again, the first is told.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int | None = None,
        observations: str | bool = False,
        unit: str = "deal",
        opponents: Mapping[int, str | BotSpec] | None = None,
        threads: int = 1,
        max_deals: int | None = None,
    ) -> None:
        self._given = (game, n, seed, observations, unit, opponents, threads, max_deals)
        self.game, self.unit, self.seed = game, unit, seed
        self.n, self.threads = counted("n", n), counted("threads", threads)
        if unit not in UNITS:
            raise ValueError(f"unit {unit!r} is not known: {' or '.join(UNITS)}")
        words = parse(observations)
        self._layouts = {"observation": Layout(game, observations)} if words else {}
        if "oracle" in words:
            self._layouts["oracle"] = Layout(game, observations, oracle=True)
        self._opponents = Opponents(game, opponents)
        how = np.zeros(1, HOW)
        how["matches"] = unit == "match"
        how["max_deals"] = matches.most_deals(max_deals)
        how["learns"] = bool(words or self._opponents.specs)
        how["opponents"], how["open"] = self._opponents.players, self._opponents.open
        desks = self._opponents.desks(game, self.n)
        opening = matches.opening(game, max_deals)
        self._tables = new_tables(game, self.n, how, opening, desks, self._layouts)
        self._chances = np.zeros(self.n, np.uint64)
        self._parts = parts(self.n, self.threads)
        self._slices = [cut(self._tables, part) for part in self._parts]
        self._begin, self._step = self._opponents.kernels(game, self._slices[0])
        self._pool: ThreadPoolExecutor | None = None
        self._show()
        self.reset()

    def _show(self) -> None:
        """The arrays that are public: views that are not to be written to."""
        tables = self._tables
        self.mask = _read_only(tables.mask.view(np.uint64))
        self.seat, self.player = _read_only(tables.seat), _read_only(tables.player)
        self.observation, self.oracle = _read_only(tables.observation), _read_only(tables.oracle)
        self.done, self.dealt = _read_only(tables.done), _read_only(tables.dealt)
        self.points = _read_only(tables.points)
        self._reward = tables.points if self.unit == "deal" else np.zeros_like(tables.points)
        self.reward = _read_only(self._reward)

    def __getstate__(self) -> Any:
        arrays = {name: getattr(self._tables, name).copy() for name in CHANGING}
        return self._given, self.seed, self._chances.copy(), self._reward.copy(), arrays

    def __setstate__(self, kept: Any) -> None:
        given, seed, chances, reward, arrays = kept
        self.__init__(*given)  # type: ignore[misc]
        self.seed = seed
        self._chances[:], self._reward[:] = chances, reward
        for name, array in arrays.items():
            getattr(self._tables, name)[:] = array

    # --- play ---

    def reset(self, seed: int | None = None) -> None:
        """Begin again as at first: from the same seed, or from another."""
        self.seed = self.seed if seed is None else seed
        secret = seeds.secret_of(self.seed)
        for name in ("word", "bots"):
            self._tables.past[name][:, 0] = seeds.words(secret, f"batch {name}", 0, self.n)
        self._chances[:] = seeds.words(secret, "batch moves", 0, self.n)
        self._run(self._begin, ())
        for array in (self._tables.done, self._tables.dealt, self._tables.points, self._reward):
            array[:] = 0

    def sample(self) -> np.ndarray:
        """A random legal move for each deal, all equally likely: int64[n]."""
        out = np.empty(self.n, np.int64)
        kernels.sample(self._tables.mask, self._chances, out)
        return out

    def step(self, moves: np.ndarray) -> None:
        """Play a move in each deal: int64[n].

        IllegalMove, and nothing is played, if one is not legal: it names the first.
        """
        chosen = self._checked(moves)
        wrong = int(kernels.first_illegal(self._tables.mask, chosen))
        if wrong != FINE:
            raise IllegalMove(self._refusal(wrong, int(chosen[wrong])))
        self._run(self._step, (chosen,))
        if self.unit == "match":
            self._settle()

    def _run(self, kernel: Any, columns: tuple[np.ndarray, ...]) -> None:
        """Run a kernel over all slices; `columns` are cut like the tables."""
        calls = [
            (tables, *(column[part] for column in columns), *self._opponents.policies)
            for tables, part in zip(self._slices, self._parts, strict=True)
        ]
        for part, wrong in zip(self._parts, self._share(kernel, calls), strict=True):
            if wrong != FINE:
                self._blame(part.start + int(wrong))

    def _share(self, kernel: Any, calls: list[tuple[Any, ...]]) -> list[Any]:
        """Call a kernel for every slice, each in a thread."""
        if len(calls) > 1 and self._pool is None:
            self._pool = ThreadPoolExecutor(len(calls) - 1)
        others = [self._pool.submit(kernel, *call) for call in calls[1:]] if self._pool else []
        return [kernel(*calls[0]), *(other.result() for other in others)]

    def _blame(self, i: int) -> None:
        seat = int(self.seat[i])
        match = self._tables.match[i if self.unit == "match" else 0]
        spec = self._opponents.specs[int(match["player"][seat])]
        raise IllegalMove(
            f"{spec.text} named no legal move in seat {seat} of deal {i}: the batch stands half "
            "played, and goes on after reset()"
        )

    def _checked(self, moves: Any) -> np.ndarray:
        given = np.asarray(moves)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"moves are whole numbers, one for each deal: int64[{self.n}], "
                f"not {given.dtype}{list(given.shape)}"
            )
        return np.ascontiguousarray(given, np.int64)

    def _refusal(self, i: int, move: int) -> str:
        legal = ", ".join(f"{m} {self.game.move_text(m)}" for m in members(int(self.mask[i])))
        return f"moves[{i}] = {move} is not legal for seat {self.seat[i]}: legal are {legal}"

    def _settle(self) -> None:
        """The rewards of matches that have ended."""
        self._reward[:] = 0
        for i in np.flatnonzero(self.done):
            self._reward[i] = matches.rewards(self.game, self._tables.ended[i : i + 1])

    # --- what there is to see ---

    def layout(self, of: str = "observation") -> Layout:
        """What each byte of ``"observation"`` or ``"oracle"`` is; `print` it."""
        if of not in self._layouts:
            there = ", ".join(self._layouts) or "nothing"
            raise ValueError(f"this batch shows {there}, no {of!r}: see observations=")
        return self._layouts[of]

    def state(self, i: int) -> State:
        """Deal `i` as a `State` of its own, with its moves so far."""
        row, places = self._tables.past[i], len(self.game.pack)
        pack = " ".join(card_text(c) for c in self._tables.pool["pack"][i, :places])
        match = None if self.unit == "deal" else self._tables.match[i : i + 1]
        state = self.game.deal(pack=pack, match=match)
        for made in row["made"][: row["n"]]:
            state.play(int(made) & 63)
        return state

    def __repr__(self) -> str:
        return f"<Batch of {self.n} {self.unit}s of {self.game.spec}>"


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view
