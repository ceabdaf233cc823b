"""The house rules of Schafkopf as data.

Each option's place in `OPTIONS` is its index in the state's field ``options``; the constants
below name those indices.  What an option does is decided in `rules`.
"""

from __future__ import annotations

from typing import Any

from ..shared.options import Option, yes_no

OPTIONS = (
    yes_no("ace_still_forced", "After running away the ace must still fall when its suit is led."),
    yes_no(
        "at_deal",
        "Running away needs four cards of the called suit at the deal instead of at the lead.",
    ),
    yes_no("only_declarers", "Laufende count for the declaring side only."),
    Option("kontra", {"after_first_card": 0, "before_lead": 1}, "When the doubling window opens."),
    Option("n_stoss_max", {2: 2, 4: 4}, "How many doublings a deal may have."),
    Option(
        "passed_out",
        {"counts": 0, "next_dealer": 1, "same_dealer": 2},
        "A deal that all pass is one of the match's deals, or is dealt again, by the next dealer "
        "or by the same.",
    ),
    Option(
        "deals",
        {24: 24, 4: 4, 8: 8, 12: 12, 16: 16, 20: 20, 32: 32, 40: 40, 48: 48, 100: 100},
        "How many deals a match has.",
    ),
)

(
    ACE_STILL_FORCED,
    AT_DEAL,
    ONLY_DECLARERS,
    BEFORE_LEAD,
    MAX_DOUBLINGS,
    PASSED_OUT,
    DEALS,
) = range(len(OPTIONS))
SAME_DEALER = 2  # of PASSED_OUT

PRESETS: dict[str, dict[str, Any]] = {"schafkopf": {}}
