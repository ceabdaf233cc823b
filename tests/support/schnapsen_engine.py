"""What the tests of the compiled Schnapsen share: the engine beside its slow twin `naive.Deal`."""

from __future__ import annotations

import random
import zlib
from typing import Any

import numpy as np
from naive import PRESETS, Deal, after, full_pack
from naive_deal import VALUES

import schnapsen_ai as sa
from schnapsen_ai.cards import RANKS, SUITS, set_of
from schnapsen_ai.games.schnapsen.options import OPTIONS
from schnapsen_ai.games.schnapsen.state import ENDINGS

OPTION_VALUES = {option.name: tuple(option.values) for option in OPTIONS}
MARRIAGE, EXCHANGE, CLOSE, CLAIM = 32, 36, 37, 38

# What a deal may be steered towards: an ending of the engine, or nothing.
GOALS = (None, *(e for e in ENDINGS if e not in ("not over", "resigned")))


def text_of(pack: list[int]) -> str:
    return " ".join(RANKS[card % 8] + SUITS[card // 8] for card in pack)


def random_options(rng: random.Random) -> dict[str, Any]:
    """Options drawn at random: few of them, half, or all."""
    share = rng.choice((0.15, 0.5, 1.0))
    return {
        name: rng.choice(values) for name, values in OPTION_VALUES.items() if rng.random() < share
    }


def deal_both(rng: random.Random, name: str, options: dict[str, Any]) -> tuple[sa.State, Deal]:
    """The same random pack on the engine and on the twin."""
    pack = rng.sample(full_pack(name), len(full_pack(name)))
    state = sa.load(name, **options).deal(pack=text_of(pack))
    return state, Deal(name, pack, **options)


# ---- what must be the same


COMPARED = ("hand", "points", "pending", "tricks", "talon", "turn_up", "trump", "led", "must_lead")
COMPARED += ("closer", "close_points", "close_tricks", "pack", "pack_size")


def engine_facts(state: sa.State) -> dict[str, Any]:
    record = state._pool[0]
    r = {name: record[name].tolist() for name in COMPARED}
    pair, left, size = r["must_lead"], r["talon"], r["pack_size"]
    closed = (r["closer"], r["close_points"], r["close_tricks"])
    return {
        "to_move": state.to_move,
        "legal": state.legal_moves(),
        "hands": r["hand"],
        "points": r["points"],
        "pending": r["pending"],
        "tricks": r["tricks"],
        "talon_left": left,
        "turn_up": r["turn_up"],
        "trump": r["trump"],
        "led": r["led"],
        "must_lead": (pair.bit_length() - 1) // 8 if pair else None,
        "closed": closed if r["closer"] >= 0 else None,
        "talon": r["pack"][size + 1 - left : size] if left else [],
    }


def twin_facts(deal: Deal) -> dict[str, Any]:
    return {
        "to_move": deal.to_move,
        "legal": deal.legal(),
        "hands": [set_of(hand) for hand in deal.hands],
        "points": deal.points,
        "pending": deal.pending,
        "tricks": deal.tricks,
        "talon_left": deal.talon_left,
        "turn_up": -1 if deal.turn_up is None else deal.turn_up,
        "trump": deal.trump,
        "led": -1 if deal.led is None else deal.led,
        "must_lead": deal.must_lead,
        "closed": None if deal.closed_by is None else (deal.closed_by, *deal.at_close),
        "talon": deal.talon,
    }


def twin_ending(deal: Deal) -> str:
    """The twin's way of ending by the engine's name."""
    if deal.ending == "false_claim":
        return "false claim"
    if deal.ending == "beaten_closer":
        return "claim against the closer"
    if deal.ending in ("claim", "auto_claim"):
        return "claim" if deal.closed_by is None else "claim by the closer"
    if deal.ending == "draw":
        return "drawn"
    return "last trick" if deal.closed_by is None else "failed close"


def reachable(options: dict[str, Any], goal: str | None) -> bool:
    """Whether a deal under these options (all of them given) can end so."""
    if goal == "false claim":
        return options["claim"] == "declared"
    if goal == "drawn":
        return options["last_trick"] == "ten_points"
    closed = goal in ("claim by the closer", "claim against the closer", "failed close")
    return not (closed and options["talon_min_close"] == "never")


# ---- biased play, so that rare things happen


class Player:
    """Chooses moves of one deal for both seats, steered towards a goal."""

    def __init__(self, rng: random.Random, goal: str | None) -> None:
        self.rng = rng
        self.goal = goal
        self.plan: list[int] = []
        self.searched = False
        self.strong = rng.randrange(2)  # plays high cards, the other low ones
        self.skill = 1 if goal in ("drawn", "last trick") else rng.choice((1.5, 3, 5))
        self.weights = {EXCHANGE: rng.choice((0, 0.5, 4)), CLOSE: rng.choice((0.1, 0.5))}
        self.marriage = rng.choice((1, 8))

    def choose(self, deal: Deal) -> int:
        few = 5 if self.goal == "drawn" else 3 if self.goal == "claim against the closer" else 0
        if not self.searched and not deal.is_open and len(deal.hands[0]) <= few:
            self.searched = True
            self.plan = line_to(deal, self.goal) or []
        if self.plan:
            return self.plan.pop(0)
        moves = deal.legal()
        weights = [self.weight(deal, move) for move in moves]
        if not any(weights):
            return self.rng.choice(moves)
        return self.rng.choices(moves, weights)[0]

    def weight(self, deal: Deal, move: int) -> float:
        if self.goal is None:
            return 1
        if move == CLAIM:
            return self._claims(deal)
        if move == CLOSE:
            return self._closes(deal)
        if move < 32:
            return self.skill ** -(7 - move % 8 if self._plays_high(deal) else move % 8 - 2)
        return self.marriage if move < EXCHANGE else self.weights.get(move, 1)

    def _plays_high(self, deal: Deal) -> bool:
        high = self.strong == deal.turn
        lets_close = self.goal == "claim against the closer" and deal.points[self.strong] > 22
        return high != (lets_close and deal.is_open)

    def _closes(self, deal: Deal) -> float:
        """Whoever is to win as or against the closer should be on the way there."""
        closer = {"claim by the closer": self.strong, "claim against the closer": 1 - self.strong}
        if self.goal in closer:
            enough = 32 if self.goal == "claim by the closer" else 22
            return 4 if closer[self.goal] == deal.turn and deal.points[self.strong] > enough else 0
        return self.weights[CLOSE] if self.goal in ("failed close", "false claim") else 0

    def _claims(self, deal: Deal) -> float:
        if deal.points[deal.turn] < 66:
            return 0.1 if self.goal == "false claim" else 0
        closer = {"claim": None, "claim by the closer": deal.turn}
        closer["claim against the closer"] = 1 - deal.turn
        return 50 if self.goal in closer and closer[self.goal] == deal.closed_by else 0


def line_to(deal: Deal, goal: str, budget: Any = None) -> list[int] | None:
    """Moves that end a deal of few cards so, None if a short search finds none."""
    budget = iter(range(400)) if budget is None else budget
    if deal.ending:
        return [] if twin_ending(deal) == goal else None
    if goal == "drawn" and not _may_draw(deal):
        return None
    for move in reversed(deal.legal()):
        if next(budget, None) is None:
            return None
        line = line_to(after(deal, move), goal, budget)
        if line is not None:
            return [move, *line]
    return None


def _may_draw(deal: Deal) -> bool:
    """Whether equal totals are possible; to be told only where no marriage can come."""
    if deal.closed_by is not None:
        return False
    cards = deal.hands[0] + deal.hands[1] + ([] if deal.led is None else [deal.led])
    total = sum(deal.points) + sum(deal.pending) + sum(VALUES[card % 8] for card in cards) + 10
    if deal.options["marriage_after_close"] or deal.final_window:
        return True
    return 2 * max(deal.points) <= total and total % 2 == 0


# ---- transcripts: the compiled and the interpreted engine must print the same


def transcript(name: str, seed: int) -> str:
    """One random deal: its moves, menus and result, and a checksum of what each seat sees."""
    rng = random.Random(f"{name} {seed}")
    options = random_options(rng) if seed % 2 else {}
    pack = rng.sample(full_pack(name), len(full_pack(name)))
    state = sa.load(name, **options).deal(pack=text_of(pack))
    menus, sums = [], 0
    while not state.is_over:
        moves = state.legal_moves()
        menus.append(",".join(map(str, moves)))
        long = [m for m in moves if m != CLAIM or rng.random() < 0.2]
        if rng.random() < 0.1:
            sums = _look(state, rng.randrange(2), rng.randrange(1000), sums)
        state.play(rng.choice(long or moves))
    return f"{name} {seed} {state.history} {menus} {state.payoffs()} {state.ending} {sums:08x}"


def _look(state: sa.State, seat: int, word: int, sums: int) -> int:
    view = state.view(seat)
    world = view.redeal(np.random.default_rng(word))
    numbers = str(view._numbers).encode()
    for data in (view._record.tobytes(), numbers, view.observation().tobytes()):
        sums = zlib.crc32(data, sums)
    return zlib.crc32(world._pool.tobytes(), sums)


def transcripts(deals: int) -> list[str]:
    return [transcript(name, seed) for name in PRESETS for seed in range(deals)]
