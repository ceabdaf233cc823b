"""A deal to step through in a notebook: one HTML string, nothing fetched.

>>> from schnapsen_ai.show.replay import Replay
>>> Replay(state)                       # at the end of a cell
"""

from __future__ import annotations

from html import escape

from ..deal.history import DealHistory
from ..deal.state import State
from ..words import say
from . import stepper
from .card_faces import sprite
from .scene import frames
from .templates import raw, render


class Replay:
    """A replay of a deal, finished or not, with all cards open, for the end of a notebook cell."""

    def __init__(self, state: State | DealHistory, language: str = "en") -> None:
        self.history = state if isinstance(state, DealHistory) else DealHistory.of(state)
        self.language = language

    def __repr__(self) -> str:
        moves = [
            f"seat {seat}: {self.history.game.move_text(move)}" for seat, move in self.history.log
        ]
        return "\n".join([f"replay of {self.history.game.spec}", *moves, str(self.history.state)])

    def page(self) -> str:
        """The whole page, as it stands inside the frame."""
        language, style = self.language, self.history.game.rules.CARD_STYLE
        deal = {
            "game": self.history.game.name,
            "style": style,
            "words": stepper.words(language, style),
            "names": [say(language, "t.seat", n=seat) for seat in range(self.history.seats)],
            "frames": stepper.folded(frames(self.history)),
        }
        return render(
            "schnapsen_ai.show", "replay", language=language, deal=deal,
            title=say(language, "replay"), sprite=raw(sprite(style, cards=self.history.game.pack)),
            style=raw(stepper.style()), script=raw(stepper.script()),
        )

    def _repr_html_(self) -> str:
        height = 400 + 75 * self.history.seats
        return (
            f'<iframe sandbox="allow-scripts" style="border:0;width:100%;height:{height}px" '
            f'srcdoc="{escape(self.page(), quote=True)}"></iframe>'
        )
