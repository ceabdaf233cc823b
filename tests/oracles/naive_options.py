"""The options, presets and endings of Schnapsen and Sixty-Six, for the slow twin naive.py."""

from __future__ import annotations

ENDINGS = {
    "claim": "a true claim, nobody or the claimer had closed (A6.3, A6.4)",
    "auto_claim": "the same, made by claim=auto or final_claim=auto",
    "beaten_closer": "a true claim, said or automatic, by the closer's opponent (A6.2)",
    "false_claim": "a claim below 66 (A6.1)",
    "failed_close": "closed, and the cards ran out (A6.5)",
    "last_trick": "the cards ran out, 1 to the taker of the last trick (A6.6, B11)",
    "last_trick_scale": "the cards ran out, last_trick=scale (B15)",
    "ten_points": "the cards ran out, last_trick=ten_points, the higher total won (A8.6)",
    "draw": "the same with equal totals",
}

DEFAULTS: dict = {
    "exchange_requires_trick": False,
    "talon_min_exchange": 2,
    "exchange_when": "on_lead",
    "talon_min_close": 2,
    "close_before_first_trick": True,
    "close_before_draw": False,
    "opponent_exchange_on_close": "no",
    "marriage_requires_trick": False,
    "marriage_after_close": True,
    "marriage_lead": "either",
    "marriage_locks_turn": False,
    "marriage_counts": "with_trick",
    "marriage": "declared",
    "claim": "declared",
    "final_claim": "offer",
    "false_claim": "2_or_3",
    "closer_false_claim": "at_close",
    "close_scoring": "at_close",
    "failed_close": "2_or_3_at_close",
    "beaten_closer": "as_failed_close",
    "last_trick": "one_point",
    "schneider_at": 33,
    "flat": 0,
    "match_points": 7,
    "next_dealer": "alternate",
    "schneider_bummerl": False,
}

PRESETS: dict[str, dict] = {
    "schnapsen": DEFAULTS | {},
    "schnapsen_hard": DEFAULTS
    | {
        "talon_min_exchange": 4,
        "talon_min_close": 4,
        "exchange_requires_trick": True,
        "marriage_requires_trick": True,
        "marriage_lead": "king",
    },
    "snaps_bosnian": DEFAULTS
    | {"exchange_requires_trick": True, "exchange_when": "on_turn", "close_scoring": "at_end"},
    "playmore": DEFAULTS
    | {"flat": 1, "failed_close": "last_trick", "close_before_first_trick": False},
    "schnapsen_auto_claim": DEFAULTS
    | {"claim": "auto", "close_scoring": "at_end", "marriage_locks_turn": True},
    "vu": DEFAULTS
    | {
        "claim": "auto",
        "talon_min_close": "never",
        "marriage_lead": "king",
        "marriage_locks_turn": True,
        "marriage_counts": "next_trick",
    },
    "sixty_six": DEFAULTS
    | {
        "exchange_requires_trick": True,
        "marriage_after_close": False,
        "close_before_draw": True,
        "opponent_exchange_on_close": "auto",
        "false_claim": "flat2",
        "close_scoring": "at_end",
        "beaten_closer": "flat2",
        "last_trick": "ten_points",
        "next_dealer": "winner",
    },
}
