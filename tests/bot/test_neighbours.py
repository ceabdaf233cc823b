"""Bots of several files: modules and packages beside the bot's own, in process and isolated."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import schnapsen_ai as sa
from schnapsen_ai.bot.interface import BotError
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.cli.main import main

pytestmark = pytest.mark.interpreted

BOT = """
import schnapsen_ai as sa
{imports}


class Bot(sa.Bot):
    def choose(self, view):
        return pick(view)
"""
PICK = "def pick(view):\n    return {which}(view.legal_moves())\n"


def folder(at: Path, imports: str, which: str) -> str:
    """A bot in a folder of its own, with a module and a package that does the same."""
    (at / "parts" / "deep").mkdir(parents=True)
    (at / "helper.py").write_text(PICK.format(which=which))
    (at / "parts" / "__init__.py").write_text("from .deep import pick\n")
    (at / "parts" / "deep" / "__init__.py").write_text(PICK.format(which=which))
    (at / "two.py").write_text(BOT.format(imports=imports))
    return str(at / "two.py")


IMPORTS = [
    "from helper import pick",
    "from parts import pick",
    "import parts.deep\npick = parts.deep.pick",
    "from .helper import pick",
    "from .parts.deep import pick",
]


@pytest.mark.parametrize("imports", IMPORTS)
def test_what_lies_beside_a_bot_can_be_imported(tmp_path: Path, imports: str) -> None:
    low = BotSpec(folder(tmp_path / "a", imports, "min")).make()
    high = BotSpec(folder(tmp_path / "b", imports, "max")).make()
    view = sa.load("schnapsen").deal(seed=1).view(0)
    assert low.choose(view) == min(view.legal_moves())  # each has its own of one name
    assert high.choose(view) == max(view.legal_moves())
    assert "helper" not in sys.modules and "parts" not in sys.modules
    assert str(tmp_path / "a") not in sys.path
    assert not list(tmp_path.rglob("__pycache__"))


@pytest.mark.parametrize("imports", IMPORTS)
def test_an_edited_neighbour_is_another_bot(tmp_path: Path, imports: str) -> None:
    file = folder(tmp_path / "a", imports, "min")
    view = sa.load("schnapsen").deal(seed=1).view(0)
    one = BotSpec(file)
    assert one.make().choose(view) == min(view.legal_moves())
    source = one.source
    assert BotSpec(file).source == source
    for other in tmp_path.rglob("*.py"):
        other.write_text(other.read_text().replace("min(", "max("))
    two = BotSpec(file)
    assert two.make().choose(view) == max(view.legal_moves()) and two.source != source


def test_python_s_own_modules_come_first(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise ValueError('not this one')")
    file = tmp_path / "a.py"
    file.write_text(BOT.format(imports="import json, tomllib\npick = json.dumps"))
    BotSpec(str(file))


def test_installed_packages_below_the_folder_stay_what_they_are(tmp_path: Path) -> None:
    inner = tmp_path / "venv" / "site"
    inner.mkdir(parents=True)
    (inner / "installed_once.py").write_text("")
    file = tmp_path / "a.py"
    lines = f"import sys\nsys.path.insert(0, {str(inner)!r})\nimport installed_once\npick = None"
    file.write_text(BOT.format(imports=lines))
    try:
        BotSpec(str(file))
        assert "installed_once" in sys.modules
    finally:
        sys.path.remove(str(inner))
        sys.modules.pop("installed_once", None)


def test_a_module_that_is_nowhere_is_told(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="No module named 'nowhere'"):
        BotSpec(folder(tmp_path, "from nowhere import pick", "min"))


@pytest.mark.parametrize("more", [[], ["--isolate"]])
def test_it_plays_a_tournament(tmp_path: Path, more: list[str]) -> None:
    low = folder(tmp_path / "a", "from helper import pick", "min")
    high = folder(tmp_path / "b", "from .parts import pick", "max")
    words = ["tournament", low, high, "--deals", "2", "--seed", "1", "--jobs", "1", "--strict"]
    assert main([*words, *more]) == 0
