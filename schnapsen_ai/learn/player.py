"""A trained network as a file that plays: `train` ends with it, `net` and `expert` read it.

The file is a ``.npz`` without pickles.  ``about`` is text (JSON): the game, its options, the scale
of the values in game points, a digest of the features it was made for, and how it was trained.
``rows`` are the features that ever were active; ``w1`` has their rows alone (a feature that was
never seen counts for nothing), ``b1`` to ``b3`` are as in `network`, all float16.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ..base.files import no_file, replaced
from ..deal.ruleset import Ruleset
from ..games import is_own
from .features import MOVES, features_of
from .network import Weights
from .training import Training

MOST_BYTES = 1 << 28
MOST_SCALE = 1e6  # game points
SHIPPED = Path(__file__).resolve().parent / "players"
_NAMES = ("w1", "b1", "w2", "b2", "w3", "b3")


@dataclass(frozen=True)
class Player:
    """A network that plays a game: weights (float32), scale, and what is told of it."""

    weights: Weights
    scale: float
    about: dict[str, Any]


def digest_of(rules: ModuleType) -> str:
    """Names the features of a game: a network made for others is of no use."""
    features = features_of(rules)
    text = json.dumps([features.size, [list(s) for s in features.stretches]])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def write(training: Training, path: Path) -> None:
    """The player of a training as it stands."""
    game, network = training.game, training.network
    rows = np.flatnonzero(network.second[0].any(1))
    about = {
        "game": game.name, "options": game.changed_options, "scale": training.scale,
        "features": digest_of(game.rules), "deals": training.round * training.settings.table,
        "seed": training.settings.seed, "settings": dataclasses.asdict(training.settings),
        "seconds": round(training.seconds), "record": training.record,
    }  # fmt: skip
    arrays = dict(zip(_NAMES, network.mean, strict=True))
    arrays["w1"] = arrays["w1"][rows]
    small = {name: array.astype(np.float16) for name, array in arrays.items()}
    with replaced(path) as file:
        np.savez_compressed(
            file, about=np.array(json.dumps(about)), rows=rows.astype(np.int16), **small
        )


def read(path: Path, game: Ruleset) -> Player:
    """A player's file; ValueError says in one line what is wrong with it, or with it here."""
    if reason := no_file(path):
        raise ValueError(reason)
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"{path} is longer than {MOST_BYTES >> 20} MB: it is not read")
    try:
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: found[name] for name in (*_NAMES, "rows", "about")}
        about = dict(json.loads(str(arrays["about"])))
        scale, digest, of = float(about["scale"]), about["features"], str(about["game"])
        if not 0 < scale < MOST_SCALE:
            raise ValueError(f"its scale is {scale:g}")
        if digest != digest_of(game.rules):
            weights = None
        else:
            weights = _whole(arrays, features_of(game.rules).size)
    except Exception as error:
        raise ValueError(f"{path} is not the file of a trained player: {error}") from None
    if weights is None:
        raise ValueError(f"{path} was trained for {of}, or by another version: not for {game.name}")
    return Player(weights, scale, about)


def _whole(arrays: dict[str, np.ndarray], n_features: int) -> Weights:
    """The weights with all rows of the first layer; ValueError unless they fit each other."""
    rows = arrays["rows"]
    if rows.ndim != 1 or rows.dtype.kind not in "iu" or len(np.unique(rows)) < len(rows):
        raise ValueError("rows are not a list of different numbers")
    if len(rows) and not 0 <= rows.min() <= rows.max() < n_features:
        raise ValueError("rows are not numbers of features")
    h1, h2 = arrays["b1"].size, arrays["b2"].size
    shapes = ((len(rows), h1), (h1,), (h1, h2), (h2,), (h2, MOVES), (MOVES,))
    for name, shape in zip(_NAMES, shapes, strict=True):
        if arrays[name].dtype.kind != "f":
            raise ValueError(f"{name} is of {arrays[name].dtype}, not of floats")
        if arrays[name].shape != shape:
            raise ValueError(f"{name} has shape {arrays[name].shape}, not {shape}")
        if not np.isfinite(arrays[name]).all():
            raise ValueError(f"{name} holds numbers that are not finite")
    w1 = np.zeros((n_features, h1), np.float32)
    w1[rows] = arrays["w1"]
    return [w1, *(arrays[name].astype(np.float32) for name in _NAMES[1:])]


@functools.cache
def player_of(game: Ruleset, file: str = "") -> Player:
    """The player in a file, or the one that is shipped for a game; ValueError if there is none."""
    if file:
        return read(Path(file), game)
    shipped = _shipped(game)
    if shipped is None:
        raise ValueError(
            f"no trained player comes with {game.name}: make one with schnapsen-ai train "
            f"--game {game.name}, and name it as in net:file=FILE"
        )
    return read(shipped, game)


def has_player(game: Ruleset) -> bool:
    """Whether a trained player comes with a game."""
    return _shipped(game) is not None


def _shipped(game: Ruleset) -> Path | None:
    """The player of a preset with the same pack: it has learned the others' house rules too."""
    rules = game.rules
    if not is_own(rules):
        return None
    alike = [
        SHIPPED / f"{name}.npz"
        for name in rules.NAMES
        if rules.pack_of(name) == game.pack
    ]
    return next((path for path in alike if path.exists()), None)
