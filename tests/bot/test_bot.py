"""Bots by name: parameters, files, modules, entry points, and what is said of bad ones."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.bot.compiled import new_desks
from schnapsen_ai.bot.interface import BotError, Randomness
from schnapsen_ai.bot.loading import built_in_names
from schnapsen_ai.bot.spec import BotSpec

pytestmark = pytest.mark.interpreted


def test_parameters_are_typed_and_round_trip(bots) -> None:
    text = f"{bots}:Params:depth=7,weight=0.25,name=abc,loud=yes"
    spec = BotSpec(text)
    bot = spec.make()
    assert (bot.depth, bot.weight, bot.name, bot.loud) == (7, 0.25, "abc", True)
    assert spec.text == text
    again = pickle.loads(pickle.dumps(spec))
    assert again == spec and again.make().depth == 7
    assert BotSpec(f"{bots}:Params").make().depth == 3


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("depth=x", "depth=x is not a whole number"),
        ("loud=perhaps", "loud=perhaps is not yes or no"),
        ("weight=heavy", "weight=heavy is not a number"),
        ("colour=red", "has no parameter 'colour'; it has: depth, weight, name, loud"),
        ("depth=1,depth=2", "the parameter depth is given twice"),
        ("depth=1,2", "'2' is not a parameter"),
    ],
)
def test_bad_parameters(bots, given: str, says: str) -> None:
    with pytest.raises(BotError, match=says):
        BotSpec(f"{bots}:Params:{given}")


def test_unknown_bots(bots, tmp_path) -> None:
    for text, says in [
        ("nosuch", "bot 'nosuch' is not known: built in are random"),
        (f"{tmp_path}/none.py", "there is no such file"),
        (f"{bots}:Nobody", "there is no class Nobody; bots there: First"),
        (f"{bots}", "name the class"),
        ("no.such.module:Bot", "cannot import no.such.module"),
        ("json:JSONDecoder", "not a class derived from schnapsen_ai.Bot"),
        ("", "is not known"),
    ]:
        with pytest.raises(BotError, match=says.replace("[", r"\[")):
            BotSpec(text)


def test_a_file_that_does_not_import(tmp_path) -> None:
    for name, source, says in [
        ("a.py", "import nosuchmodule", "does not import: ModuleNotFoundError"),
        ("b.py", "def broken(:", "does not import: SyntaxError"),
        ("c.py", "raise SystemExit(0)", "does not import: SystemExit"),
        ("d.py", "x = 1", "no class derived from schnapsen_ai.Bot"),
    ]:
        path = tmp_path / name
        path.write_text(source)
        with pytest.raises(BotError, match=says):
            BotSpec(str(path))


def test_a_file_with_one_bot_needs_no_class(tmp_path) -> None:
    path = tmp_path / "one.py"
    path.write_text(
        "import schnapsen_ai as sa\n"
        "class One(sa.Bot):\n"
        "    def choose(self, view):\n"
        "        return view.legal_moves()[0]\n"
    )
    assert BotSpec(str(path)).cls.__name__ == "One"


def test_every_built_in_bot_is_documented() -> None:
    for name in built_in_names():
        spec = BotSpec(name)
        assert spec.cls.__doc__ and spec.text == name


def test_a_bot_without_choose_says_so() -> None:
    class Silent(sa.Bot):
        pass

    with pytest.raises(NotImplementedError, match="Silent has no choose"):
        Silent().choose(sa.load("schnapsen").deal(seed=1).view(0))


def test_randomness_is_a_generator_and_a_word() -> None:
    a, b = Randomness(7), Randomness(7)
    assert a.integers(1000) == b.integers(1000)
    assert np.array_equal(a.words, b.words) and a.words.dtype == np.uint64
    assert Randomness(8).integers(10**9) != Randomness(9).integers(10**9)


def test_a_compiled_bot_answers_like_its_policy_anywhere() -> None:
    game = sa.load("schnapsen")
    view = game.deal(seed=3).view(0)
    moves = []
    for _ in range(2):
        bot = sa.make_bot("random")
        bot.begin(game, 0, Randomness(5))
        moves.append([bot.choose(view) for _ in range(5)])
    assert moves[0] == moves[1] and set(moves[0]) <= set(view.legal_moves())
    assert len(set(moves[0])) > 1


def test_an_edited_file_is_loaded_again(tmp_path) -> None:
    """What plays and what its hash is of are the same, also in one process."""
    file = tmp_path / "edited.py"
    text = "import schnapsen_ai as sa\n\nclass Edited(sa.Bot):\n    number = {}\n"
    text += "    def choose(self, view):\n        return 0\n"
    file.write_text(text.format(1))
    old = BotSpec(str(file))
    assert BotSpec(str(file)).cls is old.cls and old.cls.number == 1
    file.write_text(text.format(2))
    new = BotSpec(str(file))
    assert (old.cls.number, new.cls.number) == (1, 2)
    assert new.source != "" and BotSpec(str(file)).source == new.source
    file.write_text("nonsense(")
    with pytest.raises(BotError, match="does not import"):
        BotSpec(str(file))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("mcts:iterations=0", "iterations=0 is not a number from 1 to 1e.15"),
        ("mcts:worlds=0", "worlds=0 is not"),
        ("mcts:time=nan", "time=nan is not a number from 0 to 1e.15"),
        ("mcts:exploration=nan", "exploration=nan is not"),
        ("mcts:rollouts=foo", "rollouts='foo' is not known: it is uniform or sensible or rules"),
        ("ismcts:iterations=-1", "iterations=-1 is not"),
        ("ismcts:others=foo", "others='foo' is not known: it is tree or rules"),
        ("pimc:worlds=-3", "worlds=-3 is not"),
        ("pimc:time=inf", "time=inf is not"),
        ("rdeep:samples=0", "samples=0 is not"),
        ("rdeep:depth=-1", "depth=-1 is not a number from 0 to 1e.15"),
        ("minimax:iterations=0", "iterations=0 is not"),
    ],
)
def test_parameters_that_make_no_sense(text: str, says: str) -> None:
    with pytest.raises(BotError, match=says):
        BotSpec(text)


def test_a_bot_asked_by_hand_minds_what_it_is_shown() -> None:
    state = sa.load("schnapsen").deal(seed=7)
    with pytest.raises(ValueError, match="seat 1 is not to move"):
        sa.make_bot("rules").choose(state.view(1))
    with pytest.raises(ValueError, match="sees all cards"):
        sa.make_bot("minimax").choose(state.view(0))
    with pytest.raises(ValueError, match=r"file\.py:Class"):
        sa.play_deals(sa.Bot, "random")  # type: ignore[arg-type]
    for bad in ({"deals": 0}, {"deals": 1.5}, {"jobs": 0}):
        with pytest.raises(ValueError, match="is not a whole number from 1 on"):
            sa.play_deals("random", "bully", **bad)


def test_a_package_beside_us_is_a_module(tmp_path, monkeypatch) -> None:
    (tmp_path / "mates").mkdir()
    (tmp_path / "mates" / "__init__.py").write_text(
        "import schnapsen_ai as sa\n\nclass Mate(sa.Bot):\n"
        "    def choose(self, view):\n        return 0\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert BotSpec("mates:Mate").cls.__name__ == "Mate"
    with pytest.raises(BotError, match="a bot is in a Python file"):
        BotSpec("./mates:Mate")


def test_a_compiled_bot_has_64_parameters_at_most() -> None:
    with pytest.raises(ValueError, match="65 parameters: a compiled bot has 64 at most"):
        new_desks([np.zeros(65)])
