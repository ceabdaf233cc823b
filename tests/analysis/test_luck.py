"""The luck of the cards: what exact values and pairing take out of the variance."""

from __future__ import annotations

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.analysis import luck
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.deal import exact
from schnapsen_ai.tournament import runner

pytestmark = pytest.mark.interpreted


def test_values_are_of_the_packs_that_were_played(monkeypatch) -> None:
    game, solved = sa.load("schnapsen"), []

    def value(game, pool, seat):
        solved.append(pool["pack"][0, : len(game.pack)].tolist())
        return len(solved) % 7 - 3

    monkeypatch.setattr(exact, "value", value)
    result = runner.run(game, [BotSpec("bully"), BotSpec("random")], 30, 7, 1)
    found = luck.values(result.pairings[0], result.secret)
    assert found.tolist() == [k % 7 - 3 for k in range(1, 16)]
    assert solved[3] == game.parse_pack(game.deal(seed=7, index=3).pack)


def test_factors(monkeypatch) -> None:
    game = sa.load("schnapsen")
    result = runner.run(game, [BotSpec("bully"), BotSpec("random")], 60, 7, 1).pairings[0]
    noise = np.random.default_rng(1).normal(0, 0.5, result.sets)
    points = result.points[..., 0]
    back = np.arange(result.sets) % 2 == 1
    known = np.where(back, -points[:, 1], points[:, 0]) + noise  # of seat 0, but for noise
    monkeypatch.setattr(luck, "values", lambda *_: known)
    factors = luck.luck(result, b"")
    assert factors.single > 3
    once = np.where(back, points[:, 1], points[:, 0])
    assert factors.pairing == pytest.approx(np.var(once) / np.var(points.mean(1)) / 2)
    assert factors.paired > 0.8
    with pytest.raises(ValueError, match="two seats"):
        luck.luck(sa.play_deals("bully", "random", deals=2, seed=1, unit="match"), b"")
