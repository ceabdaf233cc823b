"""Bots of strangers, and paths that cannot be written, wherever a command is given one."""

from __future__ import annotations

import os
import pickle
import sys
from importlib import metadata
from pathlib import Path

import pytest

import schnapsen_ai as sa
from schnapsen_ai.base.files import check_can_write
from schnapsen_ai.bot.leftovers import streams_kept
from schnapsen_ai.web import bot_pool

pytestmark = pytest.mark.interpreted

LOWEST = '''import os, sys
import schnapsen_ai as sa
class Bot(sa.Bot):
    def choose(self, view):
        return view.legal_moves()[0]
'''
COMMANDS = {
    "bots": ["bots", "BOT"],
    "play": ["play", "BOT"],
    "web": ["web", "BOT", "--port", "0"],
    "selfplay": ["selfplay", "BOT", "--deals", "2", "--to", "FOLDER/d.npz"],
    "analyse": ["analyse", "any", "--policy", "BOT"],
    "check-bot": ["check-bot", "BOT"],
    "tournament": ["tournament", "BOT", "random"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_bot_that_ends_its_process_when_it_is_imported(cli, tmp_path: Path, name: str) -> None:
    if name == "web":
        pytest.importorskip("starlette")
    bot = tmp_path / "bad.py"
    bot.write_text("import os\nos._exit(0)\n")
    words = [w.replace("BOT", str(bot)).replace("FOLDER", str(tmp_path)) for w in COMMANDS[name]]
    code, out, err = cli(*words)
    assert (code, out) == (2, "")
    assert err == (f"schnapsen-ai: bot {bot}, imported and made: ended its process with exit "
                   "code 0\n")


def test_bots_asks_elsewhere_and_says_what_is_plain(cli, tmp_path: Path) -> None:
    bot = tmp_path / "odd.py"
    bot.write_text(LOWEST + '''
    __doc__ = "Says \\x1b[31m red."
    @classmethod
    def parameters(cls): return {"x": object}
print("noise")
os.write(1, b"noise")
''')
    before = {*sys.modules}
    code, out, err = cli("bots", str(bot))
    assert (code, err) == (0, "") and "\x1b" not in out and "noise" not in out
    assert "Says \\x1b[31m red." in out and "x=<class 'object'>" in out
    assert not [name for name in {*sys.modules} - before if "odd" in name]


def test_an_installed_bot_that_cannot_be_used_is_left_out(cli, tmp_path, monkeypatch) -> None:
    (tmp_path / "bad_of_others.py").write_text("raise ValueError('no')")
    monkeypatch.syspath_prepend(tmp_path)
    entry = metadata.EntryPoint("theirs", "bad_of_others:Bot", "schnapsen_ai.bots")
    monkeypatch.setattr(metadata, "entry_points", lambda group: [entry])
    code, out, err = cli("bots")
    assert code == 0 and "rules " in out and "theirs" not in out
    assert err == ("schnapsen-ai: bot theirs: its entry point does not load: ValueError: no\n")


@pytest.mark.parametrize("does, says", [
    ("def choose(self, view): raise KeyError('why')", "raised KeyError: 'why'"),
    ("def choose(self, view): sys.exit()", "raised SystemExit"),
    ("def choose(self, view): return 10**5000", "is not a move"),
    ("def choose(self, view): return 62", "chose 62, which is not legal"),
    ("def begin(self, *_): raise KeyError", "raised KeyError"),
    ("def saw(self, *_): raise KeyError", "raised KeyError"),
])
def test_a_bot_that_misbehaves_against_a_person(cli, tmp_path: Path, does: str, says: str) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text(f"{LOWEST}    {does}\n")
    code, _, err = cli("play", f"{bot}", "--seed", "1", "--no-replay", stdin="1\n" * 40)
    assert code == 2 and says in err and err.startswith(f"schnapsen-ai: {bot}") and err[-1] == "\n"
    assert err.count("\n") == 1


def test_what_a_bot_prints_when_it_is_imported_is_no_output(process, tmp_path: Path) -> None:
    bot = tmp_path / "loud.py"
    bot.write_text(LOWEST + '''
print("noise")
os.write(1, b"noise")
sys.stdout.close()
os.closerange(0, 3)
''')
    code, out, err = process("play", str(bot), "--seed", "1", "--no-replay", stdin="1\n" * 60)
    assert code == 0, err
    assert "noise" not in out and "trick" in out.lower() and err.count("noise") == 2


def test_streams_are_as_before() -> None:
    before = sys.stdin, sys.stdout, sys.stderr, *(os.fstat(fd).st_ino for fd in (0, 1, 2))
    with streams_kept():
        assert sys.stdin.read() == ""
        sys.stdin = sys.stdout = None  # type: ignore[assignment]
        os.closerange(0, 3)
    assert (sys.stdin, sys.stdout, sys.stderr) == before[:3]
    assert [os.fstat(fd).st_ino for fd in (0, 1, 2)] == list(before[3:])


def test_a_bot_in_a_process_of_the_web_table_answers_numbers_only(tmp_path: Path) -> None:
    bot = tmp_path / "odd.py"
    bot.write_text(LOWEST + '''
class Odd(int):
    def __reduce__(self): return os._exit, (1,)
class Answers(Bot):
    def choose(self, view): return Odd(view.legal_moves()[0])
class Text(ValueError):
    def __str__(self): sys.exit()
class Raises(Bot):
    def choose(self, view): raise Text
class Packs(Bot):
    def __reduce__(self): sys.exit()
''')
    game = sa.load("schnapsen")
    view = game.deal(1).view(0)

    def said(name: str):
        return bot_pool._think(game, f"{bot}:{name}", None, 0, 1, [], view)

    move, _, fault = said("Answers")
    assert (type(move), fault) == (int, None) and pickle.loads(pickle.dumps(move)) == move
    move, _, fault = said("Raises")
    assert move is None and fault is not None and fault.what.startswith("raised Text")
    assert said("Packs")[1:] == (None, None)


def test_what_cannot_be_written_is_told_before_the_work(cli, tmp_path: Path, monkeypatch) -> None:
    results = tmp_path / "r.db"
    tournament = ("tournament", "rules", "random", "--deals", "4", "--seed", "1", "--jobs", "1")
    assert cli(*tournament, "--results", str(results), "--quiet")[0] == 0
    from schnapsen_ai import report
    from schnapsen_ai.learn.training import Training
    from schnapsen_ai.store.reader import Archive

    for owner, name in ((report, "report"), (Archive, "deals"), (Training, "step")):
        monkeypatch.setattr(owner, name, lambda *_: pytest.fail("it had begun"))
    (tmp_path / "folder.csv").mkdir()
    none, folder = f"{tmp_path}/none", f"{tmp_path}/folder.csv"
    for words, says in [
        (("report", str(results), "-o", f"{none}/x.html"), f"there is no folder {none}"),
        (("report", str(results), "-o", str(results)), "is the results file"),
        (("export", str(results), "--to", f"{none}/x.csv"), f"there is no folder {none}"),
        (("export", str(results), "--to", folder), "is a folder: name a file"),
        (("selfplay", "rules", "--deals", "2", "--to", f"{none}/x.npz"), "there is no folder"),
        (("train", "--to", f"{none}/x.npz"), "there is no folder"),
    ]:
        code, out, err = cli(*words)
        assert (code, out) == (2, "") and says in err, (words, err)


def test_looking_whether_a_file_can_be_written_leaves_nothing(tmp_path: Path) -> None:
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_text("x")
    link.symlink_to(tmp_path / "later")
    os.mkfifo(tmp_path / "pipe")
    before = sorted(tmp_path.iterdir())
    for name in ("there", "link", "pipe", "new"):
        check_can_write(tmp_path / name)
    assert sorted(tmp_path.iterdir()) == before and there.read_text() == "x"
    with pytest.raises(ValueError, match=r"cannot be written .*name too long"):
        check_can_write(tmp_path / ("x" * 300))
