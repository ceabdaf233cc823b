"""The position notation of Schnapsen and Sixty-Six: a record to fields of text.

The fields are described in `schnapsen_ai.deal.notation`; `reader` is the way back.  Python only.
"""

from __future__ import annotations

from typing import Any

from ....base.arrays import UNKNOWN, Record
from ....card_text import card_text
from ....cards import SUITS, Seat, members, set_of
from ....tricks import beats
from ..match import match_points
from ..state import AFTER_TRICK, FINAL, FOLLOW, LEAD, OVER

PHASES = {"lead": LEAD, "follow": FOLLOW, "trick": AFTER_TRICK, "final": FINAL, "over": OVER}


def position_fields(state: Record) -> dict[str, str]:
    """The fields of a position, in order; hidden cards as ``?``."""
    fields = {
        "hands": "/".join(_hand(state, seat) for seat in range(2)),
        "talon": _talon(state),
        "up": _card(state.turn_up),
        "trump": SUITS[state.trump],
        "turn": str(state.turn),
    }
    if state.led >= 0:
        fields["led"] = card_text(int(state.led))
    for key in ("points", "tricks", "pending"):
        pair = getattr(state, key)
        if any(pair):
            fields[key] = f"{pair[0]}/{pair[1]}"
    if state.closer >= 0:
        fields["closed"] = f"{state.closer}:{state.close_points}/{state.close_tricks}"
    if state.must_lead:
        fields["pair"] = SUITS[members(int(state.must_lead))[0] >> 3]
    if state.phase not in (LEAD, FOLLOW):
        fields["phase"] = next(k for k, v in PHASES.items() if v == state.phase)
    past = _past(state)
    if past:
        fields["past"] = past
    elif _gone(state):
        fields["gone"] = _cards(_gone(state))
    for key, masks in (("holds", state.must_hold), ("lacks", state.cannot_hold)):
        if any(masks):
            fields[key] = f"{_cards(masks[0])}/{_cards(masks[1])}"
    needs = int(match_points(state))
    if (state.score[0], state.score[1]) != (needs, needs):
        fields["score"] = f"{state.score[0]}/{state.score[1]}"
    fields.update(_timing(state))
    if state.phase == OVER:
        fields["result"] = f"{state.winner}:{state.value}:{state.ending}"
    return fields


def _timing(state: Record) -> dict[str, str]:
    """What only the timing of hidden cards depends on."""
    fields = {}
    first = state.pack[6 if state.pack_size == 20 else 12]
    if first != UNKNOWN and first != state.turn_up:
        fields["first"] = card_text(int(first))
    if any(s >= 0 for s in state.swap_trick):
        fields["swapped"] = "/".join("-" if s < 0 else str(s) for s in state.swap_trick)
    if any(state.married):
        fields["married"] = f"{_cards(state.married[0])}/{_cards(state.married[1])}"
    if any(state.absent):
        fields["late"] = "/".join(
            ".".join(
                f"{card_text(c)}@{state.absent_trick[seat, c >> 3]}"
                for c in members(int(state.absent[seat]))
            )
            or "-"
            for seat in range(2)
        )
    return fields


def _cards(mask: Any) -> str:
    return "".join(card_text(c) for c in sorted(members(mask), key=lambda c: (c >> 3, -c))) or "-"


def _card(card: Any) -> str:
    return "-" if card < 0 else card_text(int(card))


def _hand(state: Record, seat: Seat) -> str:
    from ..knowledge import hand_size

    known = members(int(state.hand[seat]))
    hidden = "?" * (hand_size(state, seat) - len(known))
    return (_cards(state.hand[seat]).replace("-", "") + hidden) or "-"


def _talon(state: Record) -> str:
    if state.talon == 0:
        return "-"
    size = int(state.pack_size)
    places = state.pack[size + 1 - int(state.talon) : size]
    return "".join("?" if c == UNKNOWN else card_text(int(c)) for c in places) or "-"


def _rounds(state: Record) -> list[tuple[int, int]]:
    """Cards of the finished tricks; [] unless all are known."""
    done = int(state.tricks[0]) + int(state.tricks[1])
    rounds = [(int(state.trick_cards[0, t]), int(state.trick_cards[1, t])) for t in range(done)]
    return rounds if all(UNKNOWN not in r for r in rounds) else []


def _past(state: Record) -> str:
    rounds = _rounds(state)
    if rounds and not _winners_agree(state, rounds):
        return ""
    return ".".join(card_text(a) + card_text(b) for a, b in rounds)


def _winners_agree(state: Record, rounds: list[tuple[int, int]]) -> bool:
    """Whether the noted tricks are a real past (a position may have noted cards only)."""
    winners = winners_of(rounds, int(state.trump))
    return winners.count(1) == int(state.tricks[1]) and (
        set_of(i for i, w in enumerate(winners) if w) == int(state.takers)
    )


def winners_of(rounds: list[tuple[int, int]], trump: int) -> list[int]:
    """Who won each trick, cards of seat 0 first; seat 0 led to the first."""
    leader, winners = 0, []
    for cards in rounds:
        led, other = cards[leader], cards[1 - leader]
        leader = 1 - leader if beats(other, led, trump) else leader
        winners.append(leader)
    return winners


def _gone(state: Record) -> int:
    table = int(state.led)
    return set_of(int(c) for row in state.trick_cards for c in row if c not in (UNKNOWN, table))
