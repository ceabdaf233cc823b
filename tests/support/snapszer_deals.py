"""Deals of Snapszer on the engine and on its slow twin, and moves that make rare things happen."""

from __future__ import annotations

import random
from typing import Any

import naive_snapszer
import pytest
from both import Both, field
from naive_matches import SnapszerMatch
from naive_positions import set_up
from naive_tricks import parse_cards
from relatives_engine import Engine, lopsided_pack

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import snapszer

CARDS = naive_snapszer.CARDS
PASS, DOUBLE, ENOUGH, SHOW, NORMAL, SNAPSZER, DURI, FOLD = range(36, 44)
TRUMP_E = 44
MARRY_E = 32
BOTH_SIZES = pytest.mark.parametrize("seats", [2, 3])
ENDINGS = {
    "fold": "fold",
    "enough": "enough",
    "show": "show",
    "kept_silent": "kept silent",
    "last_trick": "last trick",
    "all_tricks": "all tricks",
    "opponent_trick": "opponent's trick",
}
PHASES = ("trump", "contract", "kontra", "play", "play")
FACTS = {
    "phase": (lambda state: PHASES[state.phase], lambda twin: twin.phase),
    "doublings": field("doublings", "k"),
    "effective": (
        lambda state: [int(snapszer.effective(state, side)) for side in (0, 1)],
        lambda twin: [twin.eff(side) for side in (0, 1)],
    ),
    # the points behind the payoffs, whatever the utility
    "gained": (
        lambda state: tuple(
            int(state.value) * (int(state.winners) >> p & 1) for p in range(state.n_seats)
        ),
        lambda twin: twin.gained,
    ),
} | {name: field(name) for name in ("points", "melds", "tricks", "declared", "contract")}


def engine(seats: int, **options: Any) -> Engine:
    return Engine(snapszer, f"snapszer{seats}", **options)


def both(seats: int, pack: list[int], **options: Any) -> Both:
    twin = naive_snapszer.Deal(f"snapszer{seats}", pack, **options)
    return Both(engine(seats, **options).lay_out(pack), twin, FACTS, ENDINGS)


def dealt(seats: int, first_four: str = "EA EX EK EO", **options: Any) -> Both:
    """Seat 0 gets these four cards first, the rest is in order."""
    first = parse_cards(first_four)
    return both(seats, first + [c for c in CARDS if c not in first], **options)


def table(*hands: str, options: dict[str, Any] | None = None, **fields: Any) -> Both:
    """A position in the play, trump E, a normal game, as many seats as hands."""
    deal = dealt(len(hands), **(options or {}))
    twins = {"k" if name == "doublings" else name: value for name, value in fields.items()}
    set_up(deal.twin, hands, **{"phase": "play", "contract": NORMAL, "trump": 0, **twins})
    state = deal.engine.state
    state.hand[: len(hands)] = [set_of(hand) for hand in deal.twin.hands]
    state.played[0] = set_of(deal.twin.played)
    state.phase, state.contract, state.trump = snapszer.LEAD, NORMAL, 0
    for name, value in fields.items():
        state[name] = value
    deal.agree()
    return deal


def put(text: str, deal: Any) -> Any:
    return deal.play(*parse_cards(text))


class Match:
    """A match on the engine and on its slow twin: whatever is asked, both must say the same."""

    def __init__(self, seats: int, **options: Any) -> None:
        self.engine = engine(seats, **options)
        self.twin = SnapszerMatch(f"snapszer{seats}", **options)

    @property
    def over(self) -> bool:
        assert bool(self.engine.match.over) == self.twin.over
        return self.twin.over

    @property
    def left(self) -> list[int]:
        """What each player still needs."""
        assert self.engine.match.score.tolist()[: len(self.twin.left)] == self.twin.left
        return self.twin.left

    def seats(self) -> tuple[int, ...]:
        """The player of each seat of the next deal."""
        playing, record = self.twin.seats(), self.engine.match
        assert record.seats_in_play == len(playing)
        assert tuple(record.player[: len(playing)]) == playing
        return playing

    def deal(self, pack: list[int]) -> Engine:
        playing, deal = self.seats(), self.engine.lay_out(pack)
        assert deal.n == len(playing)
        assert deal.field("score")[: deal.n] == [self.twin.left[p] for p in playing]
        return deal

    def book(self, deal: Engine) -> Match:
        """This deal is over, and the match goes on."""
        self.twin.record(deal.payoffs())
        snapszer.next_deal(self.engine.match, deal.state)
        assert self.engine.match.marks.tolist()[: len(self.twin.marks)] == self.twin.marks
        return self


# --- random deals ---


def random_pack(seats: int, rng: random.Random) -> list[int]:
    return lopsided_pack(CARDS, seats, 4, rng)


def play_like(deal: Engine, rng: random.Random) -> int:
    """A move that makes rare things happen: likely contracts, doublings, long deals."""
    legal, phase, mood = deal.legal(), deal.field("phase"), temper(deal)
    hand = deal.hands()[deal.field("turn")]
    if phase == snapszer.TRUMP_CHOICE:
        longest = max(range(4), key=lambda s: sum(c // 8 == s for c in hand))
        return TRUMP_E + (longest if rng.random() < 0.8 else rng.randrange(4))
    if phase == snapszer.CONTRACT:
        return rng.choice([NORMAL] * 6 + [SNAPSZER, SNAPSZER, DURI, FOLD])
    if phase == snapszer.KONTRA:
        return DOUBLE if rng.random() < mood["double"] else PASS
    ends = [m for m in legal if m in (ENOUGH, SHOW)]
    if ends and rng.random() < mood["end"]:
        return rng.choice(ends)
    marriages = [m for m in legal if 32 <= m < 36]
    if marriages and rng.random() < 0.5:
        return rng.choice(marriages)
    cards = [m for m in legal if m < 32]
    high = [c for c in cards if c % 8 == 7 or c // 8 == deal.field("trump")]
    return rng.choice(high if phase == snapszer.LEAD and high and rng.random() < 0.7 else cards)


def temper(deal: Engine) -> dict[str, float]:
    """One for each deal, from its pack."""
    pack = deal.field("pack")
    return {
        "double": (0.1, 0.3, 0.9)[(pack[0] + pack[9]) % 3],
        "end": (0.0, 0.1, 0.9)[(pack[1] + pack[4]) % 3],
    }
