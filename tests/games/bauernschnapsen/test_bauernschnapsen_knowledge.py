"""What a seat of Bauernschnapsen knows: what is hidden, worlds dealt for it, views."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import naive_bauernschnapsen as twin
import numpy as np
import pytest
from bauernschnapsen_deals import (
    MARRY_E,
    NORMAL_GAME,
    announced,
    biased_move,
    biased_pack,
    both,
    fresh,
    put,
    table,
)
from bauernschnapsen_deals import engine as new_engine
from naive_bauernschnapsen import BETTLER, CARDS, TURN_UP
from naive_positions import cards
from relatives_engine import Engine, random_options
from sizes import few_and_many

from schnapsen_ai.card_text import Style
from schnapsen_ai.cards import set_of
from schnapsen_ai.games import bauernschnapsen as game
from schnapsen_ai.games.bauernschnapsen.state import NORMAL


def visible(engine: Engine, seat: int) -> set[int]:
    """Places of the pack whose cards a seat has seen."""
    places = {3 * seat, 3 * seat + 1, 3 * seat + 2}
    if engine.history:
        places |= {12 + 2 * seat, 13 + 2 * seat} | ({12} if engine.history[0] == TURN_UP else set())
    return places


def facts(engine: Engine, i: int, seat: int) -> list[int]:
    """What the kernel behind a View tells of ``states[i]``, which it conceals once more."""
    out = np.zeros(7 + 2 * 4 + sum(n for _, n in game.VIEW_FIELDS), np.int64)
    engine.board.look(engine.states, i, seat, 4, False, np.zeros(1, game.STATE), out)
    return [int(x) for x in out]


def observation(engine: Engine, i: int, seat: int) -> bytes:
    out = np.full(game.OBSERVATION_SIZE, 255, np.uint8)
    engine.board.observe_at(engine.states, i, seat, out)
    return out.tobytes()


def check_hidden(engine: Engine, deal: twin.Deal, pack: list[int], seat: int) -> None:
    """A concealed state holds what the seat has seen, and nothing else."""
    hands = [set_of(hand) for hand in deal.hands]
    places = visible(engine, seat)
    shown = [card if place in places else 255 for place, card in enumerate(pack)]
    assert engine.states["pack"][1].tolist() == shown
    held = engine.states["hand"][1].tolist()
    legal, own, trumps, led, unseen, to_move, ended, *rest = facts(engine, 1, seat)
    assert legal == (set_of(deal.legal()) if deal.to_move == seat else 0)
    assert (own, held[seat], to_move, ended) == (hands[seat], hands[seat], deal.to_move, 0)
    assert led == (deal.trick[0] if deal.trick else -1)
    trump = deal.play_trump()
    assert trumps == (0 if trump is None else 0xFF << 8 * trump)
    played = set_of(deal.played)
    assert unseen == set_of(CARDS) & ~(played | held[0] | held[1] | held[2] | held[3])
    for other in range(4):
        inside, outside = rest[2 * other], rest[2 * other + 1]
        assert held[other] & ~inside == inside & ~hands[other] == outside & hands[other] == 0
        assert game.hand_size(engine.states[1], other) == len(deal.hands[other])


def check_knowledge(engine: Engine, deal: twin.Deal, pack: list[int], rng: Any) -> None:
    """For every seat: nothing hidden is left, and the two properties of a redeal."""
    board, states = engine.board, engine.states
    for seat in range(4):
        seen = engine.concealed(seat).tobytes()
        check_hidden(engine, deal, pack, seat)
        vector = observation(engine, 0, seat)
        assert observation(engine, 1, seat) == vector
        states[2] = states[1]
        board.redeal_at(states, 2, seat, rng)
        assert observation(engine, 2, seat) == vector
        hands, dealt = states["hand"][2].tolist(), states["pack"][2].tolist()
        board.conceal_at(states, 2, seat)
        assert states[2].tobytes() == seen
        replay = new_engine()
        replay.states["options"] = states["options"][:1]
        replay.lay_out(dealt).play(*engine.history)
        assert replay.states["hand"][0].tolist() == hands
        assert replay.concealed(seat).tobytes() == seen


@few_and_many("deals", 1, 120)
def test_knowledge(deals: int) -> None:
    choose = random.Random(22)
    rng = np.array([23], np.uint64)
    said: Counter[int] = Counter()
    for _ in range(deals):
        options, pack = random_options(game, choose), biased_pack(choose)
        deal = both(pack, **options)
        quiet = choose.choice((0.3, 0.9, 1.0))
        while deal.to_move is not None:
            check_knowledge(deal.engine, deal.twin, pack, rng)
            deal.play(biased_move(deal.legal(), choose, quiet))
        said.update(deal.twin.history)
    assert deals < 100 or all(said[move] for move in game.MOVE_NAMES)


@pytest.mark.interpreted
def test_a_card_once_played_is_no_longer_known_to_be_held() -> None:
    deal = table("EK EO SA", "EA SX GA", "EU SK GX", "GU SO HX").play(MARRY_E)
    assert deal.engine.state.must_hold[0] == set_of(cards("EK EO"))
    assert put("EK", deal).engine.state.must_hold[0] == set_of(cards("EO"))


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("free", "contract", "lacks"),
    [(True, BETTLER, ""), (False, BETTLER, "EX EA"), (True, NORMAL, "EX EA")],
)
def test_who_does_not_beat_a_card_cannot(free: bool, contract: int, lacks: str) -> None:
    hands, options = ("EA EU", "EK GU", "EO SA", "HU HO"), {"bettler_free": free}
    deal = table(*hands, options=options, contract=contract, declarer=1, turn=1)
    put("EK EO", deal)
    assert int(deal.engine.state.cannot_hold[2]) == set_of(cards(lacks))


@pytest.mark.interpreted
def test_everybody_sees_the_card_turned_up() -> None:
    deal = fresh().engine.play(TURN_UP)
    (turned,) = cards("GX")
    for seat in range(4):
        concealed = deal.concealed(seat)
        assert (int(concealed.turned), int(concealed.pack[12])) == (turned, turned)


@pytest.mark.interpreted
def test_describe() -> None:
    engine = announced(*NORMAL_GAME).engine
    lines = game.describe(engine.concealed(0), Style("french"))
    assert any("seat 1: ? ? ? ? ?" in line for line in lines)
    choose = random.Random(26)
    while engine.to_move is not None:
        engine.play(choose.choice(engine.legal()))
        assert game.describe(engine.state, Style("french"))
    assert "over" in game.describe(engine.state, Style("french"))[-1]
