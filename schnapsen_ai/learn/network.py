"""A small network from active features to the value of each move: forward, learning, files.

Two hidden layers of rectified linear units; the first layer adds the rows of its weights that
belong to the active features.  Output m is the mean payoff, in units of `scale`, that the seat to
move can expect from move m.  Trained by squared error of the moves that were made (Adam: Kingma,
Ba 2015), with a running mean of the weights for play (Polyak, Juditsky 1992).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..base.jit import inexact, jit
from .features import MOVES

BETA_1, BETA_2 = 0.9, 0.999
Weights = list[np.ndarray]  # float32: [features, h1], [h1], [h1, h2], [h2], [h2, MOVES], [MOVES]


class Rows(NamedTuple):
    """n decisions to learn from: the active features, int16[n, most], and how many there are,
    int64[n]; the output of the move made, int64[n]; what it was worth in units of the scale,
    float32[n]."""

    features: np.ndarray
    n_features: np.ndarray
    outputs: np.ndarray
    targets: np.ndarray

    def some(self, which: np.ndarray) -> Rows:
        return Rows(*(part[which] for part in self))


class Network:
    """Weights with all that learning needs of them; every array is float32.

    weights: as learned.  mean: their running mean, which plays.  steps: of learning so far.
    """

    def __init__(self, n_features: int, hidden: tuple[int, int] = (128, 64), seed: int = 0) -> None:
        chance = np.random.default_rng(seed)
        h1, h2 = hidden

        def normal(rows: int, columns: int, deviation: float) -> np.ndarray:
            return chance.normal(0, deviation, (rows, columns)).astype(np.float32)

        def zeros(n: int) -> np.ndarray:
            return np.zeros(n, np.float32)

        self.weights = [
            normal(n_features, h1, 0.1), zeros(h1), normal(h1, h2, np.sqrt(2 / h1)), zeros(h2),
            normal(h2, MOVES, np.sqrt(0.1 / h2)), zeros(MOVES),
        ]  # fmt: skip
        self.mean = [w.copy() for w in self.weights]
        self.first = [np.zeros_like(w) for w in self.weights]
        self.second = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def arrays(self) -> dict[str, np.ndarray]:
        """Everything, by name, for a file."""
        parts = {"weights": self.weights, "mean": self.mean, "first": self.first,
                 "second": self.second}
        named = {f"{name}_{i}": a for name, part in parts.items() for i, a in enumerate(part)}
        return {**named, "steps": np.array(self.steps)}

    @classmethod
    def of_arrays(cls, arrays: dict[str, np.ndarray]) -> Network:
        network = cls.__new__(cls)
        for name in ("weights", "mean", "first", "second"):
            setattr(network, name, [np.array(arrays[f"{name}_{i}"]) for i in range(6)])
        network.steps = int(arrays["steps"])
        return network

    def learn(self, rows: Rows, rate: float, memory: float = 0.001) -> float:
        """One step on a batch; the mean squared error before it.

        memory: the share of the running mean that each step replaces.
        """
        features, n_features, outputs, targets = rows
        _, _, w2, _, w3, _ = self.weights
        h1, h2, values = hidden_layers(self.weights, features, n_features)
        each = np.arange(len(targets))
        errors = values[each, outputs] - targets
        d_values = np.zeros_like(values)
        d_values[each, outputs] = errors / np.float32(len(targets))
        d_h2 = (d_values @ w3.T) * (h2 > 0)
        d_h1 = (d_h2 @ w2.T) * (h1 > 0)
        d_w1 = np.zeros_like(self.weights[0])
        scatter(features, n_features, d_h1, d_w1)
        gradients = [d_w1, d_h1.sum(0), h1.T @ d_h2, d_h2.sum(0), h2.T @ d_values, d_values.sum(0)]
        self.steps += 1
        shares = (1 - BETA_1**self.steps, 1 - BETA_2**self.steps)
        for i, gradient in enumerate(gradients):
            descend(
                self.weights[i].ravel(), np.ascontiguousarray(gradient).ravel(),
                self.first[i].ravel(), self.second[i].ravel(), self.mean[i].ravel(),
                np.float32(rate / shares[0]), np.float32(1 / shares[1]),
                np.float32(max(memory, 1 / (1 + self.steps))),
            )
        return float(np.mean(errors * errors))


def hidden_layers(
    weights: Weights, features: np.ndarray, n_features: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Both hidden layers and the values, float32[n, MOVES], of n positions."""
    w1, b1, w2, b2, w3, b3 = weights
    h1 = np.empty((len(n_features), len(b1)), np.float32)
    gather(features, n_features, w1, b1, h1)
    h2 = np.maximum(h1 @ w2 + b2, 0)
    return h1, h2, h2 @ w3 + b3


def values(weights: Weights, features: np.ndarray, n_features: np.ndarray) -> np.ndarray:
    """The value of every output in n positions, float32[n, MOVES]."""
    return hidden_layers(weights, features, n_features)[2]


@jit
@inexact
def gather(
    features: np.ndarray, n_features: np.ndarray, w1: np.ndarray, b1: np.ndarray, h1: np.ndarray
) -> None:
    """The first hidden layer: the sum of the rows of the active features, if above 0."""
    width = w1.shape[1]
    for i in range(h1.shape[0]):
        row = h1[i]
        for j in range(width):
            row[j] = b1[j]
        for k in range(n_features[i]):
            weights = w1[features[i, k]]
            for j in range(width):
                row[j] += weights[j]
        for j in range(width):
            row[j] = max(row[j], np.float32(0))


@jit
@inexact
def scatter(
    features: np.ndarray, n_features: np.ndarray, d_h1: np.ndarray, d_w1: np.ndarray
) -> None:
    """Add to the gradient of the first layer's weights."""
    width = d_w1.shape[1]
    for i in range(d_h1.shape[0]):
        for k in range(n_features[i]):
            row = d_w1[features[i, k]]
            for j in range(width):
                row[j] += d_h1[i, j]


@jit
@inexact
def descend(
    weights: np.ndarray, gradient: np.ndarray, first: np.ndarray, second: np.ndarray,
    mean: np.ndarray, rate: float, correction: float, memory: float,
) -> None:
    """A step of Adam, and of the running mean."""
    beta_1, beta_2 = np.float32(BETA_1), np.float32(BETA_2)
    one, tiny = np.float32(1), np.float32(1e-8)
    for i in range(weights.size):
        first[i] = beta_1 * first[i] + (one - beta_1) * gradient[i]
        second[i] = beta_2 * second[i] + (one - beta_2) * gradient[i] * gradient[i]
        weights[i] -= rate * first[i] / (np.sqrt(second[i] * correction) + tiny)
        mean[i] += memory * (weights[i] - mean[i])
