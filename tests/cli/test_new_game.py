"""``new-game``, and a game in a file at every command that may meet one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import schnapsen_ai as sa
from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.cli import new_game
from schnapsen_ai.games import names
from schnapsen_ai.testing import check_game

Call = Callable[..., tuple[int, str, str]]
PLAIN = {"NUMBA_DISABLE_JIT": "1"}  # each game would be compiled for half a minute


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page that the command writes."""
    path = tmp_path_factory.mktemp("games")
    (path / "mine.py").write_text(new_game.PAGE.format(name="mine", title="Mine"))
    return path


@pytest.mark.skipif(COMPILED, reason="too dear with the compiler")
def test_the_page_keeps_the_contract(folder: Path) -> None:
    check_game(str(folder / "mine.py"), size=0.02)


def test_it_is_written_once(cli: Call, folder: Path, tmp_path: Path) -> None:
    code, out, _ = cli("new-game", "mine", cwd=tmp_path)
    assert code == 0 and out.startswith("mine.py")
    assert (tmp_path / "mine.py").read_bytes() == (folder / "mine.py").read_bytes()
    for name, said in (
        ("mine", "mine.py is there already"), ("Mine", "is no name"), ("a-b", "is no name"),
        ("class", "is no name"), ("watten", "there is a game watten"),
    ):
        code, out, err = cli("new-game", name, cwd=tmp_path)
        assert (code, out) == (2, "") and said in err and err.count("\n") == 1
    assert [p.name for p in tmp_path.iterdir()] == ["mine.py"]


def test_it_plays_is_kept_and_replayed(process: Call, folder: Path) -> None:
    game = "./mine.py"
    args = ("rules", "random", "--game", game, "--deals", "4", "--seed", "1", "--results", "r.db")
    code, out, err = process("tournament", *args, "--json", "--jobs", "1", cwd=folder, **PLAIN)
    assert code == 0, err
    assert json.loads(out)["game"] == game
    code, out, err = process("replay", "r.db", "1:0:0", cwd=folder, **PLAIN)
    assert code == 2 and "--with-game ./mine.py" in err and err.count("\n") == 1
    code, out, err = process("replay", "r.db", "1:0:0", "--with-game", game, cwd=folder, **PLAIN)
    assert code == 0 and "trump" in out, err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("games", "no.py"), "no.py: there is no such file"),
        (("games", "mine.py:yours"), "there is no yours; names there: mine"),
        (("games", "broken.py"), "game broken.py: ZeroDivisionError: division by zero"),
        (("games", "no_game.py"), "no module of a game"),
        (("perft", "1", "--with-game", "no.py"), "no.py: there is no such file"),
    ],
)
def test_what_is_refused(cli: Call, folder: Path, args: tuple[str, ...], said: str) -> None:
    (folder / "broken.py").write_text("1 / 0\n")
    (folder / "no_game.py").write_text("NAME = 'x'\n")
    code, out, err = cli(*args, cwd=folder)
    assert (code, out) == (2, "") and said in err and err.count("\n") == 1, err


def test_it_is_not_played_in_isolation(process: Call, folder: Path) -> None:
    bot = "import schnapsen_ai as sa\nclass B(sa.Bot):\n    def choose(self, v): return v.legal\n"
    (folder / "bot.py").write_text(bot)
    args = ("tournament", "rules", "bot.py", "--game", "mine.py", "--isolate")
    code, out, err = process(*args, cwd=folder, **PLAIN)
    assert (code, out, err.count("\n")) == (2, "", 1) and "leave --isolate" in err


@pytest.mark.interpreted
def test_an_edited_game_is_another(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    shutil.copy(folder / "mine.py", path)
    first = sa.load(str(path))
    assert sa.load(str(path)).rules is first.rules
    assert str(path) in names() and str(path) not in sa.games()  # known here, listed to nobody
    path.write_text(path.read_text().replace('"last trick"', '"final trick"'))
    assert sa.load(str(path)).rules.ENDINGS[1] == "final trick"
    assert first.rules.ENDINGS[1] == "last trick"
    assert first.position(first.deal(seed=1).text()) == first.deal(seed=1)


@pytest.mark.interpreted
def test_an_installed_game(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point of another package, by its own name."""
    from schnapsen_ai import games

    (tmp_path / "their_game.py").write_text((folder / "mine.py").read_text())
    info = tmp_path / "their_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[schnapsen_ai.games]\nmine = their_game\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    games.installed.cache_clear()
    try:
        assert "mine" in sa.games()
        game = sa.load("mine")
        assert (game.name, game.n_seats, game.is_own) == ("mine", 4, False)
        assert sa.load("their_game:mine").rules is game.rules
    finally:
        monkeypatch.undo()
        games.installed.cache_clear()
    with pytest.raises(ValueError, match="game 'mine' is not known"):
        sa.load("mine")


@pytest.mark.interpreted
def test_data_names_no_file(folder: Path) -> None:
    """A deal from elsewhere, or a request, runs no Python file on this machine."""
    from schnapsen_ai.deal.game import load_known

    trap = folder / "trap.py"
    trap.write_text("raise SystemExit\n")
    with pytest.raises(ValueError, match="is not known"):
        load_known(str(trap), {})
    with pytest.raises(ValueError, match="is not known"):
        sa.load("schnapsen").position(f"{trap} pack=AS")
