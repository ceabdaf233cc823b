"""What a bot did wrong, in words.

Whatever a bot says passes here, by `Offence`, before it is kept or shown: text that a terminal
does not obey and that can be written to any file (a lone surrogate cannot).
"""

from __future__ import annotations

import traceback

from ..deal.game import Game
from ..deal.moves import as_move

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


def nonsense(game: Game, answer: object) -> str:
    """What to say of an answer that is no legal move."""
    move = as_move(answer)
    if move is None:
        try:
            shown = printable(repr(answer)[:60])
        except BaseException:
            shown = f"an object of {type(answer).__name__}"
        return f"returned {shown}, which is not a move"
    try:
        text = game.move_text(move)
    except ValueError:
        text = str(move)
    return f"chose {text}, which is not legal"


def raised(error: BaseException) -> Offence:
    """The offence of a bot that raised an error."""
    return Offence(f"raised {_short(error)}", traceback.format_exc())


def _short(error: BaseException) -> str:
    try:
        text = [printable(line) for line in str(error).strip()[:10_000].splitlines()]
    except BaseException:
        text = []
    name = type(error).__name__
    return f"{name}: {text[0][:120]}" if text else name
