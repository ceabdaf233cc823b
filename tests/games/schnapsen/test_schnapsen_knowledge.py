"""What a seat of Schnapsen knows: views, worlds dealt from them, observations."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from naive import PRESETS, Deal, cards, consistent, redeal_hands
from schnapsen_engine import GOALS, Player, deal_both, random_options

import schnapsen_ai as sa
from schnapsen_ai.card_text import parse_card
from schnapsen_ai.cards import members
from schnapsen_ai.games.schnapsen.observation import OBSERVATION_SIZE

NUMBERS = {  # of an observation, after seven planes of 32 and four for the trump suit
    name: 228 + i
    for i, name in enumerate(
        (
            *("turn_up", "led", "talon", "points", "points_other", "pending", "pending_other"),
            *("tricks", "tricks_other", "closer", "close_points", "close_tricks", "phase"),
            *("my_turn", "tricks_played", "score", "score_other", "pack_size", "over", "won"),
            *("lost", "spare"),
        )
    )
}


def random_deals(n: int, seed: str) -> Any:
    """Deals of every preset with random options, half of them under marriage=auto."""
    rng = random.Random(seed)
    for i in range(n):
        name = list(PRESETS)[i % len(PRESETS)]
        options = random_options(rng) if i % 4 > 1 else {}
        if i % 2:
            options["marriage"] = "auto"
        state, deal = deal_both(rng, name, options)
        yield rng, state, deal, options, Player(rng, rng.choice(GOALS))


def opponent_hand(state: sa.State, seat: int) -> set[int]:
    return set(members(state._pool["hand"][0][1 - seat]))


def observe_open(state: sa.State, seat: int) -> np.ndarray:
    """The observation made from the open record instead of the concealed one."""
    out = np.zeros(OBSERVATION_SIZE, np.uint8)
    state.game.board.observe_at(state._pool, 0, seat, out)
    return out


@pytest.mark.slow
def test_worlds_are_as_the_seat_saw_it():
    """Concealed again a world is the same, byte for byte, and its pack replays the history."""
    gen = np.random.default_rng(1)
    decisions = 0
    for _, state, deal, _, player in random_deals(400, "worlds"):
        while deal.to_move is not None:
            for seat in (0, 1):
                view = state.view(seat)
                world = view.redeal(gen)
                place = (state.game.spec, deal.pack, deal.history, seat, world.pack)
                assert world.view(seat).record().tobytes() == view.record().tobytes(), place
                again = state.game.deal(pack=world.pack)
                for move in world.history:
                    again.play(move)
                assert again == world, place
                assert again.legal_moves() == world.legal_moves()
                assert np.array_equal(view.observation(), world.view(seat).observation()), place
                decisions += 1
            move = player.choose(deal)
            state.play(move)
            deal.play(move)
    assert decisions > 10_000


def test_worlds_by_the_literal_definition():
    """The slow twin agrees: with the redealt pack the seat would have seen the very same deal."""
    gen = np.random.default_rng(2)
    checked: Counter = Counter()
    for rng, state, deal, options, player in random_deals(300, "literal"):
        while deal.to_move is not None:
            if rng.random() < 0.15:
                seat = rng.randrange(2)
                world = state.view(seat).redeal(gen)
                arguments = deal.game, deal.pack, cards(world.pack), deal.history, seat
                assert consistent(*arguments, **options), (state.game.spec, *arguments)
                checked[deal.game, deal.closed_by is not None] += 1
            move = player.choose(deal)
            state.play(move)
            deal.play(move)
    assert sum(checked.values()) > 500 and min(checked.values()) > 10


def known_by_enumeration(deal: Deal, seat: int, options: dict) -> tuple[set[int], set[int]]:
    """(cards in the other hand in every world, cards that may be in it)."""
    hands = redeal_hands(deal.game, deal.pack, deal.history, seat, **options)
    assert frozenset(deal.hands[1 - seat]) in hands
    return set(frozenset.intersection(*hands)), set(frozenset.union(*hands))


@pytest.mark.slow
def test_known_and_absent():
    """Never wrong; and all that follows from what was seen, where few cards are hidden."""
    checked: Counter = Counter()
    for rng, state, deal, options, player in random_deals(160, "known"):
        while deal.to_move is not None:
            for seat in (0, 1):
                check_known(state, seat)
            seat = rng.randrange(2)
            view = state.view(seat)
            late = view._record["absent"][0][1 - seat] & sum(1 << c for c in view.unseen) != 0
            if len(view.unseen) < 10 and rng.random() < (0.6 if late else 0.015):
                sure, possible = known_by_enumeration(deal, seat, options)
                place = (state.game.spec, deal.pack, deal.history, seat)
                assert set(view.known()) == sure, place
                assert set(view.absent()) == set(view.unseen) - possible, place
                checked["late" if late else "plain"] += 1
            move = player.choose(deal)
            state.play(move)
            deal.play(move)
        for seat in (0, 1):
            check_known(state, seat)
    assert min(checked["late"], checked["plain"]) > 20


def check_known(state: sa.State, seat: int) -> None:
    view = state.view(seat)
    theirs = opponent_hand(state, seat)
    unseen = set(view.unseen)
    assert set(view.known()) <= theirs
    assert set(view.absent()) <= unseen - theirs
    assert theirs <= unseen | set(view.known())
    assert unseen.isdisjoint(view.hand) and unseen.isdisjoint(view.seen)
    assert sorted([*view.unseen, *view.seen]) == list(state.game.pack)
    assert view.known(seat) == view.hand and view.absent(seat) == view.unseen


def test_known_by_elimination():
    """The talon gone, all that is unseen is in the other hand."""
    state = sa.load("schnapsen").deal(seed=3)
    while state._pool["talon"][0]:
        state.play(next(m for m in state.legal_moves() if m < 32))
    for seat in (0, 1):
        assert set(state.view(seat).known()) == opponent_hand(state, seat)
        assert state.view(seat).absent() == []


def test_the_true_deal_is_among_the_worlds():
    gen = np.random.default_rng(3)
    seen: Counter = Counter()
    for rng, state, deal, _, player in random_deals(60, "truth"):
        while deal.to_move is not None:
            seat = rng.randrange(2)
            view = state.view(seat)
            hidden = len(view.unseen) - len(view.absent())
            if 1 < hidden < 6 and deal.talon_left > 0 and seen[deal.game] < 4:
                hands = [opponent_hand(view.redeal(gen), seat) for _ in range(400)]
                assert opponent_hand(state, seat) in hands
                seen[deal.game] += 1
            move = player.choose(deal)
            state.play(move)
            deal.play(move)
    assert sum(seen.values()) > 15


def test_redealing_takes_its_chances_from_the_generator():
    view = sa.load("schnapsen").deal(seed=5).view(0)
    worlds = [view.redeal(np.random.default_rng(n)).pack for n in (1, 1, 2)]
    assert worlds[0] == worlds[1] != worlds[2]
    with pytest.raises(ValueError):
        state = sa.load("vu").deal(seed=5)
        state.resign(0)
        state.view(1).redeal(np.random.default_rng(1))


# ---- observations


def test_observations():
    """Documented length, planes of bits, the numbers of the view; the same from open records."""
    for _, state, deal, _, player in random_deals(60, "observations"):
        while True:
            for seat in (0, 1):
                view = state.view(seat)
                seen = view.observation()
                assert seen.shape == (OBSERVATION_SIZE,) == (7 * 32 + 4 + 22,)
                assert seen.dtype == np.uint8
                assert np.array_equal(seen, observe_open(state, seat))
                check_observation(seen, view)
            if deal.to_move is None:
                break
            move = player.choose(deal)
            state.play(move)
            deal.play(move)


def check_observation(seen: np.ndarray, view: sa.View) -> None:
    other = 1 - view.seat
    planes = seen[: 7 * 32].reshape(7, 32)
    assert set(planes.ravel().tolist()) <= {0, 1}
    wanted = [view.hand, view.known(), view.absent(), view.unseen]
    assert [np.flatnonzero(plane).tolist() for plane in planes[:4]] == wanted
    played = [m for m in view.history if m < 32]
    assert np.flatnonzero(planes[4] | planes[5]).tolist() == sorted(played)
    assert not (planes[4] & planes[5]).any()
    assert np.flatnonzero(planes[6]).tolist() == members(view.must_lead)
    assert np.flatnonzero(seen[224:228]).tolist() == [view.trump]
    at = {name: int(seen[i]) for name, i in NUMBERS.items()}
    assert (at["turn_up"], at["talon"]) == (view.turn_up + 1, view.talon_left)
    assert at["led"] == (0 if view.led is None else view.led + 1)
    for name in ("points", "pending", "tricks", "score"):
        pair = getattr(view, name)
        assert (at[name], at[f"{name}_other"]) == (pair[view.seat], pair[other])
    assert at["closer"] == (0 if view.closer < 0 else 1 if view.closer == view.seat else 2)
    assert (at["close_points"], at["close_tricks"]) == (view.close_points, view.close_tricks)
    assert (at["phase"], at["my_turn"]) == (view.phase, view.to_move == view.seat)
    assert at["tricks_played"] == sum(view.tricks)
    assert (at["pack_size"], at["over"]) == (len(view.game.pack), view.is_over)
    assert at["spare"] == 0 and (view.is_over or at["won"] == at["lost"] == 0)


def test_the_result_in_an_observation():
    state = sa.load("schnapsen").deal(seed=1)
    state.resign(0)
    won, lost = NUMBERS["won"], NUMBERS["lost"]
    assert state.view(1).observation()[[won, lost]].tolist() == [3, 0]
    assert state.view(0).observation()[[won, lost]].tolist() == [0, 3]


def test_an_absent_swap_is_known():
    pack = "AC TC KC AS TS KS AD TD KD QC JC QS TH 9H AH KH QH JH JS 9S 9C QD JD 9D"
    state = sa.load("sixty_six").deal(pack=pack)
    assert state.view(0).absent() == []
    state.play(37)
    assert state.view(0).absent() == [parse_card("9H")]
