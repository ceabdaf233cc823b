"""Bauernschnapsen: the game module of the contract."""

from .knowledge import *  # noqa: F403
from .match import *  # noqa: F403
from .observation import *  # noqa: F403
from .options import NAMES, OPTIONS, PRESETS  # noqa: F401
from .rules import *  # noqa: F403
from .state import *  # noqa: F403
