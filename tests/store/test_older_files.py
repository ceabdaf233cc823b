"""Results files that an earlier version wrote: read, gone on with, replayed, exported, reported.

``tests/data`` holds them with the bot that played (an edit makes it another bot) and, in
``expected.json``, what that version printed.  They were written with::

    schnapsen-ai tournament player.py:Chance random --deals 60 ... --results deals.results

and so on as in `PLAYED`, each with ``--seed 5 --jobs 1 --json``.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from paths import TESTS

from schnapsen_ai.cli.main import main
from schnapsen_ai.store import read

# What was played: the file, and the arguments.
PLAYED = {
    "deals": ("deals", "player.py:Chance random --deals 60"),
    "loop": ("loop", "bully random --deals 200"),  # one compiled loop: no moves were kept
    "match schnapsen": ("match", "player.py:Chance random --unit match --deals 6"),
    "match watten": ("match", "player.py:Chance random --unit match --deals 4 --game watten"),
    "sprt": ("sprt", "bully player.py:Chance --sprt elo0=0,elo1=150 --deals 60"),
}
FILES = [
    pytest.param(file, marks=pytest.mark.slow) if file == "match" else file  # Watten is in it
    for file in sorted({file for file, _ in PLAYED.values()})
]


@pytest.fixture()
def folder(tmp_path, monkeypatch) -> Path:
    """A copy of the files, which is where we are."""
    shutil.copytree(TESTS / "data", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(name: str, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    """Give the command of a tournament again: what it prints."""
    words = PLAYED[name][1].split()
    assert main(["tournament", *words, "--seed", "5", "--jobs", "1", "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def figures(printed: dict[str, Any]) -> dict[str, Any]:
    """What of it does not depend on the time, the machine, nor on how intervals are made."""
    (pairing,) = printed["pairings"]
    del pairing["ms_per_move"], pairing["marks"]  # marks: said since
    kept = {key: {**printed, "pairing": pairing}[key] for key in ("secret", "pairing", "ratings")}
    for rating in kept["ratings"] or ():  # the last digits are those of the processor
        rating["value"] = round(rating["value"], 9)
    return without_intervals(kept)


def without_intervals(shown: Any) -> Any:
    if isinstance(shown, list):
        return [without_intervals(x) for x in shown]
    if isinstance(shown, dict):
        return {k: without_intervals(v) for k, v in shown.items() if k not in ("low", "high")}
    return round(shown, 9) if isinstance(shown, float) else shown  # the last digits: the machine's


EXPECTED = without_intervals(json.loads((TESTS / "data" / "expected.json").read_text()))
for expected in EXPECTED.values():
    for rating in expected["ratings"] or ():
        rating["value"] = round(rating["value"], 9)


def rows_of(path: Path) -> dict[tuple[int, ...], np.ndarray]:
    """What each set came to in each seating, by pairing, set and seating."""
    with read(path) as archive:
        columns = archive.sets()
    places = zip(*(columns.pop(key).tolist() for key in ("pairing", "set", "seating")), strict=True)
    numbers = np.stack([column.astype(float) for column in columns.values()], 1)
    return dict(zip(places, numbers, strict=True))


def forget(path: Path) -> int:
    """Take every other block out of a file, as if it had not been played: how many sets."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        gone = db.execute("SELECT id, sets FROM block WHERE id % 2 = 0").fetchall()
        for block, _ in gone:
            for table in ("log", "fault"):
                db.execute(f"DELETE FROM {table} WHERE block = ?", (block,))
            db.execute("DELETE FROM block WHERE id = ?", (block,))
    return sum(n for _, n in gone)


def test_it_says_what_was_played(folder) -> None:
    with read("match.results") as archive:
        schnapsen, watten = archive.tournaments()
        assert (schnapsen.game, watten.game, watten.unit) == ("schnapsen", "watten", "match")
        assert watten.endings[0] and watten.seats == 4 and archive.faults()["bot"].size
        assert {s["versions"]["schnapsen_ai"] for s in archive.sessions()} == {"0.1.0"}
    with read("sprt.results") as archive:
        assert [(v["elo1"], v["accepted"]) for v in archive.verdicts()] == [(150.0, "H1")]
    with read("deals.results") as archive:
        deals = archive.deals()
        assert len(deals["set"]) == 60 and np.isfinite(deals["seconds_a"]).all()


@pytest.mark.parametrize("name", PLAYED)
def test_the_same_command_finds_everything_there(folder, capsys, name: str) -> None:
    printed = play(name, capsys, "--results", f"{PLAYED[name][0]}.results")
    assert printed["stored_before"] >= printed["pairings"][0]["deals"]  # a test counts fewer
    assert figures(printed) == EXPECTED[name]


@pytest.mark.parametrize("name", [n for n in PLAYED if n != "loop"])
def test_a_broken_run_is_gone_on_with(folder, capsys, name: str) -> None:
    """By this version, to the numbers of a whole run by that one."""
    path = folder / f"{PLAYED[name][0]}.results"
    whole = rows_of(path)
    assert forget(path) > 0
    assert figures(play(name, capsys, "--results", str(path))) == EXPECTED[name]
    for other in PLAYED:  # of the same file
        if PLAYED[other][0] == PLAYED[name][0] != name:
            play(other, capsys, "--results", str(path))
    mended = rows_of(path)
    assert mended.keys() == whole.keys() or (name == "sprt" and mended.keys() < whole.keys())
    for place, numbers in mended.items():  # a decided test plays no further
        assert np.array_equal(numbers, whole[place], equal_nan=True)


def test_more_deals_are_added_to_those_of_a_loop(folder, capsys) -> None:
    longer = ("--deals", "260")
    added = play("loop", capsys, *longer, "--results", "loop.results")
    assert added["stored_before"] == 200 and added["deals"] == 260
    assert figures(added) == figures(play("loop", capsys, *longer))


@pytest.mark.parametrize("name", PLAYED)
def test_a_whole_run_by_this_version(folder, capsys, name: str) -> None:
    """Without the file: every seeded result stays."""
    assert figures(play(name, capsys)) == EXPECTED[name]


@pytest.mark.parametrize("file", FILES)
def test_replayed_and_exported(folder, capsys, file: str) -> None:
    with read(f"{file}.results") as archive:
        pairing = archive.pairings()[-1]
        points, deals = (archive.sets(pairing)[key][0] for key in ("points_a", "deals"))
    game, paid = [], 0.0
    for deal in range(int(deals)):
        assert main(["replay", f"{file}.results", f"{pairing.id}:0:0:{deal}", "--json"]) == 0
        shown = json.loads(capsys.readouterr().out)
        seats = [s for s, who in enumerate(shown["players"]) if who == pairing.a.text]
        paid += sum(shown["payoffs"][s] for s in seats) / max(len(seats), 1)
        game.append(shown)
    assert paid == points and all(shown["steps"] for shown in game)
    assert main(["export", f"{file}.results", "--sets", "1"]) == 0
    text = capsys.readouterr().out
    assert main(["export", f"{file}.results", "--what", "sets", "--to", "sets.csv"]) == 0
    lines = Path("sets.csv").read_text().splitlines()
    assert len(lines) == 1 + len(rows_of(folder / f"{file}.results"))
    Path("deals.txt").write_text(text)
    assert main(["import", "deals.txt", "--json"]) == 0  # every deal comes to its result
    assert json.loads(capsys.readouterr().out)["deals"] == text.count("\nresult: ") > 0


@pytest.mark.parametrize("file", FILES)
def test_reported(folder, capsys, file: str) -> None:
    assert main(["report", f"{file}.results", "--deals", "4", "-o", "page.html"]) == 0
    page = Path("page.html").read_text()
    assert "player.py:Chance" in page or file == "loop"
    assert "Cross table" in page
