"""Experiment files: read, run, and what is said of bad ones."""

from __future__ import annotations

import json

import pytest
from paths import ROOT

from schnapsen_ai.bot.limits import Limits
from schnapsen_ai.cli.main import main
from schnapsen_ai.stats.sprt import Sprt
from schnapsen_ai.store import read as archive
from schnapsen_ai.tournament.experiment import read
from schnapsen_ai.tournament.runner import pairs_of


def test_committed_experiments_can_be_read() -> None:
    files = sorted((ROOT / "experiments").glob("*.toml"))
    assert files
    for file in files:
        title, experiments = read(str(file))
        assert title and experiments


def test_run_one(cli, tmp_path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(
        'title = "Small"\nbots = ["bully", "random"]\ndeals = 20\nseed = 1\n'
        '[[tournament]]\ngame = "schnapsen"\n[[tournament]]\ngame = "vu"\nunit = "match"\n'
        "deals = 2\noptions = { flat = 1 }\n"
    )
    code, out, _ = cli("tournament", str(path), "--jobs", "1")
    assert code == 0 and out.startswith("Small") and "vu[flat=1]" in out
    code, out, _ = cli("tournament", str(path), "--jobs", "1", "--json", "--seed", "2")
    data = json.loads(out)
    assert [t["game"] for t in data["tournaments"]] == ["schnapsen", "vu"]
    assert data["tournaments"][0]["seed"] == 2


def test_everything_can_be_declared(tmp_path) -> None:
    path = tmp_path / "full.toml"
    path.write_text(
        'bots = ["bully", "random", "greedy"]\nschedule = "gauntlet"\nsprt = "elo1=30"\n'
        "move_time = 2\nmemory = 512\n[[tournament]]\n[[tournament]]\nschedule = 'ladder'\n"
    )
    _, (first, second) = read(str(path))
    assert (first.schedule, second.schedule, first.name) == ("gauntlet", "ladder", "full")
    assert first.sprt == Sprt(0, 30) and first.limits == Limits(move_time=2.0, memory=512)


@pytest.mark.slow
def test_isolation_can_be_declared(tmp_path, bots, cli) -> None:
    path = tmp_path / "apart.toml"
    path.write_text(f'bots = ["{bots}:First", "random"]\nisolate = true\ndeals = 2\nseed = 1\n')
    _, (declared,) = read(str(path))
    assert declared.isolate and [bot.isolated for bot in declared.bots] == [True, False]
    code, out, err = cli("tournament", str(path), "--json")
    assert code == 0, err
    (played,) = json.loads(out)["tournaments"]
    assert '"isolated": true' in out and played["seed"] == 1


def test_schedules() -> None:
    assert pairs_of("gauntlet", 4) == [(0, 1), (0, 2), (0, 3)]
    assert pairs_of("ladder", 4) == [(0, 1), (1, 2), (2, 3)]
    assert pairs_of("round robin", 3) == [(0, 1), (0, 2), (1, 2)]


def test_an_experiment_is_kept_under_its_name(cli, tmp_path) -> None:
    path, results = tmp_path / "small.toml", tmp_path / "r.db"
    path.write_text('bots = ["bully", "random"]\ndeals = 20\nseed = 1\nsprt = "elo1=100"\n')
    outs = [cli("tournament", str(path), "--jobs", "1", "--results", str(results))[1]
            for _ in range(2)]
    assert "stopped: better than 0 normalized Elo" in outs[0] or "undecided" in outs[0]
    assert "nothing left to play" in outs[1]
    with archive(results) as found:
        assert [t.experiment for t in found.tournaments()] == ["small"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bots = ", "Invalid value"),
        ("x = 1", "x is not a key"),
        ('bots = "random"', "is not a list"),
        ("deals = 5", "bots = .* is missing"),
        ('bots = ["random", "nosuch"]', "is not known"),
        ('bots = ["random"]\ngame = "skat"', "game 'skat' is not known"),
        ('bots = ["random"]\ndeals = 0', "at least 1"),
        ('bots = ["random"]\nunit = "hand"', "deal or match"),
        ('bots = ["random"]\nschedule = "cup"', "round robin, gauntlet, ladder"),
        ('bots = ["random"]\nsprt = "elo2=1"', "write elo0=0,elo1=10"),
        ('bots = ["random"]\nmove_time = "1 s"', "is not a number"),
        ('bots = ["random"]\nisolate = 1', "is not true or false"),
        ('bots = ["random"]\n[tournament]\ngame = "vu"', "two brackets"),
    ],
)
def test_bad_files(tmp_path, text: str, says: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=says):
        read(str(path))
    with pytest.raises(ValueError, match="no such file"):
        read(str(tmp_path / "none.toml"))


@pytest.mark.parametrize(
    "option",
    [["--game", "sixty_six"], ["--unit", "match"], ["--schedule", "ladder"], ["--max-deals", "3"],
     ["--contracts", "3"], ["--luck"], ["--deal-time", "5"], ["--option", "flat=1"]],
    ids=lambda o: o[0],
)  # fmt: skip
def test_what_the_file_says_is_not_said_twice(tmp_path, capsys, option: list[str]) -> None:
    """An option that would mean nothing is refused, not passed over."""
    file = tmp_path / "e.toml"
    file.write_text('bots = ["rules", "random"]\ndeals = 2\n')
    assert main(["tournament", str(file), "--quiet", *option]) == 2
    assert f"{option[0]}: an experiment file says that itself" in capsys.readouterr().err


def test_a_file_of_numbers_for_tournaments(tmp_path, capsys) -> None:
    file = tmp_path / "e.toml"
    file.write_text('tournament = [1]\nbots = ["rules", "random"]\n')
    assert main(["tournament", str(file)]) == 2
    assert "write [[tournament]]" in capsys.readouterr().err
