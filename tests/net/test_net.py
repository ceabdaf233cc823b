"""A net runs as plain numpy says, in Python and in a compiled policy; a bad file is refused."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.bot.interface import Randomness

pytestmark = pytest.mark.interpreted

RNG = np.random.default_rng(1)


@pytest.fixture(autouse=True)
def same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test draws its own numbers, whichever tests ran in this process before it."""
    monkeypatch.setitem(globals(), "RNG", np.random.default_rng(1))


def some(*shape: int) -> np.ndarray:
    return RNG.normal(size=shape).astype(np.float32)


def residual_net(inputs: int = 20, width: int = 16) -> list[Any]:
    """Every kind of layer."""
    return [
        ("dense", some(inputs, width), some(width)), "relu", "fork",
        ("norm", some(width), some(width)), ("dense", some(width, 2 * width), some(2 * width)),
        "relu", ("dense", some(2 * width, width), some(width)), "join",
        ("norm", some(width), some(width), 1e-6), ("dense", some(width, 5), some(5)),
    ]  # fmt: skip


def plainly(layers: list[Any], x: np.ndarray) -> np.ndarray:
    """The same in double precision, by the words of the documentation."""
    x, kept = x.astype(np.float64), None
    for layer in layers:
        name, *arrays = [layer] if isinstance(layer, str) else layer
        if name == "dense":
            x = x @ arrays[0] + arrays[1]
        elif name == "relu":
            x = np.maximum(x, 0)
        elif name == "norm":
            eps = arrays[2] if len(arrays) > 2 else 1e-5
            mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
            x = (x - mean) / np.sqrt(variance + eps) * arrays[0] + arrays[1]
        elif name == "fork":
            kept = x
        else:
            x = x + kept
    return x


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.uint8, np.int64, np.bool_])
def test_outputs_are_those_of_numpy(kind: Any) -> None:
    layers = residual_net()
    net = sa.net.Net(layers)
    x = (RNG.random((7, 20)) < 0.4).astype(kind)
    if np.dtype(kind).kind == "f":
        x = some(7, 20).astype(kind)
    assert net(x).dtype == np.float32
    assert np.allclose(net(x), plainly(layers, x), rtol=1e-4, atol=1e-4)
    assert np.array_equal(net(x[3]), net(x)[3])


def test_a_file_is_what_was_written(tmp_path: Path) -> None:
    layers, path = residual_net(), tmp_path / "a.npz"
    sa.net.save(path, layers, about="trained for an hour")
    net, x = sa.net.load(path), some(20)
    assert np.array_equal(net(x), sa.net.Net(layers)(x))
    assert net.about == "trained for an hour" and (net.inputs, net.outputs) == (20, 5)
    assert sa.net.load(path) is net and "20 -> 5: dense relu fork" in repr(net)
    assert np.array_equal(pickle.loads(pickle.dumps(net))(x), net(x))
    assert [p.name for p in tmp_path.iterdir()] == ["a.npz"]
    sa.net.save(path, [("dense", some(20, 7), some(7))])
    assert sa.net.load(path).outputs == 7


def test_numbers_of_the_wrong_shape_are_refused() -> None:
    net = sa.net.Net([("dense", some(4, 2), some(2))])
    for wrong in (some(5), some(2, 3), some(2, 2, 4), np.array(["a"] * 4)):
        with pytest.raises(ValueError, match="the net takes 4 numbers, or rows of them, not "):
            net(wrong)


NAN = np.array([[np.nan, 1.0]], np.float32)


@pytest.mark.parametrize(
    "layers, words",
    [
        ([], "there is no layer that has numbers"),
        (["relu"], "there is no layer that has numbers"),
        ([("conv", some(2, 2))], "layer 0, 'conv', is not known: there are dense, relu, norm"),
        ([("dense", some(3, 2))], "layer 0, dense, has 1 arrays, not weight, bias"),
        ([("dense", some(3, 2), some(3))], r"0.bias is of shape \[3\], not \[2\]"),
        ([("dense", some(3), some(3))], r"0.weight is of shape \[3\], not \[3, 0\]"),
        ([("dense", some(3, 2), some(2)), ("dense", some(3, 2), some(2))],
         r"1.weight is of shape \[3, 2\], not \[2, 2\]"),
        ([("norm", some(3), some(2))], r"0.shift is of shape \[2\], not \[3\]"),
        ([("dense", NAN, some(2))], "0.weight has numbers that are not finite"),
        ([("dense", some(1, 1) * 1j, some(1))], "0.weight is of complex64, not of real numbers"),
        (["join", ("norm", some(3), some(3))], "layer 0 cannot join: there was no fork"),
        (["fork", ("dense", some(3, 2), some(2)), "join"], "3 values are kept, 2 are here"),
        (["fork", "fork", ("norm", some(3), some(3))], "layer 1 is a fork before the last"),
        ([("norm", some(3), some(3)), "fork"], "the last fork is not joined"),
    ],
)  # fmt: skip
def test_what_makes_no_net_is_said(layers: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=words):
        sa.net.save(tmp_path / "a.npz", layers)
    assert not list(tmp_path.iterdir())


def test_a_bad_file_is_refused_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "b.npz"
    w, b = some(3, 2), some(2)
    dense = np.array(["dense"])
    for arrays, words in [
        ({"0.weight": w, "0.bias": b}, "there is no array of text named layers"),
        ({"layers": dense, "0.bias": b}, "layer 0, dense, has no 0.weight"),
        ({"layers": dense, "0.weight": w, "0.bias": b, "1.bias": b}, "1.bias belongs to no layer"),
        ({"layers": np.array(["lstm"])}, "layer 0, 'lstm', is not known"),
        ({"layers": np.array([{"a": 1}], object)}, "holds pickled objects, which are not read"),
    ]:
        np.savez(path, **arrays)
        with pytest.raises(ValueError, match=words) as error:
            sa.net.load(path)
        assert str(error.value).startswith(f"net {path}: ") and "\n" not in str(error.value)
    for data in (b"", b"no archive", path.read_bytes()[:100]):
        path.write_bytes(data)
        with pytest.raises(ValueError, match=r"b.npz: is no \.npz file"):
            sa.net.load(path)
    with pytest.raises(ValueError, match="No such file"):
        sa.net.load(tmp_path / "c.npz")


BOT = '''
import numpy as np
import schnapsen_ai as sa
from schnapsen_ai.cards import bit, lowest
from schnapsen_ai.games import contract as rules
from schnapsen_ai.net.forward import forward, net_at


@sa.template
def policy(state, seat, legal, rng, params, scratch):
    """The legal move of the largest output."""
    x, out = np.empty(rules.OBSERVATION_SIZE, np.uint8), np.empty(63, np.float32)
    rules.observe(state, seat, x)
    forward(net_at(params[0]), x, out)
    best = lowest(legal)
    while legal:
        move = lowest(legal)
        legal ^= bit(move)
        if out[move] > out[best]:
            best = move
    return best


class Learned(sa.CompiledBot):
    """Plays by a net."""

    policy = staticmethod(policy)

    def __init__(self, file=FILE):
        self.file = file

    def params(self):
        return [sa.net.load(self.file).handle]
'''


def test_a_compiled_policy_plays_by_a_net(tmp_path: Path) -> None:
    game = sa.load("schnapsen")
    size = game.rules.OBSERVATION_SIZE
    sa.net.save(tmp_path / "n.npz", [("dense", some(size, 63), some(63))])
    (tmp_path / "learned.py").write_text(BOT.replace("FILE", repr(str(tmp_path / "n.npz"))))
    net, bot = sa.net.load(tmp_path / "n.npz"), sa.make_bot(str(tmp_path / "learned.py"))
    state = game.deal(seed=3)
    while state.to_move is not None:  # which depends on what the processor makes of float sums
        view = state.view(state.to_move)
        out = net(view.observation())
        move = max(view.legal_moves(), key=lambda m: out[m])
        bot.begin(game, view.seat, Randomness(1))
        assert bot.choose(view) == move
        state.play(move)
    env = sa.batch(game, n=4, seed=1, opponents={1: str(tmp_path / "learned.py")})
    for _ in range(5):
        env.step(env.sample())
