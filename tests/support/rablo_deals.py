"""Deals of Rabló on the engine and on its slow twin, and moves that make rare things happen."""

from __future__ import annotations

import random
from typing import Any

import naive_rablo
from both import Both, field
from naive_positions import pack_of, set_up
from naive_tricks import parse_card, parse_cards
from relatives_engine import Engine, lopsided_pack

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import rablo

CARDS = naive_rablo.CARDS
MARRY_E = 32
PASS, DOUBLE, ENOUGH, SHOW, SNAPSZER, DURI = range(36, 42)
PASSES = (PASS,) * 3
D1 = ["SA EK EO G9 GU GO", "SX EA GA GX GK H9", "SK EX HA HX HK HO", "SO SU S9 E9 EU HU"]
EX, EK, HA = (parse_card(text) for text in ("EX", "EK", "HA"))
RICH = (3000,) * 4
ENDINGS = {
    "passed_out": "passed out",
    "enough": "enough",
    "show": "show",
    "all_tricks": "all tricks",
    "opponent_trick": "opponent's trick",
}
PHASES = ("bid", "bid", "kontra", "play", "play")
FACTS = {
    "phase": (lambda state: PHASES[state.phase], lambda twin: twin.phase),
    "doublings": field("doublings", "k"),
    "team_points": (rablo.team_points, lambda twin: twin.team_points()),
    "sides": (
        lambda s: tuple(rablo.side(s, p) for p in range(4)) if rablo.sides_known(s) else None,
        lambda twin: twin.sides(),
    ),
} | {name: field(name) for name in ("caller", "partner", "level")}


def engine(**options: Any) -> Engine:
    return Engine(rablo, "rablo", **options)


def both(
    pack: list[int], money: tuple[int, ...] = RICH, pot: int = 0, **options: Any
) -> Both:
    """A pack dealt on both, with the money of the seats and the pot of a match."""
    deal = engine(**options)
    deal.match.score[:], deal.match.pot = money, pot
    known = {name: value for name, value in options.items() if name in naive_rablo.OPTIONS}
    twin = naive_rablo.Deal("rablo", pack, {"money": money, "pot": pot}, **known)
    return Both(deal.lay_out(pack), twin, FACTS, ENDINGS)


def fresh(money: tuple[int, ...] = RICH, pot: int = 0, **options: Any) -> Both:
    return both(pack_of(D1, 3), money, pot, **options)


def playing(kind: int, card: int, **options: Any) -> Both:
    """D1, seat 0 called, no kontra: seat 0 leads."""
    return fresh(**options).play(kind, card, *PASSES, *PASSES)


def put(text: str, deal: Any) -> Any:
    return deal.play(*parse_cards(text))


def booked(deal: Both) -> Any:
    """The engine's record of the match after the deal; both have the same pot."""
    rablo.next_deal(deal.engine.match, deal.engine.state)
    assert deal.engine.match.pot == deal.twin.pot
    return deal.engine.match


def following(trick: str, hand: str, trump: str, seat: int = 2) -> list[int]:
    """What a seat may follow with; seat 0 called, seat 2 is its partner."""
    deal, laid = engine().lay_out(pack_of(D1, 3)), parse_cards(trick)
    state, suit = deal.state, "EGHS".index(trump)
    state.hand[:] = 0
    state.hand[seat] = set_of(parse_cards(hand))
    state.trump, state.caller, state.partner, state.level = suit, 0, 2, 0
    state.phase, state.turn = rablo.LEAD, (seat - len(laid)) % 4
    seats = [(seat - len(laid) + i) % 4 for i in range(len(laid))]
    for card in laid:
        state.hand[state.turn] |= 1 << card
        rablo.play(state, card)
    position = {"phase": "play", "turn": seat, "trump": suit, "caller": 0, "partner": 2}
    twin = naive_rablo.Deal("rablo", pack_of(D1, 3))
    hands = [hand if p == seat else "" for p in range(4)]
    set_up(twin, hands, trick=laid, trick_seats=seats, **position)
    return Both(deal, twin, FACTS, ENDINGS).legal()


def leading(hand: str, unseen: str) -> list[int]:
    """What seat 0, who called the ten of trumps, may do; the unseen cards lie with the others."""
    words = unseen.split()
    hands = [hand, " ".join(words[::2]), " ".join(words[1::2]), ""]
    deal = engine().lay_out(pack_of(D1, 3))
    state = deal.state
    state.hand[:] = [set_of(parse_cards(held)) for held in hands]
    state.played[0] = set_of(CARDS) & ~set_of(parse_cards(f"{hand} {unseen}"))
    state.phase, state.trump, state.level, state.caller = rablo.LEAD, 0, 0, 0
    state.called, state.partner = EX, 2
    position = {"phase": "play", "trump": 0, "level": 0, "caller": 0, "partner": 2}
    twin = set_up(naive_rablo.Deal("rablo", pack_of(D1, 3)), hands, called=EX, **position)
    return Both(deal, twin, FACTS, ENDINGS).legal()


# --- random deals ---


def random_pack(rng: random.Random) -> list[int]:
    return lopsided_pack(CARDS, 4, 3, rng)


def play_like(deal: Engine, rng: random.Random) -> int:
    """A move that makes rare things happen: sure calls, doublings, long deals."""
    legal, phase, mood = deal.legal(), deal.field("phase"), temper(deal)
    hand = deal.hands()[deal.field("turn")]
    if phase == rablo.BID:
        strong = sum(c % 8 > 4 for c in hand) >= 5
        if rng.random() < (0.1 if strong else mood["pass"]):
            return PASS
        return rng.choice([*legal[1:], *legal[1:2] * 2])
    if phase == rablo.NAME:
        suits = [sum(c // 8 == s for c in hand) for s in range(4)]
        good = [c for c in legal if suits[c // 8] >= 3 and c % 8 >= 6]
        return rng.choice(good if good and rng.random() < 0.9 else legal)
    if phase == rablo.KONTRA:
        return legal[-1] if rng.random() < mood["double"] else PASS
    ends = [m for m in legal if m in (ENOUGH, SHOW)]
    if ends and rng.random() < mood["end"]:
        return ends[0]
    marriages = [m for m in legal if 32 <= m < 36]
    if marriages and rng.random() < 0.9:
        return rng.choice(marriages)
    cards = [m for m in legal if m < 32]
    high = [c for c in cards if c % 8 == 7 or c // 8 == deal.field("trump")]
    return rng.choice(high if phase == rablo.LEAD and high and rng.random() < 0.9 else cards)


def temper(deal: Engine) -> dict[str, float]:
    """One for each deal, from its pack."""
    pack = deal.field("pack")
    number = pack[0] + 3 * pack[7]
    return {
        "pass": (0.98, 0.6, 0.9)[number % 3],
        "double": (0.1, 0.5, 0.9)[number // 3 % 3],
        "end": (0.02, 0.9)[number % 2],
    }


