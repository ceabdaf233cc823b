"""The house rules of Rabló as data.

Each option's place in `OPTIONS` is its index in the state's field ``options``; the constants
below name those indices.  What an option does is decided in `rules` and `settlement`.
"""

from __future__ import annotations

from typing import Any

from ..shared.options import Option, yes_no

OPTIONS = (
    yes_no(
        "pass_final",
        "A seat that passed may not call again; the auction ends when all others have passed.",
    ),
    yes_no("auto_enough", "ENOUGH is said automatically as soon as it is legal."),
    yes_no(
        "marriage_needs_trick",
        "A marriage counts only once the calling team has a trick (pending until then).",
    ),
    yes_no(
        "enough_needs_called_card", "ENOUGH is legal only once the called card has been played."
    ),
    yes_no(
        "cap_payment",
        "A seat pays at most the money it has; winners share the shortfall equally, floor.",
    ),
    Option(
        "max_deals",
        {0: 0, 20: 20, 50: 50, 100: 100, 200: 200},
        "A match ends after so many deals at the latest; 0 for no limit.",
    ),
)

(
    PASS_FINAL,
    AUTO_ENOUGH,
    MARRIAGE_NEEDS_TRICK,
    ENOUGH_NEEDS_CALLED_CARD,
    CAP_PAYMENT,
    MAX_DEALS,
) = range(len(OPTIONS))

PRESETS: dict[str, dict[str, Any]] = {"rablo": {}}
