"""``schnapsen-ai completion``: what makes a shell complete commands, options, games and bots."""

from __future__ import annotations

import argparse
from typing import Any

GAMES = ("game",)  # where an argument of this name stands a game
BOTS = ("bot", "bots", "policy")


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("shell", choices=("bash", "zsh", "fish"), help="print what it is to be told")


def run(args: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["schnapsen-ai"], shell=args.shell))
    return 0


def answer(parser: argparse.ArgumentParser) -> None:
    """Answer the shell that asks what may come next, and end."""
    import argcomplete

    for action in _actions(parser):
        if action.dest in GAMES:
            action.completer = _games  # type: ignore[attr-defined]
        elif action.dest in BOTS:
            action.completer = _bots  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser)


def _actions(parser: argparse.ArgumentParser) -> list[Any]:
    """All arguments, those of the commands too."""
    own: list[Any] = list(parser._actions)
    for action in parser._actions:
        if isinstance(action.choices, dict):
            own += [a for sub in action.choices.values() for a in _actions(sub)]
    return own


def _games(prefix: str, **_: Any) -> list[str]:
    from ..games import listed

    return [*listed(), *_files(prefix)]


def _bots(prefix: str, **_: Any) -> list[str]:
    from ..bot.loading import built_in_names, entry_points

    return [*built_in_names(), *sorted(entry_points()), *_files(prefix)]


def _files(prefix: str) -> list[str]:
    from argcomplete.completers import FilesCompleter

    return list(FilesCompleter(["py"])(prefix))
