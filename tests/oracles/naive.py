"""Schnapsen and Sixty-Six, slow and obvious: the twin that the fast engine is tested against.

naive_deal.py has the rules (and the list of what the rules page left open), naive_options.py the
options and endings, naive_worlds.py the packs that fit what a seat has seen; here are the counts
and exact values, and all the names under one roof.
"""

from __future__ import annotations

from naive_deal import RANKS, SUITS, Deal, after, cards, full_pack
from naive_options import DEFAULTS, ENDINGS, PRESETS
from naive_worlds import consistent, redeal_hands, redeals, redeals_brute

__all__ = [
    "DEFAULTS",
    "ENDINGS",
    "PRESETS",
    "RANKS",
    "SUITS",
    "Deal",
    "after",
    "cards",
    "consistent",
    "full_pack",
    "move_values",
    "perft",
    "redeal_hands",
    "redeals",
    "redeals_brute",
    "value",
]


def perft(deal: Deal, depth: int) -> int:
    """Sequences of exactly `depth` moves; a finished deal has none."""
    if depth == 0:
        return 1
    return sum(perft(after(deal, move), depth - 1) for move in deal.legal())


def value(deal: Deal, seat: int = 0, memo: dict | None = None) -> int:
    """Exact game points of the seat, both sides seeing all cards and playing best.

    The memo may be shared between positions of the same options.
    """
    forehand = _search(deal, -3, 3, {} if memo is None else memo)
    return forehand if seat == 0 else -forehand


def move_values(deal: Deal, memo: dict | None = None) -> dict[int, int]:
    """{move: exact game points of the seat to move}."""
    memo = {} if memo is None else memo
    return {move: value(after(deal, move), deal.turn, memo) for move in deal.legal()}


def _search(deal: Deal, low: int, high: int, memo: dict) -> int:
    """Forehand's exact value if it lies in [low, high], else some bound beyond that end.

    memo: key -> (at least, at most), what is proven of that position so far.
    """
    if deal.ending:
        return deal.payoffs()[0]
    key = deal.key()
    at_least, at_most = memo.get(key, (-3, 3))
    low, high = max(low, at_least), min(high, at_most)
    if low >= high:  # known well enough
        return at_least if at_least >= high else at_most
    best = -4 if deal.turn == 0 else 4
    floor, ceiling = low, high
    for move in deal.legal():
        worth = _search(after(deal, move), floor, ceiling, memo)
        if deal.turn == 0:
            best = max(best, worth)
            floor = max(floor, best)
        else:
            best = min(best, worth)
            ceiling = min(ceiling, best)
        if floor >= ceiling:
            break
    if best > low:
        at_least = max(at_least, best)
    if best < high:
        at_most = min(at_most, best)
    memo[key] = (at_least, at_most)
    return best
