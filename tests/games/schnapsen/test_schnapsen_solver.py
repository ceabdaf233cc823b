"""The exact solver of Schnapsen and Sixty-Six against independent answers.

Whole deals against the values of another program; positions of every preset and of random house
rules against a plain minimax over the rules, and a few against the slow twin as well.  Counters
make sure that closed deals, claims that were put off and waiting marriages are among them.
"""

from __future__ import annotations

import random
from typing import Any

import naive
import numba
import numpy as np
import pytest
from paths import GOLDEN
from processes import printed_by

from schnapsen_ai.card_text import parse_card
from schnapsen_ai.cards import below, count, lowest, members, pick
from schnapsen_ai.games import schnapsen as rules
from schnapsen_ai.games.schnapsen.options import OPTIONS, PRESETS
from schnapsen_ai.games.schnapsen.packed_rules import PLAIN, packed
from schnapsen_ai.games.schnapsen.solver import exact
from schnapsen_ai.games.schnapsen.solver.open_table import NODES, STAMP
from schnapsen_ai.games.schnapsen.state import CLAIM, CLOSE, MATCH, MAX_PLIES, OVER, STATE
from schnapsen_ai.games.shared.options import complete, encode

_CLAIM, _CLOSE = 1 << CLAIM, 1 << CLOSE

# Counters of `compare`.
CLOSED, OPEN, PENDING, UNCLAIMED, DECLARED, FULL_HANDS, LONG_TALON, CLOSERS_TO_LEAD = range(8)


def new_pool(name: str, options: dict[str, Any] | None = None) -> np.ndarray:
    pool = np.zeros(MAX_PLIES + 4, STATE)
    pool["pack_size"] = 24 if name == "sixty_six" else 20
    pool["options"] = encode(OPTIONS, complete(OPTIONS, PRESETS[name], options or {}))
    return pool


def new_match(pool: np.ndarray) -> np.ndarray:
    match = np.zeros(1, MATCH)
    rules.begin_match(match[0], pool[0], 1)
    return match


def new_work() -> tuple[np.ndarray, np.ndarray]:
    return np.zeros(MAX_PLIES + 4, STATE), np.zeros(exact.EXACT_WORDS, np.uint64)


# --- the independent answer ---


@numba.njit
def minimax(pool: Any, ply: int, low: int, high: int) -> int:
    """The payoff of seat 0 of ``pool[ply]``, by alpha-beta over the rules and nothing else."""
    state = pool[ply]
    if rules.is_over(state):
        return np.int64(rules.payoff(state, 0))
    moves = np.int64(rules.legal(state))
    mine = state.turn == 0
    best = np.int64(-9 if mine else 9)
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        pool[ply + 1] = pool[ply]
        rules.play(pool[ply + 1], move)
        value = minimax(pool, ply + np.int64(1), low, high)
        if mine:
            best = max(best, value)
            low = max(low, value)
        else:
            best = min(best, value)
            high = min(high, value)
        if low >= high:
            break
    return best


@numba.njit
def wander(pool: Any, rng: Any, match: Any, talon: int, hand: int) -> None:
    """A position of random play with at most so many cards in the talon and in a hand.

    Claims and closes are played less often than other moves, so that deals last.
    """
    state = pool[0]
    while True:
        rules.deal(state, rng, match[0])
        skip = below(rng, 4)
        while state.phase != OVER:
            left = 0 if state.closer >= 0 else state.talon
            if left <= talon and count(state.hand[0]) <= hand:
                if skip == 0:
                    return
                skip -= 1
            moves = np.int64(rules.legal(state))
            if below(rng, 8) and moves & ~_CLAIM:
                moves &= ~_CLAIM
            if below(rng, 6):
                moves &= ~_CLOSE
            rules.play(state, pick(moves, rng))


@numba.njit
def compare(
    pool: Any, rng: Any, match: Any, n: int, talon: int, hand: int, work: Any, out: Any, seen: Any
) -> int:
    """Solve `n` positions both ways; 0, or what is wrong with the one left in ``pool[0]``."""
    for i in range(n):
        wander(pool, rng, match, talon, hand)
        state = pool[0]
        left = 0 if state.closer >= 0 else state.talon
        seen[CLOSED] += state.closer >= 0
        seen[OPEN] += left > 0
        seen[PENDING] += state.pending[0] > 0 or state.pending[1] > 0
        seen[UNCLAIMED] += max(state.points[0], state.points[1]) >= 66
        seen[DECLARED] += state.must_lead != 0
        seen[FULL_HANDS] += left == 0 and count(state.hand[0]) >= 5
        seen[LONG_TALON] += left >= 4
        seen[CLOSERS_TO_LEAD] += state.closer == state.turn
        value = minimax(pool, np.int64(0), np.int64(-9), np.int64(9))
        if exact.exact_value(state, 0, work) != value:
            return 1
        if exact.exact_value(state, 1, work) != -value:
            return 2
        asked = below(rng, 7) - 3
        if exact.exact_at_least(state, 1, asked, work) != (-value >= asked):
            return 3
        if i % 4 == 0:
            seat = np.int64(state.turn)
            moves = exact.exact_moves(state, work, out)
            if moves != rules.legal(state):
                return 4
            while moves:
                move = lowest(moves)
                moves &= moves - 1
                pool[1] = pool[0]
                rules.play(pool[1], move)
                value = minimax(pool, np.int64(1), np.int64(-9), np.int64(9))
                if out[move] != (value if seat == 0 else -value):
                    return 5
    return 0


def check(name: str, options: dict[str, Any], seed: int, amounts: Any, seen: Any) -> None:
    pool = new_pool(name, options)
    rng, match, work = np.array([seed], np.uint64), new_match(pool), new_work()
    out = np.zeros(64, np.int64)
    for n, talon, hand in amounts:
        wrong = compare(pool, rng, match, n, talon, hand, work, out, seen)
        assert wrong == 0, (name, options, wrong, pool[0])


# --- the tests ---


@pytest.fixture(scope="module")
def golden() -> list[tuple[np.ndarray, int]]:
    """Packs of a fixed seed, with forehand's value in preset schnapsen by another program."""
    packs = []
    for line in (GOLDEN / "solver_values.txt").read_text().splitlines():
        *cards, value = line.split()
        packs.append((np.array([parse_card(c) for c in cards], np.uint8), int(value)))
    return packs


@pytest.mark.slow
def test_values_of_whole_deals(golden: list[tuple[np.ndarray, int]]) -> None:
    pool, work = new_pool("schnapsen"), new_work()
    match = new_match(pool)
    nodes = 0
    for pack, value in golden:
        pool[0]["pack"][:20] = pack
        rules.lay_out(pool[0], match[0])
        before = pool[0].tobytes()
        exact.exact_clear(work)
        assert exact.exact_value(pool[0], 0, work) == value
        assert pool[0].tobytes() == before
        nodes += int(work[1][NODES])
    assert len(golden) == 300
    assert nodes / len(golden) < 6000


@pytest.mark.slow
def test_a_table_may_be_kept(golden: list[tuple[np.ndarray, int]]) -> None:
    """The same answers from a table full of other deals and other house rules."""
    pools = [new_pool("schnapsen"), new_pool("schnapsen_hard")]
    match, work = new_match(pools[0]), new_work()
    hard = set()
    for pack, value in golden[:40]:
        for pool in pools:
            pool[0]["pack"][:20] = pack
            rules.lay_out(pool[0], match[0])
        assert exact.exact_value(pools[0][0], 0, work) == value
        hard.add((exact.exact_value(pools[1][0], 0, work), value))
        assert exact.exact_value(pools[0][0], 1, work) == -value
    assert any(a != b for a, b in hard)


@pytest.mark.slow
def test_the_stamp_wraps(golden: list[tuple[np.ndarray, int]]) -> None:
    pool, work = new_pool("schnapsen"), new_work()
    match = new_match(pool)
    for i, (pack, value) in enumerate(golden[:20]):
        if i == 5:
            work[1][STAMP] = exact._LAST_STAMP - 5
        pool[0]["pack"][:20] = pack
        rules.lay_out(pool[0], match[0])
        assert exact.exact_value(pool[0], 0, work) == value
    assert work[1][STAMP] < 20


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_positions_of_a_preset(name: str) -> None:
    seen = np.zeros(8, np.int64)
    hand = 6 if name == "sixty_six" else 5
    check(name, {}, 11, [(400, 0, hand), (350, 2, hand), (250, 4, hand)], seen)
    assert seen[OPEN] >= 200 and seen[LONG_TALON] >= 60 and seen[FULL_HANDS] >= 100
    assert seen[DECLARED] >= (1 if name == "sixty_six" else 5)
    assert seen[CLOSED] >= (0 if name == "vu" else 100)
    assert seen[CLOSERS_TO_LEAD] >= (0 if name == "vu" else 40)
    assert seen[UNCLAIMED] >= (0 if "claim" in PRESETS[name] else 40)
    assert seen[PENDING] >= {"schnapsen_hard": 0, "vu": 30, "sixty_six": 1}.get(name, 2)


@pytest.mark.slow
def test_positions_of_random_house_rules() -> None:
    """Both kinds: those the race serves, and those that only the plain search knows."""
    rng = random.Random(5)
    seen = np.zeros(8, np.int64)
    plain = 0
    for seed in range(120):
        share = rng.choice((0.2, 0.5, 1.0))
        options = {o.name: rng.choice(list(o.values)) for o in OPTIONS if rng.random() < share}
        name = rng.choice(("schnapsen", "sixty_six"))
        plain += packed(new_pool(name, options)[0]) & PLAIN != 0
        check(name, options, seed, [(20, 0, 6), (20, 2, 6), (8, 4, 6)], seen)
    assert 20 <= plain <= 80
    assert seen.min() >= 20


@pytest.mark.slow
def test_the_slow_twin_agrees() -> None:
    """The minimax above trusts the compiled rules; this one trusts nothing of ours."""
    rng = random.Random(3)
    compared = 0
    for name in PRESETS:
        pool, work, out = new_pool(name), new_work(), np.zeros(64, np.int64)
        match = new_match(pool)
        for _ in range(6):
            pack = rng.sample(naive.full_pack(name), len(naive.full_pack(name)))
            deal = naive.Deal(name, pack)
            pool[0]["pack"][: len(pack)] = pack
            rules.lay_out(pool[0], match[0])
            while deal.to_move is not None:
                size = deal.talon_left() if callable(deal.talon_left) else deal.talon_left
                if count(int(pool[0].hand[0])) <= 4 and (size == 0 or pool[0].closer >= 0):
                    moves = int(exact.exact_moves(pool[0], work, out))
                    assert {m: int(out[m]) for m in members(moves)} == naive.move_values(deal)
                    compared += 1
                    break
                legal = [m for m in deal.legal() if m != CLAIM] or deal.legal()
                move = rng.choice(legal)
                deal.play(move)
                rules.play(pool[0], move)
    assert compared >= 20


INTERPRETED = """
import numpy as np
from test_schnapsen_solver import check, new_pool
seen = np.zeros(8, np.int64)
for name in ("schnapsen", "vu", "sixty_six"):
    check(name, {}, 1, [(8, 0, 2)], seen)
check("schnapsen", {"marriage": "auto", "false_claim": "mirror"}, 1, [(8, 0, 2)], seen)
check("schnapsen", {}, 3, [(1, 2, 5)], seen)
print("interpreted", seen.sum())
"""


@pytest.mark.slow
def test_interpreted() -> None:
    assert printed_by(INTERPRETED, beside=__file__).startswith("interpreted")


def test_one_signature_each() -> None:
    """numba would load a recursion of two signatures wrongly from its disk cache."""
    if not hasattr(exact._wins, "signatures"):
        pytest.skip("interpreted")
    from schnapsen_ai.games.schnapsen.solver import closed_search, fallback, open_search

    new = new_pool("schnapsen")
    wander(new, np.array([1], np.uint64), new_match(new), 0, 5)
    exact.exact_value(new[0], 0, new_work())
    for kernel in (closed_search.race, open_search.search, fallback.plain_wins, exact._wins):
        assert len(kernel.signatures) <= 1
