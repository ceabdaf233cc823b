"""The house rules of Snapszer as data, for two and for three seats.

Each option's place in `OPTIONS` is its index in the state's field ``options``; the constants
below name those indices.  What an option does is decided in `rules` and `settlement`.
"""

from __future__ import annotations

from typing import Any

from ..shared.options import Option, yes_no

OPTIONS = (
    yes_no(
        "overtrump",
        "Whoever must trump must beat a trump already played if possible.",
        True,
    ),
    yes_no("marriage_void", "A marriage declared without a trick is lost instead of pending."),
    yes_no(
        "silent_no_marriage",
        "The silent 16 is not paid if the declarer declared a marriage (then 6).",
    ),
    yes_no(
        "show_no_silent",
        "SHOW in a normal game with trickless opponents is worth 6 instead of 16.",
    ),
    Option(
        "utility",
        {"zero_sum": 0, "points": 1},
        "zero_sum: n*g_i minus the sum of g; points: the raw points gained.",
    ),
    Option(
        "marks",
        {1: 1, 2: 2, 3: 3, 5: 5},
        "So many marks against one player close the table; until then it goes on from 32 again.",
    ),
)

(
    OVERTRUMP,
    MARRIAGE_VOID,
    SILENT_NO_MARRIAGE,
    SHOW_NO_SILENT,
    RAW_POINTS,
    MARKS,
) = range(len(OPTIONS))

PRESETS: dict[str, dict[str, Any]] = {"snapszer2": {}, "snapszer3": {}}
