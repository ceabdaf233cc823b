"""Training: the same to the bit after a kill, better after a minute; players' files."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.learn import player
from schnapsen_ai.learn.experience import self_play
from schnapsen_ai.learn.training import Settings, Training

TINY = Settings(seed=4, deals=12, table=4, batch=16, hidden=(8, 4), warm=0.4, occasions=8)


@pytest.fixture(scope="module")
def trained() -> Training:
    training = Training(sa.load("schnapsen"), TINY)
    while not training.over:
        training.step()
    return training


@pytest.mark.interpreted
def test_a_training_goes_on_to_the_same_bits(trained: Training, tmp_path: Path) -> None:
    training = Training(sa.load("schnapsen"), TINY)
    while not training.over:
        training.step()
        training.save(tmp_path / "kept.npz")
        training = Training.of_file(tmp_path / "kept.npz")
    assert (training.round, training.scale) == (3, trained.scale)
    assert training.settings == TINY
    for name, array in trained.network.arrays().items():
        assert (training.network.arrays()[name] == array).all(), name


@pytest.mark.interpreted
def test_against_the_rule_player_only_ones_own_decisions_are_learned_from(
    trained: Training,
) -> None:
    game, words = trained.game, np.arange(8, dtype=np.uint64)
    weights = trained.network.weights
    alone, rivals = (
        self_play(game, words, weights, 2.0, 0.1, 0.5, rivals=share)[0] for share in (0.0, 1.0)
    )
    assert 0.2 < len(rivals.targets) / len(alone.targets) < 0.8


@pytest.mark.interpreted
def test_what_is_no_training_is_refused_by_name(trained: Training, tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    trained.save(path)
    whole = path.read_bytes()
    for broken in (b"", b"junk", whole[: len(whole) // 2]):
        path.write_bytes(broken)
        with pytest.raises(ValueError, match=r"kept\.npz is not the file of a training"):
            Training.of_file(path)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "name", ["snapszer3", pytest.param("schafkopf", marks=pytest.mark.slow), "rablo"]
)
def test_every_game_can_be_learned(name: str) -> None:
    training = Training(sa.load(name), dataclasses.replace(TINY, deals=4, table=2))
    lessons = [training.step(), training.step()]
    assert training.over and all(lesson.decisions > 0 for lesson in lessons)
    assert np.isfinite(training.strength(2).points)


@pytest.mark.slow
def test_a_minute_of_training_improves() -> None:
    settings = Settings(seed=7, deals=60_000, table=1024, warm=0.7)
    training = Training(sa.load("schnapsen"), settings)
    before = training.strength(400)
    while not training.over:
        training.step()
    after = training.strength(400)
    assert after.points - after.half > before.points + before.half


# --- players ---


@pytest.mark.interpreted
def test_a_player_is_read_as_it_was_written(trained: Training, tmp_path: Path) -> None:
    path = tmp_path / "p.npz"
    player.write(trained, path)
    found = player.read(path, sa.load("schnapsen", flat=1))
    seen = trained.network.second[0].any(1)
    for i, (mean, read) in enumerate(zip(trained.network.mean, found.weights, strict=True)):
        expected = np.where(seen[:, None], mean, 0) if i == 0 else mean
        assert read == pytest.approx(expected, abs=2e-3)
    assert (found.scale, found.about["seed"]) == (trained.scale, 4)
    with pytest.raises(ValueError, match="was trained for schnapsen, or by another version"):
        player.read(path, sa.load("watten"))


@pytest.mark.interpreted
def test_what_is_no_player_is_refused(trained: Training, tmp_path: Path) -> None:
    game, path = sa.load("schnapsen"), tmp_path / "p.npz"
    with pytest.raises(ValueError, match="there is no such file"):
        player.read(path, game)
    player.write(trained, path)
    whole = path.read_bytes()
    with np.load(path) as found:
        arrays = dict(found)
    about = json.loads(str(arrays["about"]))
    worse = {
        "has shape": {"w2": arrays["w2"][1:]},
        "not finite": {"b1": np.full_like(arrays["b1"], np.nan)},
        "not numbers of features": {"rows": arrays["rows"] + 30_000},
        "is not the file of a trained player": {"about": np.array("{")},
        "another version": {"about": np.array(json.dumps({**about, "features": "00"}))},
    }
    for reason, change in worse.items():
        np.savez(path, **{**arrays, **change})
        with pytest.raises(ValueError, match=reason):
            player.read(path, game)
    np.savez(path, **{**arrays, "about": np.array([{}], dtype=object)})
    with pytest.raises(ValueError, match="is not the file of a trained player"):
        player.read(path, game)
    for broken in (b"", whole[: len(whole) // 2], b"PK" + whole[:40]):
        path.write_bytes(broken)
        with pytest.raises(ValueError, match="is not the file of a trained player"):
            player.read(path, game)


@pytest.mark.interpreted
def test_the_command(cli, tmp_path: Path) -> None:
    quick = ("--deals", "2048", "--hidden", "8,4")
    for args, says in (
        (("--to", str(tmp_path / "p.txt"), *quick), "name a file that ends in .npz"),
        (("--to", str(tmp_path / "none" / "p.npz"), *quick), "there is no folder"),
        (("--to", str(tmp_path / "p.npz"), "--hidden", "8"), "is not a pair"),
        (("--to", "/proc/p.npz", *quick), "/proc/p.npz: cannot be written ("),
    ):
        code, _, err = cli("train", *args)
        assert code == 2 and says in err, err
