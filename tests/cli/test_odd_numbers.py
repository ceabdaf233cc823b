"""Numbers and names that are nearly right: one line and exit code 2, wherever they are written."""

from __future__ import annotations

import contextlib

import pytest
from paths import TESTS

from schnapsen_ai.base import numbers
from schnapsen_ai.bot.interface import BotError
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.cli.main import main
from schnapsen_ai.tournament.experiment import read

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize(("text", "value"), [
    ("0", 0), ("-7", -7), ("1,000", 1000), ("12_000", 12000), ("1,000,000", 10**6)])
def test_whole_numbers(text: str, value: int) -> None:
    assert numbers.whole(text) == value


@pytest.mark.parametrize("text", [
    "", " ", "1,,0", "1,00", ",100", "1__0", "_1", "1.0", "1e3", "٣", "²", "0x10", "1" * 5000,
    "--1"])
def test_what_is_no_whole_number(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number"):
        numbers.whole(text)


ODD = [
    *[["tournament", "--deals", x] for x in ("1,,0", "٣", "0", "1e3", "1" + "0" * 13)],
    *[["tournament", "--move-time", x] for x in ("٣", "5e-324", "nan", "inf", "1e10", "0x1")],
    *[["tournament", "--memory", x] for x in ("0", "2e3", "2147483649")],
    *[["tournament", "--seed", x] for x in ("²", "1" * 41, "9" * 30)],
    ["bench", "--seconds", "1e-9"], ["web", "--port", "65536"], ["perft", "१"],
    ["tournament", "--sprt", "elo0=0,elo1=١"], ["tournament", "--sprt", "alpha=1e999"],
    ["tournament", "rdeep:worlds=٣", "random"], ["tournament", "rdeep:worlds=1__0", "random"],
    ["tournament", "schnapsen_ai.bot:CompiledBot", "random"],
    ["tournament", "schnapsen_ai.bot:Bot", "random"],
    ["replay", str(TESTS / "data" / "deals.results"), "1:٣"],
    ["replay", str(TESTS / "data" / "deals.results"), "²"],
    ["find", str(TESTS / "data" / "deals.results"), "--where", "blunder,lost>=٣"],
    ["analyse", "hands=AS/?; trump=S; swapped=999/-"], ["analyse", "hands=AS/?; trump=S; turn=²"],
    ["analyse", "hands=AS/?; trump=S; late=AS/-"], ["tournament", "--game", ""],
    ["analyse", "hands=-/-; trump=S; phase=over; result=0:999:1"],
]


@pytest.mark.parametrize("words", ODD, ids=lambda w: " ".join(map(str, w))[-40:])
def test_one_line(words: list[str], capsys) -> None:
    try:
        code = main([*words, "--traceback"] if words[0] == "never" else words)
    except SystemExit as error:
        code = int(str(error.code))
    error = capsys.readouterr().err
    assert code == 2 and error.count("\n") == 1 and error.startswith("schnapsen-ai: "), error


@pytest.mark.parametrize("name", ["Bot", "CompiledBot"])
def test_the_bases_of_bots_are_none(name: str) -> None:
    with pytest.raises(BotError, match=f"{name} has no .*: it cannot play"):
        BotSpec(f"schnapsen_ai.bot:{name}")


@pytest.mark.parametrize(("text", "says"), [
    ("x = " + "[" * 5000, "nested too deep"),
    ("deals = 10000000000000", "too large: deals is at most 1000000000000"),
    ("memory = 99999999999", "too large: memory is at most"),
    ("move_time = 5e-324", "too small: move_time is at least 0.001"),
    ("deal_time = nan", "too small: deal_time"), ("deal_time = 1" + "0" * 400, "too large"),
    ("seed = 1" + "0" * 30, "too large: seed"), ("deals = true", "not a whole number"),
    ('bots = ["random", "random"]', "random is named twice"), ("bots = []", "at least two"),
    ('bots = ["random", {a = 1}]', "texts"), ("options = {name = 1}", "not known"),
    ("options = {flat = [1]}", "flat"), ("options = {self = 1}", "not known"),
])
def test_experiments_hold_the_same_bounds(tmp_path, text: str, says: str) -> None:
    path = tmp_path / "e.toml"
    path.write_text(text if "bots" in text else f'bots = ["random", "bully"]\n{text}\n')
    with pytest.raises(ValueError, match=rf"experiment .*e\.toml: .*{says}"):
        read(str(path))


@pytest.mark.parametrize("command", ["new-bot", "new-game"])
@pytest.mark.parametrize("name", [
    "class", "../x", "x/y", "", "x.py", "2x", "x" * 300, "numpy", "typing", "schnapsen_ai", "Übung",
    "a\nb", "-", "con:"])
def test_names_of_new_files(tmp_path, monkeypatch, capsys, command: str, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.suppress(SystemExit):
        assert main([command, "--", name]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and error.startswith("schnapsen-ai: ")
    assert not list(tmp_path.iterdir())


def test_an_error_does_not_print_a_whole_file(capsys) -> None:
    assert main(["analyse", "A" * 100_000]) == 2
    assert len(capsys.readouterr().err) < 600
