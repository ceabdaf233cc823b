"""The compiler's door: templates for many games, and a disk cache that never serves old code.

What the cache does is tried in processes of their own, on a copy of the package.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import schnapsen_ai
from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.base.jit import specialise

PACKAGE = Path(schnapsen_ai.__file__).resolve().parent
LINE = "schnapsen-ai: compiling"
FORTY = "np.int64(40) if suit == state.trump"
COUNTS = "def _count_marriage("

TOYS = {
    "toy_double": """
from schnapsen_ai.base.jit import jit

@jit
def value(x):
    return 2 * x
""",
    "toy_triple": """
from schnapsen_ai.base.jit import jit

OVERRIDES = ("fast",)

@jit
def value(x):
    return 3 * x

@jit
def fast(x):
    return x + 1000

@jit
def advice(x):
    return x + 500
""",
    "toy_search": """
from schnapsen_ai.base.jit import hook, template

rules = None

@template
def sibling(x):
    return once(x) + 1

@template
def once(x):
    return rules.value(x)

@template
def countdown(x):
    if x == 0:
        return 0
    return rules.value(1) + countdown(x - 1)

@template
def fast(x):
    return x + 1

@template
def asks_fast(x):
    return fast(x)

@hook
def advice(x):
    return x

@template
def asks_advice(x):
    return advice(x)

def plain(x):
    return x
""",
    "toy_other": """
from schnapsen_ai.base.jit import template
from toy_search import fast, once

rules = None

@template
def twice(x):
    return once(x) + once(x)

@template
def asks_imported(x):
    return fast(x)
""",
}


@pytest.fixture
def toys(tmp_path, monkeypatch):
    """Two games and two search modules, each a file."""
    for name, text in TOYS.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    found = {name: importlib.import_module(name) for name in TOYS}
    yield SimpleNamespace(**found)
    for name in TOYS:
        del sys.modules[name]


def test_specialise(toys):
    double = specialise(toys.toy_search, toys.toy_double)
    triple = specialise(toys.toy_search, toys.toy_triple)
    assert (double.once(7), triple.once(7)) == (14, 21)
    assert (double.sibling(7), triple.sibling(7)) == (15, 22)
    assert (double.countdown(5), triple.countdown(5)) == (10, 15)
    # one that the game brings itself, for callers in the same module too
    assert (double.fast(1), triple.fast(1)) == (2, 1001)
    assert (double.asks_fast(1), triple.asks_fast(1)) == (2, 1001)
    # a hook needs no OVERRIDES
    assert (double.advice(1), triple.advice(1)) == (1, 501)
    assert (double.asks_advice(1), triple.asks_advice(1)) == (1, 501)
    # imported from another search module
    for game, worth, fast in ((toys.toy_double, 28, 2), (toys.toy_triple, 42, 1001)):
        other = specialise(toys.toy_other, game)
        assert (other.twice(7), other.asks_imported(1)) == (worth, fast)
        assert other.once is specialise(toys.toy_search, game).once
    assert not hasattr(double, "plain")
    assert specialise(toys.toy_search, toys.toy_double) is double
    assert toys.toy_search.rules is None


# ---- the disk cache


@pytest.fixture
def copy(tmp_path):
    """A copy of the package with a kernel that calls one of the rules in another file."""
    root = tmp_path / "copy"
    shutil.copytree(PACKAGE, root / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
    folder = root / PACKAGE.name / "games" / "schnapsen"
    source = next(path for path in folder.glob("*.py") if COUNTS in path.read_text())
    (root / PACKAGE.name / "probe.py").write_text(
        "import numpy as np\n"
        "from .base import cache, jit\n"
        f"from .games.schnapsen.{source.stem} import _count_marriage\n"
        "from .games.schnapsen.state import STATE\n"
        "@jit.jit\n"
        "def married(pool):\n"
        "    _count_marriage(pool[0], 2)\n"
        "    return pool[0].points[0]\n"
        "pool = np.zeros(1, STATE)\n"
        "pool['trump'], pool['closer'], pool['tricks'] = 2, -1, 1\n"
        "print(married(pool), cache.CACHE_FOLDER, cache.PACKAGE)\n"
    )
    (shared,) = (p for p in folder.parent.glob("shared/*.py") if FORTY in p.read_text())
    return SimpleNamespace(root=root, source=shared, tmp=tmp_path)


def start(copy, limit=None, **changed: str) -> subprocess.Popen:
    environment = {**os.environ, "PYTHONPATH": str(copy.root), "TMPDIR": str(copy.tmp)}
    for name in ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "SCHNAPSEN_AI_QUIET"):
        environment.pop(name, None)
    environment |= {"XDG_CACHE_HOME": str(copy.tmp / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    program = [sys.executable, "-c", "import schnapsen_ai.probe"]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        program, env=environment | changed, cwd=copy.tmp, stdout=pipe, stderr=pipe, text=True,
        preexec_fn=limit,
    )


def finish(process: subprocess.Popen, copy) -> SimpleNamespace:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    value, folder, package = out.split()
    assert Path(package) == copy.root / PACKAGE.name  # not the installed one
    return SimpleNamespace(value=int(value), folder=folder, said=err.count(LINE))


def run(copy, **changed: str) -> SimpleNamespace:
    return finish(start(copy, **changed), copy)


def test_an_edit_never_runs_old_code(copy):
    """And the user is told of compiling once, when there is something to compile."""
    cold, warm = run(copy), run(copy)
    assert (cold.value, cold.said) == (40, 1)
    assert (warm.value, warm.said) == (40, 0)
    assert warm.folder == cold.folder
    text = copy.source.read_text()
    copy.source.write_text(text.replace(FORTY, FORTY.replace("40", "41")))
    edited = run(copy)
    assert (edited.value, edited.said) == (41, 1)
    assert edited.folder != cold.folder
    copy.source.write_text(text)  # and back again: the older folder is still good
    again = run(copy)
    assert (again.value, again.said, again.folder) == (40, 0, cold.folder)


SHARED = """
import sys
import numpy as np
from . import tricks
from .base import cache, jit
from .engine import perft
from .games.shared import sure_tricks

@jit.jit
def legal(state):
    return np.int64(0)

@jit.jit
def play(state, move):
    pass

@jit.jit
def asked():
    return 100 * tricks.beats(1, 0, -1) + 10 * sure_tricks.solid(0, 1)

kernels = jit.specialise(perft, sys.modules[__name__])
print(asked() + kernels.perft(np.zeros(2, np.int64), 0, 0), cache.CACHE_FOLDER, cache.PACKAGE)
"""


@pytest.mark.slow
def test_an_edit_of_what_games_share_is_seen(copy):
    """Who wins a trick, a shared layer and the engine, each called by a kernel in another file."""
    package = copy.root / PACKAGE.name
    (package / "probe.py").write_text(SHARED)
    assert run(copy).value == 111
    for file, old, new in (
        ("tricks.py", "return card > best", "return card < best"),
        ("games/shared/sure_tricks.py", "    if own == 0 or against == 0:\n        return True",
         "    if own == 0 or against == 0:\n        return False"),
        ("engine/perft.py", "        return 1\n", "        return 7\n"),
    ):
        text = (package / file).read_text()
        assert text.count(old) == 1
        (package / file).write_text(text.replace(old, new))
    edited = run(copy)
    assert (edited.value, edited.said) == (7, 1)


THEIRS = """
from schnapsen_ai.base import cache, jit
from theirs.other import five

@jit.jit
def asked():
    return five()

print(asked(), cache.CACHE_FOLDER, cache.PACKAGE)
"""
OTHER = """
from schnapsen_ai.base.jit import jit

@jit
def five():
    return 5
"""


@pytest.mark.slow
def test_an_edit_in_a_package_of_others_is_seen(copy):
    """One folder of machine code serves all their versions: names of kernels tell them apart."""
    folder = copy.tmp / "theirs"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "game.py").write_text(THEIRS)
    (folder / "other.py").write_text(OTHER)
    (copy.root / PACKAGE.name / "probe.py").write_text(
        f"import sys\nsys.path.insert(0, {str(copy.tmp)!r})\nimport theirs.game\n"
    )
    first = run(copy)
    (folder / "other.py").write_text(OTHER.replace("return 5", "return 6"))
    edited = run(copy)
    assert (first.value, edited.value, edited.folder) == (5, 6, first.folder)


@pytest.mark.slow
def test_an_install_that_cannot_be_written_to(copy):
    """Nor can the cache folder: a file is in its place, which stops the superuser as well."""
    for path in [copy.root, *copy.root.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        (copy.tmp / "file").write_text("")
        cold = run(copy, XDG_CACHE_HOME=str(copy.tmp / "file"))
        assert cold.value == 40
        assert Path(cold.folder).is_relative_to(copy.tmp) and "file" not in cold.folder
        assert not list(copy.root.rglob("*.nbi"))
        assert run(copy).value == 40
    finally:
        for path in [copy.root, *copy.root.rglob("*")]:
            path.chmod(0o755)


@pytest.mark.slow
def test_two_processes_on_a_cold_cache(copy):
    both = [start(copy), start(copy)]
    found = [finish(process, copy) for process in both]
    assert [one.value for one in found] == [40, 40]
    assert (run(copy).value, run(copy).said) == (40, 0)


@pytest.mark.slow
def test_a_cache_folder_of_the_user_is_left_alone(copy):
    own = copy.tmp / "own"
    own.mkdir()
    (own / "0123456789abcdef").mkdir()  # named as ours are
    found = run(copy, NUMBA_CACHE_DIR=str(own))
    assert (found.value, found.folder) == (40, "None")
    assert (own / "0123456789abcdef").is_dir() and list(own.rglob("*.nbi"))
    assert not (copy.tmp / "cache").exists()


START = """
import gc, sys
import schnapsen_ai as sa
sa.load("watten").deal(seed=1)
print("scipy.linalg" in sys.modules, gc.isenabled())
import numba, numpy as np
print(numba.njit(lambda a: np.dot(a, a) + np.linalg.inv(a))(np.eye(2) * 2.0).tolist())
"""


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="about the compiler")
def test_a_start_takes_no_more_than_it_needs():
    """scipy.linalg comes when a kernel needs it; the collector is as it was."""
    ran = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    assert ran.stdout.split("\n")[:2] == ["False True", "[[4.5, 0.0], [0.0, 4.5]]"]
