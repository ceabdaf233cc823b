"""Blocks and logs as plain columns, one row a set or a deal (what they are: `store.reader`)."""

from __future__ import annotations

import numpy as np

from .blocks import OUT, Block

Columns = dict[str, np.ndarray]


def joined(parts: list[Columns]) -> Columns:
    if not parts:
        return {}
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def of_sets(pairing: int, block: Block) -> Columns:
    sets, seatings = block.deals.shape
    return {
        "pairing": np.full(sets * seatings, pairing, np.int32),
        "set": np.repeat(np.arange(block.start, block.start + sets, dtype=np.int64), seatings),
        "seating": np.tile(np.arange(seatings, dtype=np.int8), sets),
        "points_a": block.points[..., 0].ravel(),
        "points_b": block.points[..., 1].ravel(),
        "wins_a": block.wins[..., 0].ravel(),
        "wins_b": block.wins[..., 1].ravel(),
        "deals": block.deals.ravel().astype(np.int32),
        "match_a": block.matches.ravel(),
        "ending": block.endings.ravel().astype(np.int8),
    }


def of_deals(pairing: int, seats: int, cards: int, log: Columns) -> Columns:
    deals = len(log["sets"])
    ends = np.cumsum(log["lengths"], dtype=np.int64)
    starts = ends - log["lengths"]
    deal_of = np.repeat(np.arange(deals), log["lengths"])
    by_b = log["holders"][deal_of] >> log["movers"] & 1
    payoffs = log["payoffs"].reshape(deals, seats)
    held_b = log["holders"][:, None] >> np.arange(seats) & 1
    playing = payoffs != OUT
    # A bot that holds no seat any more makes nothing.
    points = [(payoffs * held).sum(1) / np.maximum(held.sum(1), 1)
              for held in (playing & (held_b == 0), playing & (held_b == 1))]
    return {
        "pairing": np.full(deals, pairing, np.int32),
        "set": log["sets"].astype(np.int64),
        "seating": log["seatings"].astype(np.int8),
        "deal": log["deals"].astype(np.int32),
        "points_a": points[0],
        "points_b": points[1],
        "seconds_a": np.bincount(deal_of[by_b == 0], log["seconds"][by_b == 0], deals),
        "seconds_b": np.bincount(deal_of[by_b == 1], log["seconds"][by_b == 1], deals),
        "holder": log["holders"],
        "resigned": log["resigned"],
        "ending": log["endings"].astype(np.int8),
        "pack": _cut(log["packs"], np.arange(deals) * cards, np.arange(1, deals + 1) * cards),
        "moves": _cut(log["moves"], starts, ends),
        "movers": _cut(log["movers"], starts, ends),
    }


def _cut(column: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Pieces of a column as bytes objects."""
    whole = column.tobytes()
    out = np.empty(len(starts), object)
    out[:] = [whole[i:j] for i, j in zip(starts.tolist(), ends.tolist(), strict=True)]
    return out
