"""The house rules of Schnapsen and Sixty-Six as data, and the presets made of them.

Each option's place in `OPTIONS` is its index in the state's field ``options``; the constants
below name those indices.  What an option does is decided in `rules`.
"""

from __future__ import annotations

from typing import Any

from ..shared.options import Option, yes_no


def _choice(name: str, *values: Any, sentence: str) -> Option:
    return Option(name, {v: i for i, v in enumerate(values)}, sentence)


OPTIONS = (
    yes_no("exchange_requires_trick", "The exchange needs a trick of one's own."),
    Option(
        "talon_min_exchange",
        {2: 2, 4: 4},
        "Fewest talon cards, the turn-up included, with which the exchange is allowed.",
    ),
    _choice(
        "exchange_when",
        "on_lead",
        "on_turn",
        sentence="on_turn also allows the exchange before following, while the talon is open.",
    ),
    Option(
        "talon_min_close",
        {2: 2, 4: 4, "never": 99},
        "Fewest talon cards with which closing is allowed; never removes the move.",
    ),
    yes_no("close_before_first_trick", "Forehand may close before the first trick.", True),
    yes_no("close_before_draw", "The winner of a trick may close before drawing."),
    _choice(
        "opponent_exchange_on_close",
        "no",
        "auto",
        sentence="At the close the opponent's exchange card is swapped for the turn-up; "
        "the swap or its absence is public.",
    ),
    yes_no("marriage_requires_trick", "A marriage needs a trick of one's own."),
    yes_no(
        "marriage_after_close",
        "Marriages are allowed once the talon is closed or gone.",
        True,
    ),
    _choice(
        "marriage_lead", "either", "king", sentence="Which card of the pair must be led."
    ),
    yes_no(
        "marriage_locks_turn",
        "After a marriage only the pair (or a claim) may follow: no exchange, no close.",
    ),
    _choice(
        "marriage_counts",
        "with_trick",
        "next_trick",
        sentence="with_trick: at once if the declarer has a trick, else pending; "
        "next_trick: always pending until his next won trick.",
    ),
    _choice(
        "marriage",
        "declared",
        "auto",
        sentence="auto: leading king or queen while holding the other declares it; "
        "there is no marriage move.",
    ),
    _choice(
        "claim",
        "declared",
        "auto",
        sentence="auto: the side that reaches 66 by a trick or a counted marriage wins at once; "
        "there is no claim.",
    ),
    _choice(
        "final_claim",
        "offer",
        "auto",
        "none",
        sentence="After the very last trick its winner may claim or end, claims automatically "
        "when true, or may not claim.",
    ),
    _choice(
        "false_claim",
        "2_or_3",
        "flat2",
        "mirror",
        sentence="What a false claim gives the other: 2, or 3 if he has no trick; always 2; "
        "or the usual scale on his points and tricks.",
    ),
    _choice(
        "closer_false_claim",
        "at_close",
        "current",
        sentence="Under 2_or_3, whether a closer's false claim reads the other's tricks at the "
        "close or now.",
    ),
    _choice(
        "close_scoring",
        "at_close",
        "at_end",
        sentence="A successful closer is scored on the other's points and tricks at the close, "
        "or at the claim.",
    ),
    _choice(
        "failed_close",
        "2_or_3_at_close",
        "always3",
        "last_trick",
        sentence="A closed deal that runs out: 2, or 3 if the other had no trick at the close; "
        "always 3; or 1 to the taker of the last trick, closer or not.",
    ),
    _choice(
        "beaten_closer",
        "as_failed_close",
        "flat2",
        sentence="What the closer's opponent wins by a true claim.",
    ),
    _choice(
        "last_trick",
        "one_point",
        "scale",
        "ten_points",
        sentence="An unclosed deal that runs out: the last trick wins 1; wins on the scale; "
        "or adds 10 card points and the higher total wins on the scale, equal totals draw.",
    ),
    Option(
        "schneider_at",
        {33: 33, 30: 30},
        "Points below which the loser is Schneider, in every scale.",
    ),
    Option("flat", {0: 0, 1: 1}, "1: every won deal is worth 1 game point."),
    Option("match_points", {7: 7, 9: 9, 11: 11}, "Game points of a match."),
    _choice(
        "next_dealer",
        "alternate",
        "winner",
        sentence="Who deals next (after a draw the same dealer).",
    ),
    yes_no("schneider_bummerl", "A match lost without a game point counts two Bummerl."),
)

(
    EXCHANGE_REQUIRES_TRICK,
    TALON_MIN_EXCHANGE,
    EXCHANGE_ON_TURN,
    TALON_MIN_CLOSE,
    CLOSE_BEFORE_FIRST_TRICK,
    CLOSE_BEFORE_DRAW,
    SWAP_ON_CLOSE,
    MARRIAGE_REQUIRES_TRICK,
    MARRIAGE_AFTER_CLOSE,
    KING_LEADS,
    MARRIAGE_LOCKS_TURN,
    COUNTS_NEXT_TRICK,
    MARRIAGE_AUTO,
    CLAIM_AUTO,
    FINAL_CLAIM,
    FALSE_CLAIM,
    CLOSER_FALSE_CLAIM_NOW,
    CLOSE_SCORED_AT_END,
    FAILED_CLOSE,
    BEATEN_CLOSER_FLAT,
    LAST_TRICK,
    SCHNEIDER_AT,
    FLAT,
    MATCH_POINTS,
    WINNER_DEALS,
    SCHNEIDER_BUMMERL,
) = range(len(OPTIONS))

# Values of the options with more than two.
OFFER, FINAL_AUTO, FINAL_NONE = range(3)
TWO_OR_THREE, FLAT_TWO, MIRROR = range(3)
AT_CLOSE, ALWAYS_3, TO_LAST_TRICK = range(3)
ONE_POINT, ON_SCALE, TEN_POINTS = range(3)

_SIXTY_SIX = {
    "exchange_requires_trick": True,
    "marriage_after_close": False,
    "close_before_draw": True,
    "opponent_exchange_on_close": "auto",
    "false_claim": "flat2",
    "close_scoring": "at_end",
    "beaten_closer": "flat2",
    "last_trick": "ten_points",
    "next_dealer": "winner",
}

PRESETS: dict[str, dict[str, Any]] = {
    "schnapsen": {},
    "schnapsen_hard": {
        "talon_min_exchange": 4,
        "talon_min_close": 4,
        "exchange_requires_trick": True,
        "marriage_requires_trick": True,
        "marriage_lead": "king",
    },
    "snaps_bosnian": {
        "exchange_requires_trick": True,
        "exchange_when": "on_turn",
        "close_scoring": "at_end",
    },
    "playmore": {"flat": 1, "failed_close": "last_trick", "close_before_first_trick": False},
    "schnapsen_auto_claim": {
        "claim": "auto",
        "close_scoring": "at_end",
        "marriage_locks_turn": True,
    },
    "vu": {
        "claim": "auto",
        "talon_min_close": "never",
        "marriage_lead": "king",
        "marriage_locks_turn": True,
        "marriage_counts": "next_trick",
    },
    "sixty_six": _SIXTY_SIX,
}
