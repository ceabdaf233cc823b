"""What of its folder, and of Python's, an isolated bot may read; and how long it lives."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.base import seeds
from schnapsen_ai.bot.interface import BotError
from schnapsen_ai.bot.limits import Clock, Limits
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.sandbox import RemoteSpec, own_files, readable, specs_of, supervisor
from schnapsen_ai.tournament.pairing import Pairing
from schnapsen_ai.tournament.schedule import Cutter

HELLO = {"name": "bot", "missing": []}


def database(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE secret (pack)")
    db.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with all sorts of things beside a bot."""
    for name in ("mine.py", "helper.py", "theirs.py", "packs.txt", "mine.npz", "key", "mine.db-wal",
                 "mine.db-writer", "weights.npz", ".env", "theirs.npz"):
        (tmp_path / name).write_text("")
    (tmp_path / "mine.py").write_text(
        'class B:\n    files = ("weights.npz", "nets", "all.db", "../outside", "packs.txt")\n')
    for name in ("package", "mine", "nets", "notes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "part").write_text("")
    (tmp_path / "package" / "__init__.py").write_text("")
    for name in ("mine.db", "all.db", "nets/old.db"):
        database(tmp_path / name)
    os.mkfifo(tmp_path / "nets" / "talk")
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.write_text("")
    (tmp_path / "mine.link").symlink_to(outside)
    return tmp_path


def names(paths, folder: Path) -> set[str]:
    return {os.path.relpath(path, folder) for path in paths}


def test_the_rule(folder: Path) -> None:
    hidden = [str(folder / n) for n in ("packs.txt", "theirs.py")]
    found = names(own_files.own_files(str(folder / "mine.py"), hidden), folder)
    assert found == {"mine.py", "helper.py", "mine.npz", "weights.npz", "package", "mine",
                     "nets/part"}
    found = names(own_files.own_files(str(folder / "mine.py")), folder)
    assert {"packs.txt", "theirs.py"} <= found  # a file that nobody hides, and a module


def test_a_folder_with_results_in_it_gives_way_to_its_parts(folder: Path) -> None:
    results = str(folder / "package" / "results.db")  # not there yet
    found = names(own_files.own_files(str(folder / "mine.py"), {results}), folder)
    assert "package/part" in found and "package" not in found
    database(Path(results))
    assert "package" not in names(own_files.own_files(str(folder / "mine.py")), folder)


def test_declared_is_read_but_not_run(folder: Path) -> None:
    for text in ("files = open('x')", "files = ('a' 'b', 3, 'a\\0b', '')", "files = " + 9999 * "(",
                 "files = " + 99999 * "-" + "1", "\0files", "# files = ('a',)"):
        (folder / "mine.py").write_text(text)
        assert own_files.declared(str(folder / "mine.py")) == (["ab"] if "'a' 'b'" in text else [])


def test_too_many_modules(folder: Path) -> None:
    for n in range(own_files.MOST):
        (folder / f"m{n}.py").touch()
    with pytest.raises(BotError, match="give it a folder of its own"):
        own_files.own_files(str(folder / "mine.py"))


def test_of_a_program_and_of_a_bot_without_a_name(folder: Path) -> None:
    program = folder / "mine"
    (program / "part").unlink()
    program.rmdir()
    program.write_text("#!/bin/sh\n")
    found = readable.readable(f"cmd:{program} {folder}/packs.txt", None, ())
    assert str(folder / "key") not in found and str(folder / "helper.py") not in found
    (folder / ".py").write_text("")  # its name is empty, and so is that of .env
    assert str(folder / ".env") not in own_files.own_files(str(folder / ".py"))


def test_bots_are_kept_from_each_other_and_from_the_key(folder: Path, monkeypatch) -> None:
    (folder / "mine.py").write_text('files = ("theirs.py", "theirs.npz", "state", "key")\n')
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    seeds.guarded_secret_of(1)
    key = Path(seeds.key_path())
    assert key.is_file()
    mine = RemoteSpec(str(folder / "mine.py"), HELLO)
    assert str(folder / "theirs.py") in mine.reads
    assert not any(key.is_relative_to(path) for path in mine.reads)
    kept = mine.hiding([str(folder / "theirs.py"), str(folder / "mine.py")])
    assert str(folder / "theirs.py") not in kept.reads and str(folder / "mine.py") in kept.reads
    for name in ("mine", "theirs"):
        (folder / f"{name}.py").write_text(
            "import schnapsen_ai as sa\nclass B(sa.Bot):\n    def choose(self, view):\n"
            "        return view.legal_moves()[0]\n")
    paths = [str(folder / f"{name}.py") for name in ("mine", "theirs")]
    for spec, other in zip(specs_of(paths, isolate=True), reversed(paths), strict=True):
        assert other not in spec.reads  # type: ignore[attr-defined]


def test_python_in_the_project_folder_opens_its_libraries_only(tmp_path: Path) -> None:
    """`python -m venv .` where the results are."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    (tmp_path / "results.db").write_text("all packs")
    paths = [p for p in sys.path if p]
    told = subprocess.run(
        [tmp_path / "bin" / "python", "-c",
         f"import site\nfor path in {paths!r}: site.addsitedir(path)\n"
         "from schnapsen_ai.sandbox.readable import readable\n"
         f"print(*readable('cmd:true', [], ()), sep='\\n')"],
        check=True, capture_output=True, text=True).stdout.splitlines()
    inside = {os.path.relpath(p, tmp_path) for p in told if Path(p).is_relative_to(tmp_path)}
    assert {"bin", "lib", "pyvenv.cfg"} <= inside <= {"bin", "lib", "lib64", "pyvenv.cfg"}
    assert not any(tmp_path.is_relative_to(path) for path in told)


READER = '''
import os
from pathlib import Path
from types import SimpleNamespace
import numpy as np
import schnapsen_ai as sa

HERE = Path(__file__).parent
WEIGHTS = np.load(HERE / "weights.npz")["w"]
NET = (HERE / "reader" / "net").read_text()
assert sorted(os.listdir(HERE)) == ["reader", "reader.py", "weights.npz"], os.listdir(HERE)
for name in ("results.db", "results.db-wal", "packs.txt", "other.py"):
    assert not (HERE / name).exists(), name


class Reader(sa.Bot):
    files = ("weights.npz", "results.db", "packs.txt", "other.py")

    def choose(self, view):
        return view.legal_moves()[int(WEIGHTS[0])]
'''


def test_a_bot_reads_its_weights_and_not_the_results(tmp_path: Path) -> None:
    np.savez(tmp_path / "weights.npz", w=np.zeros(3))
    (tmp_path / "reader").mkdir()
    (tmp_path / "reader" / "net").write_text("net")
    for name in ("results.db", "results.db-wal", "packs.txt", "other.py"):
        (tmp_path / name).write_text("all packs")
    (tmp_path / "reader.py").write_text(READER)
    hidden = [*own_files.with_companions(str(tmp_path / "results.db")), f"{tmp_path}/packs.txt",
              f"{tmp_path}/other.py"]
    (spec,) = specs_of([f"{tmp_path}/reader.py"], isolate=True, hidden=hidden)
    assert spec.text.endswith("reader.py")
    with pytest.raises(BotError, match=r"AssertionError: \["):
        specs_of([f"{tmp_path}/reader.py"], isolate=True)


@pytest.mark.parametrize("isolated, first", ((True, [8, 8, 4]), (False, [1, 1, 1])))
def test_a_seating_of_isolated_bots_lasts_for_several_packs(isolated: bool, first: list) -> None:
    """However slow they are: when the next begins tells its processes little of each."""
    pairing = SimpleNamespace(in_one_loop=False, specs=[SimpleNamespace(isolated=isolated)])
    cutter = Cutter([pairing], [[range(20)]], ())  # type: ignore[list-item]
    sizes = []
    for task in cutter:
        cutter.learn(task, 1000.0)
        sizes.append(task.n)
    assert sizes[:3] == first


def test_no_two_seatings_are_alive_at_once(bots: Path, monkeypatch) -> None:
    """And a process serves the last seating of a block and the first of the next."""
    together, begun = [], []
    start = supervisor.Supervisor._start

    def noted(self: supervisor.Supervisor, launch: object, place: tuple[object, ...]) -> None:
        start(self, launch, place)  # type: ignore[arg-type]
        together.append({other[1] for other in self.processes if len(other) > 1})
        begun.append(place)

    monkeypatch.setattr(supervisor.Supervisor, "_start", noted)
    a, b = specs_of([f"{bots}:First", f"{bots}:Chance"], isolate=True)
    begun.clear()
    together.clear()
    clock = Clock(Limits())
    game = sa.load("schnapsen")
    pairing = Pairing(game, a, b, b"")
    here = Pairing(game, BotSpec(f"{bots}:First"), BotSpec(f"{bots}:Chance"), b"")
    blocks = [pairing.play(start, 2, clock) for start in (0, 2, 4)]
    clock.supervisor.close()
    assert all(len(seatings) == 1 for seatings in together)
    assert [place[1] for place in begun] == [0, 0, 1, 1, 0, 0, 1, 1]
    plain = here.play(0, 6)
    assert np.array_equal(np.concatenate([b.points for b in blocks]), plain.points)
