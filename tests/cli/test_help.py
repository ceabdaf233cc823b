"""--help with examples that can be typed, and completion in three shells."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

import pytest

from schnapsen_ai.cli.examples import EXAMPLES
from schnapsen_ai.cli.main import COMMANDS, _parser, help_text

pytestmark = [pytest.mark.interpreted, pytest.mark.compiled]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_that_parse(command):
    assert EXAMPLES[command]
    for _, words in EXAMPLES[command]:
        assert f"schnapsen-ai {words}" in help_text(command)
        typed = shlex.split(words.partition(" < ")[0].partition(" > ")[0], comments=True)
        args = _parser(typed).parse_args(typed)
        assert args.command == command


def test_examples_are_of_commands():
    assert set(EXAMPLES) == set(COMMANDS)


def test_help_needs_nothing_but_python():
    """The pages are built, and a shell is answered, without numpy."""
    code = ("import sys; sys.modules['numpy'] = sys.modules['numba'] = None\n"
            "from schnapsen_ai.cli.main import COMMANDS, help_text\n"
            "for name in COMMANDS: help_text(name)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def offered(line):
    """What the shell is told may come next."""
    done = subprocess.run(
        [sys.executable, "-c",
         "import os; os.dup2(1, 8); os.dup2(2, 9); import schnapsen_ai.cli.main as m; m.main()"],
        capture_output=True, text=True, timeout=60,
        env={**os.environ, "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "COMP_LINE": line,
             "COMP_POINT": str(len(line)), "_ARGCOMPLETE_SHELL": "bash"},
    )  # fmt: skip
    return done.stdout.split()


@pytest.mark.parametrize("line, words", [
    ("schnapsen-ai tour", ["tournament"]),
    ("schnapsen-ai tournament rules is", ["ismcts"]),
    ("schnapsen-ai play --game wat", ["watten"]),
    ("schnapsen-ai report r.db --out", ["--output"]),
])  # fmt: skip
def test_what_may_come_next(line, words):
    assert offered(line) == words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_is_told_how_to_ask(cli, shell):
    code, said, _ = cli("completion", shell)
    assert code == 0 and "_ARGCOMPLETE" in said and "schnapsen-ai" in said
