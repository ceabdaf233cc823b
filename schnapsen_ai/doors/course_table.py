"""A bot of ours at the table of the course platform (the package `schnapsen`).

For the environment that has both packages; this module is its only user there::

    from schnapsen.game import SchnapsenGamePlayEngine
    from schnapsen_ai.doors.course_table import OurBot

    SchnapsenGamePlayEngine().play_game(OurBot("rules", seed=1), OurBot("ismcts"), Random(7))
"""

from __future__ import annotations

from random import Random
from typing import Any

try:
    from schnapsen.game import Bot
except ImportError:
    raise ImportError(
        "schnapsen is not installed: pip install schnapsen, in an environment of its own, for it "
        "wants certain versions of others"
    ) from None

from ..base import seeds
from ..bot.interface import Randomness
from ..bot.spec import BotSpec
from ..card_text import card_text
from ..deal.game import load
from ..deal.state import State
from .course import Platform
from .course_deal import EXCHANGE, MARRIAGE, Seen, whole_deal

PLACES = ((0, 1, 2, 7, 8), (3, 4, 5, 9, 10), (*range(11, 20), 6))  # of our pack: hands, talon


class OurBot(Bot):  # type: ignore[misc]
    """A bot by its name; it sees the deal as a seat here would, and no more."""

    def __init__(self, text: str, seed: int | None = None) -> None:
        super().__init__(text)
        self.spec = BotSpec(text)
        self._game = load("vu")
        self._platform = Platform()
        self._secret = seeds.secret_of(seed)
        self._rng = Random(int(seeds.words(self._secret, "course filling", 0, 1)[0]))
        self._deals = 0
        self._heard: list[int] = []

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        """Its move."""
        seen = seen_of(self._platform, perspective, leader_move)
        if not self._heard or seen.moves[: len(self._heard)] != self._heard:
            self._begin(seen.seat)
        state = dealt(seen, self._rng)
        for number, move in enumerate(seen.moves):
            mover = state.to_move
            state.play(move)
            if number >= len(self._heard) and mover is not None:
                self._bot.saw(mover, move)
        self._heard = list(seen.moves)
        view = state.view(seen.seat)
        if self.spec.sees_all:
            raise ValueError(f"{self.spec.text} needs to see all cards: nobody does here")
        return self._platform.move(int(self._bot.choose(view)), seen.turn_up // 8)

    def _begin(self, seat: int) -> None:
        """A fresh instance for the next deal."""
        word = seeds.words(self._secret, f"course seat {seat}", self._deals, 1)[0]
        self._deals += 1
        self._heard = []
        self._bot = self.spec.make()
        self._bot.begin(self._game, seat, Randomness(word))


def seen_of(platform: Platform, perspective: Any, leader_move: Any) -> Seen:
    """What the platform tells a bot, as what a seat has seen."""
    past = perspective.get_game_history()
    ids = platform.ids
    seen = Seen(0 if past[0][0].am_i_leader() else 1, ids[past[0][0].get_trump_card()])
    exchanged = False
    for then, trick in past:
        if not exchanged:  # else it is the same trick still
            seen.hands.append({ids[card] for card in then.get_hand().get_cards()})
        exchanged = trick is not None and trick.is_trump_exchange()
        if exchanged:
            seen.moves.append(EXCHANGE)
        elif trick is not None:
            seen.moves += [*_led(platform, trick.leader_move), platform.number(trick.follower_move)]
    if leader_move is not None:
        seen.moves += _led(platform, leader_move)
    seen.known = {ids[card] for card in perspective.get_known_cards_of_opponent_hand()}
    return seen


def _led(platform: Platform, move: Any) -> list[int]:
    """The moves of ours that a lead is: a marriage and its king, or a card."""
    number = platform.number(move)
    return [number, 8 * (number - MARRIAGE) + 5] if number >= MARRIAGE else [number]


def dealt(seen: Seen, rng: Random) -> State:
    """A deal of ours, from its start, that fits what the seat has seen."""
    pack = [0] * 20
    for places, cards in zip(PLACES, whole_deal(seen, rng), strict=True):
        for place, card in zip(places, cards, strict=True):
            pack[place] = card
    return load("vu").deal(pack=" ".join(card_text(card) for card in pack))
