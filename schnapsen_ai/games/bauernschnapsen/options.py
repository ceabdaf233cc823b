"""The house rules of Bauernschnapsen as data.

Each option's place in `OPTIONS` is its index in the state's field ``options``; the constants
below name those indices.  What an option does is decided in `rules`.
"""

from __future__ import annotations

from typing import Any

from ..shared.options import yes_no

OPTIONS = (
    yes_no("bauern_caller_only", "Bauernschnapser may be announced by the caller only."),
    yes_no(
        "trump_any",
        "The caller may name any suit, held among the first three cards or not.",
    ),
    yes_no("bettler_free", "In Bettler there is no duty to beat (following suit remains)."),
    yes_no(
        "need_claim",
        "66 must be said: move 38 (claim), legal on lead for a seat whose team has 66; the deal "
        "does not end by itself; the last trick decides if nobody says it.",
    ),
)

BAUERN_CALLER_ONLY, TRUMP_ANY, BETTLER_FREE, NEED_CLAIM = range(len(OPTIONS))

PRESETS: dict[str, dict[str, Any]] = {"bauernschnapsen": {}}
