"""Deals of Bauernschnapsen on the engine and on its slow twin, and moves for rare things."""

from __future__ import annotations

import random
from typing import Any

import naive_bauernschnapsen as naive
from both import Both, field
from naive_bauernschnapsen import BETTLER, CLAIM, GANG, HERREN, KBAUER, RING
from naive_matches import BauernMatch
from naive_positions import pack_of, set_up
from naive_tricks import MARRIAGE, PASS, TRUMP, parse_cards
from relatives_engine import Engine

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import bauernschnapsen as game
from schnapsen_ai.games.bauernschnapsen.state import NORMAL

NAME = "bauernschnapsen"
CARDS = naive.CARDS
B1 = ["EA EX GA GX HA", "EK EO GK GO HK", "SA SX SK SO SU", "EU GU HX HO HU"]
E, G, H, S = range(TRUMP, TRUMP + 4)
MARRY_E = MARRIAGE
QUIET = [PASS] * 4
NO_DOUBLE = [PASS] * 2
NORMAL_GAME = (*QUIET, *NO_DOUBLE)
ENDINGS = {"sixty_six": "sixty-six", "last_trick": "last trick"}
PHASES = ("trump", "announce", "kontra", "play", "play")
FACTS = {
    "phase": (lambda state: PHASES[state.phase], lambda twin: twin.phase),
    "doublings": field("doublings", "k"),
    "contract": (
        lambda state: int(state.contract),
        lambda twin: NORMAL if twin.contract is None else twin.contract,
    ),
    # points of the teams with their marriages, as far as these count
    "eff": (
        lambda state: [
            int(state.points[team]) + (int(state.melds[team]) if state.tricks[team] else 0)
            for team in (0, 1)
        ],
        lambda twin: [twin.eff(team) for team in (0, 1)],
    ),
} | {name: field(name) for name in ("trump", "turned", "declarer", "points", "melds", "tricks")}


def engine(**options: Any) -> Engine:
    return Engine(game, NAME, **options)


def both(pack: list[int], **options: Any) -> Both:
    twin = naive.Deal(NAME, pack, **options)
    return Both(engine(**options).lay_out(pack), twin, FACTS, ENDINGS)


def fresh(hands: list[str] = B1, **options: Any) -> Both:
    return both(pack_of(hands, 3), **options)


def announced(*said: int, **options: Any) -> Both:
    """B1, trump E, these announcements."""
    return fresh(**options).play(E, *said)


def table(*hands: str, options: dict[str, Any] | None = None, **fields: Any) -> Both:
    """A position in the play, trump E; the normal game unless said otherwise."""
    deal = announced(*NORMAL_GAME, **(options or {}))
    twins = {"k" if name == "doublings" else name: value for name, value in fields.items()}
    if twins.get("contract") == NORMAL:
        twins["contract"] = None
    set_up(deal.twin, hands, **twins)
    state = deal.engine.state
    for name, value in fields.items():
        state[name] = value
    state.hand[:] = [set_of(hand) for hand in deal.twin.hands]
    state.played[0] = set_of(deal.twin.played)
    state.ruff = -1 if state.contract in (BETTLER, GANG) else state.trump
    if state.contract == BETTLER:
        state.idle = (state.declarer + 2) % 4
    deal.agree()
    return deal


def put(text: str, deal: Any) -> Any:
    return deal.play(*parse_cards(text))


def won(team: int, points: int) -> tuple[int, ...]:
    return tuple(points if seat % 2 == team else -points for seat in range(4))


def over(deal: Any, ending: str, team: int, points: int) -> None:
    assert (deal.to_move, deal.legal()) == (None, [])
    assert (deal.ending, deal.payoffs()) == (ending, won(team, points))


class Match:
    """A match on the engine and on its slow twin: whatever is asked, both must say the same."""

    def __init__(self, first_dealer: int = 3, scores: tuple[int, int] = (0, 0)) -> None:
        self.engine, self.twin = engine(), BauernMatch()
        game.begin_match(self.engine.match, self.engine.state, first_dealer)
        self.twin.dealer = first_dealer
        self.engine.match.score[:], self.twin.scores = scores, list(scores)

    @property
    def over(self) -> bool:
        assert bool(self.engine.match.over) == self.twin.over
        return self.twin.over

    def seats(self) -> tuple[int, ...]:
        """The player of each seat of the next deal."""
        assert tuple(self.engine.match.player.tolist()) == self.twin.seats()
        return self.twin.seats()

    def deal(self, pack: list[int]) -> Engine:
        own = [self.twin.scores[self.seats()[team] % 2] for team in range(2)]
        deal = self.engine.lay_out(pack)
        assert deal.field("score") == own
        return deal

    def book(self, deal: Engine) -> Match:
        """This deal is over, and the match goes on."""
        self.twin.record(deal.payoffs())
        game.next_deal(self.engine.match, deal.state)
        record = self.engine.match
        assert record.score.tolist() == self.twin.scores
        assert record.marks.tolist() == self.twin.bummerl
        return self


# --- random deals ---


def biased_pack(rng: random.Random) -> list[int]:
    """Often a hand of one suit, or the suits in long runs."""
    pack = list(CARDS)
    rng.shuffle(pack)
    kind = rng.random()
    if kind < 0.5:
        return pack
    if kind < 0.75:
        suit, seat = rng.randrange(4), rng.randrange(4)
        pack.sort(key=lambda card: card // 8 == suit)
        hands = [pack[5 * i : 5 * i + 5] for i in range(4)]
        hands[seat], hands[3] = hands[3], hands[seat]
    else:
        order = rng.sample(range(4), 4)
        pack.sort(key=lambda card: 8 * order[card // 8] + rng.random() * 20)
        hands = [pack[5 * i : 5 * i + 5] for i in range(4)]
        rng.shuffle(hands)
    for hand in hands:
        rng.shuffle(hand)
    return [c for hand in hands for c in hand[:3]] + [c for hand in hands for c in hand[3:]]


RARE = {*range(MARRIAGE, PASS), CLAIM, RING, HERREN}


def biased_move(legal: list[int], rng: random.Random, quiet: float) -> int:
    """Rare moves often; else a pass with this probability."""
    rare = [move for move in legal if move in RARE]
    if rare and rng.random() < 0.8:
        return rng.choice(rare)
    if KBAUER in legal and rng.random() < 0.4 * (1 - quiet):
        return KBAUER
    return PASS if PASS in legal and rng.random() < quiet else rng.choice(legal)
