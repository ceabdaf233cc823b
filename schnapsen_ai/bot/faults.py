"""What a bot did wrong, in words: one line of text that no terminal obeys."""

from __future__ import annotations

import traceback

from ..deal.game import Game
from ..deal.moves import as_move


def printable(text: str) -> str:
    """A stranger's text in one line that no terminal obeys."""
    return "".join(c if c.isprintable() else " " for c in text).strip()


class Offence(Exception):
    """Raised where a bot's call is found to deserve a `Fault`."""

    def __init__(self, what: str, detail: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.detail = detail


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
