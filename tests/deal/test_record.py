"""Deals as text, and export, import and replay from the command line, for every game."""

from __future__ import annotations

import csv
import json
import random
import re
import sys
import types

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.cli import export, import_
from schnapsen_ai.deal.transcript import Record, match_text, parse_records
from schnapsen_ai.games import MODULES
from schnapsen_ai.store import Store, read
from schnapsen_ai.tournament import runner, stored_deals
from schnapsen_ai.tournament.stored_deals import Address, find, game_of, records


def played(game: sa.Game, seed: int, match=None, plies: int = 999) -> Record:
    """A random deal, or its beginning."""
    rng = random.Random(seed)
    state = game.deal(seed=seed, match=match)
    pack = tuple(game.parse_pack(state.pack))
    while not state.is_over and len(state.history) < plies:
        state.play(rng.choice(state.legal_moves()))
    return Record(game, tuple(f"player {s}" for s in range(game.n_seats)), pack, state.history,
                  match=match)


def same(a: Record, b: Record) -> bool:
    match = [match_text(r.game, r.match) for r in (a, b)]
    return match[0] == match[1] and all(
        getattr(a, name) == getattr(b, name)
        for name in ("game", "players", "pack", "moves", "resigned", "tags", "comments"))


MANY = 12 if COMPILED else 2  # deals


@pytest.mark.interpreted
@pytest.mark.parametrize("name", sa.games())
def test_round_trip_of_every_game(name: str) -> None:
    game = sa.load(name)
    deals = [played(game, seed) for seed in range(MANY)] + [played(game, 99, plies=3)]
    deals[0].comments = {0: "It begins: quietly.", 2: "a, b; c", len(deals[0].moves): "the end"}
    deals[1].tags = {"date": "2026-11-30", "where": "Innsbruck"}
    text = "\n".join(d.text() for d in deals)
    again = list(parse_records(text))
    assert len(again) == MANY + 1 and all(same(a, b) for a, b in zip(deals, again, strict=True))
    assert "\n".join(d.text() for d in again) == text
    assert max(map(len, text.splitlines())) <= 120
    assert not any(re.search(r"[{},]|^\d+ ", n) for n in game.rules.MOVE_NAMES.values())


@pytest.mark.interpreted
@pytest.mark.parametrize("name", sa.games())
def test_deals_of_a_match(name: str) -> None:
    """What a deal inherits from its match is part of its record."""
    game = sa.load(name)
    match = game.new_match()
    for seed in range(MANY):
        if match["over"][0]:
            break
        deal = played(game, seed, match.copy())
        (again,) = parse_records(deal.text())
        assert again.end() == deal.end() and again.end().payoffs() == deal.end().payoffs()
        assert ("\nmatch: " in deal.text()) == (seed > 0)
        game.board.next_deal_at(match, deal.end()._pool)


def test_resigning() -> None:
    deal = played(sa.load("schnapsen"), 2, plies=2)
    deal.resigned = 1
    assert "1 resigns\n\nresult: 3 / -3, " in deal.text()
    (again,) = parse_records(deal.text())
    assert same(deal, again) and len(list(again.states())) == 4


GOOD = """# a comment, and an empty line

game: schnapsen[flat=1]
players: Anna / Bert
pack: QC QH QD AS JS JC KS QS TH TC AH KH AD TS KC JH AC TD JD KD
date: today

QS, 1 AH, 0 QH {a comment
note: over two lines}, 1 JS, JC, TH, claim

result: 1 / -1, false claim
"""


def test_text_written_by_hand() -> None:
    (deal,) = parse_records(GOOD)
    assert deal.players == ("Anna", "Bert") and deal.tags == {"date": "today"}
    assert deal.comments == {3: "a comment note: over two lines"}
    assert list(parse_records(GOOD.replace("TH, claim", "Ah, claim").replace("Ah", "TH")))
    german = GOOD.replace("QS, 1 AH", "GO, 1 HA")  # leaves (Gras) are spades
    assert next(parse_records(german)).moves == deal.moves


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("1 / -1", "2 / -2", "the moves lead to 1 / -1, false claim"),
        (", claim", "", "the deal is not over"),
        ("QS, 1 AH", "QS, 0 AH", "is written for seat 0, but seat 1 is to move"),
        ("QS, 1 AH", "QS, 1 QD", "move 2: QD is not legal"),
        ("QS, 1 AH", "QS, 1 capot", "'capot' is not a move"),
        ("pack: QC", "pack: QH", "QH is twice"),
        ("pack:", "cards:", "the line 'pack:' is missing"),
        ("[flat=1]", "[flat=7]", "flat"),
        ("schnapsen[", "skat[", "game 'skat' is not known"),
        ("Anna / Bert", "Anna / Bert / Cid", "3 are named, schnapsen has 2 seats"),
        ("date: today", "pack: x", "is there twice"),
        ("two lines}", "two lines", "braces"),
        ("claim\n", "claim, 0 resigns\n", "but the deal is over"),
        ("# a", "x", "a record begins with its line"),
        ("date: today", "match: points=3", "points is not a field"),
        ("date: today", "match: score=3", "does not hold 2 numbers"),
        ("claim\n", "claim, 0 resigns, 1 AH\n", "after a seat has resigned"),
        ("claim\n", "resigns\n", "write who"),
    ],
)
def test_what_is_said_of_bad_text(old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(ValueError, match=re.escape(says)):
        list(parse_records(GOOD.replace(old, new, 1)))


def kept(name: str, path, bots):
    """Deals and matches of a game, compiled bots and others, in one file, and their results."""
    with Store(path) as store:
        results = []
        for unit, names in (("deal", ["random", f"{bots}:Chance", "rules"]),
                            ("match", ["random", f"{bots}:Raises"])):
            results += runner.run(
                sa.load(name), [BotSpec(n) for n in names], 4, 1, 1, unit, store=store,
                experiment=name, max_deals=6).pairings
    return results


@pytest.fixture(scope="module")
def stored(bots, tmp_path_factory):
    """A results file of Schnapsen, and the results."""
    path = tmp_path_factory.mktemp("record") / "r.db"
    return path, kept("schnapsen", path, bots)


# The presets of Schnapsen share their rules and their kernels.
OTHERS = [
    pytest.param(name, marks=pytest.mark.full)
    for name, module in MODULES.items() if module != "schnapsen"
]


@pytest.mark.parametrize("name", ["schnapsen", "sixty_six", *OTHERS])
def test_round_trip_of_stored_deals(tmp_path, bots, name: str) -> None:
    """Stored, exported, imported, replayed: they lead to the points of the tournament."""
    results = kept(name, tmp_path / "r.db", bots)
    texts = []
    with read(tmp_path / "r.db") as archive:
        assert len(archive.pairings()) == len(results)
        for pairing, result in zip(archive.pairings(), results, strict=True):
            assert game_of(pairing) == result.game
            points = np.zeros_like(result.points)
            for record in records(archive, pairing):
                place = Address.parse(record.tags["deal"])
                (again,) = parse_records(record.text())
                assert same(record, again)
                for bot, who in enumerate((pairing.a.text, pairing.b.text)):
                    mine = [p for p, n in zip(again.end().payoffs(), again.players, strict=False)
                            if n == who]
                    points[place.set, place.seating, bot] += sum(mine) / max(len(mine), 1)
                texts.append(record.text())
            assert points == pytest.approx(result.points)
    (tmp_path / "deals.txt").write_text("\n".join(texts))
    call = types.SimpleNamespace(
        files=[str(tmp_path / "deals.txt")], results=str(tmp_path / "new.db"), json=True)
    assert import_.run(call) == 0
    with read(tmp_path / "new.db") as archive:
        assert [row["text"] for row in archive.records()] == texts


@pytest.mark.interpreted
def test_the_deals_of_a_set_need_not_lie_together() -> None:
    """A block keeps them seating by seating, as they were played."""
    log = {"sets": np.array([1, 2, 1, 2]), "lengths": np.array([1, 2, 1, 1]),
           "moves": np.array([10, 20, 21, 11, 22]), "packs": np.arange(8)}
    found = stored_deals._within(log, 2)
    assert {name: column.tolist() for name, column in found.items()} == {
        "sets": [2, 2], "lengths": [2, 1], "moves": [20, 21, 22], "packs": [2, 3, 6, 7]}


def test_find(stored) -> None:
    path, _ = stored
    with read(path) as archive:
        assert find(archive, Address.parse("1:1:1")).tags["deal"] == "1:1:1:0"
        with pytest.raises(ValueError, match="no pairing 99; there are 1 "):
            find(archive, Address(99, 0))
        with pytest.raises(ValueError, match="no deal 1:7777:0:0"):
            find(archive, Address(1, 7777))
    for text in ("1", "a:b", "1:2:3:4:5", "1:-2"):
        with pytest.raises(ValueError, match="is not an address"):
            Address.parse(text)


def test_export_import_replay(cli, stored, tmp_path) -> None:
    path, _ = stored
    code, text, err = cli("export", str(path), "--sets", "1")
    assert code == 0 and not err
    (tmp_path / "deals.txt").write_text(text)
    n = text.count("game: ")
    code, out, _ = cli("import", str(tmp_path / "deals.txt"), "--results",
                       str(tmp_path / "new.db"), "--json")
    first = json.loads(out)
    assert code == 0 and first["deals"] == first["new"] == n
    code, out, _ = cli("import", str(tmp_path / "deals.txt"), "--results", str(tmp_path / "new.db"))
    assert code == 0 and f"{n} deals are in order; 0 of them new" in out
    assert cli("export", str(tmp_path / "new.db"))[1] == text
    from_text = cli("replay", str(tmp_path / "deals.txt"), "2", "--json")[1]
    assert from_text == cli("replay", str(tmp_path / "new.db"), "2", "--json")[1]
    steps = json.loads(from_text)["steps"]
    assert all(step["move"] in step["legal"] for step in steps)


def test_import_counts_deals_by_named_player(cli) -> None:
    text = GOOD.replace("players: Anna / Bert\n", "")
    assert text != GOOD
    code, out, _ = cli("import", "-", stdin=text)
    assert (code, out) == (0, "1 deal is in order\n")
    code, out, _ = cli("import", "-", stdin=GOOD.replace("Anna / Bert", "Anna / Anna"))
    assert (code, out) == (0, "1 deal is in order\n  Anna: 1 deal, +0.000 points each\n")


def test_replay_for_people(cli, tmp_path) -> None:
    code, out, _ = cli("replay", "-", "--values", stdin=GOOD)
    assert code == 0 and "Anna (seat 0), Bert (seat 1), date today" in out
    assert "seat 0 to lead" in out and "result: 1 / -1, false claim" in out
    assert re.search(r"1  0 QS [+-]\d +\(or .*close [+-]\d", out)
    assert "gives away" in out and "a comment note: over two lines" in out
    boards = cli("replay", "-", "--boards", stdin=GOOD)[1]
    assert boards.count("turn-up") > out.count("turn-up")
    for args, says in (((), "has no deal 7"), (("x",), "is not the number of a deal")):
        code, _, err = cli("replay", "-", *(args or ("7",)), stdin=GOOD)
        assert code == 2 and says in err
    assert "no such file" in cli("replay", str(tmp_path / "none"))[2]


def test_csv(stored, tmp_path, capsys) -> None:
    path, results = stored

    def exported(what: str) -> list[dict[str, str]]:
        to = tmp_path / f"{what}.csv"
        args = types.SimpleNamespace(
            results=str(path), to=str(to), what=what, pairing=None, sets=None)
        assert export.run(args) == 0
        with to.open(newline="") as file:
            return list(csv.DictReader(file))

    sets = exported("sets")
    assert len(sets) == sum(r.deals.size for r in results)
    assert sum(float(row["points_a"]) for row in sets) == pytest.approx(
        sum(r.points[..., 0].sum() for r in results))
    deals = exported("deals")
    assert "played in one compiled loop" in capsys.readouterr().err
    game = sa.load(deals[0]["game"])
    state = game.deal(pack=deals[0]["pack"])
    for move in map(int, deals[0]["moves"].split(".")):
        state.play(move)
    assert state.ending == deals[0]["ending"]
    assert any("no idea" in row["detail"] for row in exported("faults"))


def test_parquet_gets_the_same_columns(stored, tmp_path, monkeypatch) -> None:
    """pyarrow itself is an extra: what it is given is what matters here."""
    written = {}
    fake = types.ModuleType("pyarrow")
    fake.array, fake.table = list, dict
    fake.parquet = types.SimpleNamespace(write_table=lambda t, to: written.update({to: t}))
    monkeypatch.setitem(sys.modules, "pyarrow", fake)
    to = str(tmp_path / "sets.parquet")
    args = types.SimpleNamespace(results=str(stored[0]), to=to, what="sets", pairing=[1], sets=None)
    assert export.run(args) == 0
    assert len(written[to]["points_a"]) == 4 and set(written[to]["a"]) == {"random"}
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"schnapsen-ai\[data\]"):
        export.run(args)


@pytest.mark.full
def test_parquet_and_pandas(stored, tmp_path) -> None:
    import pandas

    to = str(tmp_path / "deals.parquet")
    args = types.SimpleNamespace(results=str(stored[0]), to=to, what="deals", pairing=None,
                                 sets=None)
    assert export.run(args) == 0
    with read(stored[0]) as archive:
        frame = archive.frame(archive.deals())
    # Move by move: Chance twice over 4 deals, and 4 matches that Raises lost at once.
    assert len(pandas.read_parquet(to)) == len(frame) == 12
    assert np.array_equal(pandas.read_parquet(to)["points_a"], frame["points_a"])


def test_bad_calls(cli, stored) -> None:
    path = str(stored[0])
    for args, says in (
        (("--to", "x.xls"), "ends in .txt, .csv or .parquet"),
        (("--what", "sets"), "is a table"),
        (("--pairing", "99"), "--pairing 99 is not there"),
    ):
        code, out, err = cli("export", path, *args)
        assert (code, out) == (2, "") and says in err


def test_a_changed_bot_cannot_play_again(tmp_path) -> None:
    """Compiled bots' deals are not kept move by move: an edited one is refused, not trusted."""
    file, path = tmp_path / "mine.py", tmp_path / "r.db"
    file.write_text(
        "import schnapsen_ai as sa\nfrom schnapsen_ai.cards import pick\n\n@sa.template\n"
        "def policy(state, seat, legal, rng, params, scratch):\n    return pick(legal, rng)\n\n"
        "class Mine(sa.CompiledBot):\n    policy = staticmethod(policy)\n")
    with Store(path) as store:
        runner.run(sa.load("schnapsen"), [BotSpec(str(file)), BotSpec("random")], 4, 1, 1,
                       store=store)
    with read(path) as archive:
        (pairing,) = archive.pairings()
        assert len(list(records(archive, pairing))) == 4
        file.write_text(file.read_text() + "\n# edited\n")
        with pytest.raises(ValueError, match="has changed since it played"):
            list(records(archive, pairing))
