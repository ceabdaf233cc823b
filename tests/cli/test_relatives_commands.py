"""Every command on every relative: what it prints, small."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from sizes import few_and_many

import schnapsen_ai as sa
from schnapsen_ai.analysis import bid_counts
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.cli import bench_figures as bench
from schnapsen_ai.cli.main import main

RELATIVES = ("snapszer2", "snapszer3", "bauernschnapsen", "rablo", "watten", "schafkopf")
SEATINGS = {"snapszer2": 2, "snapszer3": 6, "bauernschnapsen": 2, "rablo": 6, "watten": 2,
            "schafkopf": 6}  # fmt: skip
SOME = ("snapszer3",)  # three seats: the others in the full run
every_game = pytest.mark.parametrize("name", RELATIVES)
some_games = pytest.mark.parametrize(
    "name", [n if n in SOME else pytest.param(n, marks=pytest.mark.full) for n in RELATIVES]
)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Any:
    """The command line, in this process: (exit code, standard output, standard error)."""

    def run(*args: str) -> tuple[int, str, str]:
        code = main(list(args))
        out, err = capsys.readouterr()
        return code, out, err

    return run


def midway(name: str, seed: int = 3, cards: int = 6) -> sa.State:
    """A deal in which the bidding is over and `cards` have been played."""
    game = sa.load(name)
    for k in range(100):
        state = game.deal(seed=seed, index=k)
        bot = sa.make_bot("rules")
        held = sum(len(state.view(s).hand) for s in range(game.n_seats))
        while not state.is_over:
            left = sum(len(state.view(s).hand) for s in range(game.n_seats))
            held = max(held, left)
            if held - left >= cards and len(state.legal_moves()) > 1:
                return state
            bot.begin(game, state.to_move, sa.bot.Randomness(k + 1))
            state.play(bot.choose(state.view(state.to_move)))
    raise AssertionError("no such deal")


@every_game
def test_tournament_of_deals(call, name: str) -> None:
    args = ["tournament", "rules", "random", "shy", "--game", name, "--deals", "24",
            "--seed", "1", "--jobs", "1", "--quiet"]  # fmt: skip
    code, out, _ = call(*args)
    assert code == 0 and f"each in {SEATINGS[name]} seatings" in out
    assert "row against column" in out and "fault" not in out
    code, out, _ = call(*args, "--json")
    pairing = json.loads(out)["pairings"][0]
    assert code == 0 and sum(pairing["endings"].values()) == 24


@every_game
def test_tournament_of_matches(call, name: str) -> None:
    code, out, _ = call(
        "tournament", "rules", "random", "--game", name, "--deals", "6", "--seed", "2",
        "--unit", "match", "--max-deals", "12", "--jobs", "1", "--quiet", "--json",
    )  # fmt: skip
    pairing = json.loads(out)["pairings"][0]
    assert code == 0 and 0 <= pairing["match_wins"]["value"] <= 1
    assert sum(pairing["endings"].values()) > 0 or pairing["deals"] > 6


@every_game
def test_contracts(call, name: str) -> None:
    code, out, _ = call(
        "tournament", "rules", "shy", "--game", name, "--deals", "6", "--seed", "3",
        "--jobs", "1", "--quiet", "--contracts", "5",
    )  # fmt: skip
    assert code == 0 and "made" in out
    assert f"contracts over {5 * SEATINGS[name]} deals" in out


@some_games
def test_play(call, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for unit, faces in (("deal", "german"), ("match", "french")):
        answers = ["?", "hint", "nonsense", *["1"] * 12, *["quit"] * 50]
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
        code, out, _ = call(
            "play", "random", "--game", name, "--seed", "4", "--unit", unit, "--faces", faces
        )
        assert code == 0 and "you may:" in out and "The rule player would choose" in out
        assert f"'nonsense' is not a move of {name}" in out


@some_games
def test_solve_and_analyse(call, name: str) -> None:
    state = midway(name)
    code, out, _ = call("solve", state.text(), "--json")
    solved = json.loads(out)
    assert code == 0 and solved["value"] == state.value(0)
    assert len(solved["moves"]) == len(state.legal_moves())
    view = state.view(state.to_move)
    code, out, _ = call("analyse", view.text(), "--worlds", "20", "--json")
    rows = json.loads(out)["moves"]
    assert code == 0 and {row["move"] for row in rows} == set(state.legal_moves())
    for command in ("solve", "analyse"):
        code, out, _ = call(command, state.text(), "--faces", "french")
        assert code == 0 and state.game.move_text(state.legal_moves()[0]) in out


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["rablo", "schafkopf"])
def test_solve_says_where_there_is_no_value(call, name: str, monkeypatch) -> None:
    state = sa.load(name).deal(seed=5)
    monkeypatch.setattr("sys.stdin", io.StringIO(state.pack))
    code, out, err = call("solve", "--game", name)
    assert code == 2 and not out and len(err.splitlines()) == 1
    assert "begins with an auction" in err
    code, _, err = call("solve", state.text())
    assert code == 2 and "settled who plays with whom" in err


@pytest.mark.full
@pytest.mark.parametrize("name", ["snapszer2", "bauernschnapsen"])
def test_solve_of_packs_takes_in_the_bidding_where_the_sides_are_fixed(
    call, name: str, monkeypatch
) -> None:
    state = sa.load(name).deal(seed=5)
    monkeypatch.setattr("sys.stdin", io.StringIO(state.pack))
    code, out, _ = call("solve", "--game", name)
    assert code == 0 and int(out) == max(state.move_values().values())


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.compiled) if n == "watten" else n for n in RELATIVES]
)
def test_perft_and_games_and_rulebook(call, name: str) -> None:
    code, out, _ = call("perft", "2", "--game", name, "--json")
    assert code == 0 and json.loads(out)["counts"][0] == len(
        sa.load(name).deal(seed=0).legal_moves()
    )
    code, out, _ = call("games", name)
    assert code == 0 and all(option in out for option in sa.load(name).options)
    code, out, _ = call("rulebook", name)
    assert code == 0 and all(option in out for option in sa.load(name).options)
    code, out, _ = call("games")
    assert code == 0 and name in out


@some_games
def test_bench(call, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SOLVED", 3)
    monkeypatch.setattr(bench, "PACKS", 1)
    monkeypatch.setattr(bench, "ENOUGH_DEALS", 1000)
    code, out, _ = call("bench", "--game", name, "--seconds", "0.001", "--json")
    figures = json.loads(out)
    assert code == 0 and figures["game"] == name
    for figure in ("random_deals_per_s", "solve_mean_ms", "ismcts_iterations_per_s"):
        assert figures[figure] > 0


@pytest.mark.interpreted
@every_game
def test_text_in_every_style(name: str) -> None:
    game = sa.load(name)
    moves = [*game.pack, *game.rules.MOVE_NAMES]
    for style in ("french", "german", "hungarian"):
        assert [game.parse_move(game.move_text(m, style)) for m in moves] == moves
    assert game.parse_move("hx" if name != "bauernschnapsen" else "HX") == game.parse_move("TH")


@pytest.mark.interpreted
def test_german_and_hungarian_words() -> None:
    watten, rablo = sa.load("watten"), sa.load("rablo")
    assert watten.move_text(45, "german") == "trump Laub" and watten.move_text(54, "german") == (
        "schlag X"
    )
    assert rablo.move_text(35, "hungarian") == "marriage tök"
    assert rablo.parse_move("marriage tok") == rablo.parse_move("Marriage Schellen") == 35
    assert watten.parse_move("trump S") == 45 and watten.parse_move("trump schellen") == 47
    assert rablo.style == "hungarian" and watten.style == "german"
    with pytest.raises(ValueError, match="french, german, hungarian"):
        watten.move_text(0, "latin")


@few_and_many("step", 5, 1)
@every_game
def test_texts_of_a_deal(name: str, step: int) -> None:
    """A State and a View are read back from their texts, at every so many decisions."""
    game = sa.load(name)
    state = game.deal(seed=6)
    bot = sa.make_bot("rules")
    while not state.is_over:
        view = state.view(state.to_move)
        if len(state.history) % step == 0:
            assert game.position(state.text()) == state
            again = game.position(view.text())
            assert again.seat == view.seat and again.text() == view.text()
            assert again._record.tobytes() == view._record.tobytes()
        bot.begin(game, state.to_move, sa.bot.Randomness(7))
        state.play(bot.choose(view))
    assert str(state) and all(repr(state.view(s)) for s in range(game.n_seats))


@pytest.mark.slow
def test_contracts_are_counted() -> None:
    """Each deal of each seating once; only bids that were made; nobody bids in Schnapsen."""
    game = sa.load("snapszer2")
    counted = bid_counts.count(game, BotSpec("rules"), BotSpec("shy"), 5, seed=1)
    assert counted.deals == 10
    assert sum(row.bid for row in counted.rows) + counted.without == 10
    assert all(0 <= row.made <= row.bid for row in counted.rows)
    with pytest.raises(ValueError, match="nobody bids in schnapsen"):
        bid_counts.count(sa.load("schnapsen"), BotSpec("rules"), BotSpec("random"), 1)
