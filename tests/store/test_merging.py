"""Parts of a tournament, played apart and merged: the file of one run; the rest is refused."""

from __future__ import annotations

import sqlite3

import pytest

from schnapsen_ai.store import read

pytestmark = pytest.mark.interpreted
PLAY = ("tournament", "random", "bully", "greedy", "--deals", "12", "--jobs", "1", "--quiet")


def play(cli, path, *more: str, seed: int = 3) -> None:
    code, _, said = cli(*PLAY, "--seed", str(seed), "--results", str(path), *more)
    assert code == 0, said


def sets_of(path) -> dict:
    with read(path) as results:
        return {
            (p.a.text, p.b.text): [
                (b.start + k, b.points[k].tolist(), b.endings[k].tolist())
                for b in results.blocks(p) for k in range(b.sets)
            ] for p in results.pairings()
        }


def test_the_parts_make_up_the_whole(cli, tmp_path) -> None:
    play(cli, tmp_path / "whole.db")
    parts = [tmp_path / f"part{i}.db" for i in (1, 2, 3, 4)]
    for i, path in enumerate(parts, 1):
        play(cli, path, "--part", f"{i}/4")
    merged = tmp_path / "all.db"
    code, out, said = cli("merge", str(merged), *map(str, parts))
    assert code == 0 and "random against bully: 12 deals\n" in out, said
    assert sets_of(merged) == sets_of(tmp_path / "whole.db")
    with read(merged) as results:
        assert not results.examine().damage and len(results.tournaments()) == 1
    code, out, _ = cli("merge", str(merged), str(parts[1]))  # once more
    assert code == 0 and "0 sets new" in out
    code, out, _ = cli(*PLAY, "--seed", "3", "--results", str(merged))  # nothing is left to play
    assert code == 0 and sets_of(merged) == sets_of(tmp_path / "whole.db")


@pytest.mark.slow
def test_moves_and_faults_come_along(cli, bots, tmp_path) -> None:
    names = [f"{bots}:{name}" for name in ("Chance", "Raises")]
    command = ("tournament", *names, "--deals", "4", "--seed", "1", "--jobs", "1", "--quiet")
    for name, part in (("a.db", "1/2"), ("b.db", "2/2"), ("whole.db", "1/1")):
        assert cli(*command, "--part", part, "--results", str(tmp_path / name))[0] == 0
    assert cli("merge", str(tmp_path / "a.db"), str(tmp_path / "b.db"))[0] == 0
    found = []
    for name in ("a.db", "whole.db"):
        with read(tmp_path / name) as results:
            deals, faults = results.deals(), results.faults()
        found.append(([*deals["moves"]], [*deals["set"]], [*faults["set"]], [*faults["detail"]]))
    assert found[0] == found[1] and len(found[0][2]) == 4


def test_a_part_goes_on_where_it_stopped(cli, tmp_path) -> None:
    play(cli, tmp_path / "a.db", "--part", "2/3")
    before = sets_of(tmp_path / "a.db")
    assert [start for start, *_ in before["random", "bully"]] == [2, 3]
    play(cli, tmp_path / "a.db", "--part", "2/3")
    assert sets_of(tmp_path / "a.db") == before


def test_gaps_are_told(cli, tmp_path) -> None:
    play(cli, tmp_path / "a.db", "--part", "2/2")
    _, out, _ = cli("merge", str(tmp_path / "all.db"), str(tmp_path / "a.db"))
    assert "random against bully: 6 deals, with gaps\n" in out


@pytest.mark.slow
@pytest.mark.parametrize("more, seed, told", [
    (("--option", "flat=1"), 3, "its options say flat=1"),
    (("--unit", "match", "--max-deals", "2"), 3, "its unit is match, that of"),
    ((), 4, "its seed is 4, that of"),
    (("--move-time", "9"), 3, "its limits say move_time=9"),
])
def test_what_does_not_belong_is_refused(cli, tmp_path, more, seed, told) -> None:
    play(cli, tmp_path / "a.db", "--part", "1/2")
    play(cli, tmp_path / "b.db", "--part", "2/2", *more, seed=seed)
    before = sets_of(tmp_path / "a.db")
    code, _, said = cli("merge", str(tmp_path / "a.db"), str(tmp_path / "b.db"))
    assert code == 2 and told in said and "--also" in said
    assert sets_of(tmp_path / "a.db") == before
    assert cli("merge", str(tmp_path / "a.db"), str(tmp_path / "b.db"), "--also")[0] == 0
    with read(tmp_path / "a.db") as results:
        assert len(results.tournaments()) == 2


def test_blocks_that_are_there_otherwise_are_refused(cli, tmp_path) -> None:
    play(cli, tmp_path / "a.db")
    play(cli, tmp_path / "b.db", "--part", "2/5")
    before = sets_of(tmp_path / "a.db")
    code, _, said = cli("merge", str(tmp_path / "a.db"), str(tmp_path / "b.db"))
    assert code == 2 and "already, cut or played otherwise" in said
    assert sets_of(tmp_path / "a.db") == before


def test_other_packs_of_the_same_seed_are_refused(cli, tmp_path) -> None:
    """As of bots in processes of their own, whose seed is mixed with a key of the machine."""
    from schnapsen_ai.store import seals

    for name, part in (("a.db", "1/2"), ("b.db", "2/2")):
        play(cli, tmp_path / name, "--part", part)
    with sqlite3.connect(tmp_path / "b.db") as db:
        (row,) = seals.read_rows(db, "SELECT * FROM tournament")
        row["secret"] = bytes(16)
        new, old = seals.digest("tournament", row), row["digest"]
        db.execute("UPDATE tournament SET secret = ?, digest = ?", (row["secret"], new))
        db.execute("UPDATE seal SET digest = digest + ? WHERE of = 'tournament'", (new - old,))
    code, _, said = cli("merge", str(tmp_path / "a.db"), str(tmp_path / "b.db"))
    assert code == 2 and "other packs" in said


@pytest.mark.slow
def test_another_file_of_a_bot_is_refused(cli, tmp_path) -> None:
    source = "import schnapsen_ai as sa\n\n\nclass B(sa.Bot):\n    def choose(self, view):\n"
    bot = tmp_path / "b.py"
    for name, part, which in (("a.db", "1/2", 0), ("c.db", "2/2", -1)):
        bot.write_text(f"{source}        return view.legal_moves()[{which}]\n")
        code, _, said = cli("tournament", str(bot), "random", "--deals", "4", "--seed", "1",
                            "--jobs", "1", "--quiet", "--part", part, "--results",
                            str(tmp_path / name))
        assert code == 0, said
    code, _, said = cli("merge", str(tmp_path / "a.db"), str(tmp_path / "c.db"))
    assert code == 2 and "its file of the bot" in said


def test_a_damaged_part_is_refused(cli, tmp_path) -> None:
    for name, part in (("a.db", "1/2"), ("b.db", "2/2")):
        play(cli, tmp_path / name, "--part", part)
    with sqlite3.connect(tmp_path / "b.db") as db:
        db.execute("UPDATE block SET points_a = points_a + 1 WHERE id = 2")
    before = sets_of(tmp_path / "a.db")
    code, _, said = cli("merge", str(tmp_path / "a.db"), str(tmp_path / "b.db"))
    assert code == 2 and "damaged" in said and sets_of(tmp_path / "a.db") == before


@pytest.mark.parametrize("given, told", [
    (("--part", "1/2"), "one --seed"),
    (("--part", "3/2", "--seed", "1"), "third of eight"),
    (("--part", "half", "--seed", "1"), "third of eight"),
    (("--part", "1/2", "--seed", "1"), "--results"),
    (("--part", "7/9", "--seed", "1", "--deals", "4", "--results", "a.db"), "2 parts at most"),
])
def test_parts_that_there_are_not(cli, given, told, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, said = cli("tournament", "random", "bully", "--jobs", "1", *given)
    assert code == 2 and told in said
