"""The arrays of a batch, made and cut into slices for threads."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import numpy as np

from ..base.arrays import again
from ..deal.game import Game
from .kernels import Tables
from .layout import Layout
from .vectors import rows

#: What a step changes, beside the room to work in.
CHANGING = (
    "pool", "match", "past", "desks", "mask", "seat", "player", "observation", "oracle", "dealt",
    "points", "done", "ended",
)


def new_tables(
    game: Game, n: int, how: np.ndarray, opening: np.ndarray, desks: np.ndarray,
    layouts: Mapping[str, Layout],
) -> Tables:
    """Room for n deals.  how: one record of HOW; opening: a match that begins."""
    single = not how["matches"][0]
    seen, cards = layouts.get("observation"), layouts.get("oracle")
    nothing = np.zeros((0, 5), np.int64)
    dealt, points = np.zeros(n, np.bool_), np.zeros((n, game.n_seats), np.float32)
    return Tables(
        pool=game.new_pool(n),
        match=again(opening, 1 if single else n),
        past=np.zeros(n, rows(game.rules.MAX_PLIES)),
        desks=desks,
        mask=np.zeros(n, np.int64),
        seat=np.zeros(n, np.int8),
        player=np.zeros(n, np.int8),
        observation=np.zeros((n, seen.size if seen else 0), np.uint8),
        oracle=np.zeros((n, cards.size if cards else 0), np.uint8),
        dealt=dealt,
        points=points,
        done=dealt if single else np.zeros(n, np.bool_),
        ended=again(opening, 1 if single else n),
        seen=game.new_pool(1),
        plain=np.zeros(max([1, *(one.plain_size for one in layouts.values())]), np.uint8),
        opening=opening,
        how=how,
        form=(seen or Layout(game)).form(),
        spread=seen.spread if seen else nothing,
        spread_cards=cards.spread if cards else nothing,
    )


def cut(tables: Tables, part: slice) -> Tables:
    """The rows of some deals, with room of their own to work in."""
    shared = {"opening", "how", "form", "spread", "spread_cards"}
    if not tables.how["matches"][0]:
        shared |= {"match", "ended"}
    rows = {name: a[part] for name, a in tables._asdict().items() if name not in shared}
    return tables._replace(**rows | {"seen": tables.seen.copy(), "plain": tables.plain.copy()})


def parts(n: int, threads: int) -> list[slice]:
    """Cut n rows into so many slices, none empty."""
    ends = [n * k // threads for k in range(threads + 1)]
    return [slice(a, b) for a, b in itertools.pairwise(ends) if b > a]
