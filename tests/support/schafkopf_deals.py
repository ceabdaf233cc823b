"""Deals of Schafkopf on the engine and on its slow twin, and moves that make rare things happen."""

from __future__ import annotations

import random
from typing import Any

import naive_schafkopf as twin
import numpy as np
from both import Both, field
from four_seat_engine import Engine
from naive_four_seats import GERMAN_SUITS, cards, pack_with
from naive_schafkopf_cards import CALLS, DOUBLE, PASS, SOLO, class_of

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import schafkopf

PACKETS = (4, 4)
C1 = (
    "EO GO EU HA H9 EX E9 GK",
    "HO GU HX H8 EA GA SX S7",
    "SO HU HK H7 EK E8 G9 SA",
    "SU E7 GX G8 G7 SK S9 S8",
)
RUF = {GERMAN_SUITS[suit]: contract for contract, suit in CALLS.items()}
SOLOS = [SOLO + suit for suit in range(4)]
SOLO_E, SOLO_S = SOLO, SOLO + 3
NO_ACE = "EO HO E7"  # a declarer who may call the ace of E


def sides(state: Any) -> tuple[int, ...] | None:
    known = schafkopf.sides_known(state)
    return tuple(int(schafkopf.side(state, s)) for s in range(4)) if known else None


def run(state: Any) -> int:
    """Laufende of the deal."""
    dealt = [int(state["hand"][s] | state["played"][s]) for s in range(4)]
    own = [dealt[s] for s in range(4) if schafkopf.side(state, s) == 0]
    return int(schafkopf.laufende(state, np.int64(sum(own))))


def asked(state: Any) -> list[int]:
    """The seats that are still to be asked, the one to move first."""
    if state["phase"] == schafkopf.PLAYING:
        return []
    first = int(schafkopf.to_move(state))
    mask = int(state["asked"])
    return [s % 4 for s in range(first, first + 4) if s == first or mask >> s % 4 & 1]


FACTS = {
    "sides": (sides, lambda deal: deal.sides()),
    "laufende": (run, lambda deal: deal.laufende()),
    "asked": (asked, lambda deal: deal.asked),
    "doublings": (lambda state: int(state["doublings"]), lambda deal: len(deal.doublers)),
    "ran": (lambda state: bool(state["runner"] >= 0), lambda deal: deal.ran),
} | {name: field(name) for name in ("declarer", "contract", "leader")}


def dealt(*hands: str, **options: Any) -> Both:
    """Deal the cards written to seats 0, 1, ... and any others to fill the hands."""
    pack = pack_with(PACKETS, *hands)
    deal = twin.Deal("schafkopf", pack, **options)
    return Both(Engine(schafkopf, **options).deal(pack), deal, FACTS, {})


def contracted(contract: int, *hands: str, by: int = 0, **options: Any) -> Both:
    """Let one seat bid the contract and the others pass."""
    bids = [contract if seat == by else PASS for seat in range(4)]
    return dealt(*hands, **options).play(*bids)


def put(text: str, deal: Any) -> Any:
    """Play the cards written, passing in the doubling windows."""

    def asks() -> bool:
        return deal.to_move is not None and deal.legal()[-1] in (PASS, DOUBLE)

    for c in cards(text):
        while asks():
            deal.play(PASS)
        deal.play(c)
    while asks():
        deal.play(PASS)
    return deal


def choice(deal: Both, seat: int, hand: str, trick: str = "") -> list[int]:
    """Legal cards of a seat that holds just `hand`, after the cards of the trick."""
    laid = cards(trick)
    leader = (seat - len(laid)) % 4
    state = deal.engine.state
    state["phase"] = schafkopf.PLAYING
    state["turn"], state["leader"] = seat, leader
    state["on_table"] = len(laid)
    state["table"][: len(laid)] = laid
    state["hand"][seat] = set_of(cards(hand))
    deal.twin.trick, deal.twin.leader = laid, leader
    deal.twin.hands[seat] = sorted(cards(hand))
    deal.agree()
    return deal.legal()


def pays(deal: Both, points: int, tricks: int, doublings: int = 0) -> int:
    """Payoff of declarer seat 0 when his side has taken that many points and tricks."""
    state, theirs = deal.engine.state, deal.twin
    defender = theirs.sides().index(1)
    theirs.points, theirs.tricks = [0] * 4, [0] * 4
    theirs.points[0], theirs.points[defender] = points, 120 - points
    theirs.tricks[0], theirs.tricks[defender] = tricks, 8 - tricks
    theirs.doublers = [defender] * doublings
    theirs.finish()
    state["points"], state["tricks"] = theirs.points, theirs.tricks
    state["doublings"] = doublings
    schafkopf.finish(state)
    deal.agree()
    assert sum(deal.payoffs()) == 0
    return deal.payoffs()[0]


# --- random deals ---


def random_pack(rng: random.Random) -> list[int]:
    """Often one where a seat has a long suit with its ace, and another a card of it."""
    if rng.random() < 0.3:
        pack = list(range(32))
        rng.shuffle(pack)
        return pack
    suit = rng.choice((0, 1, 3))
    low = [8 * suit + rank for rank in (0, 1, 2, 5, 6)]
    rng.shuffle(low)
    n = rng.choice((2, 3, 3, 4, 4))
    hands: list[list[int]] = [[8 * suit + 7, *low[:n]], low[n : n + 1], [], []]
    rest = [c for c in range(32) if not any(c in hand for hand in hands)]
    rng.shuffle(rest)
    for hand in hands:
        while len(hand) < 8:
            hand.append(rest.pop())
        rng.shuffle(hand)
    rng.shuffle(hands)
    if rng.random() < 0.5:  # the long suit leads
        hands.sort(key=lambda hand: 8 * suit + 7 not in hand)
    return [hands[s][4 * k + i] for k in range(2) for s in range(4) for i in range(4)]


def likely_move(deal: twin.Deal, legal: list[int], rng: random.Random) -> int:
    """Random, but with more calls and doublings, and low leads of the called suit."""
    if deal.spoken < 4:
        calls = [m for m in legal if m in CALLS]
        # rather the suit that the pack was made for
        chance = rng.random()
        if calls and chance < 0.85:
            return max(calls, key=lambda m: (len_of(deal, CALLS[m]), rng.random()))
        return PASS if chance < 0.95 else rng.choice(legal)
    if DOUBLE in legal:
        return rng.choice(legal)
    suit = deal.called_suit()
    if not deal.trick and suit is not None and rng.random() < 0.75:
        leads = [m for m in legal if m < 32 and class_of(m, deal.contract) == suit and m % 8 < 7]
        if leads:
            return rng.choice(leads)
    return rng.choice(legal)


def len_of(deal: twin.Deal, suit: int) -> int:
    """How many plain cards of a suit the longest other hand has beside its ace."""
    longest = [[c for c in hand if c // 8 == suit and c % 8 not in (3, 4)] for hand in deal.hands]
    return max((len(h) for h in longest if 8 * suit + 7 in h), default=0)
