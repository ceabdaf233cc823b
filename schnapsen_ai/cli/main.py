"""The command line: ``schnapsen-ai COMMAND``.

Only argparse is imported here; each command imports what it needs when it runs.  Bad input ends
with one line on standard error and exit code 2; a traceback comes only with ``--traceback``.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from .._version import __version__
from ..base import nearest
from . import examples
from .encoding import forgive
from .options import UserError

COMMANDS = {
    "tournament": "play bots against each other over paired deals",
    "selfplay": "write every decision of many deals as data: .npz or Parquet",
    "replay": "a deal move by move, with the legal alternatives and their values",
    "report": "one page of a results file: tables, plots and deals to step through",
    "find": "mine a results file for decisions worth a look",
    "export": "write stored deals as text, CSV or Parquet",
    "import": "keep deals played elsewhere or by people in a results file",
    "merge": "join results files that machines have played apart",
    "play": "play against a bot in the terminal",
    "watch": "one deal in this process, step by step: what bots see, think and print",
    "web": "play, watch and review in a browser",
    "solve": "exact values of open-card deals or of one position",
    "analyse": "what each legal move of a position is worth to the seat to move",
    "train": "make a network that learns a game by playing it",
    "perft": "count move sequences",
    "bench": "measure speed",
    "games": "list the games, presets and options",
    "bots": "list the bots and their parameters",
    "check-bot": "examine whether a bot is fit for a tournament",
    "new-bot": "write a commented bot to start from, in Python, C or JavaScript",
    "new-game": "write a small complete trick game to start from",
    "rulebook": "print the rules of a game",
    "docs": "open the documentation in a browser, without a network",
    "completion": "have bash, zsh or fish complete commands, options, games and bots",
    "doctor": "show versions, cores and what is compiled; or what of a results file is sound",
}


LONGEST = 500  # characters of an error: what was wrong may have been a whole file


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, exit code 2."""
        command = self.prog.split()[-1]
        hint = f"{self.prog} --help" if command != "schnapsen-ai" else "schnapsen-ai --help"
        if wrong := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
            message += nearest.hint(wrong[1], re.findall(r"[\w-]+", wrong[2]))
        self.exit(2, f"schnapsen-ai: {message} (see {hint})\n")


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of all commands, with the arguments of the one that is asked for."""
    parser = _Parser(
        prog="schnapsen-ai",
        description="A game-AI research toolkit for Schnapsen, Sixty-Six and their relatives.",
    )
    parser.add_argument("--version", action="version", version=f"schnapsen-ai {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, what in COMMANDS.items():
        sub = commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.",
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
        sub.add_argument("--traceback", action="store_true", help="show the traceback of an error")
        sub.add_argument("--with-game", action="append", default=[], metavar="FILE",
                         help="know the game of this Python file (or module:NAME) as well")
        if name in words:
            _command(name).arguments(sub)
            sub.epilog = examples.text_of(name)
    return parser


def help_text(name: str) -> str:
    """What ``schnapsen-ai NAME --help`` prints."""
    subs = _parser([name])._subparsers
    assert subs is not None
    choices: Any = subs._group_actions[0].choices
    return str(choices[name].format_help())


def _command(name: str) -> Any:
    """The module of a command, with its `arguments` and `run`."""
    module = "import_" if name == "import" else name.replace("-", "_")
    return importlib.import_module(f".{module}", __package__)


def main(argv: Sequence[str] | None = None) -> int:
    """The entry point; returns the exit code."""
    code = _called(argv)
    if argv is None:
        _leave(code)
    return code


def _leave(code: int) -> None:
    """End this process at once, where a stranger's bot was imported: it may have left threads that
    are waited for, or calls for the end."""
    leftovers = sys.modules.get(f"{__package__.rpartition('.')[0]}.bot.leftovers")
    if leftovers is not None and leftovers.strangers:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _called(argv: Sequence[str] | None) -> int:
    forgive(sys.stdout, sys.stderr)
    if "_ARGCOMPLETE" in os.environ and argv is None:  # a shell asks what may come next
        _command("completion").answer(_parser(os.environ["COMP_LINE"].split()))
    parser = _parser(sys.argv[1:] if argv is None else argv)
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help()
        return 0
    try:
        for game in args.with_game:
            importlib.import_module("..games", __package__).find(game)
        command = _command(args.command)
        if argv is None:  # a process of our own: what it has imported stays until its end
            gc.freeze()  # and the collector need not walk it, a fifth of a second at the end
        return int(command.run(args) or 0)
    except KeyboardInterrupt:
        print("schnapsen-ai: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        _silence_stdout()
        return 0
    except Exception as error:
        if args.traceback or not _is_for_the_user(error):
            raise
        text = str(error).strip().splitlines()
        line = text[0] if text else type(error).__name__
        if len(line) > LONGEST:
            line = f"{line[:LONGEST]} ..."
        print(f"schnapsen-ai: {line}", file=sys.stderr)
        return 2


def _is_for_the_user(error: Exception) -> bool:
    """Whether one line will do: bad input, or trouble with a file (a damaged results file too)."""
    database = sys.modules.get("sqlite3")  # not imported by commands that need none
    if database is not None and isinstance(error, database.Error):
        return True
    return isinstance(error, UserError | ValueError | OSError)


def _silence_stdout() -> None:
    """The reader of our output has gone: write no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
