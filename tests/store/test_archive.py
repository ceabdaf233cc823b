"""Reading results: the same numbers as the tournament had, without the engine."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.cli.main import main
from schnapsen_ai.store import Store, StoreError, read
from schnapsen_ai.store.provenance import versions
from schnapsen_ai.tournament import runner


@pytest.fixture(scope="module")
def played(bots, tmp_path_factory):
    """A file with two tournaments of three bots, and their results."""
    path = tmp_path_factory.mktemp("archive") / "r.db"
    specs = [BotSpec(f"{bots}:Chance"), BotSpec("random"), BotSpec(f"{bots}:Raises")]
    results = []
    with Store(path, "the command", versions()) as store:
        for unit in ("deal", "match"):
            game = sa.load("schnapsen", flat=1)
            results.append(runner.run(game, specs, 40, 1, 1, unit, None, None, store, "try"))
    return path, results


def test_what_there_is(played) -> None:
    path, results = played
    with read(path) as archive:
        deal, match = archive.tournaments()
        assert (deal.unit, match.unit, deal.seed, deal.experiment) == ("deal", "match", 1, "try")
        assert deal.options == results[0].game.options and deal.secret == results[0].secret
        assert (deal.seats, deal.cards, deal.holders) == (2, 20, (2, 1))
        pairings = archive.pairings()
        assert [(p.a.text, p.b.text) for p in pairings[:3]] == [
            (p.a.text, p.b.text) for p in results[0].pairings]
        assert [p.sets for p in pairings] == [20] * 6
        session = archive.sessions()[0]
        assert session["command"] == "the command" and session["ended"] is not None
        assert session["versions"]["schnapsen_ai"] == sa.__version__


def test_sets_are_those_of_the_tournament(played) -> None:
    path, results = played
    with read(path) as archive:
        both = [p for result in results for p in result.pairings]
        for stored, result in zip(archive.pairings(), both, strict=True):
            sets = archive.sets(stored)
            assert np.array_equal(sets["points_a"], result.points[..., 0].ravel())
            assert np.array_equal(sets["wins_b"], result.wins[..., 1].ravel())
            assert np.array_equal(sets["match_a"], result.matches.ravel(), equal_nan=True)
            assert np.array_equal(sets["set"], np.repeat(np.arange(20), 2))
        assert len(archive.sets()["set"]) == 6 * 40
        faults = archive.faults()
        assert len(faults["set"]) == sum(len(p.faults) for p in both)
        assert "no idea" in faults["detail"][0]


def test_deals_add_up_to_sets(played) -> None:
    path, _ = played
    with read(path) as archive:
        for stored in archive.pairings():
            sets, deals = archive.sets(stored), archive.deals(stored)
            assert len(deals["set"]) == sets["deals"].sum()
            place = 2 * deals["set"] + deals["seating"]
            for name in ("points_a", "points_b"):
                assert np.array_equal(np.bincount(place, deals[name]), sets[name])
            assert set(map(len, deals["pack"])) == {20}
            lengths = [list(map(len, deals[name])) for name in ("moves", "movers")]
            assert lengths[0] == lengths[1] and sum(lengths[0]) > 0
            assert (deals["seconds_a"] >= 0).all() and (deals["seconds_a"] < 1).all()


def test_deals_can_be_played_again(played) -> None:
    """Pack, moves, who resigned: they lead to the same payoffs."""
    path, _ = played
    game = sa.load("schnapsen", flat=1)
    with read(path) as archive:
        deals = archive.deals(archive.pairings()[0])
        for k in range(len(deals["set"])):
            state = game.deal(pack=" ".join(sa.card_text.card_text(c) for c in deals["pack"][k]))
            for seat, move in zip(deals["movers"][k], deals["moves"][k], strict=True):
                assert state.to_move == seat
                state.play(move)
            assert state.is_over
            a = 0 if deals["holder"][k] == 2 else 1
            assert state.payoffs()[a] == deals["points_a"][k]
            assert state.ending == archive.pairings()[0].endings[deals["ending"][k]]


def test_no_engine_is_needed(played) -> None:
    path, _ = played
    code = (
        "import sys; from schnapsen_ai.store import read; a = read(sys.argv[1]); "
        "n = len(a.deals()['set']) + len(a.sets()['set']); a.faults(); "
        "print(n, [m for m in ('numba', 'pandas', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True)
    assert done.stdout.split(" ", 1)[1] == "[]\n", done.stderr


def test_a_file_left_by_a_kill_in_a_folder_that_cannot_be_written_to(tmp_path) -> None:
    left = tmp_path / "left"
    left.mkdir()
    store = Store(left / "r.db")
    store.tournament(sa.load("schnapsen"), "deal", 1, bytes(16))
    store._db.execute("PRAGMA wal_checkpoint")
    shutil.copy(left / "r.db", tmp_path / "r.db")  # the main file alone, still marked as WAL
    store.close()
    tmp_path.chmod(0o555)
    with contextlib.ExitStack() as stack:
        if os.geteuid() == 0:
            parents = [p for p in tmp_path.parents if p.stat().st_mode & 0o5 != 5]
            for p in parents:
                stack.callback(p.chmod, p.stat().st_mode & 0o777)
                p.chmod(0o755)
            os.seteuid(65534)
            stack.callback(os.seteuid, 0)
        with read(tmp_path / "r.db") as archive:
            assert len(archive.tournaments()) == 1
    tmp_path.chmod(0o755)


def test_bad_files(tmp_path) -> None:
    with pytest.raises(StoreError, match="there is no such file"):
        read(tmp_path / "none.db")
    Path(tmp_path / "empty.db").touch()
    with pytest.raises(StoreError, match="is not a results file"):
        read(tmp_path / "empty.db")
    Path(tmp_path / "text.db").write_text("no database " * 100)
    with pytest.raises(StoreError, match="is not a results file"):
        read(tmp_path / "text.db")


def test_a_damaged_file_is_one_line(tmp_path, capsys) -> None:
    """A results file cut short: its name or SQLite's word, exit 2, no traceback."""
    path = tmp_path / "r.db"
    assert main(["tournament", "random", "bully", "--deals", "4", "--seed", "1", "--jobs", "1",
                 "--quiet", "--results", str(path)]) == 0  # fmt: skip
    capsys.readouterr()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 3])
    assert main(["export", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("schnapsen-ai: ") and error.count("\n") == 1 and "malformed" in error


def test_faults_as_text(played, capsys) -> None:
    path, results = played
    assert main(["export", str(path), "--what", "faults"]) == 0
    text = capsys.readouterr().out
    faults = [f for result in results for p in result.pairings for f in p.faults]
    assert faults and text.count("\nTraceback (") == sum(bool(f.detail) for f in faults)
    assert all(f.what in text for f in faults)
