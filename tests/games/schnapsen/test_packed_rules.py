"""The house rules packed in one int say what the rules say, and no other file says it again."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from paths import ROOT

from schnapsen_ai.cards import bit, members
from schnapsen_ai.games import schnapsen as rules
from schnapsen_ai.games.schnapsen import packed_rules as packing
from schnapsen_ai.games.schnapsen import scoring
from schnapsen_ai.games.schnapsen.options import OPTIONS, PRESETS
from schnapsen_ai.games.schnapsen.rule_player import endgame_rules as endgame
from schnapsen_ai.games.schnapsen.rule_player.endgame_search import declared
from schnapsen_ai.games.schnapsen.rules import exchange_card, is_open, tricks_played
from schnapsen_ai.games.schnapsen.solver.suit_tables import inner
from schnapsen_ai.games.schnapsen.state import (
    AFTER_TRICK,
    CLAIM,
    CLOSE,
    EXCHANGE,
    FINAL,
    FOLLOW,
    LEAD,
    MARRIAGE,
    MATCH,
    MAX_PLIES,
    OVER,
    STATE,
)
from schnapsen_ai.games.shared.options import complete, encode

GAME = ROOT / "schnapsen_ai" / "games" / "schnapsen"
#: Where an option is defined and where it is applied; it may be read in two files beside these.
HOME = {"options.py", "rules.py", "play.py", "scoring.py"}


def test_a_house_rule_is_read_in_few_files() -> None:
    readers = defaultdict(set)
    for file in GAME.rglob("*.py"):
        for name in re.findall(r"options\[opt\.(\w+)\]|\bo\[opt\.(\w+)\]", file.read_text()):
            readers["".join(name)].add(file.relative_to(GAME).as_posix())
    assert len(readers) == len(OPTIONS)
    for option, files in readers.items():
        assert len(files - HOME) <= 2, (option, sorted(files - HOME))


def new_pool(name: str, options: dict[str, Any]) -> np.ndarray:
    pool = np.zeros(MAX_PLIES, STATE)
    pool["pack_size"] = 24 if name == "sixty_six" else 20
    pool["options"] = encode(OPTIONS, complete(OPTIONS, PRESETS[name], options))
    return pool


@pytest.mark.interpreted
def test_packed_rules_say_what_the_rules_say() -> None:
    rng = random.Random(7)
    words = np.array([7], np.uint64)
    seen: dict[str, int] = defaultdict(int)
    for _ in range(60):
        share = rng.choice((0.2, 0.5, 1.0))
        options = {o.name: rng.choice(list(o.values)) for o in OPTIONS if rng.random() < share}
        pool = new_pool(rng.choice(list(PRESETS)), options)
        match = np.zeros(1, MATCH)
        rules.begin_match(match[0], pool[0], 1)
        rules.deal(pool[0], words, match[0])
        while pool[0].phase != OVER:
            check(pool, seen)
            moves = members(int(rules.legal(pool[0])))
            quiet = [m for m in moves if m != CLAIM and (m != CLOSE or rng.random() < 0.1)]
            rules.play(pool[0], rng.choice(quiet or moves))
    assert min(seen[k] for k in ("exchange", "close", "marriage", "swap", "early", "final")) >= 3


def check(pool: np.ndarray, seen: dict[str, int]) -> None:
    state = pool[0]
    packed = int(packing.packed(state))
    legal = int(rules.legal(state))
    check_what_it_is_worth(pool, packed)
    if state.phase == FINAL:
        assert packed & packing.OFFERED
        seen["final"] += 1
    elif state.phase == LEAD and not state.must_lead:
        assert bool(legal >> CLAIM & 1) == bool(packed & packing.DECLARED and tricks_played(state))
        check_marriages(pool, packed, legal, seen)
    if is_open(state) and not state.must_lead:
        check_talon(pool, packed, legal, seen)


def check_talon(pool: np.ndarray, packed: int, legal: int, seen: dict[str, int]) -> None:
    """Exchanging and closing."""
    state = pool[0]
    seat, other = int(state.turn), 1 - int(state.turn)
    card = bit(exchange_card(state))
    assert inner(card, state.trump) == packing.exchange_card(packed)
    pairs = int(state.talon) // 2
    may = pairs >= packed >> packing.EXCHANGE_MIN & 7 and int(state.hand[seat]) & card != 0
    may = may and (state.tricks[seat] > 0 or not packed & packing.EXCHANGE_TRICK)
    may = may and state.phase != AFTER_TRICK
    may = may and (state.phase == LEAD or packed & packing.EXCHANGE_TURN != 0)
    assert bool(legal >> EXCHANGE & 1) == may
    seen["exchange"] += may
    may = pairs >= packed >> packing.CLOSE_MIN & 7 and state.phase != FOLLOW
    may = may and (tricks_played(state) > 0 or packed & packing.CLOSE_FIRST != 0)
    assert bool(legal >> CLOSE & 1) == may
    if state.phase == AFTER_TRICK:
        assert packed & packing.CLOSE_EARLY
        seen["early"] += 1
    if may:
        pool[1] = state
        rules.play(pool[1], CLOSE)
        swaps = packed & packing.SWAPS != 0 and int(state.hand[other]) & card != 0
        assert (pool[1].hand[other] != state.hand[other]) == swaps
        seen["close"] += 1
        seen["swap"] += swaps


def check_marriages(pool: np.ndarray, packed: int, legal: int, seen: dict[str, int]) -> None:
    """Once nobody draws: which leads declare, and whether that counts at once."""
    state = pool[0]
    if is_open(state):
        return
    seat = int(state.turn)
    hand, trump = int(state.hand[seat]), int(state.trump)
    info = endgame.half_info(state, seat)
    waits = state.tricks[seat] == 0 or packed & packing.WAITS != 0
    leads = {c: int(declared(hand, c, trump, info, packed)) for c in members(hand)}
    before = state.points[seat], state.pending[seat]
    announced = set()
    for suit in range(4):
        if legal >> MARRIAGE + suit & 1:
            pool[1] = state
            rules.play(pool[1], MARRIAGE + suit)
            announced |= set(members(int(pool[1].must_lead)))
            value = leads[8 * suit + 5]
            gained = (0, value) if waits else (value, 0)
            assert (pool[1].points[seat] - before[0], pool[1].pending[seat] - before[1]) == gained
    if packed & packing.BY_LEAD or not packed & packing.DECLARED:
        for card in members(hand):  # marriage=auto may be on: a lead then declares by itself
            pool[1] = state
            rules.play(pool[1], card)
            if pool[1].points[seat] + pool[1].pending[seat] != sum(before):
                announced.add(card)
    assert announced == {c for c, value in leads.items() if value}
    seen["marriage"] += bool(announced)


def check_what_it_is_worth(pool: np.ndarray, packed: int) -> None:
    """Claims, false claims and the end of the cards, in `scoring` and in `endgame_rules`."""
    state = pool[0]
    seat, other = int(state.turn), 1 - int(state.turn)
    line = int(packing.line_of(packed))
    assert scoring.scale(state, line - 1, 1) == 2 and scoring.scale(state, line, 1) == 1
    terms = packing.with_close(packed, state)
    mine, theirs = endgame.half_info(state, seat), endgame.half_info(state, other)
    points, others = int(state.points[seat]), int(state.points[other])
    flat = packed & packing.FLAT
    worth = 1 if flat else scoring.claim_value(state, seat)
    assert endgame.claim_worth(terms, others, mine, theirs) == worth
    cost = 1 if flat else scoring.false_claim_value(state, seat)
    assert endgame.false_claim_cost(terms, others, mine, theirs) == cost
    if state.tricks[seat]:  # who took the last trick has one
        pool[1] = state
        scoring.run_out(pool[1])
        value = rules.payoff(pool[1], seat)
        assert endgame.run_out(terms, points, others, mine, theirs) == value
