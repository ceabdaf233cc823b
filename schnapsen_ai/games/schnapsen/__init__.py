"""Schnapsen and its house-rule presets, and Sixty-Six: the game module of the contract."""

from .rules import *  # noqa: F403
from .state import *  # noqa: F403
