"""Deals of Watten on the engine and on its slow twin, and moves that make rare things happen."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import naive_watten as twin
from both import Both, field
from four_seat_engine import Engine, biased_move, members
from naive_four_seats import GERMAN_RANKS, GERMAN_SUITS, cards, pack_with
from naive_watten import FOLD, RAISE, SCHLAG, SEE, TRUMP

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import watten

PACKETS = (3, 2)
ENDINGS = {"tricks": "three tricks", "fold": "folded"}
FACTS = {
    "hands": (
        lambda state: [members(hand) for hand in state["hand"].tolist()],
        lambda deal: deal.hands,
    ),
    "best_seat": (
        lambda state: int(state["best_seat"]),
        lambda deal: (deal.leader + deal.winning_index()) % 4,
    ),
    "hauptschlag": (
        lambda state: None if state["main"] < 0 else int(state["main"]),
        lambda deal: deal.hauptschlag(),
    ),
} | {name: field(name) for name in ("stake", "tricks", "leader")}


def engine(*hands: str, scores: tuple[int, int] = (0, 0), **options: Any) -> Engine:
    """Deal the cards written to seats 0, 1, ... and any others to fill the hands."""
    deal = Engine(watten, **options)
    deal.match["score"][0] = scores
    return deal.deal(pack_with(PACKETS, *hands))


def dealt(*hands: str, scores: tuple[int, int] = (0, 0), **options: Any) -> Both:
    """The same on both."""
    theirs = twin.Deal("watten", pack_with(PACKETS, *hands), {"scores": scores}, **options)
    return Both(engine(*hands, scores=scores, **options), theirs, FACTS, ENDINGS)


def named(deal: Any, schlag: str, trump: str) -> Any:
    """Let seat 0 name the Schlag and the dealer the trump."""
    return deal.play(SCHLAG + GERMAN_RANKS.index(schlag), TRUMP + GERMAN_SUITS.index(trump))


def put(text: str, deal: Any) -> Any:
    return deal.play(*cards(text))


def only(deal: Both, seat: int, text: str) -> None:
    """Leave a seat just these cards (positions that a pack and moves would hide)."""
    deal.engine.state["hand"][seat] = set_of(cards(text))
    deal.twin.hands[seat] = sorted(cards(text))


def winner(schlag: str, trump: str, trick: str) -> int:
    """Place of the winning card of a trick led by seat 0."""
    words = trick.split()
    deal = named(dealt(*words), schlag, trump)
    for seat, word in enumerate(words):
        only(deal, seat, word)
    put(trick, deal)
    return deal.leader if len(words) == 4 else deal.best_seat


def may_follow(deal: Both, hand: str) -> list[int]:
    """Cards that the seat to move may play, were this its hand."""
    only(deal, deal.to_move or 0, hand)
    deal.agree()
    return [move for move in deal.legal() if move < RAISE]


# --- random deals ---


def random_pack(rng: random.Random) -> list[int]:
    """Often one where seat 0 holds a whole rank but one, so that Hauptschläge open the deal."""
    pack = list(range(32))
    rng.shuffle(pack)
    if rng.random() < 0.5:
        rank = rng.randrange(8)
        for place, suit in enumerate(rng.sample(range(4), 3)):
            at = pack.index(8 * suit + rank)
            pack[place], pack[at] = pack[at], pack[place]
    return pack


def likely_move(deal: twin.Deal, legal: list[int], rng: random.Random) -> int:
    """Random, but often a rank held most, its suit, the Hauptschlag led, and little folding."""
    if deal.schlag is None and rng.random() < 0.7:
        ranks = Counter(c % 8 for c in deal.hands[0])
        return max(legal, key=lambda m: (ranks[m - SCHLAG], rng.random()))
    if deal.trump is None and rng.random() < 0.7:
        suits = [c // 8 for c in deal.hands[0] if c % 8 == deal.schlag]
        if suits:
            return TRUMP + rng.choice(suits)
    if FOLD in legal:
        return FOLD if rng.random() < 0.1 else SEE
    if deal.trump is not None and deal.hauptschlag() in legal and rng.random() < 0.7:
        return deal.hauptschlag()
    return biased_move(legal, rng, (RAISE,), 0.2)
