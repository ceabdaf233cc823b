"""Tournaments: who plays whom, where, and what came of it."""

from ..base.faces import face

__getattr__ = face(
    __name__,
    {
        "run": "runner",
        "play_deals": "runner",
        "pairs_of": "runner",
        "whole_sets": "runner",
        "TournamentResult": "result",
        "PairingResult": "result",
    },
)
