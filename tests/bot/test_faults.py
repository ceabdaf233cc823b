"""A bot's words: kept and shown whatever they are."""

from __future__ import annotations

import pytest

from schnapsen_ai.bot.faults import LONGEST_DETAIL, Offence, harmless, raised
from schnapsen_ai.cli.main import main
from schnapsen_ai.store import read

pytestmark = pytest.mark.interpreted

WORDS = ["\ud800", "a\x1b[31mred", "two\nlines", "\x00", "\u202eback", "\r", "é ♠"]
WORDS += ["\udcff" * 50_000]


@pytest.mark.parametrize("words", WORDS, ids=range(len(WORDS)))
def test_every_offence_can_be_written(words) -> None:
    try:
        raise ValueError(words)
    except ValueError as error:
        offence = raised(error)
    for made in (offence, Offence(words, words)):
        assert made.what.isprintable() and len(made.detail) <= 12 * LONGEST_DETAIL
        assert all(c.isprintable() or c == "\n" for c in made.detail)
        (made.what + made.detail).encode("utf-8")
    assert harmless("é ♠\tx\n") == "é ♠     x\n"


BOT = """
import schnapsen_ai as sa
class Mean(sa.Bot):
    def choose(self, view):
        raise ValueError({words!r})
"""


@pytest.mark.parametrize("words", WORDS[:3], ids=range(3))
def test_a_bots_words_end_no_tournament(words, tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mean.py").write_text(BOT.format(words=words))
    command = ["tournament", "mean.py", "random", "--deals", "4", "--seed", "1", "--jobs", "1",
               "--results", "r.db"]
    assert main(command) == 0
    assert main(command) == 0  # and is resumed
    with read("r.db") as results:
        assert len(results.faults(results.pairings()[0])["what"]) == 4
    assert main(["export", "r.db", "--what", "faults"]) == 0
    printed = capsys.readouterr().out
    assert "ValueError" in printed
    assert all(c.isprintable() or c == "\n" for c in printed)
