"""OpenSpiel: every game, and endgames of ours, as its games; bots both ways.

>>> import pyspiel
>>> from schnapsen_ai.doors import openspiel         # makes all games known to pyspiel
>>> game = pyspiel.load_game("python_schnapsen(claim=auto)")
>>> openspiel.NAMES                                  # ("python_schnapsen", ...)

House rules are parameters.  Chance deals the pack card by card; then the seats play, their moves
by our ids.  An information state is all that a seat has seen (`known`), its tensor the game's table
of facts with the past of the deal (`sa.batch(..., observations="onehot+recall")`), an
observation tensor the facts alone.  `resample_from_infostate` draws with `View.redeal`: it serves
OpenSpiel's ISMCTS of Python; C++ cannot call it.

`endgame(position)` makes a small game of a position with hidden cards, for CFR and exploitability.
`as_spiel_bot(game, "rules", 0)` is a bot of ours; `ISMCTS`, and what you derive from `SpielBot`,
bots of OpenSpiel in our tournaments.  `register("./mine.py")` makes a game of your own known.
"""

from __future__ import annotations

from .. import missing

try:
    import pyspiel  # noqa: F401
except ImportError as error:
    raise missing("open_spiel", "openspiel") from error

from . import endgames
from .bots import ISMCTS, PolicyBot, SpielBot, as_spiel_bot
from .endgames import endgame
from .games import register, register_all, state_of
from .table import known

__all__ = [
    "ISMCTS", "NAMES", "PolicyBot", "SpielBot", "as_spiel_bot", "endgame", "known", "register",
    "state_of",
]

NAMES = register_all()
endgames.register()
