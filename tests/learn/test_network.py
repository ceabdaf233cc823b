"""The network against plain numpy, in bulk, one by one and by its address."""

from __future__ import annotations

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.learn import judge
from schnapsen_ai.learn.network import Network, Rows, hidden_layers

pytestmark = pytest.mark.interpreted
N, SIZE = 12, 50


def some_rows(seed: int = 0) -> Rows:
    chance = np.random.default_rng(seed)
    n_features = chance.integers(1, 6, N)
    features = np.array([chance.permutation(SIZE)[:6] for _ in range(N)]).astype(np.int16)
    return Rows(features, n_features, chance.integers(0, 64, N),
                chance.normal(size=N).astype(np.float32))


def plain_values(weights: list[np.ndarray], rows: Rows) -> np.ndarray:
    w1, b1, w2, b2, w3, b3 = (w.astype(np.float64) for w in weights)
    seen = np.zeros((N, SIZE))
    for i in range(N):
        seen[i, rows.features[i, : rows.n_features[i]]] = 1
    h1 = np.maximum(seen @ w1 + b1, 0)
    return np.maximum(h1 @ w2 + b2, 0) @ w3 + b3


def loss(weights: list[np.ndarray], rows: Rows) -> float:
    errors = plain_values(weights, rows)[np.arange(N), rows.outputs] - rows.targets
    return float((errors**2).mean() / 2)


def test_values_equal_plain_numpy() -> None:
    network, rows = Network(SIZE, (7, 5), seed=3), some_rows()
    values = hidden_layers(network.weights, rows.features, rows.n_features)[2]
    assert values == pytest.approx(plain_values(network.weights, rows), abs=1e-5)


def test_the_first_step_goes_down_the_slope_of_every_weight() -> None:
    """Adam's first step moves each weight by the rate against the sign of its gradient."""
    network, rows = Network(SIZE, (7, 5), seed=3), some_rows()
    before = [w.astype(np.float64) for w in network.weights]
    error = network.learn(rows, rate=0.01)
    assert error == pytest.approx(2 * loss(before, rows), rel=1e-4)
    checked = 0
    for i, weights in enumerate(before):
        moved = (network.weights[i] - weights).ravel()
        for k in range(0, weights.size, max(1, weights.size // 40)):
            slopes = []
            for step in (1e-4, -1e-4):
                varied = [w.copy() for w in before]
                varied[i].ravel()[k] += step
                slopes.append(loss(varied, rows))
            slope = (slopes[0] - slopes[1]) / 2e-4
            if abs(slope) > 1e-4:
                assert moved[k] == pytest.approx(-0.01 * np.sign(slope), rel=1e-2)
                checked += 1
            elif abs(slope) < 1e-9:
                assert moved[k] == 0
    assert checked > 30


def test_learning_lowers_the_error() -> None:
    network, rows = Network(SIZE, (16, 8), seed=1), some_rows()
    errors = [network.learn(rows, rate=0.01) for _ in range(150)]
    assert errors[-1] < 0.02 * errors[0]
    assert network.steps == 150


def test_one_by_one_and_by_address_as_in_bulk() -> None:
    network, rows = Network(SIZE, (7, 5), seed=3), some_rows()
    game = sa.load("schnapsen")
    turned = judge.turned(network.weights)
    numbers = np.array(judge.numbers_of(game, turned))
    expected = hidden_layers(network.weights, rows.features, rows.n_features)[2]
    for weights, room in (judge.judge_of(game, network.weights), judge.judge_at(numbers)):
        for i in range(N):
            judge.hidden(weights, rows.features[i], rows.n_features[i], room[2], room[3])
            found = [judge.output(weights, room[3], m) for m in range(64)]
            assert found == pytest.approx(expected[i], abs=1e-5)
