"""The command line: what it prints, and one line with exit code 2 for every bad input."""

from __future__ import annotations

import json

import pytest

import schnapsen_ai as sa
from schnapsen_ai.cli import bench_figures
from schnapsen_ai.cli.main import COMMANDS, main

PACK = "AS TH KD QC JS AH TD KC QS JH AD TC KS QH JD AC TS KH QD JC"


def test_tournament_text_and_json(cli) -> None:
    call = ["tournament", "bully", "random", "--deals", "100", "--seed", "1", "--jobs", "1"]
    code, out, _ = cli(*call)
    assert code == 0 and "bully" in out and "100 deals a pairing (50 sets" in out
    code, out, _ = cli(*call, "--json")
    data = json.loads(out)
    pairing = data["pairings"][0]
    assert pairing["points_per_deal"]["value"] == pytest.approx(
        sa.play_deals("bully", "random", deals=100, seed=1).points_per_deal.value
    )
    assert data["options"]["flat"] == 0 and data["seed"] == 1 and pairing["match_wins"] is None


def test_cross_table_of_three(cli, bots) -> None:
    code, out, _ = cli(
        "tournament", "bully", "random", f"{bots}:Raises", "--deals", "20", "--seed", "1",
        "--jobs", "2",
    )
    assert code == 0 and "row against column" in out
    assert "forfeited" in out and "KeyError: 'no idea'" in out
    code, _, _ = cli(
        "tournament", "random", f"{bots}:Raises", "--deals", "4", "--seed", "1", "--strict"
    )
    assert code == 1


def test_packs_from_a_file_and_standard_input(cli, tmp_path) -> None:
    game = sa.load("schnapsen")
    packs = "\n".join(game.deal(seed=2, index=k).pack for k in range(3))
    path = tmp_path / "packs.txt"
    path.write_text(f"# three packs\n{packs}\n\n")
    for args, stdin in ((str(path), ""), ("-", packs)):
        code, out, _ = cli(
            "tournament", "bully", "random", "--packs", args, "--json", "--seed", "1", stdin=stdin
        )
        assert code == 0 and json.loads(out)["pairings"][0]["sets"] == 3


def test_without_arguments_the_help_is_shown(cli) -> None:
    code, out, _ = cli()
    assert code == 0 and "tournament" in out


@pytest.mark.parametrize("command", ["games", "bots", "doctor"])
def test_lists(cli, command: str) -> None:
    code, out, _ = cli(command)
    assert code == 0 and out
    code, out, _ = cli(command, "--json")
    assert code == 0 and json.loads(out)


def test_games_and_rulebook(cli) -> None:
    code, out, _ = cli("games", "sixty_six")
    assert code == 0 and "close_before_draw = yes" in out
    code, out, _ = cli("rulebook", "sixty_six")
    assert code == 0 and "66" in out


def test_perft(cli) -> None:
    code, out, _ = cli(
        "perft", "4", "--json", "--pack",
        "JC QC KC TC AC JS QS KS TS AS JH QH KH TH AH JD QD KD TD AD",
    )
    assert code == 0 and json.loads(out)["counts"] == [7, 35, 219, 1021]


def test_solve(cli) -> None:
    late = "hands=KSADKD/TDQDAC talon=- up=- trump=S tricks=4/3"
    code, out, _ = cli("solve", late, "--json")
    found = json.loads(out)
    assert code == 0 and found["value"] == sa.load("schnapsen").position(late).value(0)
    assert max(found["moves"].values()) == found["value"]
    assert f"value for seat 0: {found['value']:+d}" in cli("solve", late)[1]
    code, out, _ = cli("solve", stdin=f"{PACK}  # a pack\n")
    assert code == 0 and int(out) == sa.load("schnapsen").deal(pack=PACK).value(0)


def test_bench_prints_what_was_measured(cli, monkeypatch) -> None:
    """Measured in `.ci/run`."""
    figures = {"random_deals_per_s": 12345.6, "solve_mean_ms": 0.51234, "redeal_p99_us": None}
    monkeypatch.setattr(bench_figures, "one_game", lambda name, *_: {"game": name, **figures})
    code, out, err = cli("bench", "--game", "watten", "--seconds", "0.1")
    assert (code, err) == (0, "")
    words = [line.split() for line in out.splitlines()]
    assert words == [["game", "watten"], ["random_deals_per_s", "12,346"],
                     ["solve_mean_ms", "0.5123"], ["redeal_p99_us", "-"]]  # fmt: skip
    assert json.loads(cli("bench", "--game", "watten", "--json")[1])["solve_mean_ms"] == 0.51234


BAD = [
    (["nosuch"], "invalid choice"),
    (["tournament", "random", "nosuch"], "bot 'nosuch' is not known"),
    (["tournament", "random"], "at least two bots"),
    (["tournament", "random", "random"], "named twice"),
    (["tournament", "--game", "skat"], "game 'skat' is not known: the games are schnapsen"),
    (["tournament", "--option", "flat"], "write NAME=VALUE"),
    (["tournament", "--option", "flat=3"], "flat='3' is not known: it is one of 0, 1"),
    (["tournament", "--option", "flut=1"], "option 'flut' is not known"),
    (["tournament", "--option", "flat=1", "--option", "flat=0"], "given twice"),
    (["tournament", "--deals", "0"], "at least 1"),
    (["tournament", "--deals", "many"], "not a whole number"),
    (["tournament", "--jobs", "-1"], "at least 1"),
    (["tournament", "--jobs", "9" * 25], "at most 4096"),
    (["tournament", "--jobs", "9" * 400], "is not a whole number"),
    (["tournament", "--deals", "\u0663"], "is not a whole number"),
    (["tournament", "--memory", "9" * 20], "at most 1073741824"),
    (["tournament", "mcts:iterations=" + "9" * 60, "random"], "is not a whole number"),
    (["bench", "--seconds", "nan"], "is not a number"),
    (["bench", "--seconds", "1e999"], "is not a number"),
    (["web", "--port", "99999"], "at most 65535"),
    (["web", "--host", ""], "--host is empty"),
    (["rulebook"], "name a game: schnapsen"),
    (["tournament", "--unit", "hand"], "invalid choice"),
    (["tournament", "--packs", "no/such/file"], "there is no such file"),
    (["games", "skat"], "game 'skat' is not known"),
    (["bots", "nosuch"], "is not known"),
    (["rulebook", "skat"], "game 'skat' is not known"),
    (["perft", "-1"], "at least 0"),
    (["perft", "2", "--pack", PACK.replace("AS", "XX")], "is not a card"),
    (["perft", "2", "--pack", PACK.replace("TH", "AS")], "AS is twice in a pack"),
    (["perft", "2", "--pack", PACK[:-3]], "the pack has 19 of the 20 cards of schnapsen: JC"),
    (["perft", "2", "--pack", PACK.replace("JC", "9C")], "9C is not in the pack of schnapsen"),
    (["play", "nosuch"], "is not known"),
    (["play", "--seat", "2"], "is not in 0..1"),
    (["bench", "--seconds", "0"], "--seconds is at least 0.001"),
    (["solve", "hands=AS/KS"], "the field trump= is missing"),
    (["solve", "schnapsen[flat=7] hands=AS/KS trump=S"], "flat='7' is not known"),
]


@pytest.mark.parametrize(("args", "says"), BAD, ids=[" ".join(a)[:40] for a, _ in BAD])
def test_bad_input_is_one_line_and_exit_2(capsys, args: list[str], says: str) -> None:
    try:
        code = main(args)
    except SystemExit as end:  # of the parser of arguments
        code = end.code
    out, err = capsys.readouterr()
    assert code == 2 and not out
    assert says in err and len(err.strip().splitlines()) == 1 and "Traceback" not in err


def test_a_bad_pack_file_names_the_line(cli, tmp_path) -> None:
    path = tmp_path / "packs.txt"
    path.write_text(f"{PACK}\nAS TH\n")
    code, _, err = cli("tournament", "bully", "random", "--packs", str(path))
    assert code == 2 and "line 2" in err and "2 of the 20 cards" in err
    path.write_text("# nothing\n")
    assert "holds no pack" in cli("tournament", "bully", "random", "--packs", str(path))[2]


def test_traceback_on_request(cli) -> None:
    with pytest.raises(ValueError, match="game 'skat' is not known"):
        cli("games", "skat", "--traceback")


def test_play_a_deal_with_bad_and_good_input(cli) -> None:
    moves = "?\nfoo\nAS\n99\nhint\n" + "1\n" * 40
    code, out, _ = cli("play", "random", "--seed", "1", stdin=moves)
    assert code == 0
    assert "you may:" in out and "'foo' is not a move of schnapsen" in out
    assert "The deal is over" in out and "solver's verdict" in out
    code, out, _ = cli("play", "random", "--seed", "1", stdin="resign\n")
    assert code == 0 and "You: -3  random: +3" in out
    code, out, _ = cli("play", "random", "--seed", "1", stdin="quit\n")
    assert code == 0 and "bye" in out
    code, out, _ = cli("play", "random", "--seed", "1", stdin="")
    assert code == 0 and "bye" in out


def test_help_imports_nothing_heavy() -> None:
    """Of no command: in one process, so that what each imports is there for the next to show."""
    import subprocess
    import sys

    code = (
        "import sys, schnapsen_ai.cli.main as c\n"
        "heavy = {'numpy', 'numba', 'tqdm', 'scipy', 'sqlite3', 'json', 'inspect'}\n"
        "for command in (None, *c.COMMANDS):\n"
        "    try: c.main([command, '--help'] if command else ['--help'])\n"
        "    except SystemExit as end: assert end.code == 0, command\n"
        "    assert not heavy & set(sys.modules), (command, heavy & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("usage: schnapsen-ai") == len(COMMANDS) + 1


READS = (
    ["tournament", "--packs"], ["import"], ["replay"], ["export"], ["report"],
    ["find", "--where", "blunder"], ["web", "--results"],
)  # fmt: skip


@pytest.mark.parametrize("command", READS, ids=[" ".join(c) for c in READS])
def test_what_is_wrong_with_a_file_is_said_with_its_name(command, tmp_path, capsys) -> None:
    (tmp_path / "some.bin").write_bytes(b"\x00\x98" * 99)
    for name, says in (
        ("none", "there is no such file"), ("", "is a folder: name a file"),
        ("some.bin", "is not a "),
    ):  # fmt: skip
        path = str(tmp_path / name) if name else str(tmp_path)
        assert main([*command, path]) == 2
        err = capsys.readouterr().err
        assert path in err and says in err and len(err.strip().splitlines()) == 1


def test_few_deals_promise_nothing(capsys) -> None:
    """One set: no forecast is drawn from it."""
    assert main(["tournament", "--deals", "2", "--seed", "1", "--quiet", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "(1 set, each in 2 seatings)" in out and "paired deals to be seen" not in out
