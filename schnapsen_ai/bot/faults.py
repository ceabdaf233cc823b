"""What a bot did wrong, in words.

Whatever a bot says passes here, by `Offence`, before it is kept or shown: text that a terminal
does not obey and that can be written to any file (a lone surrogate cannot).
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

from ..deal.moves import as_move
from ..deal.ruleset import Ruleset
from .interface import Resign

LONGEST_DETAIL = 20_000  # of a traceback: its end is kept


def printable(text: str) -> str:
    """A stranger's text in one line that no terminal obeys."""
    return "".join(c if c.isprintable() else " " for c in text).strip()


def harmless(text: str) -> str:
    """A stranger's text of many lines, with what no terminal should get written as escapes."""
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode("ascii")
        for c in text.expandtabs()
    )


class Offence(Exception):
    """Raised where a bot's call is found to deserve a `Fault`.

    what: one line; detail: a traceback.  Both may hold a stranger's words as they came.
    """

    def __init__(self, what: str, detail: str = "") -> None:
        self.what = printable(what)
        self.detail = harmless(detail[-LONGEST_DETAIL:])
        super().__init__(self.what)


def answered(call: Callable[..., Any], *args: Any, ctrl_c: bool = False) -> Any:
    """What a stranger's function returns, or as an `Offence` whatever it raises; Resign as it is.

    Nothing of the stranger's outlives the call but what it returned: an error keeps all that the
    function had, and that may have something to say when it is let go.

    ctrl_c: a KeyboardInterrupt is the user's, and passes.
    """
    try:
        return call(*args)
    except Resign:
        given_up = True
    except KeyboardInterrupt as error:
        if ctrl_c:
            raise
        given_up, offence = False, raised(error)
    except BaseException as error:
        given_up = False
        offence = raised(error)
    raise Resign if given_up else offence


def move_of(answer: object) -> int | Offence:
    """A bot's answer as a move, legal or not; what to say of it if it is none."""
    move = as_move(answer)
    if move is None:
        return Offence(f"returned {_shown(answer)}, which is not a move")
    return move


def _shown(answer: object) -> str:
    try:
        return printable(str(repr(answer))[:60])
    except BaseException:
        return f"an object of {_name(answer)}"


def illegal(game: Ruleset, move: int) -> str:
    """What to say of a move that is not legal."""
    try:
        text = game.move_text(move)
    except ValueError:
        text = str(move)
    return f"chose {text}, which is not legal"


def raised(error: BaseException) -> Offence:
    """The offence of a bot that raised an error, to be called where that is being handled."""
    try:
        detail = traceback.format_exc()
    except BaseException:  # a traceback asks the error for its text, and for more
        detail = ""
    return Offence(f"raised {in_short(error)}", detail)


def in_short(error: BaseException) -> str:
    """An error's class and the first line of its text, fit to print."""
    try:
        text = [printable(line) for line in str(error).strip()[:10_000].splitlines()]
    except BaseException:
        text = []
    name = _name(error)
    return f"{name}: {text[0][:200]}" if text else name


def _name(thing: object) -> str:
    """The name of its class, whatever that would say itself."""
    return printable(type.__dict__["__name__"].__get__(type(thing)))
