"""What a bid is worth: payoffs of a policy, played out by hand; intervals that hold."""

from __future__ import annotations

import random

import pytest

import schnapsen_ai as sa
from schnapsen_ai.analysis import bids
from schnapsen_ai.analysis.decision import analyse
from schnapsen_ai.bot.interface import Randomness
from schnapsen_ai.bot.spec import BotSpec

RELATIVES = ["bauernschnapsen", "rablo", "schafkopf", "snapszer2", "snapszer3", "watten"]
GANG = "hands=HAHXHKEAEX/?/?/? moves=trump-herz"


def auctions(name: str, n: int) -> list[sa.View]:
    """Decisions before the contract is settled, after some words of the rule player."""
    game, chance = sa.load(name), random.Random(name)
    found = []
    for index in range(n):
        state = game.deal(seed=77, index=index)
        words = chance.choice([0, 0, 1, 2])
        while words and len(state.legal_moves()) > 1:
            before = state.copy()
            state.play(advised(state))
            if state.is_over or not bids.is_bid(game, state.record()):
                state = before
                break
            words -= 1
        found.append(state.view(state.to_move))
    return found


def advised(state: sa.State) -> int:
    bot = BotSpec("rules").make()
    bot.begin(state.game, state.to_move, Randomness(3))
    return bot.choose(state.view(state.to_move))


def played_out(state: sa.State, move: int) -> sa.State:
    state = state.copy()
    state.play(move)
    while not state.is_over:
        state.play(advised(state))
    return state


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["schafkopf", "watten", "rablo"])
def test_an_open_deal_is_played_out_as_by_hand(name: str, monkeypatch) -> None:
    monkeypatch.setattr(bids, "EXACT_WORLDS", 0)  # it takes minutes when interpreted
    state = sa.load(name).deal(seed=8)
    found = analyse(state, worlds=1)
    slow = analyse(state, worlds=1, policy="tests/data/player.py") if name == "watten" else None
    assert found.policy == "rules" and found.known and len(found.moves) == len(state.legal_moves())
    for row in found.moves:
        assert row.mean == played_out(state, row.move).payoffs()[state.to_move]
    assert slow is None or {r.move for r in slow.moves} == {r.move for r in found.moves}


@pytest.mark.slow
@pytest.mark.parametrize("name", RELATIVES)
def test_fewer_worlds_agree_with_many_and_two_seeds_with_each_other(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bids, "EXACT_COST", 50_000)
    inside = rows = 0
    for view in auctions(name, 8):
        many = {r.move: r for r in analyse(view, worlds=3000, seed=9).moves}
        few = [{r.move: r for r in analyse(view, worlds=400, seed=s).moves} for s in (1, 2)]
        assert few[0] == {r.move: r for r in analyse(view, worlds=400, seed=1).moves}
        for move, row in few[0].items():
            assert max(row.low, few[1][move].low) <= min(row.high, few[1][move].high) + 1e-9 or (
                abs(row.mean - few[1][move].mean) < 2 * (row.high - row.low))
            inside += row.low <= many[move].mean <= row.high
            rows += 1
            assert many[move].clairvoyant is not None
    assert inside >= 0.85 * rows


@pytest.mark.full
@pytest.mark.parametrize("name", RELATIVES)
def test_the_interval_holds_on_200_hands(name: str, monkeypatch) -> None:
    monkeypatch.setattr(bids, "EXACT_WORLDS", 0)
    inside = rows = 0
    for view in auctions(name, 200):
        many = {r.move: r for r in analyse(view, worlds=50_000, seed=9).moves}
        for row in analyse(view, worlds=1000, seed=1).moves:
            inside += row.low <= many[row.move].mean <= row.high
            rows += 1
    assert inside >= 0.93 * rows


@pytest.mark.slow
def test_a_hand_that_cannot_lose_its_gang() -> None:
    found = analyse(sa.load("bauernschnapsen").position(GANG))
    rows = {row.text: row for row in found.moves}
    assert rows["Gang"].mean > 8.8 and rows["Gang"].wins_share > 0.99
    assert rows["Bettler"].mean < -3.9 and rows["pass"].high - rows["pass"].low < 0.6
    assert rows["Schnapser"].clairvoyant > rows["Schnapser"].mean


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["rules", "ismcts:iterations=20"])
def test_the_command(cli, policy: str) -> None:
    worlds = "40" if policy == "rules" else "4"
    code, out, _ = cli("analyse", f"bauernschnapsen {GANG}", "--worlds", worlds, "--policy", policy)
    assert code == 0 and f"{worlds} worlds, each bid played out in all of them" in out
    assert "clairvoyant" in out and f"where {policy} plays on at every seat" in out
    code, _, err = cli("analyse", f"bauernschnapsen {GANG}", "--policy", "minimax")
    assert code == 2 and "sees all cards" in err and err.count("\n") == 1
    code, _, err = cli("analyse", f"bauernschnapsen {GANG}", "--policy", "nobody")
    assert code == 2 and err.count("\n") == 1
