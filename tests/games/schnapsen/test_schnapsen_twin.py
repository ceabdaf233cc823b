"""The Schnapsen engine against its slow twin: thousands of deals, everything at every decision.

Each test counts what its deals reached and fails if something was reached too seldom, so that a
rule cannot go untested because nothing led there.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from naive import DEFAULTS, PRESETS, full_pack
from naive import ENDINGS as TWIN_ENDINGS
from processes import printed_by
from schnapsen_engine import (
    GOALS,
    OPTION_VALUES,
    Player,
    deal_both,
    random_options,
    reachable,
    transcripts,
)
from schnapsen_positions import Both

import schnapsen_ai as sa
from schnapsen_ai.games.schnapsen.state import MAX_PLIES

ENOUGH = 50  # times that each thing must be reached


def play_both(rng: random.Random, name: str, options: dict, goal: str | None, seen: Counter):
    """One deal on both, compared at every decision."""
    deal = Both(*deal_both(rng, name, options))
    player = Player(rng, goal)
    while deal.to_move is not None:
        move = player.choose(deal.twin)
        seen["move", move] += 1
        deal.play(move)
    assert len(deal.history) <= MAX_PLIES
    seen["ending", deal.ending] += 1
    seen["twin's ending", deal.twin.ending] += 1
    seen["worth", deal.payoffs()] += 1


@pytest.mark.interpreted
def test_some_deals():
    """Of all presets and goals, under options at random: few enough for every save."""
    rng = random.Random("some deals")
    for n in range(3 * len(GOALS)):
        options, goal = random_options(rng), GOALS[n % len(GOALS)]
        name = list(PRESETS)[n % len(PRESETS)]
        possible = reachable(PRESETS[name] | options, goal) and goal != "drawn"
        play_both(rng, name, options, goal if possible else None, Counter())


def missing(seen: Counter, wanted: list) -> dict:
    return {thing: seen[thing] for thing in wanted if seen[thing] < ENOUGH}


def moves_of(name: str, options: dict) -> list[tuple[str, int]]:
    moves = full_pack(name)
    if options["marriage"] == "declared":
        moves += [32, 33, 34, 35]
    moves += [36]
    if options["talon_min_close"] != "never":
        moves += [37]
    if options["claim"] == "declared":
        moves += [38, 39]
    if options["close_before_draw"]:
        moves += [40]
    return [("move", move) for move in moves]


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_presets(name):
    rng = random.Random(f"twin {name}")
    seen: Counter = Counter()
    goals = [goal for goal in GOALS if goal is None or reachable(PRESETS[name], goal)]
    wanted = moves_of(name, PRESETS[name]) + [("ending", goal) for goal in goals if goal]
    n = 0
    while n < 150 or (n < 1500 and missing(seen, wanted)):
        lacking = [thing for kind, thing in missing(seen, wanted) if kind == "ending"]
        play_both(rng, name, {}, rng.choice(lacking if lacking and n >= 150 else goals), seen)
        n += 1
    assert not missing(seen, wanted)


@pytest.mark.slow
def test_random_options():
    rng = random.Random("random options")
    seen: Counter = Counter()
    wanted: list = moves_of("sixty_six", DEFAULTS) + [("move", 40)]
    wanted += [("ending", goal) for goal in GOALS if goal]
    wanted += [("twin's ending", ending) for ending in TWIN_ENDINGS]
    wanted += [("option", o, value) for o, values in OPTION_VALUES.items() for value in values]
    wanted += [("worth", (worth, -worth)) for worth in range(-3, 4)]
    n = 0
    while n < 2500 or (n < 5000 and missing(seen, wanted)):
        name = rng.choice(list(PRESETS))
        options = random_options(rng)
        goal = GOALS[n % len(GOALS)]
        if goal == "drawn":
            options |= {"last_trick": "ten_points", "marriage_after_close": False}
        whole = PRESETS[name] | options
        play_both(rng, name, options, goal if reachable(whole, goal) else None, seen)
        seen.update(("option", option, value) for option, value in whole.items())
        n += 1
    assert not missing(seen, wanted)


def test_the_options_are_those_of_the_twin():
    for name, options in PRESETS.items():
        assert sa.load(name).options == options


@pytest.mark.parametrize("name", PRESETS)
def test_resigning(name):
    """Three game points to the other, one under flat=1; at any time, by either seat."""
    worth = 1 if PRESETS[name]["flat"] else 3
    rng = random.Random(name)
    for _ in range(20):
        state = sa.load(name).deal(seed=rng.randrange(1000))
        for _ in range(rng.randrange(5)):
            state.play(rng.choice([m for m in state.legal_moves() if m != 38]))
        seat = rng.randrange(2)
        state.resign(seat)
        assert (state.ending, state.to_move, state.legal_moves()) == ("resigned", None, [])
        assert state.payoffs() == ((-worth, worth) if seat == 0 else (worth, -worth))


@pytest.mark.parametrize("deals", [4, pytest.param(30, marks=pytest.mark.slow)])
def test_interpreted(deals):
    """The engine without the compiler prints the same deals, views and worlds."""
    code = f"from schnapsen_engine import transcripts; print(*transcripts({deals}), sep='\\n')"
    mine, theirs = transcripts(deals), printed_by(code)
    assert len(mine) == deals * len(PRESETS)
    for compiled, interpreted in zip(mine, theirs.splitlines(), strict=True):
        assert compiled == interpreted
