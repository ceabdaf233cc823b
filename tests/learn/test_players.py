"""The bots `net` and `expert`: fair, repeatable, legal wherever there is a network for them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.bot.interface import BotError, Randomness
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.games import MODULES
from schnapsen_ai.learn import player
from schnapsen_ai.learn.training import Settings, Training

SMALL = "lines=4,worlds=2,solved=1,depth=0"
GAMES = ("schnapsen", "sixty_six", "snapszer3", "rablo", "watten", "schafkopf", "bauernschnapsen")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Networks of random weights, which play any legal moves, by module."""
    folder = tmp_path_factory.mktemp("players")
    found = {}
    for module, name in {MODULES[name]: name for name in GAMES}.items():
        training = Training(sa.load(name), Settings(hidden=(8, 4), seed=2))
        training.scale = 2.0
        training.network.second[0][:] = 1  # every feature was seen
        found[module] = folder / f"{module}.npz"
        player.write(training, found[module])
    return found


QUICK = ("snapszer3",)  # interpreted; the others compiled, in `.ci/run`


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.interpreted if name in QUICK else pytest.mark.slow)
     for name in GAMES],
)
def test_whole_deals_are_legal_and_repeatable(name: str, files: dict[str, Path]) -> None:
    game, file = sa.load(name), files[MODULES[name]]
    histories = []
    for _ in range(2):
        state = game.deal(seed=5)
        bots = []
        for seat in range(game.n_seats):
            bot = sa.make_bot(f"net:file={file}" if seat % 2 else f"expert:file={file},{SMALL}")
            bot.begin(game, seat, Randomness(seat))
            bots.append(bot)
        while not state.is_over:
            state.play(bots[state.to_move].choose(state.view(state.to_move)))
        histories.append(state.history)
    assert histories[0] == histories[1]


@pytest.mark.interpreted
def test_what_is_hidden_changes_nothing(files: dict[str, Path]) -> None:
    """Worlds with one view get one move and the same thoughts."""
    game = sa.load("schnapsen")
    state = game.deal(seed=8)
    chance = np.random.default_rng(1)
    for _ in range(5):
        state.play(state.legal_moves()[0])
    view = state.view(state.to_move)
    said = []
    for world in (state, view.redeal(chance), view.redeal(chance)):
        bot = sa.make_bot(f"expert:file={files['schnapsen']},{SMALL}")
        bot.begin(game, view.seat, Randomness(3))
        said.append((bot.choose(world.view(view.seat)), bot.thoughts))
    assert said[0] == said[1] == said[2]


@pytest.mark.interpreted
@pytest.mark.parametrize("wrong", ["worlds=513", "worlds=0", "share=1.5", "lines=0", "time=-1"])
def test_numbers_out_of_bounds_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong.partition("=")[0]):
        sa.make_bot(f"expert:{wrong}")


@pytest.mark.interpreted
def test_a_game_without_a_network_is_refused_in_one_line(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(player, "SHIPPED", tmp_path)
    player.player_of.cache_clear()
    game = sa.load("schnapsen")
    assert not BotSpec("net").cls.fits(game) and BotSpec("rules").cls.fits(game)
    with pytest.raises(ValueError, match="make one with schnapsen-ai train --game schnapsen"):
        sa.make_bot("net").begin(game, 0, Randomness(1))


@pytest.mark.interpreted
@pytest.mark.parametrize("path", sorted(player.SHIPPED.glob("*.npz")), ids=lambda path: path.stem)
def test_the_networks_that_come_along_fit_their_features(path: Path) -> None:
    """Whoever changes the features of a game has to train its player anew."""
    found = player.player_of(sa.load(path.stem))
    assert found.about["game"] == path.stem and found.about["settings"]["seed"] >= 0
    assert found.about["record"][-1]["points"] > 0, "weaker than the rule player"


@pytest.mark.interpreted
def test_a_player_serves_all_presets_with_its_pack(monkeypatch, tmp_path: Path) -> None:
    for name in ("schnapsen", "snapszer3"):
        (tmp_path / f"{name}.npz").touch()
    monkeypatch.setattr(player, "SHIPPED", tmp_path)
    fits = {name: BotSpec("net").cls.fits(sa.load(name)) for name in MODULES}
    assert fits["schnapsen"] and fits["vu"] and fits["snapszer2"]
    assert not fits["sixty_six"] and not fits["watten"]


@pytest.mark.interpreted
def test_the_players_are_small() -> None:
    sizes = [path.stat().st_size for path in player.SHIPPED.glob("*.npz")]
    assert max(sizes) <= 3_000_000 and sum(sizes) <= 12_000_000


def spoilt(path: Path, **other: object) -> Path:
    """A player's file with other contents."""
    with np.load(player.SHIPPED / "schnapsen.npz") as found:
        arrays = {name: found[name] for name in found.files}
    about = json.loads(str(arrays["about"]))
    for name, value in other.items():
        if name in arrays:
            arrays[name] = value(arrays[name])  # type: ignore[operator]
        else:
            about[name] = value
    np.savez(path, **(arrays | {"about": np.array(json.dumps(about))}))
    return path


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "other",
    [
        {"rows": lambda rows: rows + 0.5}, {"rows": lambda rows: rows * 0 + 3},
        {"rows": lambda rows: np.array(7)}, {"rows": lambda rows: np.array("{}")},
        {"rows": lambda rows: rows[:, None]}, {"rows": lambda rows: rows - 5},
        {"w1": lambda w: w.astype(complex)}, {"w1": lambda w: w.astype("U9")},
        {"w1": lambda w: w[:-1]}, {"b2": lambda b: b * np.nan}, {"b1": lambda b: np.array(1.0)},
        {"scale": -1}, {"scale": 1e308}, {"scale": "x"}, {"scale": [1]},
    ],
)  # fmt: skip
def test_a_spoilt_file_is_told_in_one_line(tmp_path: Path, other: dict[str, object]) -> None:
    path = spoilt(tmp_path / "spoilt.npz", **other)
    with pytest.raises(ValueError, match=r"spoilt.npz is not the file of a trained player: .+$"):
        player.read(path, sa.load("schnapsen"))


@pytest.mark.interpreted
@pytest.mark.parametrize("bot", ["net", "expert"])
def test_a_file_that_is_not_there_is_told_before_play(bot: str) -> None:
    with pytest.raises(BotError, match=r"file: nowhere.npz: there is no such file"):
        BotSpec(f"{bot}:file=nowhere.npz")
