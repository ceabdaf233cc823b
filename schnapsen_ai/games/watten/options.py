"""The house rules of Watten as data.

Each option's place in `OPTIONS` is its index in the state's field ``options``; the constants
below name those indices.  What an option does is decided in `rules`.
"""

from __future__ import annotations

from typing import Any

from ..shared.options import Option, yes_no

OPTIONS = (
    yes_no("schlag_must_hold", "The rank named must be in the namer's hand."),
    yes_no("schlag_counts_as_trump", "In the forced first trick any Schlag satisfies and obliges."),
    yes_no(
        "krit_lifts",
        "A Kritischer played on the Hauptschlag lifts the duty for the seats after it.",
    ),
    Option("max_stake", {0: 0, 3: 3, 4: 4, 5: 5}, "Highest stake of a deal; 0 for no limit."),
    Option("target", {15: 15, 11: 11, 18: 18}, "Points of a match; tense at target−2 and above."),
    Option(
        "raise_window",
        {"own_turn": 0, "any": 1},
        "When a player may raise: before a card of his own, or before any card.",
    ),
)

(
    SCHLAG_MUST_HOLD,
    SCHLAG_COUNTS_AS_TRUMP,
    KRIT_LIFTS,
    MAX_STAKE,
    TARGET,
    AT_ANY_TIME,
) = range(len(OPTIONS))

PRESETS: dict[str, dict[str, Any]] = {"watten": {}}
